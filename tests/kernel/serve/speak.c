/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * speak.c: a target that connects, as QEMU's -serial unix:PATH and tcp:127.0.0.1:PORT do: `speak unix:PATH|tcp:PORT <
 * STREAM`. With a number behind that there are so many of them, at once, with the same stream; `connected` is printed
 * when all have connected. A target that is left goes on in silence.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static int connect_tcp(const char *port)
{
  struct sockaddr_in a = { .sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(port)),
                           .sin_addr.s_addr = htonl(INADDR_LOOPBACK) };
  int fd = socket(AF_INET, SOCK_STREAM, 0);
  return fd >= 0 && connect(fd, (const struct sockaddr *)&a, sizeof(a)) == 0 ? fd : -1;
}

static int connect_unix(const char *path)
{
  struct sockaddr_un a = { .sun_family = AF_UNIX };
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  snprintf(a.sun_path, sizeof(a.sun_path), "%s", path);
  return fd >= 0 && connect(fd, (const struct sockaddr *)&a, sizeof(a)) == 0 ? fd : -1;
}

#define TARGETS_MOST 1000

int main(int argc, char **argv)
{
  static int fds[TARGETS_MOST];
  const int count = argc == 3 ? atoi(argv[2]) : 1;
  char buffer[4096];
  ssize_t n;
  bool all_sent = true;
  if (argc < 2 || argc > 3 || count < 1 || count > TARGETS_MOST)
    return 2;
  for (int i = 0; i < count; i++) {
    fds[i] = strncmp(argv[1], "tcp:", 4) == 0 ? connect_tcp(argv[1] + 4) : connect_unix(strchr(argv[1], ':') + 1);
    if (fds[i] < 0) {
      perror(argv[1]);
      return 1;
    }
  }
  if (argc == 3) {
    puts("connected");
    fflush(stdout);
  }
  while ((n = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0)
    for (int i = 0; i < count; i++)
      all_sent &= send(fds[i], buffer, (size_t)n, MSG_NOSIGNAL) == n;
  for (int i = 0; i < count; i++)
    close(fds[i]);
  return all_sent ? 0 : 1;
}
