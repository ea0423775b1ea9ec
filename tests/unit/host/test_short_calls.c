/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_short_calls.c: what a call took is told from turns with fenced probes, also where it is shorter than what goes
 * on beside it; and samples of turns without probes are shares of what the whole program takes.
 */
#define _GNU_SOURCE /* open_memstream */
#include "fixture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "dump/dump.h"
#include "fed_rows.h"
#include "model/turns.h"
#include "tables/tables.h"

#define HZ    1000000000u
#define START 1000000u
#define US    1000u /* cycles of one */
#define CALLS 10000u
#define PERIOD 40u   /* cycles from a call of the short function to the next one, in the plain program */
#define TURN  (160 * US)
#define TURNS 32u

enum { WORK = 0x1000, SHORT = 0x2000 };
enum { ROOT_NODE = 1, WORK_NODE, SHORT_NODE };

static void assert_near(double is, double wanted)
{
  assert_true(is > wanted - 1e-6 && is < wanted + 1e-6);
}

/* What fenced probes cost around chains of several lengths, the shortest one first: around short ones more; and around
 * those that are not short it is not quite one constant. */
static const struct { uint32_t body, inner; } chains[] = { { 7, 88 }, { 9, 87 }, { 18, 86 }, { 37, 86 }, { 92, 92 } };
enum { SHORT_CHAINS = 2, LONGEST = 92, ERROR = 6 }; /* to the least of those that are not short */
enum { MIDDLE = 89, MIDDLE_ERROR = 3 };              /* of the least and the greatest of these */
#define CHAINS (sizeof(chains) / sizeof(chains[0]))

static void add_costs(struct dump *d, bool with_bodies)
{
  for (uint32_t i = 0; i < 3 * CHAINS; i++) {
    const uint32_t chain = i % CHAINS;
    if (!with_bodies && chain < SHORT_CHAINS)
      continue; /* dumps that do not tell bodies have none of them */
    const struct wire_turn row = { START + i, WIRE_TURN_COST, chain, 128, 128 * chains[chain].inner,
                                   with_bodies ? 128 * chains[chain].body : 0 };
    add(d, WIRE_TURN, &row, 1);
  }
}

static uint32_t called_from = 0, called_until = TURNS; /* turns of those that count calls: in these there were some */

/* Turns that had calls of the short function, `raw` cycles each between the time stamps of fenced probes; turns that
 * counted its calls; and turns without probes. Before its first call no turn counts calls of a function. */
static void add_turns(struct dump *d, uint32_t raw)
{
  for (uint32_t i = 0; i < TURNS; i++) {
    const uint64_t at = START + 3 * i * TURN;
    const struct wire_turn rows[] = {
      { at, WIRE_TURN_FENCED, 0, 1, TURN, 0 },
      { at, WIRE_TURN_NODE, SHORT_NODE, 100, 100 * raw, CALLS / TURNS * (i + 1) },
      { at + TURN, i < called_from ? WIRE_TURN_PLAIN : WIRE_TURN_COUNTS, i < called_from ? 0 : SHORT_NODE,
        i < called_from || i >= called_until ? 0 : TURN / PERIOD, TURN, 0 },
      { at + 2 * TURN, WIRE_TURN_PLAIN, 0, 0, TURN, 0 } };
    add(d, WIRE_TURN, rows, sizeof(rows) / sizeof(rows[0]));
  }
}

/* A sample at `us` of each turn without probes. */
static void add_samples(struct dump *d, uint32_t us, uint64_t address)
{
  for (uint32_t i = 0; i < TURNS; i++) {
    const struct wire_sample row = { .tsc = START + 3 * i * TURN + 2 * TURN + us * US, .thread = 1, .depth = 1 };
    const struct wire_stack stack = { address };
    add(d, WIRE_SAMPLE, &row, 1);
    add(d, WIRE_STACK, &stack, 1);
  }
}

