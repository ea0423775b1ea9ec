/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "edges3.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LARGEST 0x7fffffffu /* the size of a file that version 2 can still tell */
#define LONGEST 255         /* bytes of a name, as PATHCONF says */

/* A name of `length' bytes, until the next call. */
static const char *name_of(size_t length)
{
  static char name[LONGEST + 2];
  memset(name, 'n', length);
  name[length] = 0;
  return name;
}

/* ---- names ---- */

/* What every procedure says of a name that no file can have, in `dir', where `file' is. */
static void refused(struct handle *dir, struct handle *file, const char *name, int status, const char *what)
{
  const struct { const char *procedure; int status; } said[] = {
    { "lookup", v3_lookup(dir, name) },
    { "create", v3_create(dir, name, UNCHECKED, 0644) },
    { "create_guarded", v3_create(dir, name, GUARDED, 0644) },
    { "create_exclusive", v3_create(dir, name, EXCLUSIVE, 1) },
    { "mkdir", v3_mkdir_in(dir, name) },
    { "symlink", v3_symlink_in(dir, name, "target") },
    { "remove", v3_remove_from(dir, name) },
    { "rmdir", v3_rmdir_from(dir, name) },
    { "rename", v3_rename_to(dir, name, dir, "other") },
    { "rename_to", v3_rename_to(dir, "file", dir, name) },
    { "link", v3_link_to(file, dir, name) },
  };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    char test[64];
    snprintf(test, sizeof test, "v3_%s_%s", what, said[i].procedure);
    expect(test, said[i].status, status);
  }
}

/* RFC 1813, section 3.2: no name, and characters that the server cannot handle, are ACCES. */
static void names(struct handle *root)
{
  v3_mkdir_in(root, "edges");
  struct handle dir = got.handle;
  v3_create(&dir, "file", GUARDED, 0644);
  struct handle file = got.handle;
  refused(&dir, &file, "", NFS3ERR_ACCES, "no_name");
  refused(&dir, &file, "a/b", NFS3ERR_ACCES, "slash");
  refused(&dir, &file, name_of(LONGEST + 1), NFS3ERR_NAMETOOLONG, "too_long");
  expect("v3_longest_create", v3_create(&dir, name_of(LONGEST), GUARDED, 0644), NFS3_OK);
  expect("v3_longest_lookup", v3_lookup(&dir, name_of(LONGEST)), NFS3_OK);
  expect("v3_longest_rename", v3_rename_to(&dir, name_of(LONGEST), &dir, "short"), NFS3_OK);
  expect("v3_longest_rename_to", v3_rename_to(&dir, "short", &dir, name_of(LONGEST)), NFS3_OK);
  expect("v3_longest_remove", v3_remove_from(&dir, name_of(LONGEST)), NFS3_OK);
  expect("v3_names_file", v3_remove_from(&dir, "file"), NFS3_OK);
  expect("v3_names_nothing_left", v3_rmdir_from(root, "edges"), NFS3_OK);
}

/* ---- renaming onto what is there ---- */

