/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * dump_load.c: a dump out of a file, or out of whatever a receiver reads; dump.h is the manual.
 */
#include "dump.h"

#include "base/mem.h"
#include "base/say.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void on_frame(void *dump, const struct xfer_frame *frame)
{
  dump_frame(dump, frame);
}

static void on_text(void *dump, const uint8_t *text, size_t bytes)
{
  (void)text;
  ((struct dump *)dump)->text_bytes += bytes;
}

static void on_added(void *dump, const struct xfer_frame *frame)
{
  dump_symbols(dump, frame);
}

static void on_damage(void *dump, const struct xfer_damage_info *info)
{
  dump_damage(dump, info);
}

const struct xfer_receiver_ops dump_feed = { .frame = on_frame, .text = on_text, .damage = on_damage,
                                             .added = on_added };

/* Behind a dump's end a file has its index, or, when it is a log of the line, what the target said then. */
static void on_damage_in_file(void *dump, const struct xfer_damage_info *info)
{
  struct dump *d = dump;
  const enum xfer_damage damage = info->damage;
  if (d->end && damage != XFER_DAMAGE_GAP && damage != XFER_DAMAGE_REPEAT && damage != XFER_DAMAGE_VERSION)
    d->damaged_behind = true;
  else
    dump_damage(d, info);
}

const struct xfer_receiver_ops dump_file_feed = { .frame = on_frame, .text = on_text, .damage = on_damage_in_file,
                                                  .added = on_added };

static enum dump_loading read_all(struct dump *d, int fd)
{
  static uint8_t buffer[1 << 16];
  struct xfer_receiver *r = xfer_receive_new(&dump_file_feed, d);
  ssize_t n;
  if (!r) {
    say_line("out of memory for the receiver");
    return DUMP_UNREADABLE;
  }
  while ((n = read(fd, buffer, sizeof(buffer))) > 0)
    xfer_receive(r, buffer, (size_t)n);
  int error = errno;
  xfer_receive_end(r);
  xfer_receive_free(r);
  if (n == 0)
    return DUMP_LOADED;
  say_line("%s: cannot be read: %s", d->path,
           error == EISDIR ? "it is a folder, and this is done for one dump at a time: name one of its NODE.jxp"
                           : strerror(error));
  return DUMP_UNREADABLE;
}

static void say_unopened(const char *path, int error)
{
  char *part = mem_format("%s.part", path);
  say_line("%s: cannot be opened: %s", path, strerror(error));
  if (error == ENOENT && access(part, F_OK) == 0)
    say_line("%s is there: the dump is still being received, or hostdump was killed. Give that name; or report "
             "--follow; or go on receiving with hostdump -c -o %s < STREAM", part, path);
  mem_free(part);
}

enum dump_loading dump_fed(const struct dump *d)
{
  if (d->frames || d->damage_count[XFER_DAMAGE_VERSION])
    return DUMP_LOADED;
  say_line("%s: no whole frame in it: not a dump, or nothing of it is left; hostdump -o FILE < STREAM makes one",
           d->path);
  return DUMP_NO_FRAME;
}

enum dump_loading dump_load(struct dump *d)
{
  int fd = open(d->path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) {
    say_unopened(d->path, errno);
    return DUMP_UNREADABLE;
  }
  struct stat st;
  bool again = d->indexed && fstat(fd, &st) == 0 && S_ISREG(st.st_mode);
  d->fd = again ? fd : -1;
  enum dump_loading status = read_all(d, fd);
  if (!again)
    close(fd);
  dump_done(d);
  return status == DUMP_LOADED ? dump_fed(d) : status;
}
