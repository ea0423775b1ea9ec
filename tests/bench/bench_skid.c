/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * bench_skid.c: by how many instructions a sample misses the one that the processor waited for. Samples are taken as
 * the hosted profiler takes them (peers/signals.c), by a timer's signal, in a loop in which one instruction takes
 * nearly all the time: a load from memory that no cache has, whose address the load before has brought. A sample
 * without skid names that load. Usage: bench_skid [SECONDS]; prints the shares of the samples, by the instruction
 * that they name.
 */
#define _GNU_SOURCE /* REG_RIP */
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#define WORDS     (16u << 20) /* 128 MiB: more than caches have */
#define PERIOD_NS 200000

static uint64_t at_load, next_to_it, further, before, elsewhere;
static uint64_t *memory;

extern const char skid_begin[], skid_load[], skid_next[], skid_end[];

static void on_signal(int number, siginfo_t *info, void *interrupted_at)
{
  const char *ip = (const char *)((const ucontext_t *)interrupted_at)->uc_mcontext.gregs[REG_RIP];
  (void)number, (void)info;
  if (ip < skid_begin || ip >= skid_end)
    elsewhere++;
  else if (ip < skid_load)
    before++;
  else if (ip == skid_load)
    at_load++;
  else if (ip == skid_next)
    next_to_it++;
  else
    further++;
}

/* Goes `steps` steps along the chain; returns where it is. */
__attribute__((noinline, noclone)) static uint64_t *walk(uint64_t *at, uint64_t steps)
{
  uint64_t sum = 0;
  __asm__ volatile("skid_begin:\n"
                   "  .rept 16\n  addq $1, %1\n  .endr\n"
                   "skid_load:\n"
                   "  movq (%0), %0\n"
                   "skid_next:\n"
                   "  addq %0, %1\n"
                   "  .rept 16\n  addq $1, %1\n  .endr\n"
                   "  subq $1, %2\n"
                   "  jnz skid_begin\n"
                   "skid_end:\n"
                   : "+r"(at), "+r"(sum), "+r"(steps) : : "memory", "cc");
  return at;
}

/* One cycle through all words, in no order that a processor could guess (S. Sattolo, 1986). */
static void make_chain(void)
{
  uint64_t seed = 88172645463325252;
  for (uint64_t i = 0; i < WORDS; i++)
    memory[i] = i;
  for (uint64_t i = WORDS; i-- > 1;) {
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    const uint64_t k = (seed >> 16) % i, was = memory[i];
    memory[i] = memory[k];
    memory[k] = was;
  }
  for (uint64_t i = 0; i < WORDS; i++)
    memory[i] = (uintptr_t)&memory[memory[i]];
}

static void figure(const char *name, uint64_t count, uint64_t all)
{
  printf("skid/%s\t%.1f\t%%\n", name, 100.0 * (double)count / (double)all);
}

int main(int argc, char **argv)
{
  const time_t seconds = argc > 1 ? (time_t)strtoul(argv[1], NULL, 10) : 3;
  const struct itimerspec period = { .it_interval = { 0, PERIOD_NS }, .it_value = { 0, PERIOD_NS } };
  struct sigaction action = { .sa_sigaction = on_signal, .sa_flags = SA_SIGINFO | SA_RESTART };
  struct sigevent event = { .sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGALRM };
  timer_t timer;
  if (argc > 2 || seconds < 1) {
    fprintf(stderr, "usage: %s [SECONDS]\n", argv[0]);
    return 2;
  }
  memory = malloc(WORDS * sizeof(*memory));
  if (!memory || sigaction(SIGALRM, &action, NULL) || timer_create(CLOCK_MONOTONIC, &event, &timer)) {
    perror("bench_skid");
    return 1;
  }
  make_chain();
  uint64_t *at = memory;
  struct timespec begun, now;
  timer_settime(timer, 0, &period, NULL);
  clock_gettime(CLOCK_MONOTONIC, &begun);
  do {
    at = walk(at, 1 << 20);
    clock_gettime(CLOCK_MONOTONIC, &now);
  } while (now.tv_sec - begun.tv_sec < seconds);
  const uint64_t all = at_load + next_to_it + further + before + elsewhere;
  printf("skid/samples\t%llu\tsamples\n", (unsigned long long)all);
  figure("at_the_load", at_load, all);
  figure("next_instruction", next_to_it, all);
  figure("further_behind", further, all);
  figure("before", before, all);
  figure("elsewhere", elsewhere, all);
  return 0;
}
