/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * export_cmd.c: `hostdump export`: writes a dump, or the dumps of a session, in the format of another viewer.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/say.h"
#include "export/export.h"
#include "forest_input.h"
#include "input.h"
#include "net_options.h"

#include <stdlib.h>
#include <string.h>

struct job {
  struct options options;
  struct clocks_config config;
  const struct export_ops *format;
  char *output;
  uint64_t size_mib;    /* --size; 0: not given */
  uint64_t epoch_s;
};

enum { KEY_SIZE = 0x200, KEY_EPOCH };

/* The first argument names the format, the others are the options' child's. */
static void take_format(const struct argp_state *state, struct job *j, const char *name)
{
  j->format = export_find(name);
  if (j->format) {
    j->options.takes_session = j->format->write_session;
    return;
  }
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
    argp_error(state, "%s is of the whole run: --from and --to cannot divide it", j->format->name);
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
  case ARGP_KEY_INIT:
    state->child_inputs[0] = &j->config;
    state->child_inputs[1] = &j->options;
    break;
  case 'o': j->output = arg; break;
  case KEY_SIZE: j->size_mib = options_whole(state, "size", arg, UINT32_MAX); break;
  case KEY_EPOCH: j->epoch_s = options_whole(state, "epoch", arg, UINT32_MAX); break;
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
  { "epoch", KEY_EPOCH, "SECONDS", 0, "of formats with dates: when profiling was started, seconds since 1970 (default "
    "0); date +%s prints now", 1 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

static int write_export(void *job, struct input *in)
{
  const struct job *j = job;
  const struct export_source from = { .analysis = in->analysis, .epoch_s = j->epoch_s };
  return export_write(j->format, &from, j->output, limit_output(j->size_mib, j->options.path)) ? CMD_GOOD : CMD_IO;
}

/* What an export of a session may take, bytes: as much as those of its dumps together. */
static uint64_t session_output(const struct job *j)
{
  uint64_t all = 0;
  for (size_t i = 0; i < j->options.session.count && !(j->size_mib && i); i++)
    all += limit_output(j->size_mib, j->options.session.nodes[i].path);
  return all;
}

static int write_session(void *job)
{
  const struct job *j = job;
  struct forest_input f = forest_input_session(&j->options, &j->config);
  const struct export_source from = { .forest = &f.forest, .epoch_s = j->epoch_s };
  const int status = export_write(j->format, &from, j->output, session_output(j)) ? f.status : CMD_IO;
  forest_input_close(&f);
  return status;
}

static int run_session(struct job *j)
{
  net_session_read(&j->options);
  return limit_run(limit_bytes(&j->options.limit, NULL), write_session, j);
}

int export_cmd(int argc, char **argv)
{
  static const struct argp_child children[] = {
    { &net_clocks_argp, 0, "Of several nodes, what is assumed of clocks:", 2 },
    { &options_argp, 0, "What to read, and how:", 3 }, { NULL, 0, NULL, 0 } };
  static const struct argp argp = { known, parse, "FORMAT FILE.jxp\nFORMAT NODE.jxp...\nFORMAT FOLDER",
    "Writes a dump in the format of another viewer; in some formats all dumps of a session at once.\v-", children, help,
    NULL };
  struct job j = { .options = OPTIONS_DEFAULT, .config = CLOCKS_CONFIG_DEFAULT };
  argp_parse(&argp, argc, argv, 0, NULL, &j);
  const int status = j.options.path ? input_run(&j.options, write_export, &j) : run_session(&j);
  session_free(&j.options.session);
  export_abandon();
  return status;
}
