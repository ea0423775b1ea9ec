/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * v3 MOUNTPORT NFSPORT FOLDER: walks what the server has, with READDIRPLUS, READDIR and READ, and compares it with
 * FOLDER, from which its tar was made; then calls every procedure of NFS version 3, right and wrong. */
#include "sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 4096
#define READ_BYTES 8192

/* Calls a procedure whose arguments are in a variable `a', and keeps its result with keep_NAME. */
#define CALL(name, into) \
  (sync_keep = keep_##name, sync_keep_into = (into), \
   sync_call(rpc, rpc_nfs3_##name##_async(rpc, sync_done, &a, NULL), #name))

static struct rpc_context *rpc; /* as root */

/* What is kept of a result: as much of it as some test looks at. */
struct outcome {
  int status;
  struct handle handle;
  struct fattr3 attributes;
  bool has_attributes;
  struct wcc_data wcc;
  unsigned count;
  bool eof;
  char data[READ_BYTES + 1];
};

struct listing {
  int status;
  bool eof;
  bool plus;
  unsigned count;
  uint64_t cookie;
  char verifier[NFS3_COOKIEVERFSIZE];
  struct {
    char name[256];
    struct handle handle;
    struct fattr3 attributes;
  } entries[MOST_NAMES];
};

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

/* Of the same layout as CREATE3res in libnfs's headers: a handle, attributes, wcc data. */
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

/* ---- the calls, with what varies ---- */

static struct outcome o;

static int lookup(struct handle *dir, const char *name)
{
  struct LOOKUP3args a = { .what = { handle_fh3(dir), (char *)name } };
  CALL(lookup, &o);
  return o.status;
}

static int getattr(struct handle *h)
{
  struct GETATTR3args a = { handle_fh3(h) };
  CALL(getattr, &o);
  return o.status;
}

static int read_at(struct handle *h, uint64_t offset, unsigned count)
{
  struct READ3args a = { handle_fh3(h), offset, count };
  CALL(read, &o);
  return o.status;
}

static int write_at(struct handle *h, uint64_t offset, const char *text, unsigned length)
{
  struct WRITE3args a = { handle_fh3(h), offset, length, UNSTABLE, { length, (char *)text } };
  CALL(write, &o);
  return o.status;
}

static struct sattr3 with_mode(unsigned mode)
{
  struct sattr3 s;
  memset(&s, 0, sizeof s);
  s.mode.set_it = 1;
  s.mode.set_mode3_u.mode = mode;
  return s;
}

static int create(struct handle *dir, const char *name, int how, unsigned mode_or_verifier)
{
  struct CREATE3args a = { .where = { handle_fh3(dir), (char *)name }, .how = { .mode = how } };
  if (how == EXCLUSIVE)
    memset(a.how.createhow3_u.verf, (int)mode_or_verifier, sizeof a.how.createhow3_u.verf);
  else
    a.how.createhow3_u.obj_attributes = with_mode(mode_or_verifier);
  CALL(create, &o);
  return o.status;
}

static int mkdir_in(struct handle *dir, const char *name)
{
  struct MKDIR3args a = { .where = { handle_fh3(dir), (char *)name }, .attributes = with_mode(0755) };
  CALL(mkdir, &o);
  return o.status;
}

static int symlink_in(struct handle *dir, const char *name, const char *target)
{
  struct SYMLINK3args a = { .where = { handle_fh3(dir), (char *)name },
                            .symlink = { with_mode(0777), (char *)target } };
  CALL(symlink, &o);
  return o.status;
}

static int remove_from(struct handle *dir, const char *name)
{
  struct REMOVE3args a = { { handle_fh3(dir), (char *)name } };
  CALL(remove, &o);
  return o.status;
}

static int rmdir_from(struct handle *dir, const char *name)
{
  struct RMDIR3args a = { { handle_fh3(dir), (char *)name } };
  CALL(rmdir, &o);
  return o.status;
}

static int rename_to(struct handle *from, const char *name, struct handle *to, const char *new_name)
{
  struct RENAME3args a = { { handle_fh3(from), (char *)name }, { handle_fh3(to), (char *)new_name } };
  CALL(rename, &o);
  return o.status;
}

static int link_to(struct handle *file, struct handle *dir, const char *name)
{
  struct LINK3args a = { handle_fh3(file), { handle_fh3(dir), (char *)name } };
  CALL(link, &o);
  return o.status;
}

static int set_size(struct handle *h, uint64_t size)
{
  struct SETATTR3args a = { .object = handle_fh3(h) };
  memset(&a.new_attributes, 0, sizeof a.new_attributes);
  a.new_attributes.size.set_it = 1;
  a.new_attributes.size.set_size3_u.size = size;
  CALL(setattr, &o);
  return o.status;
}

static int access_to(struct handle *h, unsigned wanted)
{
  struct ACCESS3args a = { handle_fh3(h), wanted };
  CALL(access, &o);
  return o.status;
}

static int readlink_of(struct handle *h)
{
  struct READLINK3args a = { handle_fh3(h) };
  CALL(readlink, &o);
  return o.status;
}

/* All of a directory, in as many calls as it takes; `bytes' for each. */
static void list(struct handle *dir, struct listing *l, bool plus, unsigned bytes)
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

/* ---- the walk ---- */

static unsigned walked;
static uint64_t walked_bytes;

static void walk_file(struct handle *h, uint64_t size, const char *local)
{
  for (uint64_t offset = 0; offset < size || size == 0; offset += o.count) {
    if (read_at(h, offset, READ_BYTES) != NFS3_OK || (o.count == 0 && size != 0) ||
        o.eof != (offset + o.count == size)) {
      tree_differs(local, "READ fails");
      return;
    }
    tree_compare_bytes(local, offset, o.data, o.count);
    walked_bytes += o.count;
    if (size == 0)
      return;
  }
}

static void walk(struct handle *dir, const char *local)
{
  struct listing *l = malloc(sizeof *l), *plain = malloc(sizeof *plain);
  list(dir, l, true, 1024);
  list(dir, plain, false, 512);
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
    struct tree_entry e = { at->type, at->mode, at->nlink, at->size, at->mtime.seconds, o.data };
    if (at->type == NF3LNK && readlink_of(&l->entries[i].handle) != NFS3_OK)
      tree_differs(path, "READLINK fails");
    tree_compare(path, &e);
    if (lookup(dir, name) != NFS3_OK || o.attributes.fileid != at->fileid)
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

/* ---- the procedures, right and wrong ---- */

static void test_files(struct handle *root)
{
  expect("v3_create", create(root, "new", GUARDED, 0640), NFS3_OK);
  expect("v3_create_mode", o.attributes.mode, 0640);
  struct handle file = o.handle;
  expect("v3_create_again", create(root, "new", GUARDED, 0640), NFS3ERR_EXIST);
  expect("v3_create_again_wcc", o.wcc.before.attributes_follow && o.wcc.after.attributes_follow, 1);
  expect("v3_create_unchecked", create(root, "new", UNCHECKED, 0600), NFS3_OK);
  expect("v3_create_dot", create(root, ".", UNCHECKED, 0600), NFS3ERR_EXIST);
  expect("v3_create_slash", create(root, "a/b", UNCHECKED, 0600), NFS3ERR_ACCES);
  expect("v3_create_in_file", create(&file, "x", UNCHECKED, 0600), NFS3ERR_NOTDIR);
  expect("v3_create_exclusive", create(root, "only", EXCLUSIVE, 7), NFS3_OK);
  expect("v3_create_exclusive_again", create(root, "only", EXCLUSIVE, 7), NFS3_OK);
  expect("v3_create_exclusive_other", create(root, "only", EXCLUSIVE, 8), NFS3ERR_EXIST);
  expect("v3_write", write_at(&file, 0, "hello, world", 12), NFS3_OK);
  expect("v3_write_count", o.count, 12);
  expect("v3_write_wcc", o.wcc.after.post_op_attr_u.attributes.size, 12);
  expect("v3_write_sparse", write_at(&file, 100000, "end", 3), NFS3_OK);
  expect("v3_read_hole", read_at(&file, 99998, 100), NFS3_OK);
  expect("v3_read_hole_bytes", o.count == 5 && o.eof && !memcmp(o.data, "\0\0end", 5), 1);
  expect("v3_read_behind", read_at(&file, 200000, 100), NFS3_OK);
  expect("v3_read_behind_eof", o.count == 0 && o.eof, 1);
  expect("v3_shrink", set_size(&file, 5), NFS3_OK);
  expect("v3_grow", set_size(&file, 9), NFS3_OK);
  expect("v3_read_zeros", read_at(&file, 0, 100) == NFS3_OK && o.count == 9 &&
    !memcmp(o.data, "hello\0\0\0\0", 9), 1);
  expect("v3_write_far", write_at(&file, UINT64_C(1) << 40, "x", 1), NFS3ERR_FBIG);
  expect("v3_grow_far", set_size(&file, 1u << 30), NFS3_OK);
  expect("v3_remove", remove_from(root, "new"), NFS3_OK);
  expect("v3_remove_again", remove_from(root, "new"), NFS3ERR_NOENT);
  expect("v3_stale", getattr(&file), NFS3ERR_STALE);
  expect("v3_remove_other", remove_from(root, "only"), NFS3_OK);
}

/* Whole chunks are written until the file system has no room, and all of it comes back. */
static void test_full(struct handle *root)
{
  static char chunk[READ_BYTES];
  uint64_t offset = 0;
  create(root, "big", GUARDED, 0600);
  struct handle file = o.handle;
  while (write_at(&file, offset, chunk, sizeof chunk) == NFS3_OK && offset < (UINT64_C(1) << 31))
    offset += o.count;
  expect("v3_full", o.status, NFS3ERR_NOSPC);
  expect("v3_full_size", getattr(&file) == NFS3_OK && o.attributes.size == offset && offset > 0, 1);
  expect("v3_full_remove", remove_from(root, "big"), NFS3_OK);
  expect("v3_full_again", create(root, "big", GUARDED, 0600), NFS3_OK);
  expect("v3_full_write", write_at(&o.handle, 0, chunk, sizeof chunk), NFS3_OK);
  remove_from(root, "big");
}

static void test_attributes(struct handle *root)
{
  create(root, "times", GUARDED, 0644);
  struct handle file = o.handle;
  struct nfstime3 ctime = o.attributes.ctime;
  struct SETATTR3args a = { .object = handle_fh3(&file) };
  memset(&a.new_attributes, 0, sizeof a.new_attributes);
  a.new_attributes.mtime.set_it = SET_TO_CLIENT_TIME;
  a.new_attributes.mtime.set_mtime_u.mtime = (struct nfstime3){ 1234567890, 987654321 };
  a.new_attributes.uid.set_it = 1;
  a.new_attributes.uid.set_uid3_u.uid = 1000;
  a.guard.check = 1;
  a.guard.sattrguard3_u.obj_ctime = (struct nfstime3){ ctime.seconds, ctime.nseconds + 1 };
  CALL(setattr, &o);
  expect("v3_setattr_guard", o.status, NFS3ERR_NOT_SYNC);
  a.guard.sattrguard3_u.obj_ctime = ctime;
  CALL(setattr, &o);
  expect("v3_setattr", o.status, NFS3_OK);
  getattr(&file);
  expect("v3_setattr_time", o.attributes.mtime.seconds == 1234567890 && o.attributes.mtime.nseconds == 987654321, 1);
  expect("v3_setattr_uid", o.attributes.uid, 1000);
  expect("v3_setattr_size_of_directory", set_size(root, 0), NFS3ERR_ISDIR);
  remove_from(root, "times");
}

static void test_names(struct handle *root)
{
  char long_name[300];
  memset(long_name, 'x', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = 0;
  expect("v3_mkdir", mkdir_in(root, "dir"), NFS3_OK);
  struct handle dir = o.handle;
  expect("v3_mkdir_links", o.attributes.nlink, 2);
  expect("v3_mkdir_again", mkdir_in(root, "dir"), NFS3ERR_EXIST);
  expect("v3_mkdir_in_it", mkdir_in(&dir, "sub"), NFS3_OK);
  struct handle sub = o.handle;
  expect("v3_mkdir_counts", getattr(&dir) == NFS3_OK ? o.attributes.nlink : 0, 3);
  expect("v3_lookup_parent", lookup(&sub, "..") == NFS3_OK && !memcmp(o.handle.bytes, dir.bytes, dir.length), 1);
  expect("v3_lookup_long", lookup(root, long_name), NFS3ERR_NAMETOOLONG);
  expect("v3_mkdir_long", mkdir_in(root, long_name), NFS3ERR_NAMETOOLONG);
  expect("v3_lookup_nothing", lookup(root, "nothing"), NFS3ERR_NOENT);
  expect("v3_lookup_nothing_attributes", o.has_attributes, 1);
  expect("v3_rmdir_not_empty", rmdir_from(root, "dir"), NFS3ERR_NOTEMPTY);
  expect("v3_rename_into_itself", rename_to(root, "dir", &sub, "x"), NFS3ERR_INVAL);
  expect("v3_rename_dot", rename_to(&dir, ".", root, "x"), NFS3ERR_INVAL);
  create(&dir, "file", GUARDED, 0644);
  struct handle file = o.handle;
  expect("v3_link", link_to(&file, root, "second"), NFS3_OK);
  expect("v3_link_count", o.attributes.nlink, 2);
  expect("v3_link_exists", link_to(&file, root, "second"), NFS3ERR_EXIST);
  expect("v3_link_directory", link_to(&dir, root, "third"), NFS3ERR_INVAL);
  expect("v3_rename_same_file", rename_to(&dir, "file", root, "second"), NFS3_OK);
  expect("v3_rename_same_file_stays", lookup(&dir, "file"), NFS3_OK);
  expect("v3_rename_over_directory", rename_to(&dir, "file", &dir, "sub"), NFS3ERR_EXIST);
  expect("v3_rename", rename_to(&dir, "file", &sub, "moved"), NFS3_OK);
  expect("v3_rename_gone", lookup(&dir, "file"), NFS3ERR_NOENT);
  mkdir_in(root, "other");
  expect("v3_rename_over_full_directory", rename_to(root, "other", &dir, "sub"), NFS3ERR_NOTEMPTY);
  expect("v3_rename_directory", rename_to(&dir, "sub", root, "up"), NFS3_OK);
  expect("v3_rename_parent", lookup(&sub, "..") == NFS3_OK && !memcmp(o.handle.bytes, root->bytes, root->length), 1);
  expect("v3_remove_link", remove_from(root, "second"), NFS3_OK);
  expect("v3_remove_link_counts", getattr(&file) == NFS3_OK ? o.attributes.nlink : 0, 1);
  expect("v3_remove_directory", remove_from(root, "dir"), NFS3ERR_ISDIR);
  expect("v3_rmdir_file", rmdir_from(&sub, "moved"), NFS3ERR_NOTDIR);
  expect("v3_remove_moved", remove_from(&sub, "moved"), NFS3_OK);
  expect("v3_rmdir_dot", rmdir_from(root, "."), NFS3ERR_INVAL);
  expect("v3_rmdir", rmdir_from(root, "up") + rmdir_from(root, "dir") + rmdir_from(root, "other"), NFS3_OK);
  expect("v3_stale_directory", lookup(&dir, "sub"), NFS3ERR_STALE);
}

static void test_symlinks(struct handle *root)
{
  expect("v3_symlink", symlink_in(root, "symbolic", "../somewhere else"), NFS3_OK);
  struct handle link = o.handle;
  expect("v3_readlink", readlink_of(&link) == NFS3_OK && !strcmp(o.data, "../somewhere else"), 1);
  expect("v3_readlink_directory", readlink_of(root), NFS3ERR_INVAL);
  expect("v3_read_symlink", read_at(&link, 0, 10), NFS3ERR_INVAL);
  expect("v3_read_directory", read_at(root, 0, 10), NFS3ERR_ISDIR);
  expect("v3_symlink_remove", remove_from(root, "symbolic"), NFS3_OK);
}

/* Entries that stay are seen exactly once, while others come and go between the calls. */
static void test_directory(struct handle *root)
{
  struct listing *l = malloc(sizeof *l);
  unsigned stay = 0;
  mkdir_in(root, "crowd");
  struct handle crowd = o.handle;
  char name[32];
  for (int i = 0; i < 200; i++) {
    snprintf(name, sizeof name, "%s%d", i % 2 ? "stay" : "go", i);
    create(&crowd, name, GUARDED, 0644);
  }
  memset(l, 0, offsetof(struct listing, entries));
  for (int i = 0; !l->eof && i < 1000; i++) {
    struct READDIR3args a = { .dir = handle_fh3(&crowd), .cookie = l->cookie, .count = 300 };
    CALL(readdir, l);
    snprintf(name, sizeof name, "go%d", 2 * i);
    if (i < 100)
      remove_from(&crowd, name);
  }
  for (unsigned i = 0; i < l->count; i++)
    stay += strncmp(l->entries[i].name, "stay", 4) == 0;
  expect("v3_readdir_changing", stay, 100);
  struct READDIR3args a = { .dir = handle_fh3(&crowd), .count = 20 };
  CALL(readdir, l);
  expect("v3_readdir_small", l->status, NFS3ERR_TOOSMALL);
  a.count = 1000;
  a.cookie = 3;
  memset(a.cookieverf, 1, sizeof a.cookieverf);
  CALL(readdir, l);
  expect("v3_readdir_bad_cookie", l->status, NFS3ERR_BAD_COOKIE);
  list(&crowd, l, true, 8192);
  for (unsigned i = 2; i < l->count; i++)
    remove_from(&crowd, l->entries[i].name);
  expect("v3_readdir_emptied", rmdir_from(root, "crowd"), NFS3_OK);
  free(l);
}

static void test_file_system(struct handle *root)
{
  {
    struct FSSTAT3args a = { handle_fh3(root) };
    CALL(fsstat, &o);
    expect("v3_fsstat", o.status == NFS3_OK && o.count, 1);
  }
  {
    struct FSINFO3args a = { handle_fh3(root) };
    CALL(fsinfo, &o);
    expect("v3_fsinfo", o.status == NFS3_OK ? o.count : 0, 1024);
  }
  {
    struct PATHCONF3args a = { handle_fh3(root) };
    CALL(pathconf, &o);
    expect("v3_pathconf", o.status == NFS3_OK ? o.count : 0, 255);
  }
  {
    struct COMMIT3args a = { handle_fh3(root), 0, 0 };
    CALL(commit, &o);
    expect("v3_commit_directory", o.status, NFS3ERR_ISDIR);
  }
  {
    struct MKNOD3args a = { .where = { handle_fh3(root), (char *)"pipe" }, .what = { .type = NF3FIFO } };
    memset(&a.what.mknoddata3_u.pipe_attributes, 0, sizeof a.what.mknoddata3_u.pipe_attributes);
    CALL(mknod, &o);
    expect("v3_mknod", o.status, NFS3ERR_NOTSUPP);
  }
  struct handle odd = { 12, "not a handle" };
  expect("v3_bad_handle", getattr(&odd), NFS3ERR_BADHANDLE);
  struct handle public = { 0, "" };
  expect("v3_public_lookup", lookup(&public, "export"), NFS3_OK);
  expect("v3_public_is_root", !memcmp(o.handle.bytes, root->bytes, root->length), 1);
  expect("v3_public_escaped", lookup(&public, "/%65xport/./"), NFS3_OK);
}

/* What another user may not: `root' belongs to the superuser, with mode 0755. */
static void test_rights(struct handle *root, struct rpc_context *other)
{
  struct rpc_context *superuser = rpc;
  create(root, "secret", GUARDED, 0600);
  struct handle secret = o.handle;
  write_at(&secret, 0, "s", 1);
  rpc = other;
  expect("v3_other_read", read_at(&secret, 0, 1), NFS3ERR_ACCES);
  expect("v3_other_write", write_at(&secret, 0, "x", 1), NFS3ERR_ACCES);
  expect("v3_other_create", create(root, "mine", GUARDED, 0600), NFS3ERR_ACCES);
  expect("v3_other_remove", remove_from(root, "secret"), NFS3ERR_ACCES);
  expect("v3_other_rename", rename_to(root, "secret", root, "x"), NFS3ERR_ACCES);
  expect("v3_other_truncate", set_size(&secret, 0), NFS3ERR_ACCES);
  struct SETATTR3args a = { .object = handle_fh3(&secret), .new_attributes = with_mode(0666) };
  a.guard.check = 0;
  CALL(setattr, &o);
  expect("v3_other_chmod", o.status, NFS3ERR_PERM);
  expect("v3_other_access", access_to(&secret, 0x3f) == NFS3_OK ? o.count : 99, 0);
  expect("v3_other_access_directory", access_to(root, 0x3f) == NFS3_OK ? o.count : 99, ACCESS3_READ | ACCESS3_LOOKUP);
  rpc = superuser;
  expect("v3_root_access", access_to(&secret, 0x3f) == NFS3_OK ? o.count : 99,
    ACCESS3_READ | ACCESS3_MODIFY | ACCESS3_EXTEND);
  mkdir_in(root, "tmp");
  struct handle tmp = o.handle;
  struct SETATTR3args b = { .object = handle_fh3(&tmp), .new_attributes = with_mode(01777) };
  b.guard.check = 0;
  sync_keep = keep_setattr;
  sync_keep_into = &o;
  sync_call(rpc, rpc_nfs3_setattr_async(rpc, sync_done, &b, NULL), "setattr");
  create(&tmp, "roots", GUARDED, 0666);
  rpc = other;
  expect("v3_sticky", remove_from(&tmp, "roots"), NFS3ERR_PERM);
  expect("v3_other_creates", create(&tmp, "mine", GUARDED, 0600), NFS3_OK);
  expect("v3_other_owns", o.attributes.uid, 1000);
  expect("v3_other_removes", remove_from(&tmp, "mine"), NFS3_OK);
  rpc = superuser;
  remove_from(&tmp, "roots");
  expect("v3_rights_end", rmdir_from(root, "tmp") + remove_from(root, "secret"), NFS3_OK);
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

static int mount_path(struct rpc_context *mount, const char *path)
{
  sync_keep = keep_mount;
  sync_keep_into = &o;
  sync_call(mount, rpc_mount3_mnt_async(mount, sync_done, (char *)path, NULL), "mnt");
  return o.status;
}

int main(int argc, char **argv)
{
  if (argc != 4) {
    fprintf(stderr, "Usage: v3 MOUNTPORT NFSPORT FOLDER\n");
    return 2;
  }
  struct rpc_context *mount = sync_connect(atoi(argv[1]), 0, 0);
  rpc = sync_connect(atoi(argv[2]), 0, 0);
  expect("mount3_nothing", mount_path(mount, "/export/nothing"), MNT3ERR_NOENT);
  expect("mount3", mount_path(mount, "/export"), MNT3_OK);
  struct handle root = o.handle;
  sync_call(rpc, rpc_nfs3_null_async(rpc, sync_done, NULL), "null");
  walk(&root, argv[3]);
  tree_result("v3_walk", walked, walked_bytes);
  test_files(&root);
  test_full(&root);
  test_attributes(&root);
  test_names(&root);
  test_symlinks(&root);
  test_directory(&root);
  test_file_system(&root);
  test_rights(&root, sync_connect(atoi(argv[2]), 1000, 1000));
  walked = 0;
  walk(&root, argv[3]);
  tree_result("v3_walk_again", walked, walked_bytes);
  return sync_exit_status();
}
