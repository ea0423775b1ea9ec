/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * interpreter.c: a byte-code interpreter with a stack, calls and an array, and an assembler for its programs: primes by
 * a sieve, Fibonacci by recursion, a sort of bubbles. Usage: interpreter ROUNDS; prints a sum of their results.
 */
#include "arguments.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE   1024
#define LABELS 64
#define STACK  4096
#define CELLS  8192

enum op { PUSH, ADD, SUB, MUL, LESS, JUMP, JUMPZ, CALL, RET, LOAD, STORE, GETL, SETL, ENTER, HALT, OPS };
static const char *const names[OPS] = { "push", "add", "sub", "mul", "less", "jump", "jumpz", "call", "ret", "load",
                                        "store", "getl", "setl", "enter", "halt" };
struct insn { enum op op; int64_t arg; };
struct machine { int64_t stack[STACK], cells[CELLS]; uint32_t sp, fp, pc; };

static struct insn code[CODE];
static struct label { char name[16]; uint32_t at; } labels[LABELS];
static uint32_t code_count, label_count;
static struct machine machine;

/* A line: an instruction with perhaps a number or a label, or `label:'. A call has the number of its arguments above
 * the label's: enter N makes room for N locals. */
static const char *const sieve =
  "enter 2\n push 2\n setl 0\n next:\n getl 0\n push 4000\n less\n"
  "jumpz done\n getl 0\n load\n jumpz prime\n jump step\n"
  "prime:\n getl 0\n getl 0\n add\n setl 1\n strike:\n getl 1\n"
  "push 4000\n less\n jumpz step\n push 1\n getl 1\n store\n"
  "getl 1\n getl 0\n add\n setl 1\n jump strike\n step:\n getl 0\n push 1\n add\n setl 0\n jump next\n"
  "done:\n push 0\n setl 0\n push 2\n setl 1\n sum:\n getl 1\n"
  "push 4000\n less\n jumpz end\n getl 1\n load\n getl 0\n add\n"
  "setl 0\n getl 1\n push 1\n add\n setl 1\n jump sum\n end:\n getl 0\n halt\n";
static const char *const fibonacci =
  "push 17\n call fib\n halt\n fib:\n enter 1\n getl -3\n push 2\n less\n jumpz more\n getl -3\n ret\n more:\n"
  "getl -3\n push 1\n sub\n call fib\n setl 0\n getl -3\n push 2\n sub\n call fib\n getl 0\n add\n ret\n";
static const char *const bubbles =
  "enter 3\n push 0\n setl 0\n fill:\n getl 0\n push 120\n less\n"
  "jumpz filled\n push 120\n getl 0\n sub\n getl 0\n store\n"
  "getl 0\n push 1\n add\n setl 0\n jump fill\n filled:\n push 0\n"
  "setl 1\n outer:\n getl 1\n push 119\n less\n jumpz end\n"
  "push 0\n setl 0\n inner:\n getl 0\n push 119\n less\n jumpz past\n"
  "getl 0\n push 1\n add\n load\n getl 0\n load\n less\n"
  "jumpz keep\n getl 0\n load\n setl 2\n getl 0\n push 1\n add\n load\n"
  "getl 0\n store\n getl 2\n getl 0\n push 1\n add\n store\n"
  "keep:\n getl 0\n push 1\n add\n setl 0\n jump inner\n past:\n getl 1\n"
  "push 1\n add\n setl 1\n jump outer\n end:\n push 7\n"
  "load\n halt\n";

static uint32_t find_label(const char *name, size_t length)
{
  for (uint32_t i = 0; i < label_count; i++)
    if (strlen(labels[i].name) == length && !strncmp(labels[i].name, name, length))
      return i;
  if (label_count == LABELS || length >= sizeof(labels[0].name))
    exit(1);
  memcpy(labels[label_count].name, name, length);
  labels[label_count].name[length] = 0;
  return label_count++;
}

