/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * limit.h: the memory that a command may take for a dump and all that is made of it: option --memory, and what is said
 * when it does not do. Each command runs its work by limit_run(), so no analysis is without a limit.
 */
#ifndef LIMIT_H
#define LIMIT_H

#include <argp.h>
#include <stdbool.h>
#include <stdint.h>

/* What --memory says. All zeros: it is not given. */
struct limit { uint64_t mib; bool given; };

/* A line of a command's options, for struct argp_option; its key; and the value, where anything but a number of MiB
 * ends the program through argp_error(). */
#define LIMIT_KEY 0x300
#define LIMIT_OPTION(text) { "memory", LIMIT_KEY, "MIB", 0, text, 0 }
void limit_parse(struct limit *l, const struct argp_state *state, const char *arg);

/* The limit for the dump in the file `path` (NULL: for one of any size), bytes: as given, or dump_memory_default(). */
uint64_t limit_bytes(const struct limit *l, const char *path);

/* What all files that a command makes of the dump in the file `path` may take together, bytes: `mib` MiB; 0: as
 * --size says when it is not given. */
uint64_t limit_output(uint64_t mib, const char *path);

/* Calls job(ctx), which may take `bytes` and a little more for what does not depend on the dump (limit.c). Returns what
 * job() returns, or CMD_DAMAGED where the memory did not do: that has been said then, what was written before stays,
 * and what job() had open is not closed. Once a process. */
int limit_run(uint64_t bytes, int (*job)(void *ctx), void *ctx);

#endif
