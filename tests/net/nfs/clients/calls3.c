/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "calls3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Calls a procedure whose arguments are in a variable `a', and keeps its result with keep_NAME. */
#define CALL(name, into) \
  (sync_keep = keep_##name, sync_keep_into = (into), \
   sync_call(v3_rpc, rpc_nfs3_##name##_async(v3_rpc, sync_done, &a, NULL), #name))

struct rpc_context *v3_rpc;
struct outcome got;

static void set_attributes(struct outcome *o, const struct post_op_attr *from)
{
  o->has_attributes = from->attributes_follow;
  if (from->attributes_follow)
    o->attributes = from->post_op_attr_u.attributes;
}

static void keep_getattr(void *result, void *into)
{
  struct GETATTR3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status == NFS3_OK)
    o->attributes = r->GETATTR3res_u.resok.obj_attributes;
}

static void keep_lookup(void *result, void *into)
{
  struct LOOKUP3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status != NFS3_OK) {
    set_attributes(o, &r->LOOKUP3res_u.resfail.dir_attributes);
    return;
  }
  handle_set(&o->handle, &r->LOOKUP3res_u.resok.object);
  set_attributes(o, &r->LOOKUP3res_u.resok.obj_attributes);
}

static void keep_access(void *result, void *into)
{
  struct ACCESS3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  o->count = r->status == NFS3_OK ? r->ACCESS3res_u.resok.access : 0;
}

static void keep_readlink(void *result, void *into)
{
  struct READLINK3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status == NFS3_OK)
    snprintf(o->data, sizeof o->data, "%s", r->READLINK3res_u.resok.data);
}

static void keep_read(void *result, void *into)
{
  struct READ3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status != NFS3_OK)
    return;
  o->count = r->READ3res_u.resok.count;
  o->eof = r->READ3res_u.resok.eof;
  if (o->count != r->READ3res_u.resok.data.data_len || o->count > READ_BYTES)
    o->status = -1;
  else
    memcpy(o->data, r->READ3res_u.resok.data.data_val, o->count);
}

static void keep_write(void *result, void *into)
{
  struct WRITE3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  o->wcc = r->WRITE3res_u.resok.file_wcc;
  o->count = r->status == NFS3_OK ? r->WRITE3res_u.resok.count : 0;
}

static void keep_create(void *result, void *into)
{
  struct CREATE3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status != NFS3_OK) {
    o->wcc = r->CREATE3res_u.resfail.dir_wcc;
    return;
  }
  handle_set(&o->handle, &r->CREATE3res_u.resok.obj.post_op_fh3_u.handle);
  set_attributes(o, &r->CREATE3res_u.resok.obj_attributes);
  o->wcc = r->CREATE3res_u.resok.dir_wcc;
}

static void keep_mkdir(void *result, void *into)
{
  struct MKDIR3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status == NFS3_OK) {
    handle_set(&o->handle, &r->MKDIR3res_u.resok.obj.post_op_fh3_u.handle);
    set_attributes(o, &r->MKDIR3res_u.resok.obj_attributes);
  }
}

static void keep_symlink(void *result, void *into)
{
  struct SYMLINK3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  if (r->status == NFS3_OK)
    handle_set(&o->handle, &r->SYMLINK3res_u.resok.obj.post_op_fh3_u.handle);
}

/* Results that begin with a status, of which nothing else is looked at. */
static void keep_status(void *result, void *into)
{
  ((struct outcome *)into)->status = *(nfsstat3 *)result;
}

#define keep_mknod   keep_status
#define keep_remove  keep_status
#define keep_rmdir   keep_status
#define keep_rename  keep_status
#define keep_commit  keep_status

static void keep_setattr(void *result, void *into)
{
  struct SETATTR3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  o->wcc = r->SETATTR3res_u.resok.obj_wcc;
}

static void keep_link(void *result, void *into)
{
  struct LINK3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  set_attributes(o, &r->LINK3res_u.resok.file_attributes);
}

