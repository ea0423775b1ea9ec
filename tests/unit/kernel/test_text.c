/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_text.c: the pure parts of the workload `text`: splitting, hashing, the table, its ranking, printable words.
 */
#include "fixture.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "pick.h"
#include "programs/text/text_hash.h"
#include "programs/text/text_rank.h"
#include "programs/text/text_show.h"
#include "programs/text/text_split.h"
#include "programs/text/text_table.h"

/* Memory that runs out after `budget` allocations (never when negative), and must all come back. */
static long budget = -1, live;

static void *scarce_alloc(size_t bytes)
{
  if (budget == 0)
    return NULL;
  budget -= budget > 0;
  live++;
  return malloc(bytes);
}

static void scarce_free(void *memory)
{
  live -= memory != NULL;
  free(memory);
}

static const struct text_memory memory = {scarce_alloc, scarce_free};

/* ---- hashing ---- */

static void hash_matches_published_values(void **state)
{
  (void)state;
  /* draft-eastlake-fnv, appendix C: 64-bit FNV-1a of "", "a", "foobar". */
  assert_true(text_hash(TEXT_HASH_START, NULL, 0) == 0xcbf29ce484222325u);
  assert_true(text_hash(TEXT_HASH_START, (const uint8_t *)"a", 1) == 0xaf63dc4c8601ec8cu);
  assert_true(text_hash(TEXT_HASH_START, (const uint8_t *)"foobar", 6) == 0x85944171f73967e8u);
}

static void a_number_hashes_as_its_little_endian_bytes(void **state)
{
  (void)state;
  const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  assert_true(text_hash_number(5, 0x0807060504030201u) == text_hash(5, bytes, 8));
}

/* ---- splitting ---- */

/* Splits in pieces of at most `piece` bytes and writes "word@position " for each word found. */
static void split(const void *data, size_t bytes, size_t piece, char *out)
{
  static struct text_splitter s;
  static struct text_batch batch;
  bool ended = false;
  text_split_init(&s);
  *out = '\0';
  for (size_t done = 0; !ended;) {
    size_t n = bytes - done < piece ? bytes - done : piece;
    batch.words = batch.used = 0;
    if (done < bytes)
      done += text_split(&s, (const uint8_t *)data + done, n, &batch);
    else
      ended = text_split_end(&s, &batch);
    for (uint32_t i = 0; i < batch.words; i++)
      out += sprintf(out, "%.*s@%lu ", (int)batch.word[i].bytes, (const char *)batch.text + batch.word[i].at,
                     (unsigned long)batch.word[i].position);
  }
}

static void words_are_letters_digits_and_high_bytes(void **state)
{
  (void)state;
  char out[256];
  split("The 2nd \0one,\nna\xc3\xafve-ish!", 24, 100, out);
  assert_string_equal(out, "the@0 2nd@4 one@9 na\xc3\xafve@14 ish@21 ");
  split("", 0, 100, out);
  assert_string_equal(out, "");
  split(" \n\t.\0", 5, 100, out);
  assert_string_equal(out, "");
  split("Az[@`{/:09", 10, 100, out);
  assert_string_equal(out, "az@0 09@8 ");
}

static void the_pieces_do_not_matter(void **state)
{
  (void)state;
  static char data[4000], whole[40000], pieces[40000];
  for (size_t i = 0; i < sizeof data; i++)
    data[i] = "aBc9 \n.\xff"[pick(8)];
  split(data, sizeof data, sizeof data, whole);
  for (size_t piece = 1; piece < 300; piece += piece < 20 ? 1 : 37) {
    split(data, sizeof data, piece, pieces);
    assert_string_equal(whole, pieces);
  }
}

static void a_long_word_is_one_word_cut(void **state)
{
  (void)state;
  static struct text_splitter s;
  static struct text_batch batch;
  uint8_t data[1000];
  memset(data, 'X', sizeof data);
  text_split_init(&s);
  batch.words = batch.used = 0;
  assert_int_equal(text_split(&s, data, 1000, &batch), 1000);
  assert_int_equal(text_split(&s, data, 1000, &batch), 1000);
  assert_int_equal(batch.words, 0);
  assert_true(text_split_end(&s, &batch));
  assert_int_equal(batch.words, 1);
  assert_int_equal(batch.word[0].bytes, TEXT_WORD_KEPT);
  assert_int_equal(batch.word[0].position, 0);
  assert_int_equal(s.longest, 2000);
  assert_true(text_split_end(&s, &batch));
  assert_int_equal(batch.words, 1);
}

