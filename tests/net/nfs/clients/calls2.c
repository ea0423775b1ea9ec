/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "calls2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* As in calls3.c. */
#define CALL(name, into) \
  (sync_keep = keep_##name, sync_keep_into = (into), \
   sync_call(v2_rpc, rpc_nfs2_##name##_async(v2_rpc, sync_done, &a, NULL), #name))

struct rpc_context *v2_rpc;
struct outcome got;

static void keep_status(void *result, void *into)
{
  ((struct outcome *)into)->status = *(nfsstat3 *)result;
}

#define keep_remove  keep_status
#define keep_rmdir   keep_status
#define keep_rename  keep_status
#define keep_link    keep_status
#define keep_symlink keep_status

/* LOOKUP, CREATE and MKDIR have the same results. */
static void keep_lookup(void *result, void *into)
{
  struct LOOKUP2res *r = result;
  struct outcome *to = into;
  to->status = r->status;
  if (r->status != NFS3_OK)
    return;
  memcpy(to->file.handle, r->LOOKUP2res_u.resok.file, FHSIZE2);
  to->attributes = r->LOOKUP2res_u.resok.attributes;
}

#define keep_create keep_lookup
#define keep_mkdir  keep_lookup
_Static_assert(sizeof(struct CREATE2res) == sizeof(struct LOOKUP2res), "results of CREATE and LOOKUP");
_Static_assert(sizeof(struct MKDIR2res) == sizeof(struct LOOKUP2res), "results of MKDIR and LOOKUP");

/* So have GETATTR, SETATTR and WRITE. */
static void keep_getattr(void *result, void *into)
{
  struct GETATTR2res *r = result;
  struct outcome *to = into;
  to->status = r->status;
  if (r->status == NFS3_OK)
    to->attributes = r->GETATTR2res_u.resok.attributes;
}

#define keep_setattr keep_getattr
#define keep_write   keep_getattr

static void keep_readlink(void *result, void *into)
{
  struct READLINK2res *r = result;
  struct outcome *to = into;
  to->status = r->status;
  if (r->status == NFS3_OK)
    snprintf(to->data, sizeof to->data, "%s", r->READLINK2res_u.resok.data);
}

static void keep_read(void *result, void *into)
{
  struct READ2res *r = result;
  struct outcome *to = into;
  to->status = r->status;
  if (r->status != NFS3_OK)
    return;
  to->attributes = r->READ2res_u.resok.attributes;
  to->count = r->READ2res_u.resok.data.nfsdata2_len;
  memcpy(to->data, r->READ2res_u.resok.data.nfsdata2_val, to->count);
}

static void keep_readdir(void *result, void *into)
{
  struct READDIR2res *r = result;
  struct listing *l = into;
  l->status = r->status;
  if (r->status != NFS3_OK)
    return;
  l->eof = r->READDIR2res_u.resok.eof;
  for (struct entry2 *e = r->READDIR2res_u.resok.entries; e && l->count < MOST_NAMES; e = e->nextentry) {
    snprintf(l->names[l->count++], sizeof l->names[0], "%s", e->name);
    memcpy(l->cookie, e->cookie, sizeof l->cookie);
  }
}

static void keep_statfs(void *result, void *into)
{
  struct STATFS2res *r = result;
  struct outcome *to = into;
  to->status = r->status;
  to->count = r->STATFS2res_u.resok.tsize;
}

static struct diropargs2 place(const struct file *dir, const char *name)
{
  struct diropargs2 p = { .name = (char *)name };
  memcpy(p.dir, dir->handle, FHSIZE2);
  return p;
}

struct sattr2 v2_with(unsigned mode, unsigned size)
{
  struct nfstime3 keep = { LEFT_ALONE, LEFT_ALONE };
  struct sattr2 s = { mode, LEFT_ALONE, LEFT_ALONE, size, keep, keep };
  return s;
}

int v2_lookup(const struct file *dir, const char *name)
{
  struct LOOKUP2args a = { place(dir, name) };
  CALL(lookup, &got);
  return got.status;
}

int v2_getattr(const struct file *f)
{
  struct GETATTR2args a;
  memcpy(a.fhandle, f->handle, FHSIZE2);
  CALL(getattr, &got);
  return got.status;
}

int v2_setattr(const struct file *f, struct sattr2 wanted)
{
  struct SETATTR2args a = { .attributes = wanted };
  memcpy(a.fhandle, f->handle, FHSIZE2);
  CALL(setattr, &got);
  return got.status;
}

int v2_readlink_of(const struct file *f)
{
  struct READLINK2args a;
  memcpy(a.file, f->handle, FHSIZE2);
  CALL(readlink, &got);
  return got.status;
}

int v2_read_at(const struct file *f, unsigned offset, unsigned count)
{
  struct READ2args a = { .offset = offset, .count = count, .totalcount = count };
  memcpy(a.file, f->handle, FHSIZE2);
  CALL(read, &got);
  return got.status;
}

int v2_write_at(const struct file *f, unsigned offset, const char *text, unsigned length)
{
  struct WRITE2args a = { .beginoffset = offset, .offset = offset, .totalcount = length,
                          .data = { length, (char *)text } };
  memcpy(a.file, f->handle, FHSIZE2);
  CALL(write, &got);
  return got.status;
}

int v2_create(const struct file *dir, const char *name, unsigned mode, unsigned size)
{
  struct CREATE2args a = { place(dir, name), v2_with(mode, size) };
  CALL(create, &got);
  return got.status;
}

int v2_mkdir_in(const struct file *dir, const char *name)
{
  struct MKDIR2args a = { place(dir, name), v2_with(0755, LEFT_ALONE) };
  CALL(mkdir, &got);
  return got.status;
}

int v2_remove_from(const struct file *dir, const char *name)
{
  struct REMOVE2args a = { place(dir, name) };
  CALL(remove, &got);
  return got.status;
}

int v2_rmdir_from(const struct file *dir, const char *name)
{
  struct RMDIR2args a = { place(dir, name) };
  CALL(rmdir, &got);
  return got.status;
}

int v2_rename_to(const struct file *from, const char *name, const struct file *to, const char *new_name)
{
  struct RENAME2args a = { place(from, name), place(to, new_name) };
  CALL(rename, &got);
  return got.status;
}

int v2_link_to(const struct file *f, const struct file *dir, const char *name)
{
  struct LINK2args a = { .to = place(dir, name) };
  memcpy(a.from, f->handle, FHSIZE2);
  CALL(link, &got);
  return got.status;
}

int v2_symlink_in(const struct file *dir, const char *name, const char *target)
{
  struct SYMLINK2args a = { place(dir, name), (char *)target, v2_with(0777, LEFT_ALONE) };
  CALL(symlink, &got);
  return got.status;
}

int v2_list(const struct file *dir, struct listing *l, unsigned bytes)
{
  memset(l, 0, offsetof(struct listing, names));
  do {
    struct READDIR2args a = { .count = bytes };
    memcpy(a.dir, dir->handle, FHSIZE2);
    memcpy(a.cookie, l->cookie, sizeof a.cookie);
    CALL(readdir, l);
  } while (l->status == NFS3_OK && !l->eof);
  return l->status;
}

int v2_statfs(const struct file *dir)
{
  struct STATFS2args a;
  memcpy(a.dir, dir->handle, FHSIZE2);
  CALL(statfs, &got);
  return got.status;
}
