/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "sync.h"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

/* Exported by libnfs, but not in its headers. */
struct rpc_context *rpc_init_udp_context(void);
int rpc_bind_udp(struct rpc_context *rpc, char *address, int port);
int rpc_set_udp_destination(struct rpc_context *rpc, char *address, int port, int is_broadcast);

#define PATIENCE_S 20

void (*sync_keep)(void *result, void *into);
void *sync_keep_into;

static int done;
static int done_status;
static int failures;
static unsigned differences;

static void die(const char *what, const char *why)
{
  printf("not ok %s %s\n", what, why);
  exit(1);
}

struct rpc_context *sync_connect(int port, int uid, int gid)
{
  static char loopback[] = "127.0.0.1";
  struct rpc_context *rpc = rpc_init_udp_context();
  if (!rpc || rpc_bind_udp(rpc, loopback, 0) < 0 || rpc_set_udp_destination(rpc, loopback, port, 0) < 0)
    die("connect", "libnfs gives no UDP context");
  rpc_set_auth(rpc, libnfs_authunix_create("test", (uint32_t)uid, (uint32_t)gid, 0, NULL));
  return rpc;
}

void sync_done(struct rpc_context *rpc, int status, void *data, void *private_data)
{
  (void)rpc;
  (void)private_data;
  done = 1;
  done_status = status;
  if (status == RPC_STATUS_SUCCESS && sync_keep)
    sync_keep(data, sync_keep_into);
}

void sync_call(struct rpc_context *rpc, int queued, const char *what)
{
  time_t end = time(NULL) + PATIENCE_S;
  if (queued < 0)
    die(what, "cannot be sent");
  done = 0;
  while (!done) {
    struct pollfd p = { .fd = rpc_get_fd(rpc), .events = (short)rpc_which_events(rpc) };
    if (poll(&p, 1, 100) < 0 || rpc_service(rpc, p.revents) < 0)
      die(what, rpc_get_error(rpc));
    if (time(NULL) > end)
      die(what, "gets no reply");
  }
  sync_keep = NULL;
  if (done_status != RPC_STATUS_SUCCESS)
    die(what, rpc_get_error(rpc));
}

struct nfs_fh3 handle_fh3(struct handle *h)
{
  struct nfs_fh3 fh = { .data = { .data_len = h->length, .data_val = h->bytes } };
  return fh;
}

void handle_set(struct handle *h, const struct nfs_fh3 *from)
{
  h->length = from->data.data_len;
  memcpy(h->bytes, from->data.data_val, h->length);
}

void expect(const char *name, long long got, long long wanted)
{
  if (got == wanted) {
    printf("ok %s\n", name);
    return;
  }
  printf("not ok %s is %lld, should be %lld\n", name, got, wanted);
  failures++;
}

void tree_differs(const char *local, const char *what)
{
  differences++;
  printf("# %s: %s\n", local, what);
}

void tree_compare(const char *local, const struct tree_entry *remote)
{
  struct stat st;
  char target[4096] = "";
  if (lstat(local, &st)) {
    tree_differs(local, "is not there");
    return;
  }
  unsigned type = S_ISDIR(st.st_mode) ? 2 : S_ISLNK(st.st_mode) ? 5 : 1;
  if (type != remote->type)
    tree_differs(local, "type");
  if (type != 5 && (st.st_mode & 07777) != remote->mode)
    tree_differs(local, "mode");
  if (type == 1 && st.st_nlink != remote->links)
    tree_differs(local, "links");
  if (type == 1 && (uint64_t)st.st_size != remote->size)
    tree_differs(local, "size");
  if (type == 1 && (uint64_t)st.st_mtime != remote->mtime)
    tree_differs(local, "time");
  if (type == 5 && readlink(local, target, sizeof target - 1) >= 0 && strcmp(target, remote->target) != 0)
    tree_differs(local, "target");
}

void tree_compare_bytes(const char *local, uint64_t offset, const char *bytes, size_t length)
{
  char *ours = malloc(length + 1);
  int fd = open(local, O_RDONLY);
  if (fd < 0 || pread(fd, ours, length, (off_t)offset) != (ssize_t)length || memcmp(ours, bytes, length) != 0)
    tree_differs(local, "content");
  close(fd);
  free(ours);
}

unsigned tree_count(const char *local)
{
  unsigned count = 0;
  DIR *dir = opendir(local);
  while (dir && readdir(dir))
    count++;
  if (dir)
    closedir(dir);
  return count - 2;
}

void tree_result(const char *name, unsigned files, uint64_t bytes)
{
  printf("# %s: %u files, %llu bytes\n", name, files, (unsigned long long)bytes);
  expect(name, files ? differences : 1, 0);
  differences = 0;
}

int sync_exit_status(void)
{
  return failures > 0;
}
