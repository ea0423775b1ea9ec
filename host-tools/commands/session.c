/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * session.c: see session.h.
 */
#include "session.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/number.h"
#include "base/say.h"
#include "base/text.h"
#include "cmd.h"
#include "dump/first_run.h"

#define DUMP_END ".jxp"
#define PART_END ".jxp.part"
#define TEXT_END ".txt"
#define NODES_FILE "run.tsv" /* of make run-net: behind remarks and a head a row for each node, its name first */
#define NODES_BYTES (1u << 20) /* of it that are read: some ten thousand nodes */

/* ---- names ---- */

static char *clean_name(const char *from, size_t bytes)
{
  return text_clean((const uint8_t *)from, bytes);
}

static char *name_of_file(const char *path)
{
  const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path;
  const size_t bytes = strlen(name), end = strlen(DUMP_END);
  return clean_name(name, bytes > end && strcmp(name + bytes - end, DUMP_END) == 0 ? bytes - end : bytes);
}

/* Adds a dump under a name, which is the session's from now on. */
static void add_node(struct session *s, const char *path, char *name)
{
  mem_grow(&s->nodes, &s->room, s->count + 1, sizeof(*s->nodes));
  s->nodes[s->count++] = (struct session_node){ .path = mem_format("%s", path), .base = name };
}

/* `NAME-N`, where there is a node NAME and N is 2 or more: the name of the first, and *incarnation is N. NULL: it is
 * none. */
static char *first_of(const struct session *s, size_t from, const char *name, unsigned *incarnation)
{
  const char *dash = strrchr(name, '-');
  uint64_t number;
  if (!dash || dash == name || dash[1] == '0' || !number_whole(dash + 1, UINT32_MAX, &number) || number < 2)
    return NULL;
  const size_t bytes = (size_t)(dash - name);
  for (size_t i = from; i < s->count; i++)
    if (strlen(s->nodes[i].base) == bytes && strncmp(s->nodes[i].base, name, bytes) == 0) {
      *incarnation = (unsigned)number;
      return mem_format("%s", s->nodes[i].base);
    }
  return NULL;
}

/* By name, and the incarnations of a node in their order. */
static int by_name(const void *a, const void *b)
{
  const struct session_node *x = a, *y = b;
  const int order = strcmp(x->base, y->base);
  return order ? order : x->incarnation < y->incarnation ? -1 : x->incarnation > y->incarnation;
}

/* ---- folders ---- */

