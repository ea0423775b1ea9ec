/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * textjob.c: does the job of the kernel's workload `text` on the host and prints the same `result:` lines, so that a
 * run in the kernel can be checked against it.
 *
 * It shares nothing with the kernel's code, on purpose: the whole file at once instead of blocks, sorting and
 * counting neighbours instead of a hash table, qsort() instead of a merge sort, liblzo2 instead of miniLZO. What both
 * must agree on is what the lines mean:
 *
 *   bytes, lines       of the input; a line is a newline byte
 *   checksum           FNV-1a, 64 bits, over all bytes
 *   words, distinct    runs of ASCII letters, digits and bytes >= 0x80; capitals folded; told apart by 64 bytes
 *   longest            bytes of the longest word, uncut
 *   topN COUNT WORD    by count, then by bytes; bytes that are no printable UTF-8 as \xHH
 *   index              FNV-1a over bytes, count, first position (8 bytes, little-endian) of each word in that order
 *   packed             bytes of all 16 KiB blocks, each compressed by LZO1X-1
 *   packed_digest      FNV-1a over those
 */
#include <argp.h>
#include <errno.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <lzo/lzo1x.h>

#define BLOCK_BYTES (16 * 1024)
#define KEPT_BYTES 64
#define TOP_WORDS 5

#define FNV_START UINT64_C(14695981039346656037)
#define FNV_PRIME UINT64_C(1099511628211)

/* A word of the text, or all words with the same letters once they are counted. */
struct occurrence {
  const unsigned char *text;  /* in the folded copy of the input */
  size_t bytes;               /* kept, at most KEPT_BYTES */
  uint64_t count;
};

struct text {
  unsigned char *raw, *folded;
  size_t bytes;
};

struct index {
  struct occurrence *word;
  size_t words, distinct, longest;
};

static const char *program;

static _Noreturn void fail(const char *path, const char *what)
{
  fprintf(stderr, "%s: %s: %s\n", program, path, what);
  exit(1);
}

static void *need(void *memory)
{
  if (!memory)
    fail("memory", "not enough for this input; use a smaller one");
  return memory;
}

static uint64_t fnv(uint64_t sum, const void *data, size_t bytes)
{
  for (const unsigned char *p = data, *end = p + bytes; p < end; p++) {
    sum ^= *p;
    sum *= FNV_PRIME;
  }
  return sum;
}

static uint64_t fnv_u64(uint64_t sum, uint64_t value)
{
  unsigned char little[8];
  for (int i = 0; i < 8; i++, value >>= 8)
    little[i] = value & 255;
  return fnv(sum, little, sizeof little);
}

static FILE *open_input(const char *path)
{
  struct stat st;
  FILE *file = fopen(path, "rb");
  if (!file || fstat(fileno(file), &st) != 0)
    fail(path, strerror(errno));
  if (S_ISDIR(st.st_mode))
    fail(path, "is a directory; name a file");
  return file;
}

/* Reads to the end, so pipes and files that grow are read too. */
static void read_text(struct text *t, const char *path)
{
  FILE *file = open_input(path);
  size_t room = 1 << 20, got;
  t->raw = need(malloc(room));
  while ((got = fread(t->raw + t->bytes, 1, room - t->bytes, file)) > 0) {
    t->bytes += got;
    if (t->bytes == room)
      t->raw = need(realloc(t->raw, room *= 2));
  }
  if (ferror(file))
    fail(path, strerror(errno));
  fclose(file);
}

static bool is_word_byte(unsigned char c)
{
  return c > 127 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z');
}

static void fold_text(struct text *t)
{
  t->folded = need(malloc(t->bytes + 1));
  for (size_t i = 0; i < t->bytes; i++)
    t->folded[i] = t->raw[i] >= 'A' && t->raw[i] <= 'Z' ? t->raw[i] - 'A' + 'a' : t->raw[i];
  t->folded[t->bytes] = 0; /* ends a last word */
}

static void add_word(struct index *x, size_t *room, const unsigned char *text, size_t length)
{
  if (x->words == *room) {
    *room = *room ? *room * 2 : 4096;
    x->word = need(realloc(x->word, *room * sizeof *x->word));
  }
  x->word[x->words++] = (struct occurrence){text, length < KEPT_BYTES ? length : KEPT_BYTES, 1};
  if (length > x->longest)
    x->longest = length;
}

static void find_words(struct index *x, const struct text *t)
{
  size_t room = 0;
  const unsigned char *begin = NULL;
  for (const unsigned char *p = t->folded; p <= t->folded + t->bytes; p++) {
    if (is_word_byte(*p)) {
      if (!begin)
        begin = p;
    } else if (begin) {
      add_word(x, &room, begin, (size_t)(p - begin));
      begin = NULL;
    }
  }
}

static int order_by_bytes(const struct occurrence *a, const struct occurrence *b)
{
  size_t common = a->bytes < b->bytes ? a->bytes : b->bytes;
  int order = memcmp(a->text, b->text, common);
  return order ? order : (a->bytes > b->bytes) - (a->bytes < b->bytes);
}

static int by_bytes_and_place(const void *va, const void *vb)
{
  const struct occurrence *a = va, *b = vb;
  int order = order_by_bytes(a, b);
  return order ? order : (a->text > b->text) - (a->text < b->text);
}

static int by_rank(const void *va, const void *vb)
{
  const struct occurrence *a = va, *b = vb;
  return a->count != b->count ? (a->count < b->count) - (a->count > b->count) : order_by_bytes(a, b);
}

