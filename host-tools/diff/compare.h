/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * compare.h: the figures of the runs of two sides, A and B, put beside each other, and what is worse in B.
 *
 *   compare_new(runs, a, b, &options)    first the runs of A, then those of B
 *   compare_text(), compare_json()       show.h
 *   compare_free()
 *
 * How it is decided depends on the runs (enum compare_how). What always holds: a verdict is given only where no run lacks
 * any of the group's records; and of runs that are not comparable nothing is said but why.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "figures.h"

enum compare_how {
  COMPARE_REFUSED,  /* the runs are not comparable */
  COMPARE_NOTHING,  /* no group is whole in all runs, or none has a figure */
  COMPARE_COUNTED,  /* the clock counts instructions, so a run repeats: each difference is real */
  COMPARE_TESTED,   /* by permutation (maxt.h) */
  COMPARE_SHOWN,    /* too few runs to tell a difference from chance */
};

enum compare_verdict { COMPARE_SAME, COMPARE_WORSE, COMPARE_BETTER, COMPARE_NEW, COMPARE_GONE };

enum compare_clock { COMPARE_CLOCK_FOUND, COMPARE_CLOCK_COUNTED, COMPARE_CLOCK_REAL };

/* The user's choice. */
struct compare_options {
  double level;               /* chance that anything at all is called different when nothing is: 0.05 */
  double least_pct;           /* smaller differences are not worth a verdict */
  double least_us;            /* of times */
  double floor_pct;           /* figures of sums with a smaller share of the whole are not compared */
  enum compare_clock clock;   /* FOUND: as the runs tell */
};

/* One figure on both sides: nanoseconds, or bytes. Shares are fractions: 0.1 is 10 % more in B. */
struct compare_row {
  enum figures_group group;
  const char *name;           /* a run's */
  double a, b;                /* geometric means; 0: the side does not have it */
  double change;
  double low, high, p;        /* COMPARE_TESTED: all intervals hold at once */
  double error;               /* COMPARE_SHOWN: of `change`, from the lengths within the runs; below 0: not known */
  enum compare_verdict verdict;
};

struct compare_side { const struct figures *runs; size_t count; };

struct compare {
  struct compare_options options;
  struct compare_side a, b;
  enum compare_how how;
  bool counted;               /* all clocks count instructions */
  char **remarks;             /* sentences: why refused; what is left out; what else a reader should know */
  size_t remark_count, remark_room;
  bool group_in[FIGURES_COUNT]; /* the group is compared */
  struct compare_row *rows;   /* worse ones first, then better, new, gone, the same; of each by group, the clearest
                                 and then the largest first */
  size_t count, room;
  size_t counts[COMPARE_GONE + 1]; /* rows by verdict */
  double least_p;             /* that so many runs can have */
  double resolution;          /* COMPARE_TESTED: the difference that half of the figures would have shown; a share */
};

/* Compares `a` runs with the `b` runs behind them. The runs must outlive the result. */
struct compare *compare_new(const struct figures *runs, size_t a, size_t b, const struct compare_options *options);
void compare_free(struct compare *c);

/* A verdict, and a way of deciding, in a word that programs may decide by. */
const char *compare_verdict_name(enum compare_verdict verdict);
const char *compare_how_name(enum compare_how how);

#endif
