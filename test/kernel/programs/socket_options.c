/* Options of sockets that programs set, and how their values come back. */
#define _GNU_SOURCE
#include <netinet/tcp.h>
#include <sys/time.h>

#include "sockets.h"

static void show_value(int file, int level, int name) {
  int value = -1;
  socklen_t size = sizeof value;
  const int out = getsockopt(file, level, name, &value, &size);
  printf("option %d of %d: %d", name, level, out);
  if (out == 0) printf(" %d, %u bytes\n", value, size);
  if (out != 0) printf(" %s\n", strerror(errno));
  fflush(stdout);
}

static void show_setting(int file, int level, int name, int value) {
  const int out = set_flag(file, level, name, value);
  printf("set %d of %d to %d: %d %s\n", name, level, value, out, out == 0 ? "" : strerror(errno));
  show_value(file, level, name);
}

static void show_common(int file) {
  const int flags[] = {SO_REUSEADDR, SO_REUSEPORT, SO_KEEPALIVE, SO_BROADCAST, SO_OOBINLINE,
                       SO_DONTROUTE};
  const int numbers[] = {SO_TYPE, SO_DOMAIN, SO_PROTOCOL, SO_ERROR, SO_ACCEPTCONN, SO_SNDLOWAT,
                         SO_RCVLOWAT, SO_PRIORITY};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; ++i)
    show_value(file, SOL_SOCKET, numbers[i]);
  for (size_t i = 0; i < sizeof flags / sizeof flags[0]; ++i) {
    if (flags[i] == SO_REUSEPORT) { /* Unix sockets of newer Linux versions refuse it */
      socklen_t size = sizeof(int);
      int domain = 0;
      getsockopt(file, SOL_SOCKET, SO_DOMAIN, &domain, &size);
      if (domain == AF_UNIX) continue;
    }
    show_setting(file, SOL_SOCKET, flags[i], 7);
    show_setting(file, SOL_SOCKET, flags[i], 0);
  }
  show_setting(file, SOL_SOCKET, SO_SNDBUF, 100000);
  show_setting(file, SOL_SOCKET, SO_SNDBUF, 1);
  show_setting(file, SOL_SOCKET, SO_RCVBUF, 100000);
  show_setting(file, SOL_SOCKET, SO_RCVBUF, 1);
  show_setting(file, SOL_SOCKET, SO_SNDLOWAT, 5);
  show_setting(file, SOL_SOCKET, SO_TYPE, 5);
}

static void show_structures(int file) {
  struct linger about = {3, 5};
  socklen_t size = sizeof about;
  SHOW(setsockopt(file, SOL_SOCKET, SO_LINGER, &about, sizeof about));
  SHOW(getsockopt(file, SOL_SOCKET, SO_LINGER, &about, &size));
  SHOW(about.l_onoff);
  SHOW(about.l_linger);
  SHOW(setsockopt(file, SOL_SOCKET, SO_LINGER, &about, 4));
  struct timeval span = {2, 500000};
  size = sizeof span;
  SHOW(getsockopt(file, SOL_SOCKET, SO_SNDTIMEO, &span, &size));
  SHOW(size);
  SHOW(span.tv_sec + span.tv_usec);
  span = (struct timeval){2, 500000};
  SHOW(setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span));
  SHOW(getsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &span, &size));
  SHOW(span.tv_sec);
  SHOW(span.tv_usec);
  span.tv_usec = 1000000;
  SHOW(setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span));
  SHOW(setsockopt(file, SOL_SOCKET, SO_RCVTIMEO, &span, 4));
}

static void show_lengths(int file) {
  char bytes[8] = {0};
  socklen_t size = 1;
  SHOW(setsockopt(file, SOL_SOCKET, SO_KEEPALIVE, bytes, 2));
  SHOW(setsockopt(file, SOL_SOCKET, SO_KEEPALIVE, (void*)8, 4));
  SHOW(getsockopt(file, SOL_SOCKET, SO_TYPE, bytes, &size));
  SHOW(bytes[0]);
  SHOW(size);
  size = 8;
  SHOW(getsockopt(file, SOL_SOCKET, SO_TYPE, bytes, &size));
  SHOW(size);
  SHOW(getsockopt(file, SOL_SOCKET, SO_TYPE, bytes, (socklen_t*)8));
  SHOW(getsockopt(0, SOL_SOCKET, SO_TYPE, bytes, &size));
  SHOW(getsockopt(77, SOL_SOCKET, SO_TYPE, bytes, &size));
}

static void show_tcp(int file) {
  const int names[] = {TCP_NODELAY,  TCP_CORK,        TCP_KEEPIDLE, TCP_KEEPINTVL,
                       TCP_KEEPCNT,  TCP_SYNCNT,      TCP_QUICKACK, TCP_USER_TIMEOUT};
  for (size_t i = 0; i < sizeof names / sizeof names[0]; ++i) {
    show_value(file, IPPROTO_TCP, names[i]);
    show_setting(file, IPPROTO_TCP, names[i], 1);
    show_setting(file, IPPROTO_TCP, names[i], -1);
  }
  show_setting(file, IPPROTO_TCP, TCP_KEEPIDLE, 40000);
  show_setting(file, IPPROTO_TCP, TCP_KEEPCNT, 200);
  show_setting(file, IPPROTO_IP, IP_TOS, 16);
  show_setting(file, IPPROTO_IP, IP_TTL, 7);
  show_setting(file, IPPROTO_IP, IP_TTL, 300);
  show_value(file, IPPROTO_UDP, 1);
}

static void show_inheritance(void) {
  const int from = listener(5);
  SHOW(set_flag(from, IPPROTO_TCP, TCP_NODELAY, 1) + set_flag(from, SOL_SOCKET, SO_KEEPALIVE, 1));
  show_value(from, SOL_SOCKET, SO_ACCEPTCONN);
  const struct sockaddr_in to = ipv4("127.0.0.1", port_of(from));
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(connect(client, (const struct sockaddr*)&to, sizeof to));
  const int accepted = accept(from, NULL, NULL);
  show_value(accepted, IPPROTO_TCP, TCP_NODELAY);
  show_value(accepted, SOL_SOCKET, SO_KEEPALIVE);
  show_value(accepted, SOL_SOCKET, SO_ACCEPTCONN);
  show_value(client, IPPROTO_TCP, TCP_NODELAY);
}

int main(void) {
  const int tcp = socket(AF_INET, SOCK_STREAM, 0);
  const int udp = socket(AF_INET, SOCK_DGRAM, 0);
  const int streams = socket(AF_UNIX, SOCK_STREAM, 0);
  const int ipv6 = socket(AF_INET6, SOCK_STREAM, 0);
  show_common(tcp);
  show_common(udp);
  show_common(streams);
  show_structures(tcp);
  show_structures(streams);
  show_lengths(tcp);
  show_tcp(tcp);
  show_value(udp, IPPROTO_TCP, TCP_NODELAY);
  show_value(streams, IPPROTO_TCP, TCP_NODELAY);
  show_value(ipv6, IPPROTO_UDP, 1);
  show_setting(ipv6, IPPROTO_IPV6, IPV6_V6ONLY, 1);
  show_setting(ipv6, IPPROTO_IPV6, IPV6_V6ONLY, 0);
  show_value(tcp, IPPROTO_IPV6, IPV6_V6ONLY);
  show_value(socket(AF_UNIX, SOCK_SEQPACKET, 0), SOL_SOCKET, SO_TYPE);
  show_inheritance();
  return 0;
}