static void a_full_batch_stops_and_refuses(void **state)
{
  (void)state;
  static struct text_splitter s;
  static struct text_batch batch;
  uint8_t data[4 * TEXT_BATCH_WORDS];
  for (size_t i = 0; i < sizeof data; i++)
    data[i] = i % 2 ? ' ' : 'w';
  text_split_init(&s);
  batch.words = batch.used = 0;
  assert_int_equal(text_split(&s, data, sizeof data, &batch), 2 * TEXT_BATCH_WORDS);
  assert_int_equal(batch.words, TEXT_BATCH_WORDS);
  assert_int_equal(text_split(&s, data, 1, &batch), 0);
  batch.words--;
  assert_int_equal(text_split(&s, data, 1, &batch), 1);
  batch.words++;
  assert_false(text_split_end(&s, &batch));
  assert_int_equal(s.words, TEXT_BATCH_WORDS);
}

/* ---- the table ---- */

static enum text_added add(struct text_table *t, const char *word, uint64_t position)
{
  return text_table_add(t, (const uint8_t *)word, (uint32_t)strlen(word), position);
}

static struct text_ranking rank(struct text_table *t)
{
  struct text_ranking r;
  assert_true(text_ranking_init(&r, t));
  assert_int_equal(r.words, t->entries);
  for (unsigned half = 0; half < TEXT_HALVES; half++)
    text_ranking_sort(&r, half);
  text_ranking_merge(&r, r.words);
  return r;
}

static void the_table_counts_and_keeps_first_positions(void **state)
{
  (void)state;
  struct text_table t;
  assert_true(text_table_init(&t, &memory));
  assert_int_equal(add(&t, "b", 10), TEXT_ADDED_NEW);
  assert_int_equal(add(&t, "ab", 20), TEXT_ADDED_NEW);
  assert_int_equal(add(&t, "b", 30), TEXT_ADDED_KNOWN);
  assert_int_equal(add(&t, "a", 40), TEXT_ADDED_NEW);
  struct text_ranking r = rank(&t);
  struct text_entry **ranked = r.ranked;
  assert_int_equal(t.entries, 3);
  assert_memory_equal(ranked[0]->word, "b", 1);
  assert_int_equal(ranked[0]->count, 2);
  assert_int_equal(ranked[0]->position, 10);
  assert_int_equal(ranked[1]->bytes, 1); /* "a" comes before "ab" */
  assert_memory_equal(ranked[2]->word, "ab", 2);
  text_ranking_free(&r);
  text_table_free(&t);
  assert_int_equal(live, 0);
}

static void assert_by_rank(struct text_entry *const *word, size_t words)
{
  for (size_t i = 1; i < words; i++) {
    const struct text_entry *a = word[i - 1], *b = word[i];
    const int order = memcmp(a->word, b->word, a->bytes < b->bytes ? a->bytes : b->bytes);
    assert_true(a->count > b->count || (a->count == b->count && (order < 0 || (!order && a->bytes < b->bytes))));
  }
}

static void growth_loses_nothing(void **state)
{
  (void)state;
  struct text_table t;
  char word[16];
  assert_true(text_table_init(&t, &memory));
  for (int round = 0; round < 3; round++)
    for (int i = 0; i < 20000; i++) {
      sprintf(word, "w%d", i);
      assert_int_equal(add(&t, word, (uint64_t)i), round ? TEXT_ADDED_KNOWN : TEXT_ADDED_NEW);
    }
  assert_int_equal(t.entries, 20000);
  assert_true(t.buckets >= t.entries && t.buckets < 4 * t.entries);
  struct text_ranking r = rank(&t);
  assert_by_rank(r.ranked, r.words);
  for (size_t i = 0; i < r.words; i++)
    assert_int_equal(r.ranked[i]->count, 3);
  text_ranking_free(&r);
  text_table_free(&t);
  assert_int_equal(live, 0);
}

/* Makes a table of `words` words, of five counts. */
static void fill(struct text_table *t, int words)
{
  char word[16];
  assert_true(text_table_init(t, &memory));
  for (int i = 0; i < words; i++) {
    sprintf(word, "w%d", i * 7919 % words);
    for (int times = 0; times <= i % 5; times++)
      add(t, word, (uint64_t)i);
  }
  assert_int_equal(t->entries, words);
}

/* Ranks `words` words with the second half sorted first, for neither half may need the other, and merged in pieces of
 * `piece` words, each of which has its digest taken before the next one is merged. */
static void rank_in_pieces(int words, size_t piece)
{
  struct text_table t;
  fill(&t, words);
  struct text_ranking whole = rank(&t), r;
  assert_by_rank(whole.ranked, whole.words);
  assert_true(text_ranking_init(&r, &t));
  text_ranking_sort(&r, 1);
  text_ranking_sort(&r, 0);
  uint64_t digest = TEXT_HASH_START;
  for (size_t done = 0; done < r.words; done = r.merged) {
    text_ranking_merge(&r, done + piece < r.words ? done + piece : r.words);
    assert_true(r.merged > done);
    digest = text_ranking_digest(digest, r.ranked + done, r.merged - done);
  }
  assert_memory_equal(whole.ranked, r.ranked, t.entries * sizeof *r.ranked);
  assert_int_equal(digest, text_ranking_digest(TEXT_HASH_START, whole.ranked, whole.words));
  text_ranking_free(&whole);
  text_ranking_free(&r);
  text_table_free(&t);
  assert_int_equal(live, 0);
}

