/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * page_cmd.c: `hostdump page`: puts runs behind the page that explores them (viz/page), so that one file is both. The
 * page holds hostdump's analyses, so the runs are in it as they are, in base64.
 */
#include "cmd.h"
#include "base/mem.h"
#include "base/outfile.h"
#include "base/say.h"
#include "base/text.h"
#include "dump/symbols.h"
#include "input.h"
#include "page_template.h"
#include "session.h"

#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PIECE 786432u          /* bytes of a run in an element: 1 MiB in base64; a text in a browser has a limit */
#define EMBED_MOST (350u << 20) /* a browser takes no longer text than 512 MiB; larger runs are dropped on the page */

enum { KEY_TEMPLATE = 0x200 };

struct job {
  const char *output, *template;
  struct session session;
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
  struct job *j = state->input;
  switch (key) {
  case 'o': j->output = arg; break;
  case KEY_TEMPLATE: j->template = arg; break;
  case ARGP_KEY_ARG:
    if (!session_add(&j->session, arg))
      exit(CMD_IO);
    break;
  case ARGP_KEY_END:
    if (!j->output)
      argp_error(state, "where to? Name a file with -o FILE.html");
    break;
  default: return ARGP_ERR_UNKNOWN;
  }
  return 0;
}

static const struct argp_option known[] = {
  { "output", 'o', "FILE.html", 0, "the page, which is one file", 1 },
  { "template", KEY_TEMPLATE, "FILE", 0, "the page without runs (default: page.html beside this program, or in "
    "../share/jxprof)", 1 },
  { NULL, 0, NULL, 0, NULL, 0 },
};

/* Copies what is left of a file. Returns false where it cannot be read. */
static bool copy_file(struct outfile *out, int fd)
{
  static char buffer[1 << 16];
  ssize_t n;
  while ((n = read(fd, buffer, sizeof(buffer))) > 0)
    outfile_write(out, buffer, (size_t)n);
  return n == 0;
}

static int copy_template(struct outfile *out, const char *named)
{
  char *path = page_template(named);
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  const bool good = fd >= 0 && copy_file(out, fd);
  if (!good)
    say_line("%s: the page cannot be read: %s; `make build/page.html' makes it, where clang, lld, wasi-libc and "
             "esbuild are (`make deps-page')", path, strerror(errno));
  if (fd >= 0)
    close(fd);
  mem_free(path);
  return good ? CMD_GOOD : CMD_IO;
}

static void write_text(struct outfile *out, const char *text)
{
  outfile_write(out, text, strlen(text));
}

/* A text as the value of an attribute: no byte of it ends the attribute. */
static void write_attribute(struct outfile *out, const char *text)
{
  for (; *text; text++)
    switch (*text) {
    case '&': write_text(out, "&amp;"); break;
    case '"': write_text(out, "&quot;"); break;
    case '<': write_text(out, "&lt;"); break;
    case '>': write_text(out, "&gt;"); break;
    default: outfile_write(out, text, 1);
    }
}

static const char *name_of(const char *path)
{
  const char *slash = strrchr(path, '/');
  return slash ? slash + 1 : path;
}

/* Reads up to PIECE bytes. Returns how many; -1: the file cannot be read. */
static ssize_t read_piece(int fd, uint8_t *piece)
{
  size_t bytes = 0;
  ssize_t n = 1;
  while (bytes < PIECE && n > 0 && (n = read(fd, piece + bytes, PIECE - bytes)) > 0)
    bytes += (size_t)n;
  return n < 0 ? -1 : (ssize_t)bytes;
}

static bool write_pieces(struct outfile *out, int fd, unsigned number, const char *path, uint64_t size)
{
  static uint8_t piece[PIECE];
  static char text[TEXT_BASE64(PIECE)];
  ssize_t n;
  do {
    n = read_piece(fd, piece);
    char head[128];
    snprintf(head, sizeof(head),
             "<script type=\"text/plain\" class=\"run\" data-run=\"%u\" data-bytes=\"%ju\" data-name=\"", number,
             (uintmax_t)size);
    write_text(out, head);
    write_attribute(out, name_of(path));
    write_text(out, "\">");
    outfile_write(out, text, text_base64(text, piece, n > 0 ? (size_t)n : 0));
    write_text(out, "</script>\n");
  } while (n == PIECE);
  return n >= 0;
}

