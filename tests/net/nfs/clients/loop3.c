/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * loop3 MOUNTPORT NFSPORT FOLDER FILE ROUNDS: mounts, walks what the server has and compares it with FOLDER; then
 * what the client of the JX paper does (section 4): it asks for the attributes of one file and reads it, again and
 * again, ROUNDS times, or with an s behind it for so many seconds. FILE is its path below FOLDER. Prints `ok
 * libnfs_...' for each, and rounds in a second. */
#include "walk3.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_s(void)
{
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Leaves the handle of what is at `path' in `got'; its status. */
static int find(struct handle dir, char *path)
{
  for (char *name = strtok(path, "/"); name; name = strtok(NULL, "/")) {
    if (v3_lookup(&dir, name) != NFS3_OK)
      return got.status;
    dir = got.handle;
  }
  return got.status;
}

/* How many rounds found another size, or no whole file; *rounds have been made. */
static int loop(struct handle *file, const char *local, const char *how_long, unsigned *bytes, int *rounds)
{
  const int most = strchr(how_long, 's') ? INT_MAX : atoi(how_long);
  const double end = now_s() + (most == INT_MAX ? atof(how_long) : 1e9);
  int wrong = 0;
  for (*rounds = 0; *rounds < most && now_s() < end; ++*rounds) {
    bool good = v3_getattr(file) == NFS3_OK;
    uint64_t size = got.attributes.size;
    good = good && v3_read_at(file, 0, READ_BYTES) == NFS3_OK && got.count == size && got.eof;
    if (good)
      tree_compare_bytes(local, 0, got.data, got.count);
    wrong += !good;
    *bytes = got.count;
  }
  return wrong;
}

int main(int argc, char **argv)
{
  if (argc != 6) {
    fprintf(stderr, "Usage: loop3 MOUNTPORT NFSPORT FOLDER FILE ROUNDS\n");
    return 2;
  }
  char local[4096];
  int rounds;
  unsigned bytes = 0;
  snprintf(local, sizeof local, "%s/%s", argv[3], argv[4]);
  struct rpc_context *mount = sync_connect(atoi(argv[1]), 0, 0);
  v3_rpc = sync_connect(atoi(argv[2]), 0, 0);
  expect("libnfs_mount", walk3_mount(mount, "/export"), MNT3_OK);
  struct handle root = got.handle;
  walk3_tree(&root, argv[3], "libnfs_walk");
  expect("libnfs_find", find(root, argv[4]), NFS3_OK);
  struct handle file = got.handle;
  double begun = now_s();
  int wrong = loop(&file, local, argv[5], &bytes, &rounds);
  double seconds = now_s() - begun;
  printf("# libnfs: %d rounds of attributes and %u bytes in %.2f s, %.0f a second\n", rounds, bytes, seconds,
    rounds / seconds);
  expect("libnfs_loop", wrong, 0);
  tree_result("libnfs_loop_bytes", 1, bytes);
  return sync_exit_status();
}
