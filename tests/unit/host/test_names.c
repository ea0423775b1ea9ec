/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * test_names.c: names of functions are read by a process of their own, for which its caller never waits: neither where
 * an image takes long, nor where it is not there, nor where reading it never ends. A named pipe holds the process: it
 * goes on when the test has opened that for writing, and closed it.
 */
#include "fixture.h"
#include "received.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <poll.h>
#include <stddef.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/mem.h"
#include "dump/carried.h"
#include "receive/intake.h"
#include "serve/names.h"
#include "xfer.h"

#define MEMORY (64u << 20)
#define IMAGES (NAMES_IMAGES + 1)
#define RUNS   3 /* that have come, so says the caller */

static char gate[] = "/tmp/test_names.XXXXXX/gate";
static struct intake intakes[IMAGES]; /* of runs of as many images */
static enum { HELD, THERE, NOT_THERE, DIES, HANGS, CLOSED } how;
static int kept_open; /* by the caller */

/* ---- an image ---- */

static bool no_source(const struct symbols *s, uint64_t address, struct symbol_source *source)
{
  (void)s, (void)address, (void)source;
  return false;
}

static void close_nothing(struct symbols *s)
{
  (void)s;
}

static struct symbols *make_image(void)
{
  struct symbols *s = mem_alloc(1, sizeof(*s));
  *s = (struct symbols){ .count = 1, .source = no_source, .close = close_nothing,
                         .table = mem_alloc(1, sizeof(*s->table)) };
  s->table[0] = (struct symbol){ 0x1000, 0x2000, mem_format("held_function") };
  return s;
}

static struct symbols *find_image(void *ctx, const struct dump *d)
{
  char byte;
  (void)ctx, (void)d;
  if (how == DIES)
    _exit(0);
  while (how == HANGS)
    pause();
  const int fd = how == HELD ? open(gate, O_RDONLY) : -1;
  while (fd >= 0 && read(fd, &byte, 1) > 0)
    ;
  if (how == CLOSED && fcntl(kept_open, F_GETFD) >= 0)
    _exit(1);
  return how == NOT_THERE ? NULL : make_image();
}

/* ---- runs ---- */

static void on_frame(void *intake, const struct xfer_frame *frame)
{
  intake_frame(intake, frame);
}

/* Begins a run whose image is called `id`. */
static void begin_run(struct intake *intake, const char *id)
{
  static const struct xfer_receiver_ops ops = { .frame = on_frame, .text = ignore_text, .damage = ignore_damage };
  struct xfer_receiver *r = xfer_receive_new(&ops, intake);
  struct xfer_sender s;
  void *memory = malloc(XFER_SENDER_BYTES);
  const struct wire_name name = { WIRE_SPACE_BUILD_ID, 0, (uint32_t)strlen(id) };
  assert_true(intake_begin(intake, "run.jxp", MEMORY));
  xfer_send_init(&s, memory, 7, write_to, r);
  xfer_send_pair(&s, WIRE_NAME, &name, 1, WIRE_CHARACTER, id, strlen(id));
  xfer_send_flush(&s, WIRE_FRAME_HELLO);
  xfer_receive_free(r);
  free(memory);
}

static int begin_runs(void **state)
{
  (void)state;
  gate[strlen(gate) - strlen("/gate")] = '\0';
  if (!mkdtemp(gate))
    return -1;
  gate[strlen(gate)] = '/';
  for (size_t i = 0; i < IMAGES; i++) {
    char id[8];
    snprintf(id, sizeof(id), "id%zu", i);
    begin_run(&intakes[i], id);
  }
  return mkfifo(gate, 0600);
}

static int end_runs(void **state)
{
  (void)state;
  for (size_t i = 0; i < IMAGES; i++)
    intake_free(&intakes[i]);
  const int removed = unlink(gate);
  *strrchr(gate, '/') = '\0';
  return removed | rmdir(gate);
}

/* ---- what is asked ---- */

/* Asks, and closes what is given: its bytes are those of the image's frames. */
static enum names_answer ask(struct names *n, size_t image, size_t runs)
{
  int fd;
  uint64_t bytes;
  size_t wanted;
  const enum names_answer answer = names_ask(n, intakes[image].dump, runs, &fd, &bytes);
  if (answer != NAMES_THERE)
    return answer;
  struct symbols *s = make_image();
  uint8_t *frames = carried_pack(s, &wanted), *had = malloc(wanted);
  assert_int_equal(bytes, wanted);
  assert_int_equal(pread(fd, had, wanted, 0), wanted);
  assert_memory_equal(had, frames, wanted);
  close(fd);
  free(had);
  mem_free(frames);
  symbols_close(s);
  return answer;
}

static bool has_ended(const struct names *n, int ms)
{
  struct pollfd fd = { names_fd(n), POLLIN, 0 };
  return poll(&fd, 1, ms) == 1;
}

/* Reads the names of an image to the end. */
static void read_names(struct names *n, size_t image)
{
  assert_int_equal(ask(n, image, RUNS), NAMES_READ);
  assert_true(has_ended(n, -1));
  assert_true(names_turn(n));
  assert_int_equal(names_fd(n), -1);
}