static void renames(struct handle *root)
{
  v3_mkdir_in(root, "edges");
  struct handle dir = got.handle;
  v3_mkdir_in(&dir, "from");
  struct handle from = got.handle;
  v3_mkdir_in(&dir, "onto");
  struct handle onto = got.handle;
  v3_create(&dir, "file", GUARDED, 0644);
  struct handle file = got.handle;
  v3_create(&dir, "victim", GUARDED, 0644);
  struct handle victim = got.handle;
  expect("v3_rename_directory_over_file", v3_rename_to(&dir, "from", &dir, "file"), NFS3ERR_EXIST);
  expect("v3_rename_file_over_directory", v3_rename_to(&dir, "file", &dir, "from"), NFS3ERR_EXIST);
  expect("v3_rename_onto_its_own_parent", v3_rename_to(&dir, "from", root, "edges"), NFS3ERR_NOTEMPTY);
  expect("v3_rename_in_a_file", v3_rename_to(&file, "x", &dir, "y"), NFS3ERR_NOTDIR);
  expect("v3_rename_into_a_file", v3_rename_to(&dir, "file", &file, "y"), NFS3ERR_NOTDIR);
  expect("v3_rename_nothing", v3_rename_to(&dir, "nothing", &dir, "file"), NFS3ERR_NOENT);
  expect("v3_rename_over_file", v3_rename_to(&dir, "file", &dir, "victim"), NFS3_OK);
  expect("v3_rename_over_file_gone", v3_getattr(&victim), NFS3ERR_STALE);
  expect("v3_rename_over_file_stays", v3_getattr(&file) == NFS3_OK ? got.attributes.nlink : 0, 1);
  expect("v3_rename_over_directory_links", v3_getattr(&dir) == NFS3_OK ? got.attributes.nlink : 0, 4);
  expect("v3_rename_over_empty", v3_rename_to(&dir, "from", &dir, "onto"), NFS3_OK);
  expect("v3_rename_over_empty_gone", v3_getattr(&onto), NFS3ERR_STALE);
  expect("v3_rename_over_empty_links", v3_getattr(&dir) == NFS3_OK ? got.attributes.nlink : 0, 3);
  expect("v3_rename_over_empty_stays", v3_getattr(&from) == NFS3_OK ? got.attributes.nlink : 0, 2);
  expect("v3_rename_to_itself", v3_rename_to(&dir, "onto", &dir, "onto"), NFS3_OK);
  expect("v3_renames_end", v3_rmdir_from(&dir, "onto") + v3_remove_from(&dir, "victim") +
    v3_rmdir_from(root, "edges"), NFS3_OK);
}

/* ---- handles of what is gone ---- */

static void gone(struct handle *root)
{
  static struct listing l;
  v3_mkdir_in(root, "edges");
  struct handle dir = got.handle;
  v3_create(root, "kept", GUARDED, 0644);
  struct handle kept = got.handle;
  v3_create(&dir, "file", GUARDED, 0644);
  struct handle file = got.handle;
  v3_remove_from(&dir, "file");
  v3_rmdir_from(root, "edges");
  struct READDIR3args list = { .dir = handle_fh3(&dir), .count = 1000 };
  v3_list(&dir, &l, true, 1000);
  const int plus = l.status;
  const struct { const char *procedure; int status; } said[] = {
    { "getattr", v3_getattr(&file) },               { "setattr", v3_set_size(&file, 0) },
    { "lookup", v3_lookup(&dir, "x") },             { "lookup_self", v3_lookup(&dir, ".") },
    { "access", v3_access_to(&file, 1) },           { "readlink", v3_readlink_of(&file) },
    { "read", v3_read_at(&file, 0, 1) },            { "write", v3_write_at(&file, 0, "x", 1) },
    { "create", v3_create(&dir, "x", GUARDED, 0) }, { "mkdir", v3_mkdir_in(&dir, "x") },
    { "symlink", v3_symlink_in(&dir, "x", "y") },   { "mknod", v3_mknod(&dir, "x") },
    { "remove", v3_remove_from(&dir, "x") },        { "rmdir", v3_rmdir_from(&dir, "x") },
    { "rename", v3_rename_to(&dir, "x", root, "y") }, { "rename_to", v3_rename_to(root, "kept", &dir, "y") },
    { "link", v3_link_to(&file, root, "x") },       { "link_in", v3_link_to(&kept, &dir, "x") },
    { "readdir", v3_readdir(&list, &l) },           { "readdirplus", plus },
    { "fsstat", v3_fsstat(&file) },                 { "fsinfo", v3_fsinfo(&file) },
    { "pathconf", v3_pathconf(&file) },             { "commit", v3_commit(&file) },
  };
  for (size_t i = 0; i < sizeof said / sizeof *said; i++) {
    char test[64];
    snprintf(test, sizeof test, "v3_stale_%s", said[i].procedure);
    expect(test, said[i].status, NFS3ERR_STALE);
  }
  expect("v3_stale_end", v3_remove_from(root, "kept"), NFS3_OK);
}

/* ---- sizes ---- */

