/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * v3 MOUNTPORT NFSPORT FOLDER: walks what the server has, with READDIRPLUS, READDIR and READ, and compares it with
 * FOLDER, from which its tar was made; then calls every procedure of NFS version 3, right and wrong. */
#include "calls3.h"
#include "edges3.h"
#include "walk3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the procedures, right and wrong ---- */

static void test_files(struct handle *root)
{
  char much[24000];
  for (size_t i = 0; i < sizeof much; i++)
    much[i] = (char)(i * 31 >> 4);
  expect("v3_create", v3_create(root, "new", GUARDED, 0640), NFS3_OK);
  expect("v3_create_mode", got.attributes.mode, 0640);
  struct handle file = got.handle;
  expect("v3_create_again", v3_create(root, "new", GUARDED, 0640), NFS3ERR_EXIST);
  expect("v3_create_again_wcc", got.wcc.before.attributes_follow && got.wcc.after.attributes_follow, 1);
  expect("v3_create_unchecked", v3_create(root, "new", UNCHECKED, 0600), NFS3_OK);
  expect("v3_create_dot", v3_create(root, ".", UNCHECKED, 0600), NFS3ERR_EXIST);
  expect("v3_create_slash", v3_create(root, "a/b", UNCHECKED, 0600), NFS3ERR_ACCES);
  expect("v3_create_in_file", v3_create(&file, "x", UNCHECKED, 0600), NFS3ERR_NOTDIR);
  expect("v3_create_exclusive", v3_create(root, "only", EXCLUSIVE, 7), NFS3_OK);
  expect("v3_create_exclusive_again", v3_create(root, "only", EXCLUSIVE, 7), NFS3_OK);
  expect("v3_create_exclusive_other", v3_create(root, "only", EXCLUSIVE, 8), NFS3ERR_EXIST);
  expect("v3_write", v3_write_at(&file, 0, "hello, world", 12), NFS3_OK);
  expect("v3_write_count", got.count, 12);
  expect("v3_write_wcc", got.wcc.after.post_op_attr_u.attributes.size, 12);
  expect("v3_write_sparse", v3_write_at(&file, 100000, "end", 3), NFS3_OK);
  expect("v3_read_hole", v3_read_at(&file, 99998, 100), NFS3_OK);
  expect("v3_read_hole_bytes", got.count == 5 && got.eof && !memcmp(got.data, "\0\0end", 5), 1);
  expect("v3_read_behind", v3_read_at(&file, 200000, 100), NFS3_OK);
  expect("v3_read_behind_eof", got.count == 0 && got.eof, 1);
  expect("v3_write_much", v3_write_at(&file, 5000, much, sizeof much) == NFS3_OK ? got.count : 0, sizeof much);
  expect("v3_read_much", v3_read_at(&file, 20000, 8192) == NFS3_OK && !memcmp(got.data, much + 15000, 8192), 1);
  expect("v3_shrink", v3_set_size(&file, 5), NFS3_OK);
  expect("v3_grow", v3_set_size(&file, 9), NFS3_OK);
  expect("v3_read_zeros", v3_read_at(&file, 0, 100) == NFS3_OK && got.count == 9 &&
    !memcmp(got.data, "hello\0\0\0\0", 9), 1);
  expect("v3_write_far", v3_write_at(&file, UINT64_C(1) << 40, "x", 1), NFS3ERR_FBIG);
  expect("v3_grow_far", v3_set_size(&file, 1u << 30), NFS3_OK);
  expect("v3_remove", v3_remove_from(root, "new"), NFS3_OK);
  expect("v3_remove_again", v3_remove_from(root, "new"), NFS3ERR_NOENT);
  expect("v3_stale", v3_getattr(&file), NFS3ERR_STALE);
  expect("v3_remove_other", v3_remove_from(root, "only"), NFS3_OK);
}

/* Whole chunks are written until the file system has no room, and all of it comes back. */
static void test_full(struct handle *root)
{
  static char chunk[READ_BYTES];
  uint64_t offset = 0;
  v3_create(root, "big", GUARDED, 0600);
  struct handle file = got.handle;
  while (v3_write_at(&file, offset, chunk, sizeof chunk) == NFS3_OK && offset < (UINT64_C(1) << 31))
    offset += got.count;
  expect("v3_full", got.status, NFS3ERR_NOSPC);
  expect("v3_full_size", v3_getattr(&file) == NFS3_OK && got.attributes.size == offset && offset > 0, 1);
  expect("v3_full_remove", v3_remove_from(root, "big"), NFS3_OK);
  expect("v3_full_again", v3_create(root, "big", GUARDED, 0600), NFS3_OK);
  expect("v3_full_write", v3_write_at(&got.handle, 0, chunk, sizeof chunk), NFS3_OK);
  v3_remove_from(root, "big");
}

