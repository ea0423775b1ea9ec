/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lzo.c: packs a file with miniLZO, and unpacks it again. Usage: lzo FILE ROUNDS; prints the packed size.
 */
#include <minilzo.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BYTES (2 << 20)

int main(int argc, char **argv)
{
  static unsigned char in[BYTES], packed[BYTES + BYTES / 16 + 67], out[BYTES], work[LZO1X_1_MEM_COMPRESS];
  const long rounds = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
  FILE *f = rounds > 0 ? fopen(argv[1], "rb") : NULL;
  if (!f) {
    fprintf(stderr, "usage: %s FILE ROUNDS\n", argv[0]);
    return 2;
  }
  const lzo_uint bytes = fread(in, 1, BYTES, f);
  lzo_uint packed_bytes = 0, out_bytes = 0;
  fclose(f);
  for (long i = 0; i < rounds; i++) {
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
