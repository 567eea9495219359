/* What epoll reports of sockets: levels, edges, and the ends of connections. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>

#include "sockets.h"

static char text[64];
static int epoll;

static void show_wait(int ms) {
  struct epoll_event events[8];
  memset(events, 0, sizeof events);
  const int count = epoll_wait(epoll, events, 8, ms);
  printf("epoll_wait: %d", count);
  for (int i = 0; i < count; ++i) printf(" %x:%u", events[i].events, events[i].data.u32);
  printf("\n");
  fflush(stdout);
}

static int watch(int file, unsigned events, unsigned data) {
  struct epoll_event one = {.events = events, .data = {.u32 = data}};
  return epoll_ctl(epoll, EPOLL_CTL_ADD, file, &one);
}

enum { all = EPOLLIN | EPOLLOUT | EPOLLRDHUP | EPOLLPRI, edges = all | EPOLLET };

/* Follows both ends of a connection through its life. Each end was connected just before. */
static void show_life(int one, int other, unsigned events) {
  epoll = epoll_create1(0);
  SHOW(watch(one, events, 1) + watch(other, events, 2));
  show_wait(0);
  show_wait(0);
  SHOW(write(one, "abc", 3));
  show_wait(0);
  show_wait(0);
  SHOW(read(other, text, 2));
  show_wait(0);
  SHOW(write(one, "d", 1));
  show_wait(0);
  SHOW(read(other, text, 64));
  show_wait(0);
  SHOW(shutdown(one, SHUT_WR));
  show_wait(0);
  show_wait(0);
  SHOW(write(other, "back", 4));
  show_wait(0);
  SHOW(read(other, text, 64));
  show_wait(0);
  SHOW(read(one, text, 64));
  show_wait(0);
  SHOW(close(other));
  show_wait(0);
  show_wait(0);
  SHOW(close(one));
  show_wait(0);
  SHOW(close(epoll));
}

static void show_room(int one, int other) {
  static char block[65536];
  epoll = epoll_create1(0);
  SHOW(fcntl(one, F_SETFL, O_NONBLOCK) + fcntl(other, F_SETFL, O_NONBLOCK));
  SHOW(watch(one, edges, 1));
  show_wait(0);
  while (write(one, block, sizeof block) > 0) continue;
  show_wait(0);
  while (read(other, block, sizeof block) > 0) continue;
  usleep(20000);
  while (read(other, block, sizeof block) > 0) continue;
  show_wait(1000);
  show_wait(0);
  SHOW(close(one) + close(other) + close(epoll));
}

static void show_listening(void) {
  epoll = epoll_create1(0);
  const int from = listener(5);
  const struct sockaddr_in to = ipv4("127.0.0.1", port_of(from));
  SHOW(watch(from, edges, 1));
  show_wait(0);
  const int client = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  SHOW(watch(client, edges, 2));
  show_wait(0);
  SHOW(connect(client, (const struct sockaddr*)&to, sizeof to));
  show_wait(0);
  show_wait(0);
  const int other = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(connect(other, (const struct sockaddr*)&to, sizeof to));
  show_wait(0);
  SHOW(accept(from, NULL, NULL) > 0);
  show_wait(0);
  SHOW(accept(from, NULL, NULL) > 0);
  SHOW(close(from));
  const int refused = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  SHOW(watch(refused, edges, 3));
  show_wait(0);
  SHOW(connect(refused, (const struct sockaddr*)&to, sizeof to));
  show_wait(0);
  SHOW(pending_error(refused));
  show_wait(0);
  SHOW(close(client) + close(other) + close(refused) + close(epoll));
}

static void show_reset(void) {
  int one;
  int other;
  epoll = epoll_create1(0);
  connect_two(&one, &other);
  SHOW(watch(one, edges, 1));
  show_wait(0);
  SHOW(write(one, "unread", 6));
  SHOW(close(other));
  show_wait(0);
  show_wait(0);
  SHOW(read(one, text, 64));
  SHOW(close(one) + close(epoll));
}

static void show_datagrams(int one, int other) {
  epoll = epoll_create1(0);
  SHOW(watch(one, edges, 1) + watch(other, edges, 2));
  show_wait(0);
  SHOW(write(one, "abc", 3));
  show_wait(0);
  SHOW(write(one, "abc", 3));
  show_wait(0);
  SHOW(read(other, text, 64));
  show_wait(0);
  SHOW(read(other, text, 64));
  show_wait(0);
  SHOW(shutdown(one, SHUT_RDWR));
  show_wait(0);
  SHOW(close(other));
  show_wait(0);
  SHOW(close(one) + close(epoll));
}

/* Room for bytes is no news to those who wait for bytes only. */
static void show_other_events(int one, int other) {
  epoll = epoll_create1(0);
  SHOW(watch(one, EPOLLIN | EPOLLET, 1));
  SHOW(write(other, "abc", 3));
  show_wait(0);
  SHOW(write(one, "x", 1));
  SHOW(read(other, text, 64));
  show_wait(0);
  SHOW(write(other, "d", 1));
  show_wait(0);
  SHOW(close(one) + close(other) + close(epoll));
}

static void* write_later(void* file) {
  usleep(20000);
  if (write(*(int*)file, "x", 1) != 1) abort();
  return NULL;
}

static void show_waiting(int one, int other) {
  epoll = epoll_create1(0);
  SHOW(watch(one, EPOLLIN | EPOLLRDHUP, 1));
  pthread_t thread;
  pthread_create(&thread, NULL, write_later, &other);
  show_wait(-1);
  pthread_join(thread, NULL);
  SHOW(close(other));
  show_wait(-1);
  SHOW(close(one) + close(epoll));
}

static void pair(int type, int* one, int* other) {
  int ends[2];
  if (socketpair(AF_UNIX, type, 0, ends) != 0) abort();
  *one = ends[0];
  *other = ends[1];
}

int main(void) {
  int one;
  int other;
  catch_pipes();
  pair(SOCK_STREAM, &one, &other);
  show_life(one, other, all);
  pair(SOCK_STREAM, &one, &other);
  show_life(one, other, edges);
  connect_two(&one, &other);
  show_life(one, other, all);
  connect_two(&one, &other);
  show_life(one, other, edges);
  pair(SOCK_STREAM, &one, &other);
  show_room(one, other);
  connect_two(&one, &other);
  show_room(one, other);
  show_listening();
  show_reset();
  pair(SOCK_DGRAM, &one, &other);
  show_datagrams(one, other);
  const struct sockaddr_in any = ipv4("127.0.0.1", 0);
  one = socket(AF_INET, SOCK_DGRAM, 0);
  other = socket(AF_INET, SOCK_DGRAM, 0);
  SHOW(bind(other, (const struct sockaddr*)&any, sizeof any));
  const struct sockaddr_in to = ipv4("127.0.0.1", port_of(other));
  SHOW(connect(one, (const struct sockaddr*)&to, sizeof to));
  show_datagrams(one, other);
  pair(SOCK_STREAM, &one, &other);
  show_other_events(one, other);
  pair(SOCK_DGRAM, &one, &other);
  show_other_events(one, other);
  connect_two(&one, &other);
  show_other_events(one, other);
  pair(SOCK_STREAM, &one, &other);
  show_waiting(one, other);
  connect_two(&one, &other);
  show_waiting(one, other);
  return 0;
}