static void test_attributes(struct handle *root)
{
  v3_create(root, "times", GUARDED, 0644);
  struct handle file = got.handle;
  struct nfstime3 ctime = got.attributes.ctime;
  struct SETATTR3args a = { .object = handle_fh3(&file) };
  memset(&a.new_attributes, 0, sizeof a.new_attributes);
  a.new_attributes.mtime.set_it = SET_TO_CLIENT_TIME;
  a.new_attributes.mtime.set_mtime_u.mtime = (struct nfstime3){ 1234567890, 987654321 };
  a.new_attributes.uid.set_it = 1;
  a.new_attributes.uid.set_uid3_u.uid = 1000;
  a.guard.check = 1;
  a.guard.sattrguard3_u.obj_ctime = (struct nfstime3){ ctime.seconds, ctime.nseconds + 1 };
  expect("v3_setattr_guard", v3_setattr(&a), NFS3ERR_NOT_SYNC);
  a.guard.sattrguard3_u.obj_ctime = ctime;
  expect("v3_setattr", v3_setattr(&a), NFS3_OK);
  v3_getattr(&file);
  expect("v3_setattr_time", got.attributes.mtime.seconds == 1234567890 &&
    got.attributes.mtime.nseconds == 987654321, 1);
  expect("v3_setattr_uid", got.attributes.uid, 1000);
  expect("v3_setattr_size_of_directory", v3_set_size(root, 0), NFS3ERR_ISDIR);
  v3_remove_from(root, "times");
}

static void test_names(struct handle *root)
{
  char long_name[300];
  memset(long_name, 'x', sizeof long_name - 1);
  long_name[sizeof long_name - 1] = 0;
  expect("v3_mkdir", v3_mkdir_in(root, "dir"), NFS3_OK);
  struct handle dir = got.handle;
  expect("v3_mkdir_links", got.attributes.nlink, 2);
  expect("v3_mkdir_again", v3_mkdir_in(root, "dir"), NFS3ERR_EXIST);
  expect("v3_mkdir_in_it", v3_mkdir_in(&dir, "sub"), NFS3_OK);
  struct handle sub = got.handle;
  expect("v3_mkdir_counts", v3_getattr(&dir) == NFS3_OK ? got.attributes.nlink : 0, 3);
  expect("v3_lookup_parent", v3_lookup(&sub, "..") == NFS3_OK && !memcmp(got.handle.bytes, dir.bytes, dir.length), 1);
  expect("v3_lookup_long", v3_lookup(root, long_name), NFS3ERR_NAMETOOLONG);
  expect("v3_mkdir_long", v3_mkdir_in(root, long_name), NFS3ERR_NAMETOOLONG);
  expect("v3_lookup_nothing", v3_lookup(root, "nothing"), NFS3ERR_NOENT);
  expect("v3_lookup_nothing_attributes", got.has_attributes, 1);
  expect("v3_rmdir_not_empty", v3_rmdir_from(root, "dir"), NFS3ERR_NOTEMPTY);
  expect("v3_rename_into_itself", v3_rename_to(root, "dir", &sub, "x"), NFS3ERR_INVAL);
  expect("v3_rename_dot", v3_rename_to(&dir, ".", root, "x"), NFS3ERR_INVAL);
  v3_create(&dir, "file", GUARDED, 0644);
  struct handle file = got.handle;
  expect("v3_link", v3_link_to(&file, root, "second"), NFS3_OK);
  expect("v3_link_count", got.attributes.nlink, 2);
  expect("v3_link_exists", v3_link_to(&file, root, "second"), NFS3ERR_EXIST);
  expect("v3_link_directory", v3_link_to(&dir, root, "third"), NFS3ERR_INVAL);
  expect("v3_rename_same_file", v3_rename_to(&dir, "file", root, "second"), NFS3_OK);
  expect("v3_rename_same_file_stays", v3_lookup(&dir, "file"), NFS3_OK);
  expect("v3_rename_over_directory", v3_rename_to(&dir, "file", &dir, "sub"), NFS3ERR_EXIST);
  expect("v3_rename", v3_rename_to(&dir, "file", &sub, "moved"), NFS3_OK);
  expect("v3_rename_gone", v3_lookup(&dir, "file"), NFS3ERR_NOENT);
  v3_mkdir_in(root, "other");
  expect("v3_rename_over_full_directory", v3_rename_to(root, "other", &dir, "sub"), NFS3ERR_NOTEMPTY);
  expect("v3_rename_directory", v3_rename_to(&dir, "sub", root, "up"), NFS3_OK);
  expect("v3_rename_parent", v3_lookup(&sub, "..") == NFS3_OK &&
    !memcmp(got.handle.bytes, root->bytes, root->length), 1);
  expect("v3_remove_link", v3_remove_from(root, "second"), NFS3_OK);
  expect("v3_remove_link_counts", v3_getattr(&file) == NFS3_OK ? got.attributes.nlink : 0, 1);
  expect("v3_remove_directory", v3_remove_from(root, "dir"), NFS3ERR_ISDIR);
  expect("v3_rmdir_file", v3_rmdir_from(&sub, "moved"), NFS3ERR_NOTDIR);
  expect("v3_remove_moved", v3_remove_from(&sub, "moved"), NFS3_OK);
  expect("v3_rmdir_dot", v3_rmdir_from(root, "."), NFS3ERR_INVAL);
  expect("v3_rmdir", v3_rmdir_from(root, "up") + v3_rmdir_from(root, "dir") + v3_rmdir_from(root, "other"), NFS3_OK);
  expect("v3_stale_directory", v3_lookup(&dir, "sub"), NFS3ERR_STALE);
}

