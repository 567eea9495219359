/* UDP within a node: names, connected and unconnected sockets, refusals. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>

#include "sockets.h"

static char text[70000];

static int new_socket(void) {
  return socket(AF_INET, SOCK_DGRAM, 0);
}

static int bound(const char* ip) {
  const struct sockaddr_in name = ipv4(ip, 0);
  const int out = new_socket();
  if (bind(out, (const struct sockaddr*)&name, sizeof name) != 0) abort();
  return out;
}

static long send_to(int file, const char* ip, int port, const char* what) {
  const struct sockaddr_in to = ipv4(ip, port);
  return sendto(file, what, strlen(what), 0, (const struct sockaddr*)&to, sizeof to);
}

static int connect_to(int file, const char* ip, int port) {
  const struct sockaddr_in to = ipv4(ip, port);
  return connect(file, (const struct sockaddr*)&to, sizeof to);
}

static void show_receive(int file, int port, size_t room, int flags) {
  struct sockaddr_in from;
  socklen_t size = sizeof from;
  memset(text, 0, 64);
  const long out =
      recvfrom(file, text, room, flags | MSG_DONTWAIT, (struct sockaddr*)&from, &size);
  printf("received %ld %s, %u %d\n", out, out < 0 ? strerror(errno) : text, size,
         out < 0 || ntohs(from.sin_port) == port);
  fflush(stdout);
}

static void show_unconnected(void) {
  const int server = bound("127.0.0.1");
  const int port = port_of(server);
  const int client = new_socket();
  SHOW_EVENTS(client);
  show_names(client);
  SHOW(listen(client, 1));
  SHOW(accept(client, NULL, NULL));
  SHOW(send(client, "x", 1, 0));
  SHOW(send_to(client, "127.0.0.1", 0, "x"));
  SHOW(send_to(client, "127.0.0.1", port, "first"));
  SHOW(port_of(client) > 0);
  show_names(client);
  SHOW(send_to(client, "127.0.0.1", port, ""));
  SHOW(send_to(client, "127.0.0.1", port, "a longer one"));
  int waiting = 0;
  SHOW(ioctl(server, FIONREAD, &waiting));
  SHOW(waiting);
  show_receive(server, port_of(client), 3, MSG_PEEK);
  show_receive(server, port_of(client), 64, 0);
  show_receive(server, port_of(client), 64, 0);
  show_receive(server, port_of(client), 5, MSG_TRUNC);
  show_receive(server, port_of(client), 64, 0);
  SHOW_EVENTS(server);
  SHOW(send(client, text, 65508, 0));
  const struct sockaddr_in to = ipv4("127.0.0.1", port);
  SHOW(sendto(client, text, 65508, 0, (const struct sockaddr*)&to, sizeof to));
  SHOW(sendto(client, text, 65507, 0, (const struct sockaddr*)&to, sizeof to));
  SHOW(recv(server, text, sizeof text, 0));
  SHOW(sendto(client, text, 1, 0, (const struct sockaddr*)&to, 3));
  SHOW(send_to(client, "127.0.0.1", 9, "nobody"));
  SHOW(pending_error(client));
  SHOW(close(server));
  SHOW(send_to(client, "127.0.0.1", port, "nobody"));
  SHOW(send_to(client, "127.0.0.1", port, "nobody"));
  SHOW(shutdown(client, SHUT_RDWR));
  SHOW(send_to(client, "127.0.0.1", port, "ended"));
  SHOW(recv(client, text, 64, 0));
  SHOW(close(client));
}

static void show_connected(void) {
  const int server = bound("0.0.0.0");
  const int stranger = bound("127.0.0.1");
  const int client = new_socket();
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  show_names(client);
  SHOW(write(client, "hello", 5));
  show_receive(server, port_of(client), 64, 0);
  SHOW(send_to(server, "127.0.0.1", port_of(client), "answer"));
  SHOW(send_to(stranger, "127.0.0.1", port_of(client), "ignored"));
  SHOW(read(client, text, 64));
  SHOW(recv(client, text, 64, MSG_DONTWAIT));
  SHOW(send_to(client, "127.0.0.1", port_of(stranger), "elsewhere"));
  show_receive(stranger, port_of(client), 64, 0);
  SHOW(close(server));
  SHOW(write(client, "lost", 4));
  SHOW_EVENTS(client);
  SHOW(write(client, "lost", 4));
  SHOW(write(client, "lost", 4));
  SHOW(read(client, text, 64));
  SHOW(write(client, "lost", 4));
  SHOW(pending_error(client));
  SHOW(connect_to(client, "127.0.0.1", port_of(stranger)));
  SHOW(write(client, "moved", 5));
  show_receive(stranger, port_of(client), 64, 0);
  SHOW(shutdown(client, SHUT_RD));
  SHOW_EVENTS(client);
  SHOW(read(client, text, 64));
  SHOW(shutdown(client, SHUT_WR));
  SHOW_EVENTS(client);
  SHOW(write(client, "x", 1));
  SHOW(caught);
  SHOW(close(client) + close(stranger));
  const int again = bound("127.0.0.1");
  const struct sockaddr none = {AF_UNSPEC, {0}};
  SHOW(connect_to(again, "127.0.0.1", 9));
  SHOW(connect(again, &none, sizeof none));
  show_names(again);
  SHOW(send(again, "x", 1, 0));
  SHOW(close(again));
}

static void show_ports(void) {
  const int one = bound("127.0.0.1");
  const int other = new_socket();
  const struct sockaddr_in same = ipv4("127.0.0.1", port_of(one));
  const struct sockaddr_in all = ipv4("0.0.0.0", port_of(one));
  SHOW(bind(other, (const struct sockaddr*)&same, sizeof same));
  SHOW(bind(other, (const struct sockaddr*)&all, sizeof all));
  SHOW(set_flag(one, SOL_SOCKET, SO_REUSEADDR, 1) + set_flag(other, SOL_SOCKET, SO_REUSEADDR, 1));
  SHOW(bind(other, (const struct sockaddr*)&all, sizeof all));
  SHOW(send_to(other, "127.0.0.1", port_of(one), "the exact one"));
  show_receive(one, port_of(one), 64, 0);
  show_receive(other, port_of(one), 64, 0);
  SHOW(send_to(one, "127.0.0.2", port_of(one), "the other one"));
  show_receive(other, port_of(one), 64, 0);
  SHOW(close(one) + close(other));
}

static void show_ipv6(void) {
  struct sockaddr_in6 name;
  memset(&name, 0, sizeof name);
  name.sin6_family = AF_INET6;
  const int server = socket(AF_INET6, SOCK_DGRAM, 0);
  SHOW(bind(server, (struct sockaddr*)&name, sizeof name));
  const int client = new_socket();
  SHOW(send_to(client, "127.0.0.1", port_of(server), "over ipv4"));
  struct sockaddr_storage from;
  socklen_t size = sizeof from;
  SHOW(recvfrom(server, text, 64, 0, (struct sockaddr*)&from, &size));
  show_ip("from", &from, size);
  SHOW(sendto(server, "back", 4, 0, (struct sockaddr*)&from, size));
  SHOW(recv(client, text, 64, 0));
  const int third = socket(AF_INET6, SOCK_DGRAM, 0);
  name.sin6_port = htons((unsigned short)port_of(server));
  name.sin6_addr.s6_addr[15] = 1;
  SHOW(connect(third, (struct sockaddr*)&name, sizeof name));
  show_names(third);
  SHOW(write(third, "over ipv6", 9));
  SHOW(read(server, text, 64));
  const int fourth = socket(AF_INET6, SOCK_DGRAM, 0);
  SHOW(connect_to(fourth, "127.0.0.1", port_of(client)));
  show_names(fourth);
}

static int waiting_end;

static void* send_later(void* port) {
  usleep(20000);
  send_to(new_socket(), "127.0.0.1", (int)(long)port, "late");
  return NULL;
}

static void show_waiting(void) {
  waiting_end = bound("127.0.0.1");
  pthread_t thread;
  pthread_create(&thread, NULL, send_later, (void*)(long)port_of(waiting_end));
  SHOW(recv(waiting_end, text, 64, 0));
  pthread_join(thread, NULL);
  const struct timeval span = {0, 10000};
  SHOW(setsockopt(waiting_end, SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span));
  SHOW(recv(waiting_end, text, 64, 0));
  struct mmsghdr two[2];
  struct iovec pieces[2] = {{"one", 3}, {"other", 5}};
  struct sockaddr_in to = ipv4("127.0.0.1", port_of(waiting_end));
  memset(two, 0, sizeof two);
  for (int i = 0; i < 2; ++i)
    two[i].msg_hdr = (struct msghdr){
        .msg_name = &to, .msg_namelen = sizeof to, .msg_iov = &pieces[i], .msg_iovlen = 1};
  SHOW(sendmmsg(new_socket(), two, 2, 0));
  SHOW(two[1].msg_len);
  char room[2][8];
  for (int i = 0; i < 2; ++i) {
    pieces[i] = (struct iovec){room[i], 4};
    two[i].msg_hdr = (struct msghdr){.msg_iov = &pieces[i], .msg_iovlen = 1};
  }
  SHOW(recvmmsg(waiting_end, two, 2, MSG_WAITFORONE, NULL));
  SHOW(two[0].msg_len);
  SHOW(two[1].msg_len);
  SHOW(two[1].msg_hdr.msg_flags == MSG_TRUNC);
}

int main(void) {
  catch_pipes();
  show_unconnected();
  show_connected();
  show_ports();
  show_ipv6();
  show_waiting();
  return 0;
}
