/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * speak.c: a target that connects, as QEMU's -serial unix:PATH and tcp:127.0.0.1:PORT do: `speak unix:PATH|tcp:PORT <
 * STREAM`.
 */
#include <arpa/inet.h>
#include <netinet/in.h>
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

int main(int argc, char **argv)
{
  char buffer[4096];
  ssize_t n;
  if (argc != 2)
    return 2;
  int fd = strncmp(argv[1], "tcp:", 4) == 0 ? connect_tcp(argv[1] + 4) : connect_unix(strchr(argv[1], ':') + 1);
  if (fd < 0) {
    perror(argv[1]);
    return 1;
  }
  while ((n = read(STDIN_FILENO, buffer, sizeof(buffer))) > 0)
    if (send(fd, buffer, (size_t)n, MSG_NOSIGNAL) != n)
      return 1;
  return close(fd) != 0;
}