static void test_symlinks(struct handle *root)
{
  expect("v3_symlink", v3_symlink_in(root, "symbolic", "../somewhere else"), NFS3_OK);
  struct handle link = got.handle;
  expect("v3_readlink", v3_readlink_of(&link) == NFS3_OK && !strcmp(got.data, "../somewhere else"), 1);
  expect("v3_readlink_directory", v3_readlink_of(root), NFS3ERR_INVAL);
  expect("v3_read_symlink", v3_read_at(&link, 0, 10), NFS3ERR_INVAL);
  expect("v3_read_directory", v3_read_at(root, 0, 10), NFS3ERR_ISDIR);
  expect("v3_symlink_remove", v3_remove_from(root, "symbolic"), NFS3_OK);
}

/* Entries that stay are seen exactly once, while others come and go between the calls. */
static void test_directory(struct handle *root)
{
  struct listing *l = malloc(sizeof *l);
  unsigned stay = 0;
  v3_mkdir_in(root, "crowd");
  struct handle crowd = got.handle;
  char name[32];
  for (int i = 0; i < 200; i++) {
    snprintf(name, sizeof name, "%s%d", i % 2 ? "stay" : "go", i);
    v3_create(&crowd, name, GUARDED, 0644);
  }
  memset(l, 0, offsetof(struct listing, entries));
  for (int i = 0; !l->eof && i < 1000; i++) {
    struct READDIR3args a = { .dir = handle_fh3(&crowd), .cookie = l->cookie, .count = 300 };
    v3_readdir(&a, l);
    snprintf(name, sizeof name, "go%d", 2 * i);
    if (i < 100)
      v3_remove_from(&crowd, name);
  }
  for (unsigned i = 0; i < l->count; i++)
    stay += strncmp(l->entries[i].name, "stay", 4) == 0;
  expect("v3_readdir_changing", stay, 100);
  struct READDIR3args a = { .dir = handle_fh3(&crowd), .count = 20 };
  expect("v3_readdir_small", v3_readdir(&a, l), NFS3ERR_TOOSMALL);
  a.count = 1000;
  a.cookie = 3;
  memset(a.cookieverf, 1, sizeof a.cookieverf);
  expect("v3_readdir_bad_cookie", v3_readdir(&a, l), NFS3ERR_BAD_COOKIE);
  v3_list(&crowd, l, true, 8192);
  for (unsigned i = 2; i < l->count; i++)
    v3_remove_from(&crowd, l->entries[i].name);
  expect("v3_readdir_emptied", v3_rmdir_from(root, "crowd"), NFS3_OK);
  free(l);
}

static void test_file_system(struct handle *root)
{
  expect("v3_fsstat", v3_fsstat(root) == NFS3_OK && got.count, 1);
  expect("v3_fsinfo", v3_fsinfo(root) == NFS3_OK ? got.count : 0, 1024);
  expect("v3_pathconf", v3_pathconf(root) == NFS3_OK ? got.count : 0, 255);
  expect("v3_commit_directory", v3_commit(root), NFS3ERR_ISDIR);
  expect("v3_mknod", v3_mknod(root, "pipe"), NFS3ERR_NOTSUPP);
  struct handle odd = { 12, "not a handle" };
  expect("v3_bad_handle", v3_getattr(&odd), NFS3ERR_BADHANDLE);
  struct handle public = { 0, "" };
  expect("v3_public_lookup", v3_lookup(&public, "export"), NFS3_OK);
  expect("v3_public_is_root", !memcmp(got.handle.bytes, root->bytes, root->length), 1);
  expect("v3_public_escaped", v3_lookup(&public, "/%65xport/./"), NFS3_OK);
}

