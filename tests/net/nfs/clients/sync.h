/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * libnfs's raw calls over UDP, one at a time, and what a test says of them. libnfs encodes and decodes; nothing of
 * the messages is ours.
 *
 *   struct rpc_context *rpc = sync_connect(port, 0, 0);
 *   sync_call(rpc, rpc_nfs3_null_async(rpc, sync_done, NULL), "NULL");
 *
 * A result of libnfs is gone when its callback returns. sync_done() gives it to `sync_keep' first, with what
 * sync_keep_into points to; both must be set before the call, and are forgotten with it. */
#ifndef SYNC_H
#define SYNC_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <nfsc/libnfs-zdr.h>
#include <nfsc/libnfs.h>
#include <nfsc/libnfs-raw.h>
#include <nfsc/libnfs-raw-mount.h>
#include <nfsc/libnfs-raw-nfs.h>
#include <nfsc/libnfs-raw-portmap.h>

/* Calls go to 127.0.0.1:`port', as this user. Ends the program when that cannot be. */
struct rpc_context *sync_connect(int port, int uid, int gid);

extern void (*sync_keep)(void *result, void *into);
extern void *sync_keep_into;

void sync_done(struct rpc_context *rpc, int status, void *data, void *private_data);

/* Waits for the call that was queued with result `queued'; ends the program when no reply comes, or it is no success
 * of RPC. */
void sync_call(struct rpc_context *rpc, int queued, const char *what);

/* A handle of its own memory. */
struct handle {
  unsigned length;
  char bytes[64];
};

struct nfs_fh3 handle_fh3(struct handle *h);
void handle_set(struct handle *h, const struct nfs_fh3 *from);

/* Prints `ok NAME', or `not ok NAME' with both numbers. */
void expect(const char *name, long long got, long long wanted);

/* Every file below `local', a folder, is the same in what `local' was made from: readers of trees call this. */
struct tree_entry {
  unsigned type;       /* 1 regular, 2 directory, 5 symbolic link */
  unsigned mode;       /* permission bits */
  unsigned links;
  uint64_t size;
  uint64_t mtime;      /* seconds since 1970 */
  const char *target;  /* of a symbolic link */
};

/* Compares with the local file, but for the content; says what differs and counts it. */
void tree_compare(const char *local, const struct tree_entry *remote);

/* Compares content; `length' bytes at `offset'. */
void tree_compare_bytes(const char *local, uint64_t offset, const char *bytes, size_t length);

/* Names in a local folder, without "." and "..". */
unsigned tree_count(const char *local);

void tree_differs(const char *local, const char *what);

/* Prints `ok NAME' when nothing differed and `files' entries were seen at least once. */
void tree_result(const char *name, unsigned files, uint64_t bytes);

/* 1 when something was `not ok'. */
int sync_exit_status(void);

#endif
