/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * v2 PORTMAPPORT MOUNTPORT NFSPORT FOLDER: as v3, with NFS version 2, version 1 of the mount protocol, and the port
 * mapper. */
#include "calls2.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned walked;
static uint64_t walked_bytes;

static void walk_file(const struct file *f, unsigned size, const char *local)
{
  for (unsigned offset = 0; offset < size; offset += got.count) {
    if (v2_read_at(f, offset, READ_BYTES) != NFS3_OK || got.count == 0) {
      tree_differs(local, "READ fails");
      return;
    }
    tree_compare_bytes(local, offset, got.data, got.count);
    walked_bytes += got.count;
  }
}

static void walk(const struct file *dir, const char *local)
{
  struct listing *l = malloc(sizeof *l);
  if (v2_list(dir, l, 700) != NFS3_OK || l->count != tree_count(local) + 2)
    tree_differs(local, "number of names");
  for (unsigned i = 0; i < l->count; i++) {
    char path[4096];
    if (!strcmp(l->names[i], ".") || !strcmp(l->names[i], ".."))
      continue;
    snprintf(path, sizeof path, "%s/%s", local, l->names[i]);
    if (v2_lookup(dir, l->names[i]) != NFS3_OK) {
      tree_differs(path, "LOOKUP fails");
      continue;
    }
    struct file found = got.file;
    struct fattr2 at = got.attributes;
    struct tree_entry e = { at.type, at.mode & 07777, at.nlink, at.size, at.mtime.seconds, got.data };
    if (at.type == 5 && v2_readlink_of(&found) != NFS3_OK)
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
  expect("v2_create", v2_create(root, "new", 0640, 0), NFS3_OK);
  struct file f = got.file;
  expect("v2_create_mode", got.attributes.mode, 0100640);
  expect("v2_write", v2_write_at(&f, 0, "hello, world", 12), NFS3_OK);
  expect("v2_write_size", got.attributes.size, 12);
  expect("v2_read", v2_read_at(&f, 7, 100) == NFS3_OK && got.count == 5 && !memcmp(got.data, "world", 5), 1);
  expect("v2_read_behind", v2_read_at(&f, 12, 100) == NFS3_OK ? got.count : 99, 0);
  expect("v2_setattr_size", v2_setattr(&f, v2_with(LEFT_ALONE, 5)) == NFS3_OK ? got.attributes.size : 99, 5);
  expect("v2_setattr_keeps_mode", got.attributes.mode, 0100640);
  struct sattr2 times = v2_with(0600, LEFT_ALONE);
  times.mtime = (struct nfstime3){ 1234567890, 654321 };
  expect("v2_setattr", v2_setattr(&f, times), NFS3_OK);
  expect("v2_setattr_time", got.attributes.mtime.seconds == 1234567890 && got.attributes.mtime.nseconds == 654321, 1);
  times.mtime.nseconds = 1000000;
  expect("v2_setattr_now", v2_setattr(&f, times) == NFS3_OK && got.attributes.mtime.seconds != 1234567890, 1);
  expect("v2_create_truncates", v2_create(root, "new", LEFT_ALONE, 0) == NFS3_OK ? got.attributes.size : 99, 0);
  expect("v2_create_directory", v2_create(root, "deep", 0644, 0), NFS3ERR_EXIST);
  expect("v2_write_far", v2_write_at(&f, 0xfffffff0u, "x", 1), NFS3ERR_FBIG);
  expect("v2_read_directory", v2_read_at(root, 0, 1), NFS3ERR_ISDIR);
  expect("v2_remove", v2_remove_from(root, "new"), NFS3_OK);
  expect("v2_remove_again", v2_remove_from(root, "new"), NFS3ERR_NOENT);
  expect("v2_stale", v2_getattr(&f), NFS3ERR_STALE);
  struct file odd = { "not a handle" };
  expect("v2_bad_handle", v2_getattr(&odd), NFS3ERR_STALE);
}

static void test_names(const struct file *root)
{
  struct listing *l = malloc(sizeof *l);
  expect("v2_mkdir", v2_mkdir_in(root, "dir"), NFS3_OK);
  struct file dir = got.file;
  expect("v2_mkdir_mode", got.attributes.mode, 040755);
  expect("v2_mkdir_again", v2_mkdir_in(root, "dir"), NFS3ERR_EXIST);
  v2_create(root, "file", 0644, LEFT_ALONE);
  struct file f = got.file;
  expect("v2_link", v2_link_to(&f, &dir, "second"), NFS3_OK);
  expect("v2_link_count", v2_getattr(&f) == NFS3_OK ? got.attributes.nlink : 0, 2);
  expect("v2_link_directory", v2_link_to(&dir, root, "third"), NFS3ERR_PERM);
  expect("v2_rename", v2_rename_to(root, "file", &dir, "moved"), NFS3_OK);
  expect("v2_rename_gone", v2_lookup(root, "file"), NFS3ERR_NOENT);
  expect("v2_rename_found", v2_lookup(&dir, "moved"), NFS3_OK);
  expect("v2_rename_into_itself", v2_rename_to(root, "dir", &dir, "x"), NFS3ERR_PERM);
  expect("v2_symlink", v2_symlink_in(&dir, "soft", "some/where"), NFS3_OK);
  expect("v2_symlink_found", v2_lookup(&dir, "soft") == NFS3_OK ? got.attributes.type : 0, 5);
  struct file link = got.file;
  expect("v2_readlink", v2_readlink_of(&link) == NFS3_OK && !strcmp(got.data, "some/where"), 1);
  expect("v2_readlink_file", v2_readlink_of(&f), NFS3ERR_PERM);
  expect("v2_rmdir_not_empty", v2_rmdir_from(root, "dir"), NFS3ERR_NOTEMPTY);
  expect("v2_readdir", v2_list(&dir, l, 64) == NFS3_OK ? l->count : 0, 5);
  expect("v2_readdir_file", v2_list(&f, l, 512), NFS3ERR_NOTDIR);
  expect("v2_readdir_small", v2_list(&dir, l, 8), NFS3ERR_IO);
  expect("v2_lookup_in_file", v2_lookup(&f, "x"), NFS3ERR_NOTDIR);
  expect("v2_remove_directory", v2_remove_from(root, "dir"), NFS3ERR_ISDIR);
  v2_remove_from(&dir, "soft");
  v2_remove_from(&dir, "moved");
  expect("v2_remove_last", v2_remove_from(&dir, "second"), NFS3_OK);
  expect("v2_rmdir", v2_rmdir_from(root, "dir"), NFS3_OK);
  free(l);
}

/* RFC 1094 has few numbers for what is wrong; edges3.c has what version 3 says. */
static void test_edges(const struct file *root)
{
  char long_name[257];
  memset(long_name, 'n', 256);
  long_name[256] = 0;
  v2_mkdir_in(root, "edges");
  struct file dir = got.file;
  v2_mkdir_in(&dir, "from");
  v2_create(&dir, "file", 0644, LEFT_ALONE);
  struct file f = got.file;
  expect("v2_lookup_too_long", v2_lookup(&dir, long_name), NFS3ERR_NAMETOOLONG);
  expect("v2_rename_too_long", v2_rename_to(&dir, "file", &dir, long_name), NFS3ERR_NAMETOOLONG);
  long_name[255] = 0;
  expect("v2_rename_longest", v2_rename_to(&dir, "file", &dir, long_name), NFS3_OK);
  expect("v2_rename_longest_back", v2_rename_to(&dir, long_name, &dir, "file"), NFS3_OK);
  expect("v2_lookup_no_name", v2_lookup(&dir, ""), NFS3ERR_ACCES);
  expect("v2_rename_over_directory", v2_rename_to(&dir, "file", &dir, "from"), NFS3ERR_EXIST);
  expect("v2_write_last_byte", v2_write_at(&f, 0x7ffffffeu, "x", 1), NFS3_OK);
  expect("v2_write_last_size", got.attributes.size, 0x7fffffffu);
  expect("v2_write_behind_last", v2_write_at(&f, 0x7fffffffu, "x", 1), NFS3ERR_FBIG);
  expect("v2_size_too_large", v2_setattr(&f, v2_with(LEFT_ALONE, 0x80000000u)), NFS3ERR_FBIG);
  expect("v2_read_much", v2_read_at(&f, 0, 0xffffffffu) == NFS3_OK ? got.count : 0, READ_BYTES);
  v2_remove_from(&dir, "file");
  expect("v2_edges_end", v2_rmdir_from(&dir, "from") + v2_rmdir_from(root, "edges"), NFS3_OK);
  expect("v2_stale_write", v2_write_at(&f, 0, "x", 1), NFS3ERR_STALE);
  expect("v2_stale_create", v2_create(&dir, "x", 0644, 0), NFS3ERR_STALE);
  expect("v2_stale_rename", v2_rename_to(root, "hello.txt", &dir, "x"), NFS3ERR_STALE);
  expect("v2_stale_link", v2_link_to(&f, root, "x"), NFS3ERR_STALE);
  expect("v2_stale_statfs", v2_statfs(&dir), NFS3ERR_STALE);
}

static void test_file_system(const struct file *root)
{
  expect("v2_statfs", v2_statfs(root) == NFS3_OK ? got.count : 0, 1024);
  struct file public = { "" };
  expect("v2_public_lookup", v2_lookup(&public, "export/hello.txt"), NFS3_OK);
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
  (sync_keep = keep, sync_keep_into = &got, \
   sync_call(mount, rpc_mount1_##name##_async(mount, sync_done, ##__VA_ARGS__, NULL), #name))

static struct file test_mount(struct rpc_context *mount)
{
  char export[] = "/export", file[] = "/export/hello.txt", nothing[] = "/elsewhere";
  MOUNT(null, keep_any);
  MOUNT(mnt, keep_mount1, nothing);
  expect("mount1_nothing", got.status, MNT1ERR_NOENT);
  MOUNT(umntall, keep_any);
  MOUNT(mnt, keep_mount1, file);
  expect("mount1_file", got.status, MNT1_OK);
  MOUNT(mnt, keep_mount1, export);
  struct file root = got.file;
  expect("mount1", got.status, MNT1_OK);
  MOUNT(dump, keep_mounts);
  expect("mount1_dump", got.count == 2 && strstr(got.data, ":/export") != NULL, 1);
  MOUNT(umnt, keep_any, file);
  MOUNT(dump, keep_mounts);
  expect("mount1_umnt", got.count, 1);
  MOUNT(umntall, keep_any);
  MOUNT(dump, keep_mounts);
  expect("mount1_umntall", got.count, 0);
  /* The list of many long mounts is longer than a datagram: what has room is told. */
  for (int i = 0; i < 64; i++) {
    char path[1025] = "/export";
    memset(path + 7, '/', sizeof path - 8 - (size_t)i);
    MOUNT(mnt, keep_mount1, path);
  }
  MOUNT(dump, keep_mounts);
  expect("mount1_dump_of_many", got.count > 55 && got.count < 64, 1);
  MOUNT(umntall, keep_any);
  MOUNT(export, keep_exports);
  expect("mount1_export", strcmp(got.data, "/export"), 0);
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
  sync_keep_into = &got;
  sync_call(portmap, rpc_pmap2_getport_async(portmap, program, version, protocol, sync_done, NULL), "getport");
  return got.count;
}

static void test_portmap(struct rpc_context *portmap)
{
  sync_call(portmap, rpc_pmap2_null_async(portmap, sync_done, NULL), "portmap null");
  expect("portmap_nfs", port_of(portmap, 100003, 3, 17), 2049);
  expect("portmap_mount", port_of(portmap, 100005, 1, 17), 20048);
  expect("portmap_tcp", port_of(portmap, 100003, 3, 6), 0);
  expect("portmap_nothing", port_of(portmap, 100021, 1, 17), 0);
  sync_keep = keep_mappings;
  sync_keep_into = &got;
  sync_call(portmap, rpc_pmap2_dump_async(portmap, sync_done, NULL), "portmap dump");
  expect("portmap_dump", got.count, 6);
}

int main(int argc, char **argv)
{
  if (argc != 5) {
    fprintf(stderr, "Usage: v2 PORTMAPPORT MOUNTPORT NFSPORT FOLDER\n");
    return 2;
  }
  test_portmap(sync_connect(atoi(argv[1]), 0, 0));
  struct file root = test_mount(sync_connect(atoi(argv[2]), 0, 0));
  v2_rpc = sync_connect(atoi(argv[3]), 0, 0);
  sync_call(v2_rpc, rpc_nfs2_null_async(v2_rpc, sync_done, NULL), "null");
  walk(&root, argv[4]);
  tree_result("v2_walk", walked, walked_bytes);
  test_files(&root);
  test_names(&root);
  test_edges(&root);
  test_file_system(&root);
  return sync_exit_status();
}
