/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * export_cmd.c: `hostdump export`: writes a dump in the format of another viewer.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "export/export.h"
#include "input.h"

#include <stdlib.h>
#include <string.h>

struct job {
  struct options options;
  const struct export_ops *format;
  char *output;
  uint64_t size_mib;    /* --size; 0: not given */
};

enum { KEY_SIZE = 0x200 };

/* The first argument names the format, the others are the options' child's. */
static void take_format(const struct argp_state *state, struct job *j, const char *name)
{
  j->format = export_find(name);
  if (j->format)
    return;
  say_line("there is no format `%s`; there are:", name);
  export_list(stderr);
  (void)state;
  exit(CMD_USAGE);
}

static void check_job(const struct argp_state *state, const struct job *j)
{
  if (!j->format)
    argp_error(state, "which format, and which dump? hostdump export FORMAT FILE.jxp -o %s", "OUTPUT");
  if (!j->output)
    argp_error(state, "where to? Name a %s with -o", j->format->folder ? "folder that is not there yet" : "file");
  if (j->format->whole && j->options.view.windowed)
    argp_error(state, "%s holds sums of the whole run: --from and --to cannot divide them", j->format->name);
}

/* A folder grows beside itself, as NAME.part: NAME must not end in a slash, as shells complete it. */
static void trim_slashes(char *name)
{
  for (size_t n = strlen(name); n > 1 && name[n - 1] == '/'; n--)
    name[n - 1] = '\0';
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct job *j = state->input;
  switch (key) {
  case ARGP_KEY_INIT: state->child_inputs[0] = &j->options; break;
  case 'o': j->output = arg; break;
  case KEY_SIZE: j->size_mib = options_whole(state, "size", arg, UINT32_MAX); break;
  case ARGP_KEY_ARG:
    if (j->format)
      return ARGP_ERR_UNKNOWN; /* a file: options_argp's */
    take_format(state, j, arg);
    break;
  case ARGP_KEY_END:
    check_job(state, j);
    if (j->format->folder)
      trim_slashes(j->output);
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

/* Behind the text of --help: the formats. */
static char *help(int key, const char *text, void *input)
{
  (void)input;
  if (key != ARGP_KEY_HELP_POST_DOC)
    return (char *)(uintptr_t)text;
  char *all = NULL;
  size_t bytes = 0;
  FILE *out = open_memstream(&all, &bytes);
  if (!out)
    return (char *)(uintptr_t)text;
  fputs("Formats:\n", out);
  export_list(out);
  fputs("\nEXPORTS.md says what each holds, and what its viewers show.\n\n"
        "Exit status: 0 good; 1 the dump is damaged or incomplete (the export is written, and says so), or refused; "
        "2 usage; 3 not a dump; 4 cannot be read or written.", out);
  fclose(out);
  return all;
}

static const struct argp_option known[] = {
  { "output", 'o', "FILE", 0, "where to; some formats are a folder, which must not be there yet", 1 },
  { "size", KEY_SIZE, "MIB", 0, "what the export may take (default: 1024, and 1024 bytes for each byte of the dump)",
    1 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

static int write_export(void *job, struct input *in)
{
  const struct job *j = job;
  const uint64_t most = limit_output(j->size_mib, j->options.path);
  return export_write(j->format, in->analysis, j->output, most) ? CMD_GOOD : CMD_IO;
}

int export_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &options_argp, 0, "What to read, and how:", 2 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FORMAT FILE.jxp",
    "Writes a dump in the format of another viewer.\v-", children, help, NULL };
  struct job j = { .options = OPTIONS_DEFAULT };
  argp_parse(&argp, argc, argv, 0, NULL, &j);
  const int status = input_run(&j.options, write_export, &j);
  export_abandon();
  return status;
}
