/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The procedures of NFS version 2 by libnfs, as calls3.h has those of version 3. All go to v2_rpc. */
#ifndef CALLS2_H
#define CALLS2_H

#include "sync.h"

#define MOST_NAMES 4096
#define READ_BYTES 8192

/* In attributes that are to be set, and times. */
#define LEFT_ALONE 0xffffffffu

struct file { char handle[FHSIZE2]; };

/* The last result. Attributes are those of the file that was found, made or changed. */
struct outcome {
  int status;
  struct file file;
  struct fattr2 attributes;
  unsigned count; /* of bytes; of STATFS tsize */
  char data[READ_BYTES + 1];
};

/* What READDIR has found so far. */
struct listing {
  int status;
  bool eof;
  unsigned count;
  char cookie[NFSCOOKIESIZE2];
  char names[MOST_NAMES][256];
};

extern struct rpc_context *v2_rpc;
extern struct outcome got;

/* Attributes of which only these are given. */
struct sattr2 v2_with(unsigned mode, unsigned size);
int v2_lookup(const struct file *dir, const char *name);
int v2_getattr(const struct file *f);
int v2_setattr(const struct file *f, struct sattr2 wanted);
int v2_readlink_of(const struct file *f);
int v2_read_at(const struct file *f, unsigned offset, unsigned count);
int v2_write_at(const struct file *f, unsigned offset, const char *text, unsigned length);
int v2_create(const struct file *dir, const char *name, unsigned mode, unsigned size);
int v2_mkdir_in(const struct file *dir, const char *name);
int v2_remove_from(const struct file *dir, const char *name);
int v2_rmdir_from(const struct file *dir, const char *name);
int v2_rename_to(const struct file *from, const char *name, const struct file *to, const char *new_name);
int v2_link_to(const struct file *f, const struct file *dir, const char *name);
int v2_symlink_in(const struct file *dir, const char *name, const char *target);

/* All of a directory, in as many calls as it takes, of `bytes' each. */
int v2_list(const struct file *dir, struct listing *l, unsigned bytes);

int v2_statfs(const struct file *dir);

#endif