static void keep_fsstat(void *result, void *into)
{
  struct FSSTAT3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  o->count = r->FSSTAT3res_u.resok.tbytes > r->FSSTAT3res_u.resok.fbytes;
}

static void keep_fsinfo(void *result, void *into)
{
  struct FSINFO3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  o->count = r->FSINFO3res_u.resok.rtpref;
}

static void keep_pathconf(void *result, void *into)
{
  struct PATHCONF3res *r = result;
  struct outcome *o = into;
  o->status = r->status;
  o->count = r->PATHCONF3res_u.resok.name_max;
}

static void add_name(struct listing *l, const char *name, uint64_t cookie)
{
  if (l->count == MOST_NAMES)
    exit(1);
  snprintf(l->entries[l->count++].name, sizeof l->entries[0].name, "%s", name);
  l->cookie = cookie;
}

static void keep_readdirplus(void *result, void *into)
{
  struct READDIRPLUS3res *r = result;
  struct listing *l = into;
  l->status = r->status;
  if (r->status != NFS3_OK)
    return;
  l->eof = r->READDIRPLUS3res_u.resok.reply.eof;
  memcpy(l->verifier, r->READDIRPLUS3res_u.resok.cookieverf, sizeof l->verifier);
  for (struct entryplus3 *e = r->READDIRPLUS3res_u.resok.reply.entries; e; e = e->nextentry) {
    add_name(l, e->name, e->cookie);
    handle_set(&l->entries[l->count - 1].handle, &e->name_handle.post_op_fh3_u.handle);
    l->entries[l->count - 1].attributes = e->name_attributes.post_op_attr_u.attributes;
  }
}

static void keep_readdir(void *result, void *into)
{
  struct READDIR3res *r = result;
  struct listing *l = into;
  l->status = r->status;
  if (r->status != NFS3_OK)
    return;
  l->eof = r->READDIR3res_u.resok.reply.eof;
  memcpy(l->verifier, r->READDIR3res_u.resok.cookieverf, sizeof l->verifier);
  for (struct entry3 *e = r->READDIR3res_u.resok.reply.entries; e; e = e->nextentry)
    add_name(l, e->name, e->cookie);
}

int v3_lookup(struct handle *dir, const char *name)
{
  struct LOOKUP3args a = { .what = { handle_fh3(dir), (char *)name } };
  CALL(lookup, &got);
  return got.status;
}

int v3_getattr(struct handle *h)
{
  struct GETATTR3args a = { handle_fh3(h) };
  CALL(getattr, &got);
  return got.status;
}

int v3_read_at(struct handle *h, uint64_t offset, unsigned count)
{
  struct READ3args a = { handle_fh3(h), offset, count };
  CALL(read, &got);
  return got.status;
}

int v3_write_at(struct handle *h, uint64_t offset, const char *text, unsigned length)
{
  struct WRITE3args a = { handle_fh3(h), offset, length, UNSTABLE, { length, (char *)text } };
  CALL(write, &got);
  return got.status;
}

struct sattr3 v3_with_mode(unsigned mode)
{
  struct sattr3 s;
  memset(&s, 0, sizeof s);
  s.mode.set_it = 1;
  s.mode.set_mode3_u.mode = mode;
  return s;
}

int v3_create(struct handle *dir, const char *name, int how, unsigned mode_or_verifier)
{
  struct CREATE3args a = { .where = { handle_fh3(dir), (char *)name }, .how = { .mode = how } };
  if (how == EXCLUSIVE)
    memset(a.how.createhow3_u.verf, (int)mode_or_verifier, sizeof a.how.createhow3_u.verf);
  else
    a.how.createhow3_u.obj_attributes = v3_with_mode(mode_or_verifier);
  CALL(create, &got);
  return got.status;
}

int v3_mkdir_in(struct handle *dir, const char *name)
{
  struct MKDIR3args a = { .where = { handle_fh3(dir), (char *)name }, .attributes = v3_with_mode(0755) };
  CALL(mkdir, &got);
  return got.status;
}

