/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * held_output.c: see held_output.h.
 */
#include "held_output.h"

#include <fcntl.h>
#include <unistd.h>

bool held_output_begin(struct held_output *h)
{
  fflush(stdout);
  h->kept = tmpfile();
  if (!h->kept)
    return false;
  h->standard = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 0);
  if (h->standard >= 0 && dup2(fileno(h->kept), STDOUT_FILENO) >= 0)
    return true;
  if (h->standard >= 0)
    close(h->standard);
  fclose(h->kept);
  return false;
}

bool held_output_end(struct held_output *h)
{
  const bool whole = fflush(stdout) == 0 && !ferror(stdout);
  clearerr(stdout);
  dup2(h->standard, STDOUT_FILENO);
  close(h->standard);
  return whole;
}

bool held_output_print(struct held_output *h)
{
  static char piece[1 << 16];
  size_t n;
  rewind(h->kept);
  while ((n = fread(piece, 1, sizeof(piece), h->kept)) > 0)
    fwrite(piece, 1, n, stdout);
  const bool whole = !ferror(h->kept) && fflush(stdout) == 0 && !ferror(stdout);
  held_output_drop(h);
  return whole;
}

void held_output_drop(struct held_output *h)
{
  fclose(h->kept);
}