/* What another user may not: `root' belongs to the superuser, with mode 0755. */
static void test_rights(struct handle *root, struct rpc_context *other)
{
  struct rpc_context *superuser = v3_rpc;
  v3_create(root, "secret", GUARDED, 0600);
  struct handle secret = got.handle;
  v3_write_at(&secret, 0, "s", 1);
  v3_rpc = other;
  expect("v3_other_read", v3_read_at(&secret, 0, 1), NFS3ERR_ACCES);
  expect("v3_other_write", v3_write_at(&secret, 0, "x", 1), NFS3ERR_ACCES);
  expect("v3_other_create", v3_create(root, "mine", GUARDED, 0600), NFS3ERR_ACCES);
  expect("v3_other_remove", v3_remove_from(root, "secret"), NFS3ERR_ACCES);
  expect("v3_other_rename", v3_rename_to(root, "secret", root, "x"), NFS3ERR_ACCES);
  expect("v3_other_truncate", v3_set_size(&secret, 0), NFS3ERR_ACCES);
  struct SETATTR3args a = { .object = handle_fh3(&secret), .new_attributes = v3_with_mode(0666) };
  a.guard.check = 0;
  expect("v3_other_chmod", v3_setattr(&a), NFS3ERR_PERM);
  expect("v3_other_access", v3_access_to(&secret, 0x3f) == NFS3_OK ? got.count : 99, 0);
  expect("v3_other_access_directory", v3_access_to(root, 0x3f) == NFS3_OK ? got.count : 99,
    ACCESS3_READ | ACCESS3_LOOKUP);
  v3_rpc = superuser;
  expect("v3_root_access", v3_access_to(&secret, 0x3f) == NFS3_OK ? got.count : 99,
    ACCESS3_READ | ACCESS3_MODIFY | ACCESS3_EXTEND);
  v3_mkdir_in(root, "tmp");
  struct handle tmp = got.handle;
  struct SETATTR3args b = { .object = handle_fh3(&tmp), .new_attributes = v3_with_mode(01777) };
  b.guard.check = 0;
  v3_setattr(&b);
  v3_create(&tmp, "roots", GUARDED, 0666);
  v3_rpc = other;
  expect("v3_other_opens", v3_create(&tmp, "roots", UNCHECKED, 0600) == NFS3_OK ? got.attributes.mode : 0, 0666);
  expect("v3_sticky", v3_remove_from(&tmp, "roots"), NFS3ERR_PERM);
  expect("v3_other_creates", v3_create(&tmp, "mine", GUARDED, 0600), NFS3_OK);
  expect("v3_other_owns", got.attributes.uid, 1000);
  expect("v3_other_removes", v3_remove_from(&tmp, "mine"), NFS3_OK);
  v3_rpc = superuser;
  v3_remove_from(&tmp, "roots");
  expect("v3_rights_end", v3_rmdir_from(root, "tmp") + v3_remove_from(root, "secret"), NFS3_OK);
}

int main(int argc, char **argv)
{
  if (argc != 4) {
    fprintf(stderr, "Usage: v3 MOUNTPORT NFSPORT FOLDER\n");
    return 2;
  }
  struct rpc_context *mount = sync_connect(atoi(argv[1]), 0, 0);
  v3_rpc = sync_connect(atoi(argv[2]), 0, 0);
  expect("mount3_nothing", walk3_mount(mount, "/export/nothing"), MNT3ERR_NOENT);
  expect("mount3", walk3_mount(mount, "/export"), MNT3_OK);
  struct handle root = got.handle;
  sync_call(v3_rpc, rpc_nfs3_null_async(v3_rpc, sync_done, NULL), "null");
  walk3_tree(&root, argv[3], "v3_walk");
  test_files(&root);
  test_full(&root);
  test_attributes(&root);
  test_names(&root);
  test_symlinks(&root);
  test_directory(&root);
  test_file_system(&root);
  test_rights(&root, sync_connect(atoi(argv[2]), 1000, 1000));
  edges3(&root);
  walk3_tree(&root, argv[3], "v3_walk_again");
  return sync_exit_status();
}