int v3_symlink_in(struct handle *dir, const char *name, const char *target)
{
  struct SYMLINK3args a = { .where = { handle_fh3(dir), (char *)name },
                            .symlink = { v3_with_mode(0777), (char *)target } };
  CALL(symlink, &got);
  return got.status;
}

int v3_remove_from(struct handle *dir, const char *name)
{
  struct REMOVE3args a = { { handle_fh3(dir), (char *)name } };
  CALL(remove, &got);
  return got.status;
}

int v3_rmdir_from(struct handle *dir, const char *name)
{
  struct RMDIR3args a = { { handle_fh3(dir), (char *)name } };
  CALL(rmdir, &got);
  return got.status;
}

int v3_rename_to(struct handle *from, const char *name, struct handle *to, const char *new_name)
{
  struct RENAME3args a = { { handle_fh3(from), (char *)name }, { handle_fh3(to), (char *)new_name } };
  CALL(rename, &got);
  return got.status;
}

int v3_link_to(struct handle *file, struct handle *dir, const char *name)
{
  struct LINK3args a = { handle_fh3(file), { handle_fh3(dir), (char *)name } };
  CALL(link, &got);
  return got.status;
}

int v3_set_size(struct handle *h, uint64_t size)
{
  struct SETATTR3args a = { .object = handle_fh3(h) };
  memset(&a.new_attributes, 0, sizeof a.new_attributes);
  a.new_attributes.size.set_it = 1;
  a.new_attributes.size.set_size3_u.size = size;
  CALL(setattr, &got);
  return got.status;
}

int v3_access_to(struct handle *h, unsigned wanted)
{
  struct ACCESS3args a = { handle_fh3(h), wanted };
  CALL(access, &got);
  return got.status;
}

int v3_readlink_of(struct handle *h)
{
  struct READLINK3args a = { handle_fh3(h) };
  CALL(readlink, &got);
  return got.status;
}

void v3_list(struct handle *dir, struct listing *l, bool plus, unsigned bytes)
{
  memset(l, 0, offsetof(struct listing, entries));
  do {
    if (plus) {
      struct READDIRPLUS3args a = { .dir = handle_fh3(dir), .cookie = l->cookie, .dircount = bytes,
                                    .maxcount = bytes };
      memcpy(a.cookieverf, l->verifier, sizeof a.cookieverf);
      CALL(readdirplus, l);
    } else {
      struct READDIR3args a = { .dir = handle_fh3(dir), .cookie = l->cookie, .count = bytes };
      memcpy(a.cookieverf, l->verifier, sizeof a.cookieverf);
      CALL(readdir, l);
    }
  } while (l->status == NFS3_OK && !l->eof);
}

int v3_setattr(struct SETATTR3args *wanted)
{
  struct SETATTR3args a = *wanted;
  CALL(setattr, &got);
  return got.status;
}

int v3_readdir(struct READDIR3args *wanted, struct listing *l)
{
  struct READDIR3args a = *wanted;
  CALL(readdir, l);
  return l->status;
}

int v3_mknod(struct handle *dir, const char *name)
{
  struct MKNOD3args a = { .where = { handle_fh3(dir), (char *)name }, .what = { .type = NF3FIFO } };
  memset(&a.what.mknoddata3_u.pipe_attributes, 0, sizeof a.what.mknoddata3_u.pipe_attributes);
  CALL(mknod, &got);
  return got.status;
}

int v3_commit(struct handle *h)
{
  struct COMMIT3args a = { handle_fh3(h), 0, 0 };
  CALL(commit, &got);
  return got.status;
}

int v3_fsstat(struct handle *h)
{
  struct FSSTAT3args a = { handle_fh3(h) };
  CALL(fsstat, &got);
  return got.status;
}

int v3_fsinfo(struct handle *h)
{
  struct FSINFO3args a = { handle_fh3(h) };
  CALL(fsinfo, &got);
  return got.status;
}

int v3_pathconf(struct handle *h)
{
  struct PATHCONF3args a = { handle_fh3(h) };
  CALL(pathconf, &got);
  return got.status;
}