/* Sorted, equal words are neighbours and the first of them has the first position: keep that one and count. */
static void count_words(struct index *x)
{
  if (!x->words)
    return;
  qsort(x->word, x->words, sizeof *x->word, by_bytes_and_place);
  struct occurrence *last = x->word;
  for (struct occurrence *w = x->word + 1; w < x->word + x->words; w++) {
    if (order_by_bytes(last, w) == 0)
      last->count++;
    else
      *++last = *w;
  }
  x->distinct = (size_t)(last - x->word) + 1;
  qsort(x->word, x->distinct, sizeof *x->word, by_rank);
}

/* Reads one character by the rules of RFC 3629; returns its length, 0 when there is none. */
static size_t decode(const unsigned char *p, size_t bytes, uint32_t *code)
{
  static const uint32_t smallest[] = {0, 0, 0x80, 0x800, 0x10000};
  size_t length = *p < 0x80 ? 1 : (*p & 0xe0) == 0xc0 ? 2 : (*p & 0xf0) == 0xe0 ? 3 : (*p & 0xf8) == 0xf0 ? 4 : 0;
  if (!length || length > bytes)
    return 0;
  *code = length == 1 ? *p : *p & (0x7fu >> length);
  for (size_t i = 1; i < length; i++) {
    if (p[i] >> 6 != 2)
      return 0;
    *code = *code << 6 | (p[i] & 0x3f);
  }
  bool surrogate = *code >= 0xd800 && *code <= 0xdfff, control = *code >= 0x80 && *code <= 0x9f;
  return *code < smallest[length] || *code > 0x10ffff || surrogate || control ? 0 : length;
}

static void print_word(const struct occurrence *w)
{
  for (size_t i = 0; i < w->bytes;) {
    uint32_t code;
    size_t length = decode(w->text + i, w->bytes - i, &code);
    if (length)
      fwrite(w->text + i, 1, length, stdout);
    else
      printf("\\x%02x", w->text[i]);
    i += length ? length : 1;
  }
  putchar('\n');
}

static void report_text(const struct text *t)
{
  size_t lines = 0;
  for (size_t i = 0; i < t->bytes; i++)
    lines += t->raw[i] == '\n';
  printf("result: bytes %zu\n", t->bytes);
  printf("result: checksum %016" PRIx64 "\n", fnv(FNV_START, t->raw, t->bytes));
  printf("result: lines %zu\n", lines);
}

static void report_index(const struct index *x, const struct text *t)
{
  uint64_t digest = FNV_START;
  for (const struct occurrence *w = x->word; w < x->word + x->distinct; w++) {
    digest = fnv(digest, w->text, w->bytes);
    digest = fnv_u64(digest, w->count);
    digest = fnv_u64(digest, (uint64_t)(w->text - t->folded));
  }
  printf("result: words %zu\n", x->words);
  printf("result: distinct %zu\n", x->distinct);
  printf("result: longest %zu\n", x->longest);
  for (size_t i = 0; i < TOP_WORDS && i < x->distinct; i++) {
    printf("result: top%zu %" PRIu64 " ", i + 1, x->word[i].count);
    print_word(&x->word[i]);
  }
  printf("result: index %016" PRIx64 "\n", digest);
}

static void report_packed(const struct text *t)
{
  unsigned char *out = need(malloc(BLOCK_BYTES * 2));
  void *work = need(malloc(LZO1X_1_MEM_COMPRESS));
  uint64_t digest = FNV_START, total = 0;
  for (size_t done = 0, n; done < t->bytes; done += n) {
    n = t->bytes - done < BLOCK_BYTES ? t->bytes - done : BLOCK_BYTES;
    lzo_uint packed = 0;
    lzo1x_1_compress(t->raw + done, n, out, &packed, work);
    digest = fnv(digest, out, packed);
    total += packed;
  }
  printf("result: packed %" PRIu64 "\n", total);
  printf("result: packed_digest %016" PRIx64 "\n", digest);
  free(work);
  free(out);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  const char **path = state->input;
  if (key == ARGP_KEY_ARG && !*path)
    *path = arg;
  else if (key == ARGP_KEY_ARG)
    argp_error(state, "one FILE only, `%s' is one too many", arg);
  else if (key == ARGP_KEY_END && !*path)
    argp_error(state, "which FILE?");
  else
    return key == ARGP_KEY_END ? 0 : ARGP_ERR_UNKNOWN;
  return 0;
}

int main(int argc, char **argv)
{
  static const struct argp argp = {
    .parser = parse, .args_doc = "FILE",
    .doc = "Indexes and compresses FILE as the kernel's workload `text' does, and prints the same result lines."
           "\vExit status: 0 done, 1 FILE cannot be read or memory is out, 2 usage."
  };
  const char *path = NULL;
  struct text text = {0};
  struct index index = {0};
  program = argv[0];
  argp_err_exit_status = 2;
  argp_parse(&argp, argc, argv, 0, NULL, &path);
  if (lzo_init() != LZO_E_OK)
    fail("liblzo2", "the library does not fit this program; rebuild it (make clean all)");
  read_text(&text, path);
  fold_text(&text);
  find_words(&index, &text);
  count_words(&index);
  report_text(&text);
  report_index(&index, &text);
  report_packed(&text);
  free(index.word);
  free(text.folded);
  free(text.raw);
  if (fflush(stdout) != 0 || ferror(stdout))
    fail("standard output", strerror(errno));
  return 0;
}
