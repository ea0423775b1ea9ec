/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * lives.h: the objects of a run from birth to death: which DEATH belongs to which BIRTH, and how old each object
 * became (JX paper, section 5: "the time is measured in allocated memory").
 *
 * A collection tells of an object only whether it is still alive: it died between the last one that found it alive and
 * the first one that found it dead. Ages are estimated (cohorts.h) from collections that come by chance, which those do
 * that the heap's budget asks for. Those that the program or a full heap asks for come when objects have died, or
 * because they have not: of an object that died there, the next one that comes by chance is taken to have found it dead.
 *
 * What always holds: an age is right or a lower bound that is known as one. Where deaths are missing (their buffer
 * was full, a ring went round, frames were lost, the target was told to stop meanwhile) an object without a death may
 * have died in any collection from the first incomplete one on: its fate is unknown, its age what it had then. A death
 * whose birth is not here is left out. Both are counted.
 *
 * A collection that comes by chance was drawn to come at some value of the allocation clock, and comes in front of the
 * object that takes the clock beyond it. That more of them come in front of large objects is as it should be, if what a
 * collection sees counts for the moment that was drawn: then each object is looked at with the same chance at each age,
 * whatever is allocated behind it. What counts for the moment of the collection does not: objects that a large one
 * follows would be seen at the age where it begins, and never before it ends, where only others are seen. As the moment
 * may have been any one while the object was allocated, which changes nothing of who is alive, it counts evenly for all
 * of them (`alive_gap`, `dead_gap`). Where there are LIVES_DRAWN_FROM such collections or more it counts for the one
 * that was drawn, which is as right and costs less, and is fine enough with so many.
 *
 * Where the target noted when objects became unreachable (STAMP) their ages are exact, and say when they were used
 * last.
 *
 * Cost: a pass over the births, and one over the deaths; four bytes a birth, 36 with stamps, and while they are joined
 * some forty bytes for each address at which objects were made.
 */
#ifndef LIVES_H
#define LIVES_H

#include <stdbool.h>
#include <stdint.h>

#include "dump/cursor.h"
#include "view.h"

#define LIVES_DRAWN_FROM 400

#define LIVES_ON      UINT32_MAX        /* of `death`: it lives at the end */
#define LIVES_UNKNOWN (UINT32_MAX - 1)  /* it is not known when the object died, or whether */

/* A place in the sequence of collections from which on deaths are missing. */
struct lives_leak {
  size_t before;    /* objects born before this collection are concerned; beyond the last one: all */
  uint64_t clock;   /* they were seen alive up to then */
};

/* A place among the births: all up to `tsc`, `before` of them, lie before it. */
struct lives_mark { uint64_t tsc; size_t before; };

/* Births from one place to the next. Tests change it. */
extern unsigned lives_mark_births;

/* When, by the allocation clock, an object became unreachable, or LIVES_ON_CLOCK: it lived at the end; and when it was
 * used last, 0: never. `lost` 0: there is no stamp. */
struct lives_stamp { uint64_t lost, used; };
#define LIVES_ON_CLOCK UINT64_MAX

/* What the allocation clock showed when an object was made. */
struct lives_tick { uint64_t clock, tsc; };

struct lives {
  const struct dump *dump;
  size_t count;                         /* births */
  uint32_t *death;                      /* of births by time: index into `collections`, or one of the above */
  struct wire_collection *collections;  /* by number; each once */
  size_t collection_count;
  struct lives_leak *leaks;
  size_t leak_count, leak_room;
  struct lives_mark *marks;             /* by time: where a walk through a window may begin */
  size_t mark_count, mark_room;
  uint32_t *chance;                     /* by collection: how many of those before it came by chance */
  uint32_t *by_chance;                  /* these, by time */
  uint32_t *gap;                        /* by collection: bytes of the object in front of which it came; 0: not known */
  uint64_t end_clock;                   /* the last that the records say of the allocation clock */
  uint64_t unknown;                     /* objects of unknown fate */
  uint64_t strays;                      /* deaths whose birth, or whose collection, is not here */
  struct lives_stamp *stamps;           /* by birth; NULL: the dump has none */
  struct lives_tick *ticks;             /* by birth, where there are stamps */
  uint64_t unstamped;                   /* of the objects whose fate is known those without a stamp, where others
                                         * have one */
};