static bool is_folder(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

/* Whether it is a pipe, a device or a socket, which may never end. */
static bool is_no_file(const char *path)
{
  struct stat st;
  return stat(path, &st) == 0 && !S_ISREG(st.st_mode);
}

static bool is_there(const char *path)
{
  struct stat st;
  return lstat(path, &st) == 0;
}

/* Which of them are a later run of another one, by their names; session_close() counts. */
static void name_incarnations(struct session *s, size_t from)
{
  for (size_t i = from; i < s->count; i++) {
    char *first = first_of(s, from, s->nodes[i].base, &s->nodes[i].incarnation);
    if (!first)
      continue;
    mem_free(s->nodes[i].base);
    s->nodes[i].base = first;
  }
}

/* Whether a file's name is NAME and this end; then *name is NAME, for mem_free(). */
static bool has_end(const char *file, const char *end, char **name)
{
  const size_t bytes = strlen(file), last = strlen(end);
  if (bytes <= last || file[0] == '.' || strcmp(file + bytes - last, end) != 0)
    return false;
  *name = mem_format("%.*s", (int)(bytes - last), file);
  return true;
}

/* Whether a folder has the file NAME and this end. */
static bool folder_has(const char *folder, const char *name, const char *end)
{
  char *path = mem_format("%s/%s%s", folder, name, end);
  const bool there = is_there(path);
  mem_free(path);
  return there;
}

/* Notes that a node has no dump. */
static void leave_out(struct session *s, const char *name, const char *why)
{
  char *clean = clean_name(name, strlen(name));
  mem_grow(&s->absent, &s->absent_room, s->absent_count + 1, sizeof(*s->absent));
  s->absent[s->absent_count++] = mem_format("node %s is left out: %s", clean, why);
  mem_free(clean);
}

static int by_text(const void *a, const void *b)
{
  return strcmp(*(char *const *)a, *(char *const *)b);
}

static void say_absent(const struct session *s, size_t from)
{
  mem_sort(s->absent + from, s->absent_count - from, sizeof(*s->absent), by_text);
  for (size_t i = from; i < s->absent_count; i++)
    say_line("%s", s->absent[i]);
}

/* Takes a file of a folder: a dump, or what says that a node has none. */
static void take_file(struct session *s, const char *folder, const char *file)
{
  char *name = NULL, *path = mem_format("%s/%s", folder, file);
  if (is_folder(path)) {
    mem_free(path);
    return;
  }
  if (has_end(file, DUMP_END, &name) && is_no_file(path))
    leave_out(s, name, "it is a pipe, a device or a socket, and no file");
  else if (name)
    add_node(s, path, name_of_file(path));
  else if (has_end(file, PART_END, &name) && !folder_has(folder, name, DUMP_END))
    leave_out(s, name, "its dump is still being received, or was cut: a hostdump serve that starts there goes on with "
              "it, and gives it its name in the end");
  else if (has_end(file, TEXT_END, &name) && !folder_has(folder, name, DUMP_END) && !folder_has(folder, name, PART_END))
    leave_out(s, name, "its console's text is there, but no dump");
  mem_free(name);
  mem_free(path);
}

/* Reads a line, and keeps its first cell; of one that is longer than a file's name can be, the first NAME_MAX bytes.
 * Returns false at the end of the file, or of *left bytes. */
static bool read_first_cell(FILE *in, char cell[NAME_MAX + 1], size_t *left)
{
  size_t n = 0;
  bool first = true, any = false;
  for (int c = 0; c != '\n' && *left && (c = getc_unlocked(in)) != EOF; --*left) {
    any = true;
    first &= c != '\t' && c != '\n';
    if (first && n < NAME_MAX)
      cell[n++] = (char)c;
  }
  cell[n] = '\0';
  return any;
}

/* Notes those nodes that the folder's list of nodes has, and that have left no file there. */
static void leave_out_unseen(struct session *s, const char *folder)
{
  char *path = mem_format("%s/" NODES_FILE, folder), name[NAME_MAX + 1];
  size_t rows = 0, left = NODES_BYTES;
  struct stat st;
  FILE *in = stat(path, &st) == 0 && S_ISREG(st.st_mode) ? fopen(path, "r") : NULL;
  mem_free(path);
  while (in && read_first_cell(in, name, &left)) {
    if (name[0] == '#' || !name[0])
      continue;
    if (!rows++) {
      if (strcmp(name, "node") != 0)
        break; /* another table of this name, such as `hostdump tables' writes */
      continue;
    }
    if (!folder_has(folder, name, DUMP_END) && !folder_has(folder, name, PART_END) &&
        !folder_has(folder, name, TEXT_END))
      leave_out(s, name, NODES_FILE " names it, but no file of it is there");
  }
  if (in)
    fclose(in);
}

static bool add_folder(struct session *s, const char *folder)
{
  const size_t from = s->count, absent_from = s->absent_count;
  DIR *d = opendir(folder);
  const struct dirent *e;
  if (!d) {
    say_line("%s: cannot be read: %s", folder, strerror(errno));
    return false;
  }
  while ((e = readdir(d)))
    take_file(s, folder, e->d_name);
  closedir(d);
  leave_out_unseen(s, folder);
  if (s->absent_count > absent_from)
    say_absent(s, absent_from);
  if (s->count == from) {
    say_line("%s: a folder without a dump: those of a session are called NODE" DUMP_END, folder);
    return false;
  }
  name_incarnations(s, from);
  mem_sort(s->nodes + from, s->count - from, sizeof(*s->nodes), by_name);
  s->folder = true;
  return true;
}

bool session_add(struct session *s, const char *argument)
{
  const char *equals = strchr(argument, '=');
  if (is_folder(argument))
    return add_folder(s, argument);
  if (equals && equals > argument && !is_there(argument))
    add_node(s, equals + 1, clean_name(argument, (size_t)(equals - argument)));
  else
    add_node(s, argument, name_of_file(argument));
  return true;
}

bool session_is_one(const struct session *s)
{
  return s->folder || s->count > 1;
}

/* Whether another dump has this name, before its incarnations have numbers or behind that. */
static bool is_name(const struct session *s, const char *name)
{
  for (size_t i = 0; i < s->count; i++)
    if (strcmp(s->nodes[i].base, name) == 0 || (s->nodes[i].name && strcmp(s->nodes[i].name, name) == 0))
      return true;
  return false;
}

/* Makes the name of a later incarnation of a node, b#2, which no other dump has: a file may be called b#2, too. */
static char *later_name(const struct session *s, const char *base, unsigned incarnation)
{
  char *name = mem_format("%s#%u", base, incarnation);
  while (is_name(s, name)) {
    mem_free(name);
    name = mem_format("%s#%u", base, ++incarnation);
  }
  return name;
}

/* The nodes of one name are one node that was started again, unless their dumps are of one run. */
static bool name_node(struct session *s, size_t i)
{
  struct session_node *n = &s->nodes[i];
  n->incarnation = 1;
  for (size_t k = 0; k < i; k++) {
    if (strcmp(s->nodes[k].base, n->base) != 0)
      continue;
    const uint32_t run = first_run(n->path);
    if (run && run == first_run(s->nodes[k].path)) {
      say_line("%s and %s are one run of node %s: give only one of them", s->nodes[k].path, n->path, n->base);
      return false;
    }
    n->incarnation++;
  }
  n->name = n->incarnation == 1 ? mem_format("%s", n->base) : later_name(s, n->base, n->incarnation);
  return true;
}

bool session_close(struct session *s)
{
  for (size_t i = 0; i < s->count; i++)
    if (!name_node(s, i))
      return false;
  return true;
}

/* ---- a process for each ---- */

int session_worse(int a, int b)
{
  static const int order[] = { CMD_IO, CMD_NOTHING, CMD_DAMAGED };
  for (size_t i = 0; i < sizeof(order) / sizeof(order[0]); i++)
    if (a == order[i] || b == order[i])
      return order[i];
  return a > b ? a : b;
}

static _Noreturn void run_child(const struct session_node *n, int (*job)(void *ctx, const char *path), void *ctx)
{
  int status = CMD_IO;
  if (dup2(fileno(n->output), STDOUT_FILENO) >= 0)
    status = job(ctx, n->path);
  if (fflush(stdout) != 0 || ferror(stdout)) {
    say_line("%s: what is made of it cannot be written: is the disk of temporary files full (TMPDIR)?", n->path);
    status = CMD_IO;
  }
  _exit(status);
}

static int run_node(struct session_node *n, int (*job)(void *ctx, const char *path), void *ctx)
{
  int state = 0;
  n->output = tmpfile();
  fflush(NULL);
  const pid_t pid = n->output ? fork() : -1;
  if (pid == 0)
    run_child(n, job, ctx);
  if (pid < 0) {
    say_line("%s: no process for it: %s", n->path, strerror(errno));
    return CMD_IO;
  }
  while (waitpid(pid, &state, 0) < 0 && errno == EINTR)
    ;
  if (WIFEXITED(state))
    return WEXITSTATUS(state);
  say_line("%s: its process was ended by %s: it is left out", n->path, strsignal(WTERMSIG(state)));
  return CMD_IO;
}

int session_run(struct session *s, int (*job)(void *ctx, const char *path), void *ctx)
{
  int status = CMD_GOOD;
  for (size_t i = 0; i < s->count; i++) {
    s->nodes[i].status = run_node(&s->nodes[i], job, ctx);
    status = session_worse(status, s->nodes[i].status);
  }
  return status;
}

bool session_print(const struct session *s)
{
  static char piece[1 << 16];
  for (size_t i = 0; i < s->count; i++) {
    size_t n;
    printf("%snode: %s\n", i ? "\n" : "", s->nodes[i].name);
    if (!s->nodes[i].output)
      continue;
    rewind(s->nodes[i].output);
    while ((n = fread(piece, 1, sizeof(piece), s->nodes[i].output)) > 0)
      fwrite(piece, 1, n, stdout);
  }
  return fflush(stdout) == 0 && !ferror(stdout);
}

void session_free(struct session *s)
{
  for (size_t i = 0; i < s->count; i++) {
    if (s->nodes[i].output)
      fclose(s->nodes[i].output);
    mem_free(s->nodes[i].path);
    mem_free(s->nodes[i].name);
    mem_free(s->nodes[i].base);
  }
  for (size_t i = 0; i < s->absent_count; i++)
    mem_free(s->absent[i]);
  mem_free(s->absent);
  mem_free(s->nodes);
  *s = (struct session){ 0 };
}
