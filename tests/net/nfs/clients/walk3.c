/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "walk3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned walked;
static uint64_t walked_bytes;

static void walk_file(struct handle *h, uint64_t size, const char *local)
{
  for (uint64_t offset = 0; offset < size || size == 0; offset += got.count) {
    if (v3_read_at(h, offset, READ_BYTES) != NFS3_OK || (got.count == 0 && size != 0) ||
        got.eof != (offset + got.count == size)) {
      tree_differs(local, "READ fails");
      return;
    }
    tree_compare_bytes(local, offset, got.data, got.count);
    walked_bytes += got.count;
    if (size == 0)
      return;
  }
}

static void walk(struct handle *dir, const char *local)
{
  struct listing *l = malloc(sizeof *l), *plain = malloc(sizeof *plain);
  v3_list(dir, l, true, 1024);
  v3_list(dir, plain, false, 512);
  if (l->count != tree_count(local) + 2 || plain->count != l->count)
    tree_differs(local, "number of names");
  for (unsigned i = 0; i < l->count; i++) {
    char path[4096];
    const char *name = l->entries[i].name;
    struct fattr3 *at = &l->entries[i].attributes;
    if (strcmp(name, plain->entries[i].name) != 0)
      tree_differs(local, "READDIR is not READDIRPLUS");
    if (!strcmp(name, ".") || !strcmp(name, ".."))
      continue;
    snprintf(path, sizeof path, "%s/%s", local, name);
    struct tree_entry e = { at->type, at->mode, at->nlink, at->size, at->mtime.seconds, got.data };
    if (at->type == NF3LNK && v3_readlink_of(&l->entries[i].handle) != NFS3_OK)
      tree_differs(path, "READLINK fails");
    tree_compare(path, &e);
    if (v3_lookup(dir, name) != NFS3_OK || got.attributes.fileid != at->fileid)
      tree_differs(path, "LOOKUP finds something else");
    walked++;
    if (at->type == NF3DIR)
      walk(&l->entries[i].handle, path);
    else if (at->type == NF3REG)
      walk_file(&l->entries[i].handle, at->size, path);
  }
  free(l);
  free(plain);
}

void walk3_tree(struct handle *root, const char *local, const char *name)
{
  walked = 0;
  walked_bytes = 0;
  walk(root, local);
  tree_result(name, walked, walked_bytes);
}

static void keep_mount(void *result, void *into)
{
  struct mountres3 *r = result;
  struct outcome *to = into;
  to->status = (int)r->fhs_status;
  if (r->fhs_status != MNT3_OK)
    return;
  to->handle.length = r->mountres3_u.mountinfo.fhandle.fhandle3_len;
  memcpy(to->handle.bytes, r->mountres3_u.mountinfo.fhandle.fhandle3_val, to->handle.length);
}

int walk3_mount(struct rpc_context *mount, const char *path)
{
  sync_keep = keep_mount;
  sync_keep_into = &got;
  sync_call(mount, rpc_mount3_mnt_async(mount, sync_done, (char *)path, NULL), "mnt");
  return got.status;
}
