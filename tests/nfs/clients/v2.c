/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * v2 PORTMAPPORT MOUNTPORT NFSPORT FOLDER: as v3, with NFS version 2 and version 1 of the mount protocol. */
#include "sync.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST_NAMES 4096
#define READ_BYTES 8192
#define LEFT_ALONE 0xffffffffu

#define CALL(name, into) \
  (sync_keep = keep_##name, sync_keep_into = (into), \
   sync_call(rpc, rpc_nfs2_##name##_async(rpc, sync_done, &a, NULL), #name))

static struct rpc_context *rpc;

struct file { char handle[FHSIZE2]; };

static struct outcome {
  int status;
  struct file file;
  struct fattr2 attributes;
  unsigned count;
  char data[READ_BYTES + 1];
} o;

struct listing {
  int status;
  bool eof;
  unsigned count;
  char cookie[NFSCOOKIESIZE2];
  char names[MOST_NAMES][256];
};

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

/* ---- the calls, with what varies ---- */

static struct diropargs2 place(const struct file *dir, const char *name)
{
  struct diropargs2 p = { .name = (char *)name };
  memcpy(p.dir, dir->handle, FHSIZE2);
  return p;
}

static struct sattr2 with(unsigned mode, unsigned size)
{
  struct nfstime3 keep = { LEFT_ALONE, LEFT_ALONE };
  struct sattr2 s = { mode, LEFT_ALONE, LEFT_ALONE, size, keep, keep };
  return s;
}

static int lookup(const struct file *dir, const char *name)
{
  struct LOOKUP2args a = { place(dir, name) };
  CALL(lookup, &o);
  return o.status;
}

static int getattr(const struct file *f)
{
  struct GETATTR2args a;
  memcpy(a.fhandle, f->handle, FHSIZE2);
  CALL(getattr, &o);
  return o.status;
}

static int setattr(const struct file *f, struct sattr2 wanted)
{
  struct SETATTR2args a = { .attributes = wanted };
  memcpy(a.fhandle, f->handle, FHSIZE2);
  CALL(setattr, &o);
  return o.status;
}

static int readlink_of(const struct file *f)
{
  struct READLINK2args a;
  memcpy(a.file, f->handle, FHSIZE2);
  CALL(readlink, &o);
  return o.status;
}

static int read_at(const struct file *f, unsigned offset, unsigned count)
{
  struct READ2args a = { .offset = offset, .count = count, .totalcount = count };
  memcpy(a.file, f->handle, FHSIZE2);
  CALL(read, &o);
  return o.status;
}

static int write_at(const struct file *f, unsigned offset, const char *text, unsigned length)
{
  struct WRITE2args a = { .beginoffset = offset, .offset = offset, .totalcount = length,
                          .data = { length, (char *)text } };
  memcpy(a.file, f->handle, FHSIZE2);
  CALL(write, &o);
  return o.status;
}

static int create(const struct file *dir, const char *name, unsigned mode, unsigned size)
{
  struct CREATE2args a = { place(dir, name), with(mode, size) };
  CALL(create, &o);
  return o.status;
}

static int mkdir_in(const struct file *dir, const char *name)
{
  struct MKDIR2args a = { place(dir, name), with(0755, LEFT_ALONE) };
  CALL(mkdir, &o);
  return o.status;
}

static int remove_from(const struct file *dir, const char *name)
{
  struct REMOVE2args a = { place(dir, name) };
  CALL(remove, &o);
  return o.status;
}

static int rmdir_from(const struct file *dir, const char *name)
{
  struct RMDIR2args a = { place(dir, name) };
  CALL(rmdir, &o);
  return o.status;
}

static int rename_to(const struct file *from, const char *name, const struct file *to, const char *new_name)
{
  struct RENAME2args a = { place(from, name), place(to, new_name) };
  CALL(rename, &o);
  return o.status;
}

static int link_to(const struct file *f, const struct file *dir, const char *name)
{
  struct LINK2args a = { .to = place(dir, name) };
  memcpy(a.from, f->handle, FHSIZE2);
  CALL(link, &o);
  return o.status;
}

static int symlink_in(const struct file *dir, const char *name, const char *target)
{
  struct SYMLINK2args a = { place(dir, name), (char *)target, with(0777, LEFT_ALONE) };
  CALL(symlink, &o);
  return o.status;
}

static int list(const struct file *dir, struct listing *l, unsigned bytes)
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

/* ---- the walk ---- */

static unsigned walked;
static uint64_t walked_bytes;

static void walk_file(const struct file *f, unsigned size, const char *local)
{
  for (unsigned offset = 0; offset < size; offset += o.count) {
    if (read_at(f, offset, READ_BYTES) != NFS3_OK || o.count == 0) {
      tree_differs(local, "READ fails");
      return;
    }
    tree_compare_bytes(local, offset, o.data, o.count);
    walked_bytes += o.count;
  }
}

static void walk(const struct file *dir, const char *local)
{
  struct listing *l = malloc(sizeof *l);
  if (list(dir, l, 700) != NFS3_OK || l->count != tree_count(local) + 2)
    tree_differs(local, "number of names");
  for (unsigned i = 0; i < l->count; i++) {
    char path[4096];
    if (!strcmp(l->names[i], ".") || !strcmp(l->names[i], ".."))
      continue;
    snprintf(path, sizeof path, "%s/%s", local, l->names[i]);
    if (lookup(dir, l->names[i]) != NFS3_OK) {
      tree_differs(path, "LOOKUP fails");
      continue;
    }
    struct file found = o.file;
    struct fattr2 at = o.attributes;
    struct tree_entry e = { at.type, at.mode & 07777, at.nlink, at.size, at.mtime.seconds, o.data };
    if (at.type == 5 && readlink_of(&found) != NFS3_OK)
      tree_differs(path, "READLINK fails");
    tree_compare(path, &e);
    walked++;
    if (at.type == 2)
      walk(&found, path);
    else if (at.type == 1)
      walk_file(&found, at.size, path);
  }
  free(l);
}

/* ---- the procedures, right and wrong ---- */

static void test_files(const struct file *root)
{
  expect("v2_create", create(root, "new", 0640, 0), NFS3_OK);
  struct file f = o.file;
  expect("v2_create_mode", o.attributes.mode, 0100640);
  expect("v2_write", write_at(&f, 0, "hello, world", 12), NFS3_OK);
  expect("v2_write_size", o.attributes.size, 12);
  expect("v2_read", read_at(&f, 7, 100) == NFS3_OK && o.count == 5 && !memcmp(o.data, "world", 5), 1);
  expect("v2_read_behind", read_at(&f, 12, 100) == NFS3_OK ? o.count : 99, 0);
  expect("v2_setattr_size", setattr(&f, with(LEFT_ALONE, 5)) == NFS3_OK ? o.attributes.size : 99, 5);
  expect("v2_setattr_keeps_mode", o.attributes.mode, 0100640);
  struct sattr2 times = with(0600, LEFT_ALONE);
  times.mtime = (struct nfstime3){ 1234567890, 654321 };
  expect("v2_setattr", setattr(&f, times), NFS3_OK);
  expect("v2_setattr_time", o.attributes.mtime.seconds == 1234567890 && o.attributes.mtime.nseconds == 654321, 1);
  times.mtime.nseconds = 1000000;
  expect("v2_setattr_now", setattr(&f, times) == NFS3_OK && o.attributes.mtime.seconds != 1234567890, 1);
  expect("v2_create_truncates", create(root, "new", LEFT_ALONE, 0) == NFS3_OK ? o.attributes.size : 99, 0);
  expect("v2_create_directory", create(root, "deep", 0644, 0), NFS3ERR_EXIST);
  expect("v2_write_far", write_at(&f, 0xfffffff0u, "x", 1), NFS3ERR_FBIG);
  expect("v2_read_directory", read_at(root, 0, 1), NFS3ERR_ISDIR);
  expect("v2_remove", remove_from(root, "new"), NFS3_OK);
  expect("v2_remove_again", remove_from(root, "new"), NFS3ERR_NOENT);
  expect("v2_stale", getattr(&f), NFS3ERR_STALE);
  struct file odd = { "not a handle" };
  expect("v2_bad_handle", getattr(&odd), NFS3ERR_STALE);
}

static void test_names(const struct file *root)
{
  struct listing *l = malloc(sizeof *l);
  expect("v2_mkdir", mkdir_in(root, "dir"), NFS3_OK);
  struct file dir = o.file;
  expect("v2_mkdir_mode", o.attributes.mode, 040755);
  expect("v2_mkdir_again", mkdir_in(root, "dir"), NFS3ERR_EXIST);
  create(root, "file", 0644, LEFT_ALONE);
  struct file f = o.file;
  expect("v2_link", link_to(&f, &dir, "second"), NFS3_OK);
  expect("v2_link_count", getattr(&f) == NFS3_OK ? o.attributes.nlink : 0, 2);
  expect("v2_link_directory", link_to(&dir, root, "third"), NFS3ERR_PERM);
  expect("v2_rename", rename_to(root, "file", &dir, "moved"), NFS3_OK);
  expect("v2_rename_gone", lookup(root, "file"), NFS3ERR_NOENT);
  expect("v2_rename_found", lookup(&dir, "moved"), NFS3_OK);
  expect("v2_rename_into_itself", rename_to(root, "dir", &dir, "x"), NFS3ERR_PERM);
  expect("v2_symlink", symlink_in(&dir, "soft", "some/where"), NFS3_OK);
  expect("v2_symlink_found", lookup(&dir, "soft") == NFS3_OK ? o.attributes.type : 0, 5);
  struct file link = o.file;
  expect("v2_readlink", readlink_of(&link) == NFS3_OK && !strcmp(o.data, "some/where"), 1);
  expect("v2_readlink_file", readlink_of(&f), NFS3ERR_PERM);
  expect("v2_rmdir_not_empty", rmdir_from(root, "dir"), NFS3ERR_NOTEMPTY);
  expect("v2_readdir", list(&dir, l, 64) == NFS3_OK ? l->count : 0, 5);
  expect("v2_readdir_file", list(&f, l, 512), NFS3ERR_NOTDIR);
  expect("v2_readdir_small", list(&dir, l, 8), NFS3ERR_IO);
  expect("v2_lookup_in_file", lookup(&f, "x"), NFS3ERR_NOTDIR);
  expect("v2_remove_directory", remove_from(root, "dir"), NFS3ERR_ISDIR);
  expect("v2_empty", remove_from(&dir, "soft") + remove_from(&dir, "moved") + remove_from(&dir, "second"), NFS3_OK);
  expect("v2_rmdir", rmdir_from(root, "dir"), NFS3_OK);
  free(l);
}

static void test_file_system(const struct file *root)
{
  struct STATFS2args a;
  memcpy(a.dir, root->handle, FHSIZE2);
  CALL(statfs, &o);
  expect("v2_statfs", o.status == NFS3_OK ? o.count : 0, 1024);
  struct file public = { "" };
  expect("v2_public_lookup", lookup(&public, "export/hello.txt"), NFS3_OK);
}

/* ---- mounts and ports ---- */

static void keep_mount1(void *result, void *into)
{
  struct mountres1 *r = result;
  struct outcome *to = into;
  to->status = (int)r->fhs_status;
  memcpy(to->file.handle, r->mountres1_u.mountinfo.fhandle, FHSIZE2);
}

static void keep_mounts(void *result, void *into)
{
  struct outcome *to = into;
  to->count = 0;
  for (mountlist m = *(mountlist *)result; m; m = m->ml_next, to->count++)
    snprintf(to->data, sizeof to->data, "%s:%s", m->ml_hostname, m->ml_directory);
}

static void keep_exports(void *result, void *into)
{
  struct outcome *to = into;
  exports e = *(exports *)result;
  snprintf(to->data, sizeof to->data, "%s%s", e->ex_dir, e->ex_groups || e->ex_next ? " and more" : "");
}

static void keep_any(void *result, void *into)
{
  (void)result;
  (void)into;
}

#define MOUNT(name, keep, ...) \
  (sync_keep = keep, sync_keep_into = &o, \
   sync_call(mount, rpc_mount1_##name##_async(mount, sync_done, ##__VA_ARGS__, NULL), #name))

static struct file test_mount(struct rpc_context *mount)
{
  char export[] = "/export", file[] = "/export/hello.txt", nothing[] = "/elsewhere";
  MOUNT(null, keep_any);
  MOUNT(mnt, keep_mount1, nothing);
  expect("mount1_nothing", o.status, MNT1ERR_NOENT);
  MOUNT(umntall, keep_any);
  MOUNT(mnt, keep_mount1, file);
  expect("mount1_file", o.status, MNT1_OK);
  MOUNT(mnt, keep_mount1, export);
  struct file root = o.file;
  expect("mount1", o.status, MNT1_OK);
  MOUNT(dump, keep_mounts);
  expect("mount1_dump", o.count == 2 && strstr(o.data, ":/export") != NULL, 1);
  MOUNT(umnt, keep_any, file);
  MOUNT(dump, keep_mounts);
  expect("mount1_umnt", o.count, 1);
  MOUNT(umntall, keep_any);
  MOUNT(dump, keep_mounts);
  expect("mount1_umntall", o.count, 0);
  MOUNT(export, keep_exports);
  expect("mount1_export", strcmp(o.data, "/export"), 0);
  return root;
}

static void keep_port(void *result, void *into)
{
  ((struct outcome *)into)->count = *(uint32_t *)result;
}

static void keep_mappings(void *result, void *into)
{
  struct outcome *to = into;
  to->count = 0;
  for (struct pmap2_mapping_list *m = ((struct pmap2_dump_result *)result)->list; m; m = m->next)
    to->count++;
}

static unsigned port_of(struct rpc_context *portmap, int program, int version, int protocol)
{
  sync_keep = keep_port;
  sync_keep_into = &o;
  sync_call(portmap, rpc_pmap2_getport_async(portmap, program, version, protocol, sync_done, NULL), "getport");
  return o.count;
}

static void test_portmap(struct rpc_context *portmap)
{
  sync_call(portmap, rpc_pmap2_null_async(portmap, sync_done, NULL), "portmap null");
  expect("portmap_nfs", port_of(portmap, 100003, 3, 17), 2049);
  expect("portmap_mount", port_of(portmap, 100005, 1, 17), 20048);
  expect("portmap_tcp", port_of(portmap, 100003, 3, 6), 0);
  expect("portmap_nothing", port_of(portmap, 100021, 1, 17), 0);
  sync_keep = keep_mappings;
  sync_keep_into = &o;
  sync_call(portmap, rpc_pmap2_dump_async(portmap, sync_done, NULL), "portmap dump");
  expect("portmap_dump", o.count, 6);
}

int main(int argc, char **argv)
{
  if (argc != 5) {
    fprintf(stderr, "Usage: v2 PORTMAPPORT MOUNTPORT NFSPORT FOLDER\n");
    return 2;
  }
  test_portmap(sync_connect(atoi(argv[1]), 0, 0));
  struct file root = test_mount(sync_connect(atoi(argv[2]), 0, 0));
  rpc = sync_connect(atoi(argv[3]), 0, 0);
  sync_call(rpc, rpc_nfs2_null_async(rpc, sync_done, NULL), "null");
  walk(&root, argv[4]);
  tree_result("v2_walk", walked, walked_bytes);
  test_files(&root);
  test_names(&root);
  test_file_system(&root);
  return sync_exit_status();
}