static void nobody_waits_for_a_reading(void **state)
{
  struct names *n = names_new(find_image, NULL, NAMES_MOST_MS);
  (void)state;
  how = HELD;
  assert_int_equal(ask(n, 0, RUNS), NAMES_READ);
  const int held = open(gate, O_WRONLY); /* the process is at the image */
  assert_int_equal(ask(n, 0, RUNS), NAMES_READ);
  assert_int_equal(ask(n, 1, RUNS), NAMES_READ);
  assert_false(has_ended(n, 0));
  assert_false(names_turn(n));
  assert_true(names_due(n) > 0);
  close(held);
  assert_true(has_ended(n, -1));
  assert_true(names_turn(n));
  assert_false(names_turn(n));
  assert_int_equal(names_due(n), -1);
  assert_int_equal(ask(n, 0, RUNS), NAMES_THERE);
  assert_int_equal(ask(n, 0, RUNS + 1), NAMES_THERE);
  how = THERE;
  read_names(n, 1);
  assert_int_equal(ask(n, 1, RUNS), NAMES_THERE);
  names_free(n);
}

/* That an image is not there is known until a run has come for which it may have been put there. */
static void a_miss_is_kept(void **state)
{
  struct names *n = names_new(find_image, NULL, NAMES_MOST_MS);
  (void)state;
  how = NOT_THERE;
  read_names(n, 0);
  how = THERE;
  assert_int_equal(ask(n, 0, RUNS), NAMES_NONE);
  assert_int_equal(names_fd(n), -1);
  assert_int_equal(ask(n, 0, RUNS + 1), NAMES_READ);
  assert_true(has_ended(n, -1));
  assert_true(names_turn(n));
  assert_int_equal(ask(n, 0, RUNS + 1), NAMES_THERE);
  names_free(n);
}

static void a_process_that_dies_is_a_miss(void **state)
{
  struct names *n = names_new(find_image, NULL, NAMES_MOST_MS);
  (void)state;
  how = DIES;
  read_names(n, 0);
  assert_int_equal(ask(n, 0, RUNS), NAMES_NONE);
  names_free(n);
}

/* A reading that does not end is given up, once; until its process has ended there is no other one. */
static void a_reading_without_end_is_given_up(void **state)
{
  struct names *n = names_new(find_image, NULL, 0);
  (void)state;
  how = HANGS;
  assert_int_equal(ask(n, 0, RUNS), NAMES_READ);
  assert_int_equal(names_due(n), 0);
  assert_true(names_turn(n));
  assert_int_equal(names_due(n), -1);
  assert_int_equal(ask(n, 0, RUNS), NAMES_NONE);
  assert_int_equal(ask(n, 1, RUNS), NAMES_NONE);
  assert_true(has_ended(n, -1));
  assert_false(names_turn(n));
  assert_int_equal(names_fd(n), -1);
  assert_int_equal(ask(n, 0, RUNS), NAMES_NONE);
  assert_int_equal(ask(n, 1, RUNS), NAMES_READ);
  names_free(n); /* which ends that one */
}

static void the_last_images_are_kept(void **state)
{
  struct names *n = names_new(find_image, NULL, NAMES_MOST_MS);
  (void)state;
  how = THERE;
  for (size_t i = 0; i < NAMES_IMAGES; i++)
    read_names(n, i);
  assert_int_equal(ask(n, 0, RUNS), NAMES_THERE);
  read_names(n, NAMES_IMAGES);
  assert_int_equal(ask(n, 0, RUNS), NAMES_THERE);
  assert_int_equal(ask(n, 1, RUNS), NAMES_READ); /* it was asked for the longest time ago */
  names_free(n);
}

/* From now on the system has no close_range(), as Linux before 5.9. */
static void forget_close_range(void)
{
  struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_close_range, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW) };
  const struct sock_fprog program = { sizeof(steps) / sizeof(*steps), steps };
  assert_int_equal(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), 0);
  assert_int_equal(prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program), 0);
  assert_int_equal(syscall(SYS_close_range, 1000, 1000, 0), -1);
}

/* The process that reads has none of its caller's files, on an old system, too: else it would be a miss. */
static void files_of_the_caller_are_closed(void **state)
{
  struct names *n = names_new(find_image, NULL, NAMES_MOST_MS);
  (void)state;
  how = CLOSED;
  kept_open = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 100); /* a number that none of the reader's files has */
  read_names(n, 0);
  assert_int_equal(ask(n, 0, RUNS), NAMES_THERE);
  forget_close_range();
  read_names(n, 1);
  assert_int_equal(ask(n, 1, RUNS), NAMES_THERE);
  close(kept_open);
  names_free(n);
}

int main(void)
{
  const struct CMUnitTest tests[] = {
    cmocka_unit_test(nobody_waits_for_a_reading),
    cmocka_unit_test(a_miss_is_kept),
    cmocka_unit_test(a_process_that_dies_is_a_miss),
    cmocka_unit_test(a_reading_without_end_is_given_up),
    cmocka_unit_test(the_last_images_are_kept),
    cmocka_unit_test(files_of_the_caller_are_closed),
  };
  return cmocka_run_group_tests(tests, begin_runs, end_runs);
}
