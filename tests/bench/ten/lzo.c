/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lzo.c: packs a file with miniLZO, and unpacks it again. Usage: lzo FILE ROUNDS; prints the packed size.
 */
#include "arguments.h"

#include <minilzo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES (2 << 20)

int main(int argc, char **argv)
{
  static unsigned char in[BYTES], packed[BYTES + BYTES / 16 + 67], out[BYTES], work[LZO1X_1_MEM_COMPRESS];
  size_t bytes;
  const uint32_t rounds = file_and_rounds_from(argc, argv, in, BYTES, &bytes);
  lzo_uint packed_bytes = 0, out_bytes = 0;
  for (uint32_t i = 0; i < rounds; i++) {
    out_bytes = BYTES;
    if (lzo1x_1_compress(in, bytes, packed, &packed_bytes, work) != LZO_E_OK ||
        lzo1x_decompress_safe(packed, packed_bytes, out, &out_bytes, NULL) != LZO_E_OK) {
      fputs("lzo: an error\n", stderr);
      return 1;
    }
  }
  if (out_bytes != bytes || memcmp(in, out, bytes)) {
    fputs("lzo: what was unpacked differs\n", stderr);
    return 1;
  }
  printf("%lu\n", (unsigned long)packed_bytes);
  return 0;
}
