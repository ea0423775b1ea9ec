/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_intake.c: the memory for a run may end wherever it is allocated, also while the image is open that gives the
 * dump its names: no file stays open, the file keeps its frames, and where there is memory enough the names come. The
 * image is this program.
 */
#include "fixture.h"
#include "received.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/outfile.h"
#include "receive/intake.h"

#define LEAST  (16u << 10)
#define MOST   (256u << 20)

static size_t opened; /* images, in all intakes */

static struct symbols *open_self(void *ctx, const struct dump *d)
{
  char error[SYMBOLS_ERROR_BYTES];
  (void)ctx, (void)d;
  opened++;
  return symbols_open("/proc/self/exe", error);
}

static size_t count_files(void)
{
  size_t count = 0;
  DIR *folder = opendir("/proc/self/fd");
  assert_non_null(folder);
  while (readdir(folder))
    count++;
  closedir(folder);
  return count;
}

/* Ends a run that has so much memory. Returns whether its file has got names. */
static bool add_within(uint64_t bytes)
{
  char path[] = "/tmp/test_intake.XXXXXX";
  struct intake in;
  struct outfile file;
  const int fd = mkstemp(path);
  close(fd);
  assert_true(outfile_open(&file, path));
  outfile_write(&file, "frames", 6);
  const size_t files = count_files();
  if (intake_begin(&in, path, bytes))
    intake_add(&in, &file, open_self, NULL);
  intake_free(&in);
  assert_int_equal(count_files(), files);
  const bool named = file.kept > 6;
  assert_true(file.kept >= 6);
  outfile_drop(&file);
  unlink(path);
  return named;
}

static void no_file_stays_open_where_memory_ends(void **state)
{
  size_t named = 0, bare = 0;
  (void)state;
  for (uint64_t bytes = LEAST; bytes <= MOST; bytes += bytes / 2)
    *(add_within(bytes) ? &named : &bare) += 1;
  assert_true(named > 0);
  assert_true(bare > 0);
  assert_true(opened > named); /* some of those without names came as far as the image */
}

int main(void)
{
  const struct CMUnitTest tests[] = { cmocka_unit_test(no_file_stays_open_where_memory_ends) };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
