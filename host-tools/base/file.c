/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * file.c: see file.h.
 */
#include "file.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

ssize_t file_read_at(int fd, uint64_t at, void *to, size_t bytes)
{
  size_t got = 0;
  while (got < bytes) {
    ssize_t n = pread(fd, (char *)to + got, bytes - got, (off_t)(at + got));
    if (n < 0 && errno == EINTR)
      continue;
    if (n < 0)
      return -1;
    if (n == 0)
      break;
    got += (size_t)n;
  }
  return (ssize_t)got;
}

bool file_size(int fd, uint64_t *bytes)
{
  struct stat st;
  if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode))
    return false;
  *bytes = (uint64_t)st.st_size;
  return true;
}

bool file_write(int fd, const void *from, size_t bytes)
{
  const char *p = from;
  while (bytes) {
    ssize_t n = write(fd, p, bytes);
    if (n < 0 && errno == EAGAIN) {
      struct pollfd out = { fd, POLLOUT, 0 };
      poll(&out, 1, -1);
    } else if (n < 0 && errno != EINTR) {
      return false;
    } else if (n > 0) {
      p += n;
      bytes -= (size_t)n;
    }
  }
  return true;
}