/* The collections of a dump by number, each once, *count of them; for mem_free(). */
struct wire_collection *lives_collections(const struct dump *d, size_t *count);

/* Why a collection was made, in words; "unknown" for a number that this program does not know. */
const char *lives_reason(uint32_t reason);

/* A function of the caller's that lives_new() calls with each birth, in the order of lives_begin(): `first` is the
 * birth's first collection, as in struct life. */
struct lives_guest { void (*see)(void *ctx, const struct wire_birth *b, size_t first); void *ctx; };

/* The lives in a dump, which must outlive them; `estimated`: as if it had no STAMP. `guest` may be NULL. analysis.h
 * makes them once. */
struct lives *lives_new(const struct dump *d, bool estimated, const struct lives_guest *guest);
void lives_free(struct lives *l);  /* NULL: does nothing */

/* The births and collections of a dump without the fate of any object: what heap_walk() needs, for no cost. The caller
 * frees it with lives_free(). */
struct lives *lives_without_deaths(const struct dump *d);

#define LIVES_NEVER UINT64_MAX     /* of `dead` */

/* One object. */
struct life {
  const struct wire_birth *birth;  /* good until the next one */
  size_t number;                   /* of the birth, by time */
  uint32_t death;                  /* index into `collections`, or LIVES_... */
  size_t first;                    /* the first collection behind its birth; collection_count when none came */
  uint64_t age;                    /* bytes: at its death, at the end, or as far as is known */
  uint64_t next;                   /* bytes: its age when the next object is allocated; 1 where that is not known */
  uint64_t gone;                   /* time: by then it was dead; UINT64_MAX: its death was not seen */
  bool seen;                       /* whether a collection has looked at it that came by chance */
  uint64_t alive, dead;            /* bytes: its ages at the last such one that found it alive, or 0, and at the first
                                      one that found it dead, or LIVES_NEVER; this is no less than `next`, since a
                                      collection comes with an allocation */
  uint32_t alive_gap, dead_gap;    /* bytes: either age may as well be any that is greater by less than this; 0: not */
};

/* The age of a birth, as in struct life, by its index, its first collection and its allocation clock. */
uint64_t lives_age(const struct lives *l, size_t birth, size_t first, uint64_t clock);

/* The age of an object when the next one, of which the clock and the bytes are given, is allocated; 1 where others that
 * have no record may come in between. */
static inline uint64_t lives_age_at_next(uint64_t clock, uint64_t next_clock, uint32_t next_bytes)
{
  return next_bytes && next_clock - next_bytes == clock ? next_bytes : 1;
}

/* Sets what collections have seen of an object: `seen`, `alive` and `dead`, from the rest. */
void lives_look(const struct lives *l, struct life *life);

/* A walk through all objects by the time of their birth: lives_begin(), then lives_next() until it returns false, which
 * is early where births cannot be read again (cursor.h), then lives_end(). `l` must outlive the walk. */
struct lives_walk {
  struct cursor births;
  struct wire_birth now, ahead; /* the one that is told, and the one behind it */
  bool begun, has_ahead;
  const struct lives *lives;
  size_t at, first;
  uint64_t behind, to;  /* births are told that are later than the one, and not later than the other */
  bool all;             /* also those at time 0 */
};
struct lives_walk lives_begin(const struct lives *l);

/* lives_begin() for a walk through the objects born in the view's window, and some before it. At most *most objects are
 * told. Cost: that of the window's births and of 65,536 more. */
struct lives_walk lives_begin_window(const struct lives *l, const struct view *v, size_t *most);

/* The last place among the births from which on all are told that are born at `tsc` or later. */
struct lives_mark lives_mark_before(const struct lives *l, uint64_t tsc);
bool lives_next(struct lives_walk *w, struct life *life);
void lives_end(struct lives_walk *w);

/* Whether the user's choice (thread, time of birth) wants an object. */
bool lives_wanted(struct view *v, const struct wire_birth *b);

#endif
