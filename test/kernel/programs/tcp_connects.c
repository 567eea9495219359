/* Connecting without waiting, refusals, full queues, and IPv6. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>

#include "sockets.h"

static char text[64];

static int connect_to(int file, const char* ip, int port) {
  const struct sockaddr_in to = ipv4(ip, port);
  return connect(file, (const struct sockaddr*)&to, sizeof to);
}

static int new_socket(void) {
  return socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
}

static void show_success(void) {
  const int server = listener(5);
  const int client = new_socket();
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  SHOW_EVENTS(client);
  SHOW(pending_error(client));
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  SHOW(close(client));
  const int accepted = accept(server, NULL, NULL);
  SHOW(read(accepted, text, 64));
  SHOW(close(accepted) + close(server));
}

static void show_refusal(void) {
  const int server = listener(5);
  const int port = port_of(server);
  SHOW(close(server));
  const int client = new_socket();
  SHOW(connect_to(client, "127.0.0.1", port));
  SHOW_EVENTS(client);
  SHOW(pending_error(client));
  SHOW_EVENTS(client);
  SHOW(connect_to(client, "127.0.0.1", port));
  SHOW(connect_to(client, "127.0.0.1", port));
  SHOW(connect_to(client, "127.0.0.1", port));
  SHOW(connect_to(client, "127.0.0.1", port));
  SHOW(read(client, text, 1));
  SHOW(read(client, text, 1));
  SHOW(close(client));
  const int blocking = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(connect_to(blocking, "127.0.0.1", port));
  SHOW(pending_error(blocking));
  const int again = listener(5);
  SHOW(connect_to(blocking, "127.0.0.1", port_of(again)));
  SHOW(close(blocking) + close(again));
}

static void show_disconnecting(void) {
  const int server = listener(5);
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  const struct sockaddr none = {AF_UNSPEC, {0}};
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  const int accepted = accept(server, NULL, NULL);
  SHOW(connect(client, &none, sizeof none));
  SHOW_EVENTS(client);
  SHOW(read(accepted, text, 1));
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  SHOW(write(client, "again", 5));
  SHOW(read(accept(server, NULL, NULL), text, 64));
  SHOW(close(client) + close(accepted) + close(server));
}

static void* accept_later(void* server) {
  usleep(20000);
  const int out = accept(*(int*)server, NULL, NULL);
  usleep(20000);
  if (write(out, "welcome", 7) != 7) abort();
  return (void*)(long)out;
}

static void show_waiting(void) {
  int server = listener(5);
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  pthread_t thread;
  pthread_create(&thread, NULL, accept_later, &server);
  SHOW(connect_to(client, "127.0.0.1", port_of(server)));
  SHOW(recv(client, text, 64, 0));
  pthread_join(thread, NULL);
  SHOW(close(client) + close(server));
}

static void show_full_queue(void) {
  const int server = listener(0);
  const int first = new_socket();
  const int second = new_socket();
  SHOW(connect_to(first, "127.0.0.1", port_of(server)));
  SHOW(connect_to(second, "127.0.0.1", port_of(server)));
  SHOW(connect_to(second, "127.0.0.1", port_of(server)));
  SHOW_EVENTS(first);
  SHOW_EVENTS(second);
  SHOW(recv(second, text, 1, 0));
  SHOW(send(second, text, 1, 0));
  SHOW(accept(server, NULL, NULL) > 0);
  struct pollfd one = {second, POLLOUT, 0};
  SHOW(poll(&one, 1, 5000));
  SHOW(one.revents);
  SHOW(pending_error(second));
  SHOW(close(first) + close(second) + close(server));
}

static struct sockaddr_in6 ipv6(const char last[16], int port) {
  struct sockaddr_in6 out;
  memset(&out, 0, sizeof out);
  out.sin6_family = AF_INET6;
  out.sin6_port = htons((unsigned short)port);
  memcpy(&out.sin6_addr, last, 16);
  return out;
}

static void show_ipv6(void) {
  const char any[16] = {0};
  const char loopback[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};
  const char mapped[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, (char)0xff, (char)0xff, 127, 0, 0, 1};
  const struct sockaddr_in6 own = ipv6(any, 0);
  const int server = socket(AF_INET6, SOCK_STREAM, 0);
  SHOW(bind(server, (const struct sockaddr*)&own, sizeof own));
  SHOW(listen(server, 5));
  const struct sockaddr_in taken = ipv4("0.0.0.0", port_of(server));
  SHOW(bind(socket(AF_INET, SOCK_STREAM, 0), (const struct sockaddr*)&taken, sizeof taken));
  const struct sockaddr_in6 to = ipv6(loopback, port_of(server));
  const int one = socket(AF_INET6, SOCK_STREAM, 0);
  SHOW(connect(one, (const struct sockaddr*)&taken, sizeof taken));
  SHOW(connect(one, (const struct sockaddr*)&to, sizeof to));
  show_names(one);
  show_names(accept(server, NULL, NULL));
  const struct sockaddr_in6 over_ipv4 = ipv6(mapped, port_of(server));
  const int two = socket(AF_INET6, SOCK_STREAM, 0);
  SHOW(connect(two, (const struct sockaddr*)&over_ipv4, sizeof over_ipv4));
  show_names(two);
  const int three = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(connect_to(three, "127.0.0.1", port_of(server)));
  show_names(three);
  SHOW(accept(server, NULL, NULL) > 0);
  show_names(accept(server, NULL, NULL));
  const int only = socket(AF_INET6, SOCK_STREAM, 0);
  SHOW(set_flag(only, IPPROTO_IPV6, IPV6_V6ONLY, 1));
  SHOW(bind(only, (const struct sockaddr*)&own, sizeof own) + listen(only, 5));
  SHOW(connect_to(socket(AF_INET, SOCK_STREAM, 0), "127.0.0.1", port_of(only)));
  const struct sockaddr_in beside = ipv4("0.0.0.0", port_of(only));
  SHOW(bind(socket(AF_INET, SOCK_STREAM, 0), (const struct sockaddr*)&beside, sizeof beside));
}

int main(void) {
  catch_pipes();
  show_success();
  show_refusal();
  show_disconnecting();
  show_waiting();
  show_full_queue();
  show_ipv6();
  return 0;
}