static enum op find_op(const char *name, size_t length)
{
  for (int i = 0; i < OPS; i++)
    if (strlen(names[i]) == length && !strncmp(names[i], name, length))
      return (enum op)i;
  exit(1);
}

static size_t word_length(const char *s)
{
  size_t n = 0;
  while (isalnum((unsigned char)s[n]) || s[n] == '-')
    n++;
  return n;
}

static void assemble(const char *s)
{
  code_count = label_count = 0;
  for (s += strspn(s, " \n"); *s; s += strspn(s, " \n")) {
    size_t length = word_length(s);
    if (s[length] == ':') {
      labels[find_label(s, length)].at = code_count;
      s += length + 1;
      continue;
    }
    struct insn *in = &code[code_count++];
    in->op = find_op(s, length);
    s += length + strspn(s + length, " ");
    if (*s == '\n')
      continue;
    length = word_length(s);
    in->arg = isalpha((unsigned char)*s) ? (int64_t)find_label(s, length) : strtoll(s, NULL, 10);
    s += length;
  }
  for (uint32_t i = 0; i < code_count; i++)
    if (code[i].op == JUMP || code[i].op == JUMPZ || code[i].op == CALL)
      code[i].arg = labels[code[i].arg].at;
}

static void push(struct machine *m, int64_t x)
{
  if (m->sp == STACK) {
    fputs("interpreter: stack overflow\n", stderr);
    exit(1);
  }
  m->stack[m->sp++] = x;
}

static int64_t pop(struct machine *m)
{
  return m->stack[--m->sp];
}

static void enter_call(struct machine *m, uint32_t to)
{
  push(m, m->pc);
  push(m, m->fp);
  m->fp = m->sp;
  m->pc = to;
}

static void leave_call(struct machine *m)
{
  const int64_t result = pop(m);
  m->sp = m->fp;
  m->fp = (uint32_t)pop(m);
  m->pc = (uint32_t)pop(m);
  m->stack[m->sp - 1] = result; /* in the place of the argument */
}

static void arithmetic(struct machine *m, enum op op)
{
  const int64_t b = pop(m), a = pop(m);
  push(m, op == ADD ? a + b : op == SUB ? a - b : op == MUL ? a * b : a < b);
}

static void memory(struct machine *m, enum op op)
{
  const uint64_t at = (uint64_t)pop(m) % CELLS;
  if (op == LOAD)
    push(m, m->cells[at]);
  else
    m->cells[at] = pop(m);
}

static int64_t run(struct machine *m)
{
  memset(m, 0, sizeof(*m));
  for (;;) {
    const struct insn in = code[m->pc++];
    switch (in.op) {
    case PUSH: push(m, in.arg); break;
    case ADD: case SUB: case MUL: case LESS: arithmetic(m, in.op); break;
    case JUMP: m->pc = (uint32_t)in.arg; break;
    case JUMPZ: if (!pop(m)) m->pc = (uint32_t)in.arg; break;
    case CALL: enter_call(m, (uint32_t)in.arg); break;
    case RET: leave_call(m); break;
    case LOAD: case STORE: memory(m, in.op); break;
    case GETL: push(m, m->stack[m->fp + in.arg]); break;
    case SETL: m->stack[m->fp + in.arg] = pop(m); break;
    case ENTER: for (int64_t i = 0; i < in.arg; i++) push(m, 0); break;
    case HALT: case OPS: return pop(m);
    }
  }
}

int main(int argc, char **argv)
{
  static const char *const programs[] = { sieve, fibonacci, bubbles };
  const uint32_t rounds = rounds_from(argc, argv);
  int64_t sum = 0;
  for (uint32_t i = 0; i < rounds; i++)
    for (size_t p = 0; p < sizeof(programs) / sizeof(*programs); p++) {
      assemble(programs[p]);
      sum += run(&machine);
    }
  printf("%lld\n", (long long)sum);
  return 0;
}
