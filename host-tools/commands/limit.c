/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * limit.c: see limit.h.
 */
#include "limit.h"

#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "cmd.h"
#include "dump/dump.h"

#include <inttypes.h>
#include <sys/stat.h>

/* What hostdump takes for itself, whatever the dump is: a struct dump, a window of a cursor, names of files. */
#define OWN_BYTES (32u << 20)

/* It outlives main(): what is charged to it when the program ends can be found there. */
static struct mem_budget budget;

void limit_parse(struct limit *l, const struct argp_state *state, const char *arg)
{
  if (!number_whole(arg, UINT32_MAX, &l->mib))
    argp_error(state, "--memory wants a whole number of MiB, not `%s`", arg);
  l->given = true;
}

uint64_t limit_bytes(const struct limit *l, const char *path)
{
  return l->given ? l->mib << 20 : dump_memory_default(path);
}

/* What files may take when --size says nothing. A record of a real dump takes a byte or more there, and some hundred
 * bytes in all tables together. */
#define SIZE_SMALL_MIB 1024u
#define SIZE_A_BYTE    1024u

uint64_t limit_output(uint64_t mib, const char *path)
{
  struct stat st;
  const uint64_t bytes = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? (uint64_t)st.st_size : 0;
  return mib ? mib << 20 : ((uint64_t)SIZE_SMALL_MIB << 20) + bytes * SIZE_A_BYTE;
}

/* A command's work. */
struct work { int (*job)(void *ctx); void *ctx; int status; };

static void do_work(void *work)
{
  struct work *w = work;
  w->status = w->job(w->ctx);
}

int limit_run(uint64_t bytes, int (*job)(void *ctx), void *ctx)
{
  struct work work = { .job = job, .ctx = ctx };
  budget = (struct mem_budget){ .most = bytes + OWN_BYTES };
  if (mem_try(&budget, do_work, &work))
    return work.status;
  say_line("the dump, and what is made of it, would take more than the %" PRIu64 " MiB that they may: give --memory a "
           "larger number. What is not complete here is left out", bytes >> 20);
  return CMD_DAMAGED;
}