static int add_run(struct outfile *out, unsigned number, const char *path)
{
  struct stat st;
  const int fd = open(path, O_RDONLY | O_CLOEXEC);
  int status = CMD_GOOD;
  if (fd < 0 || fstat(fd, &st) != 0) {
    say_line("%s: cannot be opened: %s", path, strerror(errno));
    status = CMD_IO;
  } else if ((uint64_t)st.st_size > EMBED_MOST) {
    say_line("%s: too large to be in a page: make the page without it (hostdump page -o FILE.html), and drop the "
             "dump on it", path);
    status = CMD_DAMAGED;
  } else if (!write_pieces(out, fd, number, path, (uint64_t)st.st_size)) {
    say_line("%s: cannot be read: %s", path, strerror(errno));
    status = CMD_IO;
  }
  if (fd >= 0)
    close(fd);
  return status;
}

/* Whether the file is a dump; says so where it carries no names, or stacks without lines of their calls. */
static int examine_run(const char *path)
{
  const struct limit limit = { 0 };
  struct dump *d = dump_new(path, DUMP_SUMMARY | DUMP_KIND(WIRE_SYMBOL), limit_bytes(&limit, path));
  const int status = input_status(dump_load(d));
  struct symbols *s = status == CMD_GOOD ? symbols_of_dump(d) : NULL;
  if (status == CMD_GOOD && !s)
    say_line("%s: carries no names of functions, so the page shows addresses; hostdump -k KERNEL.elf -o NEW.jxp < %s "
             "puts them behind it", path, path);
  else if (s && d->seen[WIRE_PATH] && !dump_count(d, WIRE_LINE))
    say_line("%s: carries no lines of calls, so stacks show where functions begin; hostdump -k KERNEL.elf -o NEW.jxp "
             "< %s puts them behind it, where the image was compiled with -g", path, path);
  symbols_close(s);
  dump_free(d);
  return status;
}

static int make_page(void *ctx)
{
  const struct job *j = ctx;
  struct outfile out;
  int status = CMD_GOOD;
  for (size_t i = 0; i < j->session.count && status == CMD_GOOD; i++)
    status = examine_run(j->session.nodes[i].path);
  if (status != CMD_GOOD)
    return status;
  if (!outfile_open(&out, j->output)) {
    say_line("%s: cannot be written: %s", j->output, outfile_problem(&out));
    return CMD_IO;
  }
  status = copy_template(&out, j->template);
  for (unsigned i = 0; i < j->session.count && status == CMD_GOOD; i++)
    status = add_run(&out, i, j->session.nodes[i].path);
  if (status != CMD_GOOD) {
    outfile_drop(&out);
    return status;
  }
  if (outfile_finish(&out))
    return CMD_GOOD;
  say_line("%s: cannot be written: %s", j->output, strerror(out.error));
  outfile_drop(&out);
  return CMD_IO;
}

int page_cmd(int argc, char **argv)
{
  static const struct argp argp = { known, parse, "[RUN.jxp|FOLDER...]",
    "Makes a page, one HTML file, in which runs are explored in a browser, without network: all on one time line, and "
    "all tables of any stretch of it. Further dumps can be dropped on the page.\v"
    "Exit status: 0 good; 1 a dump is too large for a page; 2 usage; 3 not a dump; 4 cannot be read or written.", NULL,
    NULL, NULL };
  struct job j = { 0 };
  const struct limit limit = { 0 };
  argp_parse(&argp, argc, argv, 0, NULL, &j);
  const int status = limit_run(limit_bytes(&limit, NULL), make_page, &j);
  session_free(&j.session);
  return status;
}
