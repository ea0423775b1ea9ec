/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * doctor_cmd.c: `hostdump doctor`: what is wrong with a kernel's port of the profiler, and what to do about it.
 */
#include "cmd.h"

#include "input.h"
#include "model/doctor.h"
#include "options.h"

#include <argp.h>
#include <stdio.h>

static void print_finding(void *ctx, const struct doctor_finding *f)
{
  (void)ctx;
  printf("%s: %s.\n  To do: %s.\n", f->code, f->what, f->todo);
}

static int examine(void *ctx, struct input *in)
{
  (void)ctx;
  if (doctor_examine(in->analysis, print_finding, NULL))
    return CMD_DAMAGED;
  puts("nothing is wrong with the port, as far as this run shows");
  return CMD_GOOD;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  (void)arg;
  if (key != ARGP_KEY_INIT)
    return ARGP_ERR_UNKNOWN;
  state->child_inputs[0] = state->input;
  return 0;
}

int doctor_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 1 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { NULL, parse, "FILE.jxp",
    "Looks in a dump for what people get wrong when they put the profiler into a kernel: the clock, switches and "
    "interrupts that it is not told of, stack bounds, probes in the port, a line that loses bytes. Each defect is "
    "printed with what to do about it; its first word is for programs.\v"
    "What the target finds out by itself prof_check() says (prof.h).\n"
    "Exit status: 0 nothing is wrong; 1 something is, or the dump is damaged; 2 usage; 3 not a dump; 4 cannot be read.",
    children, NULL, NULL };
  struct options o = OPTIONS_DEFAULT;
  o.any_symbols = true;
  argp_parse(&argp, argc, argv, 0, NULL, &o);
  const int status = input_run(&o, examine, NULL);
  if (fflush(stdout) == 0 && !ferror(stdout))
    return status;
  input_say_unprinted();
  return CMD_IO;
}
