/* What the programs about sockets share. */
#ifndef LDFI_TEST_KERNEL_SOCKETS_H
#define LDFI_TEST_KERNEL_SOCKETS_H

#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "show.h"

/* Prints all events of a descriptor that poll() knows. */
#define SHOW_EVENTS(file)                                                    \
  do {                                                                       \
    struct pollfd shown_file = {(file), POLLIN | POLLOUT | POLLRDHUP | POLLPRI, 0}; \
    const int shown_count = poll(&shown_file, 1, 0);                         \
    printf("events of %s = %d %x\n", #file, shown_count, shown_file.revents); \
    fflush(stdout);                                                          \
  } while (0)

static int caught;

static inline void count_signal(int signal) {
  caught = caught * 100 + signal;
}

/* Counts SIGPIPE instead of dying of it. */
static inline void catch_pipes(void) {
  signal(SIGPIPE, count_signal);
}

static inline struct sockaddr_in ipv4(const char* ip, int port) {
  struct sockaddr_in out;
  memset(&out, 0, sizeof out);
  out.sin_family = AF_INET;
  out.sin_port = htons((unsigned short)port);
  unsigned a;
  unsigned b;
  unsigned c;
  unsigned d;
  if (sscanf(ip, "%u.%u.%u.%u", &a, &b, &c, &d) != 4) abort();
  out.sin_addr.s_addr = htonl(a << 24 | b << 16 | c << 8 | d);
  return out;
}

static inline int port_of(int file) {
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  if (getsockname(file, (struct sockaddr*)&name, &size) != 0) return -1;
  return ntohs(((struct sockaddr_in*)&name)->sin_port); /* at the same place for IPv6 */
}

/* Prints the address without its port, which Linux may have chosen. */
static inline void show_ip(const char* what, const struct sockaddr_storage* name, socklen_t size) {
  printf("%s: family %d, %u bytes,", what, name->ss_family, size);
  const unsigned char* const bytes = (const unsigned char*)name;
  const int first = name->ss_family == AF_INET ? 4 : 8;
  const int last = name->ss_family == AF_INET ? 8 : 24;
  for (int i = first; i < last; ++i) printf(" %d", bytes[i]);
  printf("\n");
  fflush(stdout);
}

static inline void show_names(int file) {
  struct sockaddr_storage name;
  socklen_t size = sizeof name;
  memset(&name, 0, sizeof name);
  if (getsockname(file, (struct sockaddr*)&name, &size) == 0) show_ip("own", &name, size);
  size = sizeof name;
  memset(&name, 0, sizeof name);
  if (getpeername(file, (struct sockaddr*)&name, &size) == 0)
    show_ip("peer", &name, size);
  else
    printf("no peer: %s\n", strerror(errno));
}

static inline int pending_error(int file) {
  int out = -1;
  socklen_t size = sizeof out;
  getsockopt(file, SOL_SOCKET, SO_ERROR, &out, &size);
  return out;
}

static inline int set_flag(int file, int level, int name, int value) {
  return setsockopt(file, level, name, &value, sizeof value);
}

/* Returns a socket that listens on 127.0.0.1 and a port that the system chooses. */
static inline int listener(int backlog) {
  const struct sockaddr_in any = ipv4("127.0.0.1", 0);
  const int out = socket(AF_INET, SOCK_STREAM, 0);
  if (bind(out, (const struct sockaddr*)&any, sizeof any) != 0 || listen(out, backlog) != 0) abort();
  return out;
}

/* Connects two new TCP sockets. */
static inline void connect_two(int* client, int* server) {
  const int from = listener(5);
  const struct sockaddr_in to = ipv4("127.0.0.1", port_of(from));
  *client = socket(AF_INET, SOCK_STREAM, 0);
  if (connect(*client, (const struct sockaddr*)&to, sizeof to) != 0) abort();
  *server = accept(from, NULL, NULL);
  close(from);
}

#endif
