/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_stream_crc.c: the checksum of any stretch of a stream is that of its bytes, whatever the pieces are in which
 * they came, and however far the stream has gone on since.
 */
#include "fixture.h"

#include <stdlib.h>

#include "pick.h"
#include "host/stream_crc.h"
#include "xfer.h"

#define BYTES  (STREAM_CRC_REACH + 100000)
#define TRIALS 2000

static uint8_t *some_stream(struct stream_crc *r)
{
  uint8_t *data = malloc(BYTES);
  assert_non_null(data);
  for (size_t i = 0; i < BYTES; i++)
    data[i] = (uint8_t)pick(256);
  for (size_t i = 0, n; i < BYTES; i += n) {
    n = 1 + pick(5000);
    n = n < BYTES - i ? n : BYTES - i;
    stream_crc_add(r, data + i, n);
  }
  return data;
}

static void a_stretch_is_its_bytes(void **state)
{
  struct stream_crc *r = calloc(1, sizeof(*r));
  uint8_t *data = some_stream(r);
  (void)state;
  assert_int_equal(r->bytes, BYTES);
  assert_int_equal(r->crc, xfer_crc32(0, data, BYTES));
  for (int i = 0; i < TRIALS; i++) {
    size_t from = BYTES - STREAM_CRC_REACH + pick(STREAM_CRC_REACH), most = BYTES - from;
    size_t bytes = pick((uint32_t)(i % 2 || most < 3000 ? most : 3000));
    assert_int_equal(stream_crc_of(r, from, data + from, bytes), xfer_crc32(0, data + from, bytes));
  }
  free(data);
  free(r);
}

static void ends_on_a_note_count(void **state)
{
  struct stream_crc *r = calloc(1, sizeof(*r));
  uint8_t *data = some_stream(r);
  const size_t from = BYTES / STREAM_CRC_STEP * STREAM_CRC_STEP - 100 * STREAM_CRC_STEP;
  (void)state;
  for (int a = -1; a <= 1; a++)
    for (int b = -1; b <= 1; b++) {
      const size_t start = from + (size_t)a, bytes = 50 * STREAM_CRC_STEP + (size_t)b;
      assert_int_equal(stream_crc_of(r, start, data + start, bytes), xfer_crc32(0, data + start, bytes));
    }
  free(data);
  free(r);
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(a_stretch_is_its_bytes),
                                      cmocka_unit_test(ends_on_a_note_count) };
  return cmocka_run_group_tests_name("stream_crc", tests, NULL, NULL);
}
