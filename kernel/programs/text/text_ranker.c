/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * text_ranker.c: ranks the words and takes the digest of the ranking (text_rank.c): the end of the job, where the other
 * threads of the pipeline have nothing left to do. Where there are several processors the indexer has the help of the
 * thread `ranker`: each sorts one half; then the one that was sooner takes the digest of what the other one has merged,
 * piece by piece. Without the thread, the indexer does one behind the other.
 */
#include "text.h"

#include "core/processor.h"
#include "text_events.h"

/* Fewer words take less time than to start a thread. */
#define APART_LEAST 1024

/* Words of a piece: 100 us of work for an emulated processor, which is as long as it takes to wake one. */
#define PIECE 1024

struct job {
  struct text_ranking *ranking;
  uint64_t *digest;
  struct mutex lock;
  struct cond changed;   /* `merged` is */
  unsigned sorted;       /* halves; under `lock` */
  size_t merged;         /* words that are ranked for good; under `lock` */
};

/* Returns whether both halves are sorted now. */
static bool sort_half(struct job *j, unsigned half)
{
  text_ranking_sort(j->ranking, half);
  mutex_lock(&j->lock);
  const bool both = ++j->sorted == TEXT_HALVES;
  mutex_unlock(&j->lock);
  return both;
}

/* Returns where the piece ends that begins at word `from`. */
static size_t piece_end(const struct text_ranking *r, size_t from)
{
  return r->words - from > PIECE ? from + PIECE : r->words;
}

static uint64_t digest_piece(const struct text_ranking *r, size_t from, uint64_t digest)
{
  return text_ranking_digest(digest, r->ranked + from, piece_end(r, from) - from);
}

static void merge_pieces(struct job *j)
{
  struct text_ranking *const r = j->ranking;
  while (r->merged < r->words) {
    text_ranking_merge(r, piece_end(r, r->merged));
    mutex_lock(&j->lock);
    j->merged = r->merged;
    mutex_unlock(&j->lock);
    cond_signal(&j->changed);
  }
}

static void wait_for_piece(struct job *j, size_t from)
{
  mutex_lock(&j->lock);
  while (j->merged <= from)
    cond_wait(&j->changed, &j->lock);
  mutex_unlock(&j->lock);
}

static void take_digest(struct job *j)
{
  const struct text_ranking *const r = j->ranking;
  uint64_t digest = TEXT_HASH_START;
  for (size_t done = 0; done < r->words; done = piece_end(r, done)) {
    wait_for_piece(j, done);
    digest = digest_piece(r, done, digest);
  }
  *j->digest = digest;
}

/* One of the two threads' part. */
static void rank_half(struct job *j, unsigned half)
{
  if (sort_half(j, half))
    merge_pieces(j);
  else
    take_digest(j);
}

static void ranker(void *arg)
{
  rank_half(arg, 1);
}

/* Calls the same functions, as often, as two threads do. */
static void rank_alone(struct job *j)
{
  struct text_ranking *const r = j->ranking;
  for (unsigned half = 0; half < TEXT_HALVES; half++)
    sort_half(j, half);
  *j->digest = TEXT_HASH_START;
  for (size_t done = 0; done < r->words; done = r->merged) {
    text_ranking_merge(r, piece_end(r, done));
    *j->digest = digest_piece(r, done, *j->digest);
  }
}

bool text_rank(struct text_pipeline *p)
{
  if (!text_ranking_init(&p->ranking, &p->table))
    return false;
  struct job job = {.ranking = &p->ranking, .digest = &p->result.digest, .lock = MUTEX("text ranking")};
  struct thread *thread = NULL;
  if (processor_count > 1 && p->ranking.words >= APART_LEAST)
    thread = thread_create("ranker", THREAD_NORMAL, ranker, &job);
  if (thread) {
    rank_half(&job, 0);
    thread_join(thread);
  } else
    rank_alone(&job);
  text_log(TEXT_EVENT_RANKED, p->ranking.words);
  return true;
}