static void ranks_come_in_pieces(void **state)
{
  (void)state;
  static const struct { int words; size_t piece; } cases[] = {
    {0, 1}, {1, 1}, {2, 1}, {3, 2}, {17, 4}, {1000, 1}, {20001, 1024}, {5000, 5000},
  };
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
    rank_in_pieces(cases[i].words, cases[i].piece);
}

static void the_digest_depends_on_counts_and_positions_only(void **state)
{
  (void)state;
  uint64_t digest[4];
  const char *const texts[4][3] = {{"x", "y", "x"}, {"y", "x", "x"}, {"x", "x", "y"}, {"x", "y", "y"}};
  for (int i = 0; i < 4; i++) {
    struct text_table t;
    assert_true(text_table_init(&t, &memory));
    for (int w = 0; w < 3; w++)
      add(&t, texts[i][w], texts[i][w][0] == 'x' ? 7 : 9);
    struct text_ranking r = rank(&t);
    digest[i] = text_ranking_digest(TEXT_HASH_START, r.ranked, r.words);
    text_ranking_free(&r);
    text_table_free(&t);
  }
  assert_true(digest[0] == digest[1] && digest[0] == digest[2] && digest[0] != digest[3]);
}

/* Whichever allocation fails, the call says so, the table tells how much it wanted, and everything comes back. */
static void memory_may_run_out_anywhere(void **state)
{
  (void)state;
  for (long allocations = 0;; allocations++) {
    struct text_table t;
    struct text_ranking r = {0};
    char word[16];
    budget = allocations;
    bool good = text_table_init(&t, &memory);
    for (int i = 0; good && i < 3000; i++) {
      sprintf(word, "w%d", i);
      good = add(&t, word, 0) != TEXT_ADDED_NONE;
    }
    if (good)
      good = text_ranking_init(&r, &t);
    assert_true(good == (t.asked_bytes == 0));
    budget = -1;
    text_ranking_free(&r);
    text_table_free(&t);
    assert_int_equal(live, 0);
    if (good)
      break;
  }
}

/* ---- printing ---- */

static void only_printable_utf8_goes_through(void **state)
{
  (void)state;
  static const struct { const char *word, *shown; } cases[] = {
    {"plain7", "plain7"},
    {"f\xc3\xbcr", "f\xc3\xbcr"},
    {"\xe6\x97\xa5\xf0\x9f\x98\x80", "\xe6\x97\xa5\xf0\x9f\x98\x80"},
    {"\xfe\xff", "\\xfe\\xff"},                             /* never in UTF-8; 0xfe opens a frame */
    {"\xc3", "\\xc3"},                                      /* cut */
    {"\xc0\xaf", "\\xc0\\xaf"},                             /* overlong */
    {"\xe0\x9f\xbf", "\\xe0\\x9f\\xbf"},
    {"\xed\xa0\x80", "\\xed\\xa0\\x80"},                    /* surrogate */
    {"\xf4\x90\x80\x80", "\\xf4\\x90\\x80\\x80"},           /* beyond U+10FFFF */
    {"\xc2\x9b" "31m", "\\xc2\\x9b31m"},                    /* C1: a terminal's CSI */
  };
  char out[TEXT_SHOW_BYTES];
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    text_show((const uint8_t *)cases[i].word, strlen(cases[i].word), out);
    assert_string_equal(out, cases[i].shown);
  }
}

static void the_longest_shown_word_fits(void **state)
{
  (void)state;
  uint8_t word[TEXT_WORD_KEPT];
  char out[TEXT_SHOW_BYTES];
  memset(word, 0x80, sizeof word);
  text_show(word, sizeof word, out);
  assert_int_equal(strlen(out), TEXT_SHOW_BYTES - 1);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(hash_matches_published_values),
    cmocka_unit_test(a_number_hashes_as_its_little_endian_bytes),
    cmocka_unit_test(words_are_letters_digits_and_high_bytes),
    cmocka_unit_test(the_pieces_do_not_matter),
    cmocka_unit_test(a_long_word_is_one_word_cut),
    cmocka_unit_test(a_full_batch_stops_and_refuses),
    cmocka_unit_test(the_table_counts_and_keeps_first_positions),
    cmocka_unit_test(growth_loses_nothing),
    cmocka_unit_test(ranks_come_in_pieces),
    cmocka_unit_test(the_digest_depends_on_counts_and_positions_only),
    cmocka_unit_test(memory_may_run_out_anywhere),
    cmocka_unit_test(only_printable_utf8_goes_through),
    cmocka_unit_test(the_longest_shown_word_fits),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
