/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * main.c: hostdump, the host's end of the profiler: finds the command that the first argument names and runs it.
 * Without one, hostdump receives: `hostdump -o run.jxp < ttyS0`.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"

#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct command {
  const char *name;
  const char *help;
  int (*run)(int argc, char **argv);
} commands[] = {
  { "receive", "read a stream, show its console text, keep its frames (the default)", receive_cmd },
  { "serve",   "receive from several targets at once, a dump each", serve_cmd },
  { "tools",   "add programs to a serve that runs, or remove them", tools_cmd },
  { "info",    "say what a dump holds, from which image, and what was lost", info_cmd },
  { "report",  "print the tables of a dump", report_cmd },
  { "diff",    "say what is worse in some runs than in others", diff_cmd },
  { "cycles",  "say which events recur, and where their time goes", cycles_cmd },
  { "stacks",  "say where all threads stood at a moment, and who waits for whom", stacks_cmd },
  { "clocks",  "print how the clocks of several nodes stand to each other", clocks_cmd },
  { "remote",  "print the calls from machine to machine, each taken apart", remote_cmd },
  { "tree",    "print the calls of a run one by one, and find some among them", tree_cmd },
  { "tables",  "write the tables of a dump to files, one a table", tables_cmd },
  { "export",  "write a dump in the format of another viewer", export_cmd },
  { "page",    "make a page in which runs are explored in a browser", page_cmd },
  { "doctor",  "say what is wrong with a kernel's port of the profiler", doctor_cmd },
  { "show",    "copy a target's text to a terminal, and nothing that acts on it", show_cmd },
};
#define COMMANDS (sizeof(commands) / sizeof(commands[0]))

const char *argp_program_version = "hostdump 1";

/* What a command was writing is still there under its .part name. */
static void end_without_memory(size_t count, size_t size)
{
  say_line("out of memory: %zu times %zu bytes wanted; raise the limit (ulimit -v) or give the machine more", count,
           size);
  exit(CMD_IO);
}

static void list_commands(FILE *out)
{
  for (size_t i = 0; i < COMMANDS; i++)
    fprintf(out, "  hostdump %-8s  %s\n", commands[i].name, commands[i].help);
}

static void print_help(void)
{
  puts("Usage: hostdump [-o FILE] [-k KERNEL.elf] [--timeout S] < STREAM\n"
       "  or:  hostdump [-o FILE] --control LINE [-x COMMANDS]\n"
       "  or:  hostdump COMMAND [OPTION...]\n\n"
       "Brings a profile from the target's serial line to tables.\n");
  list_commands(stdout);
  puts("\nhostdump COMMAND --help says more of each.\n\n"
       "A run, by hand:\n"
       "  mkfifo ttyS0.in ttyS0.out && ln -s ttyS0.out ttyS0\n"
       "  qemu-system-x86_64 -kernel build/kernel.elf32 -initrd README.md -serial pipe:ttyS0 \\\n"
       "    -display none &\n"
       "  hostdump -o run.jxp < ttyS0\n"
       "  hostdump report run.jxp\n\n"
       "Exit status: 0 good; 1 damaged, lost in transit or refused; 2 wrong command line; 3 no frame in the input;\n"
       "4 a file could not be read or written; 5 worse, 6 not comparable (diff); 128 + N ended by signal N, what came\n"
       "until then is kept.");
}

static const struct command *find_command(const char *name)
{
  for (size_t i = 0; i < COMMANDS; i++)
    if (strcmp(commands[i].name, name) == 0)
      return &commands[i];
  return NULL;
}

/* Runs a command under its full name, so that its messages and its --help carry it. */
static int run_command(const struct command *c, int argc, char **argv)
{
  char name[32];
  snprintf(name, sizeof(name), "hostdump %s", c->name);
  argv[0] = name;
  return c->run(argc, argv);
}

int main(int argc, char **argv)
{
  mem_on_failure(end_without_memory);
  argp_err_exit_status = CMD_USAGE;
  if (argc < 2 || (argv[1][0] == '-' && strcmp(argv[1], "--help") != 0 && strcmp(argv[1], "-?") != 0)) {
    static char name[] = "hostdump";
    argv[0] = name;
    return receive_cmd(argc, argv);
  }
  if (argv[1][0] == '-' || strcmp(argv[1], "help") == 0) {
    print_help();
    return CMD_GOOD;
  }
  const struct command *c = find_command(argv[1]);
  if (c)
    return run_command(c, argc - 1, argv + 1);
  say_line("there is no command `%s`; there are:", argv[1]);
  list_commands(stderr);
  fprintf(stderr, "A stream to receive comes on standard input: hostdump -o FILE < STREAM\n");
  return CMD_USAGE;
}
