/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * The procedures of NFS version 3 by libnfs, each as a function that waits for the reply. They return its status, and
 * leave in `got' what some test looks at, until the next call. All go to v3_rpc. */
#ifndef CALLS3_H
#define CALLS3_H

#include "sync.h"

#define MOST_NAMES 4096
#define READ_BYTES 8192

/* The last result. Attributes are those of the file that was found or made; after a failure, the directory's. */
struct outcome {
  int status;
  struct handle handle;
  struct fattr3 attributes;
  bool has_attributes;
  struct wcc_data wcc;
  /* Of bytes. Of ACCESS the rights, of FSINFO rtpref, of PATHCONF name_max, of FSSTAT whether anything is in use. */
  unsigned count;
  bool eof;
  char data[READ_BYTES + 1];
};

/* What READDIR or READDIRPLUS, which alone gives handles and attributes, has found so far. */
struct listing {
  int status;
  bool eof;
  unsigned count;
  uint64_t cookie;
  char verifier[NFS3_COOKIEVERFSIZE];
  struct {
    char name[256];
    struct handle handle;
    struct fattr3 attributes;
  } entries[MOST_NAMES];
};

extern struct rpc_context *v3_rpc;
extern struct outcome got;

int v3_lookup(struct handle *dir, const char *name);
int v3_getattr(struct handle *h);
int v3_read_at(struct handle *h, uint64_t offset, unsigned count);
int v3_write_at(struct handle *h, uint64_t offset, const char *text, unsigned length);

/* Attributes of which only the mode is given. */
struct sattr3 v3_with_mode(unsigned mode);

/* `how' is GUARDED, UNCHECKED or EXCLUSIVE: then all bytes of the verifier are the last argument. */
int v3_create(struct handle *dir, const char *name, int how, unsigned mode_or_verifier);
int v3_mkdir_in(struct handle *dir, const char *name);
int v3_symlink_in(struct handle *dir, const char *name, const char *target);
int v3_remove_from(struct handle *dir, const char *name);
int v3_rmdir_from(struct handle *dir, const char *name);
int v3_rename_to(struct handle *from, const char *name, struct handle *to, const char *new_name);
int v3_link_to(struct handle *file, struct handle *dir, const char *name);
int v3_set_size(struct handle *h, uint64_t size);
int v3_access_to(struct handle *h, unsigned wanted);
int v3_readlink_of(struct handle *h);

/* All of a directory, in as many calls as it takes, of `bytes' each. */
void v3_list(struct handle *dir, struct listing *l, bool plus, unsigned bytes);

int v3_setattr(struct SETATTR3args *wanted);
int v3_readdir(struct READDIR3args *wanted, struct listing *l);
int v3_mknod(struct handle *dir, const char *name);
int v3_commit(struct handle *h);
int v3_fsstat(struct handle *h);
int v3_fsinfo(struct handle *h);
int v3_pathconf(struct handle *h);

#endif