static void sizes(struct handle *root)
{
  v3_create(root, "edges", GUARDED, 0644);
  struct handle file = got.handle;
  expect("v3_write_last_byte", v3_write_at(&file, LARGEST - 1, "x", 1), NFS3_OK);
  expect("v3_write_last_size", v3_getattr(&file) == NFS3_OK ? got.attributes.size : 0, LARGEST);
  expect("v3_write_behind_last", v3_write_at(&file, LARGEST, "x", 1), NFS3ERR_FBIG);
  expect("v3_write_over_last", v3_write_at(&file, LARGEST - 1, "xy", 2), NFS3ERR_FBIG);
  expect("v3_write_63_bits", v3_write_at(&file, UINT64_C(1) << 63, "x", 1), NFS3ERR_FBIG);
  expect("v3_write_64_bits", v3_write_at(&file, UINT64_MAX, "x", 1), NFS3ERR_FBIG);
  expect("v3_size_too_large", v3_set_size(&file, LARGEST + UINT64_C(1)), NFS3ERR_FBIG);
  expect("v3_size_63_bits", v3_set_size(&file, UINT64_C(1) << 63), NFS3ERR_FBIG);
  expect("v3_read_last_byte", v3_read_at(&file, LARGEST - 1, 8192) == NFS3_OK && got.count == 1 && got.eof &&
    got.data[0] == 'x', 1);
  expect("v3_read_64_bits", v3_read_at(&file, UINT64_MAX, 8192) == NFS3_OK && got.count == 0 && got.eof, 1);
  expect("v3_read_nothing", v3_read_at(&file, 0, 0) == NFS3_OK && got.count == 0 && !got.eof, 1);
  expect("v3_size_refused_keeps", v3_getattr(&file) == NFS3_OK ? got.attributes.size : 0, LARGEST);
  expect("v3_size_none", v3_set_size(&file, 0), NFS3_OK);
  v3_getattr(&file);
  const struct fattr3 before = got.attributes;
  expect("v3_write_nothing", v3_write_at(&file, 5, "", 0) == NFS3_OK ? got.count : 99, 0);
  expect("v3_write_nothing_keeps", v3_getattr(&file) == NFS3_OK && got.attributes.size == 0 &&
    got.attributes.mtime.nseconds == before.mtime.nseconds, 1);
  expect("v3_sizes_end", v3_remove_from(root, "edges"), NFS3_OK);
}

/* ---- directories, with hardly any room ---- */

/* Reads `dir' with every count up to `most': all names once, or TOOSMALL. Returns the least count that is enough, 0 when
 * something is wrong. */
static unsigned least_count(struct handle *dir, bool plus, unsigned wanted, unsigned most)
{
  static struct listing l;
  unsigned least = 0;
  for (unsigned count = 0; count <= most; count++) {
    v3_list(dir, &l, plus, count);
    if (l.status == NFS3ERR_TOOSMALL && !least)
      continue;
    if (l.status != NFS3_OK || l.count != wanted)
      return 0;
    least = least ? least : count;
  }
  return least;
}

static void directories(struct handle *root)
{
  v3_mkdir_in(root, "edges");
  struct handle dir = got.handle;
  char name[16];
  for (int i = 0; i < 5; i++) {
    snprintf(name, sizeof name, "entry%d", i);
    v3_create(&dir, name, GUARDED, 0644);
  }
  /* Attributes (88 bytes), the verifier, and the two words of the end; an entry: its own 24, a name of 8. */
  expect("v3_readdir_least_count", least_count(&dir, false, 7, 300), 88 + 8 + 8 + 32);
  /* And of each entry attributes, and a handle of 16 bytes with its two words. */
  expect("v3_readdirplus_least_count", least_count(&dir, true, 7, 500), 88 + 8 + 8 + 32 + 88 + 24);
  struct READDIR3args all = { .dir = handle_fh3(&dir), .count = UINT32_MAX };
  struct listing *l = calloc(1, sizeof *l);
  expect("v3_readdir_most_count", v3_readdir(&all, l) == NFS3_OK && l->eof ? l->count : 0, 7);
  all.cookie = UINT64_MAX;
  memset(l, 0, sizeof *l);
  expect("v3_readdir_last_cookie", v3_readdir(&all, l) == NFS3_OK && l->eof ? l->count : 99, 0);
  free(l);
  for (int i = 0; i < 5; i++) {
    snprintf(name, sizeof name, "entry%d", i);
    v3_remove_from(&dir, name);
  }
  expect("v3_directories_end", v3_rmdir_from(root, "edges"), NFS3_OK);
}

void edges3(struct handle *root)
{
  names(root);
  renames(root);
  gone(root);
  sizes(root);
  directories(root);
}