static struct dump *make_run(uint32_t raw, bool with_bodies)
{
  static const struct wire_meta meta[] = {
    { WIRE_META_TSC_HZ, HZ }, { WIRE_META_START_TSC, START }, { WIRE_META_STOP_TSC, START + 3 * TURNS * TURN },
    { WIRE_META_TURNS, 20 }, { WIRE_META_CAL_FENCED_INNER, 80 }, { WIRE_META_CAL_FENCED_LOW, 80 },
    { WIRE_META_CAL_FENCED_HIGH, 80 } };
  static const struct wire_node nodes[] = {
    { .id = ROOT_NODE, .thread = 1, .flags = WIRE_NODE_ROOT | WIRE_NODE_OPEN, .raw = CALLS * PERIOD },
    { .id = WORK_NODE, .parent = ROOT_NODE, .thread = 1, .flags = WIRE_NODE_OPEN, .address = WORK,
      .raw = CALLS * PERIOD },
    { .id = SHORT_NODE, .parent = WORK_NODE, .thread = 1, .address = SHORT, .calls = CALLS, .raw = CALLS * 20 } };
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  dump_index(d, -1);
  seq = 0;
  add(d, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  add(d, WIRE_THREAD, &(struct wire_thread){ .id = 1, .start = START }, 1);
  add(d, WIRE_NODE, nodes, sizeof(nodes) / sizeof(nodes[0]));
  add_costs(d, with_bodies);
  add_turns(d, raw);
  add_samples(d, 1, WORK); /* was due before */
  add_samples(d, 2, WORK);
  add_samples(d, 40, SHORT);
  add_samples(d, 80, SHORT);
  add_samples(d, 120, SHORT);
  add_samples(d, 150, WORK);
  feed(d, WIRE_FRAME_DATA);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  return d;
}

/* Half of the turns ran beside another program on the same core, which makes their probes dearer, in all chains
 * alike. */
static struct dump *make_disturbed_run(void)
{
  struct dump *d = dump_new("memory", DUMP_ALL, 64 << 20);
  const struct wire_meta meta[] = { { WIRE_META_TSC_HZ, HZ }, { WIRE_META_CAL_FENCED_INNER, 80 },
    { WIRE_META_CAL_FENCED_LOW, 80 }, { WIRE_META_CAL_FENCED_HIGH, 80 } };
  dump_index(d, -1);
  seq = 0;
  add(d, WIRE_META, meta, sizeof(meta) / sizeof(meta[0]));
  feed(d, WIRE_FRAME_HELLO);
  for (uint32_t i = 0; i < 2 * TURNS; i++) {
    const uint64_t at = START + i * TURN;
    const uint32_t chain = i % CHAINS, more = i / 16 % 2 ? 10 + (i * 2654435769u >> 13) % 17 : 0;
    const struct wire_turn rows[] = {
      { at, WIRE_TURN_COST, chain, 128, 128 * (chains[chain].inner + more), 128 * chains[chain].body },
      { at + 1, WIRE_TURN_FENCED, 0, 1, TURN, 0 },
      { at + 1, WIRE_TURN_NODE, SHORT_NODE, 100, 100 * (104 + 2 * more), 100 * (i + 1) },
      { at + 1, WIRE_TURN_NODE, WORK_NODE, 100, 100 * (104 + more), 100 * (i + 1) } };
    add(d, WIRE_TURN, rows, more ? 4 : 3); /* the other function was called in the disturbed ones only */
  }
  feed(d, WIRE_FRAME_DATA);
  feed(d, WIRE_FRAME_END);
  dump_done(d);
  return d;
}

static void turns_beside_another_program_are_corrected_with_their_own_cost(void **state)
{
  struct turns_mean mean;
  (void)state;
  struct dump *d = make_disturbed_run();
  struct turns *t = turns_new(d);
  assert_near(turns_costs(t).error, ERROR);
  assert_true(turns_mean(t, SHORT_NODE, &mean)); /* which takes 10 to 26 longer there itself, half of the time */
  assert_true(mean.cycles > 18 + 5 && mean.cycles < 18 + 13);
  assert_int_equal(mean.turns, 2 * TURNS);
  assert_true(turns_mean(t, WORK_NODE, &mean));
  assert_near(mean.cycles, 18);
  assert_int_equal(mean.turns, TURNS);
  turns_free(t);
  dump_free(d);
}

static double told_of(uint32_t raw, bool with_bodies)
{
  struct dump *d = make_run(raw, with_bodies);
  struct turns *t = turns_new(d);
  struct turns_mean mean;
  assert_true(turns_mean(t, SHORT_NODE, &mean));
  assert_near(turns_costs(t).inner, with_bodies ? LONGEST : MIDDLE);
  assert_near(turns_costs(t).error, with_bodies ? ERROR : MIDDLE_ERROR);
  turns_free(t);
  dump_free(d);
  return mean.cycles;
}

static void a_call_took_what_a_chain_of_its_length_takes(void **state)
{
  (void)state;
  assert_near(told_of(95, true), 7);   /* as the shortest chain */
  assert_near(told_of(96, true), 9);
  assert_near(told_of(100, true), 13.5); /* in the middle between two of them */
  assert_near(told_of(104, true), 18);
  assert_near(told_of(93, true), 5);   /* shorter than all */
  assert_near(told_of(184, true), 92); /* as the longest one */
  assert_near(told_of(486, true), 486 - LONGEST); /* longer than all */
}

static void without_the_lengths_of_chains_the_cost_is_one_constant(void **state)
{
  (void)state;
  assert_near(told_of(95, false), 95 - MIDDLE);
  assert_near(told_of(486, false), 486 - MIDDLE);
}

/* Returns table `own` as text, for free(). */
static char *own_table(struct analysis *a)
{
  char *text = NULL;
  size_t bytes;
  FILE *out = open_memstream(&text, &bytes);
  for (size_t i = 0; i < tables_count; i++)
    if (strcmp(tables_all[i]->name, "own") == 0)
      assert_true(tables_write(tables_all[i], a, out, TABLE_FORM_TSV, 0));
  fclose(out);
  return text;
}

/* Returns a cell of table `own`, in the row of a function. */
static double cell_of(struct analysis *a, const char *function, unsigned column)
{
  char *text = own_table(a), *line, *rest, want[16];
  double value = -1;
  snprintf(want, sizeof(want), "%s\t", function);
  for (line = strtok_r(text, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
    if (strncmp(line, want, strlen(want)) == 0) {
      for (; column; column--)
        line = strchr(line, '\t') + 1;
      value = strtod(line, NULL);
    }
  free(text);
  return value;
}

enum { SAMPLES = 11, SAMPLED_NS }; /* columns of table `own` */

/* Three quarters of the samples are the short function's, and so are three quarters of the time from one call to the
 * next; that its turns say less changes nothing. What was due before a turn began is none of its samples. */
static void samples_are_shares_of_the_whole_program(void **state)
{
  static const struct view_options all = { 0 };
  (void)state;
  struct dump *d = make_run(106, true);
  struct analysis *a = analysis_new(view_new(d, NULL, &all));
  assert_near(cell_of(a, "0x2000", SAMPLES), 3 * TURNS);
  assert_near(cell_of(a, "0x1000", SAMPLES), TURNS);
  assert_near(cell_of(a, "0x2000", SAMPLED_NS), PERIOD * 3 / 4);
  analysis_free(a);
  dump_free(d);
}

static double sampled_ns(bool with_bodies, const char *thread)
{
  const struct view_options options = { .thread = thread };
  struct dump *d = make_run(with_bodies ? 106 : 20 + MIDDLE, with_bodies);
  struct analysis *a = analysis_new(view_new(d, NULL, &options));
  const double ns = cell_of(a, "0x2000", SAMPLED_NS);
  analysis_free(a);
  dump_free(d);
  return ns;
}

/* Where turns do not say what the whole program takes a sample stands for what one of functions does whose time turns
 * tell: 20 ns of the short one. Its turns tell of its part of the run only, or its calls are not all in the trees, or
 * the lengths of turns have the handlers of interrupts in them. */
static void the_whole_program_is_known_from_calls_of_the_whole_run(void **state)
{
  (void)state;
  assert_near(sampled_ns(true, NULL), PERIOD * 3 / 4);
  called_until = TURNS - 2;
  assert_near(sampled_ns(true, NULL), PERIOD * 3 / 4);
  called_until = TURNS / 2;
  assert_near(sampled_ns(true, NULL), 20);
  called_until = TURNS;
  called_from = 1;
  assert_near(sampled_ns(true, NULL), PERIOD * 3 / 4);
  called_from = TURNS / 2;
  assert_near(sampled_ns(true, NULL), 20);
  called_from = 0;
  assert_near(sampled_ns(true, "1"), 20);
  assert_near(sampled_ns(false, NULL), 20);
}

/* The table says of which time the samples are shares: 128 of the 400 us of the whole program, or 96 of the 200 us of
 * the short function. */
static void a_note_says_of_what_samples_are_shares(void **state)
{
  static const char *const notes[] = {
    "# note: samples are shares of the whole program, whose time turns that count calls tell: 128 samples for "
    "400.000 us\n",
    "# note: samples are shares of the functions whose time turns tell: 96 samples for 200.000 us\n" };
  static const struct view_options all = { 0 };
  (void)state;
  for (size_t way = 0; way < 2; way++) {
    struct dump *d = make_run(way == 0 ? 106 : 20 + MIDDLE, way == 0);
    struct analysis *a = analysis_new(view_new(d, NULL, &all));
    char *text = own_table(a);
    assert_non_null(strstr(text, notes[way]));
    assert_null(strstr(text, notes[1 - way]));
    free(text);
    analysis_free(a);
    dump_free(d);
  }
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(a_call_took_what_a_chain_of_its_length_takes),
    cmocka_unit_test(turns_beside_another_program_are_corrected_with_their_own_cost),
    cmocka_unit_test(without_the_lengths_of_chains_the_cost_is_one_constant),
    cmocka_unit_test(samples_are_shares_of_the_whole_program),
    cmocka_unit_test(the_whole_program_is_known_from_calls_of_the_whole_run),
    cmocka_unit_test(a_note_says_of_what_samples_are_shares),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
