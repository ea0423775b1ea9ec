/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * reason.h: why records are missing from a dump, as a code for programs beside the sentence for people.
 *
 * Tables carry the codes (in comments `# incomplete: CODE KIND: TEXT`, in column `reason` of `losses` and `lost`), so
 * that a chart or a script decides on a code, and a sentence may be worded anew. A code keeps its name and its meaning
 * for good. To add one: a row of REASONS, and the row of TABLES.md that tests/check/tables.sh then asks for.
 */
#ifndef REASON_H
#define REASON_H

/* R(constant, code, meaning): one row a line, in the order and the words of TABLES.md. */
#define REASONS(R) \
  R(FULL,     "full",     "a buffer of the target was full; records that probes made then found no room") \
  R(RING,     "ring",     "a ring buffer of the target keeps the newest records; the oldest were overwritten") \
  R(LINE,     "line",     "frames were lost or damaged between target and host") \
  R(CUT,      "cut",      "the end of the dump is missing; the target stopped, or its reader did") \
  R(GROWING,  "growing",  "the dump is still being received") \
  R(UNREAD,   "unread",   "hostdump could not read on: a frame makes no sense, a read failed, or memory was short") \
  R(OTHER,    "other",    "frames are of another run of the target, or of another target; they were left out") \
  R(VERSION,  "version",  "frames are of a format version that this hostdump does not read") \
  R(PAUSED,   "paused",   "the target was told not to record them for some time") \
  R(RATE,     "rate",     "the rate of samples was changed during the run") \
  R(MISSED,   "missed",   "samples or moments were not taken in time; exports say it of samples, tables in a note") \
  R(SWITCHED, "switched", "the target was switched so often that not every change is known") \
  R(EARLY,    "early",    "the call trees are of a snapshot from before the end of the run") \
  R(ORPHANS,  "orphans",  "nodes of call trees came without their caller, or twice") \
  R(DEATHS,   "deaths",   "objects are shown as living whose death may be among the missing records") \
  R(BIRTHS,   "births",   "deaths were left out whose birth or collection is among the missing records") \
  R(CONTRADICT, "contradict", "records contradict each other; what they say together cannot be")

enum reason {
#define REASON_(NAME, code, meaning) REASON_##NAME,
  REASONS(REASON_)
#undef REASON_
};

/* The code of a reason as tables write it: lower-case letters only. */
static inline const char *reason_code(enum reason reason)
{
  static const char *const codes[] = {
#define REASON_(NAME, code, meaning) [REASON_##NAME] = code,
    REASONS(REASON_)
#undef REASON_
  };
  return codes[reason];
}

/* One thing that a dump lacks. */
struct missing {
  enum reason reason;
  const char *kind;     /* the kind of record that is missing (wire_kinds[].name); NULL: several kinds, or none */
  const char *text;     /* a sentence for people, without its full stop; valid during the call */
};

/* Takes one thing that a dump lacks. `ctx` is what the caller of the function that reports it gave. */
typedef void reason_say(void *ctx, const struct missing *m);

#endif
