/* What ends the waits of calls on sockets: shutdown, signals and times. Calls that sockets refuse. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/uio.h>

#include "sockets.h"

static char text[64];

static void* shut_later(void* file) {
  usleep(20000);
  shutdown(*(int*)file, SHUT_RDWR);
  return NULL;
}

static void show_shutdown(void) {
  pthread_t thread;
  int one = listener(3);
  pthread_create(&thread, NULL, shut_later, &one);
  SHOW(accept(one, NULL, NULL));
  pthread_join(thread, NULL);
  SHOW(close(one));
  int other;
  connect_two(&one, &other);
  pthread_create(&thread, NULL, shut_later, &one);
  SHOW(read(one, text, 9));
  pthread_join(thread, NULL);
  SHOW(close(one) + close(other));
}

static void show_signals(void) {
  int one;
  int other;
  connect_two(&one, &other);
  struct sigaction action = {.sa_handler = count_signal};
  SHOW(sigaction(SIGALRM, &action, NULL));
  ualarm(20000, 0);
  SHOW(read(one, text, 9));
  SHOW(caught);
  action.sa_flags = SA_RESTART;
  SHOW(sigaction(SIGALRM, &action, NULL));
  const struct timeval span = {0, 50000};
  SHOW(setsockopt(one, SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span));
  ualarm(20000, 0);
  SHOW(read(one, text, 9));
  SHOW(caught);
  SHOW(read(one, text, 9));
  SHOW(write(other, "abc", 3));
  SHOW(recv(one, text, 0, 0));
  SHOW(recv(one, text, 2, MSG_TRUNC));
  const int copy = dup(one);
  SHOW(close(one));
  SHOW_EVENTS(other);
  SHOW(close(copy));
  SHOW_EVENTS(other);
  SHOW(close(other));
}

static void show_refusals(void) {
  int ends[2];
  int off = 0;
  SHOW(socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  SHOW(shutdown(0, SHUT_RD));
  SHOW(send(0, "x", 1, 0));
  SHOW(listen(0, 1));
  SHOW(recv(99, text, 1, 0));
  SHOW(syscall(SYS_sendmsg, ends[0], 8, 0));
  SHOW(syscall(SYS_recvmsg, ends[0], 8, 0));
  SHOW(recv(ends[0], text, 1, MSG_OOB));
  SHOW(fcntl(ends[0], F_SETFL, O_NONBLOCK));
  SHOW(read(ends[0], text, 1));
  SHOW(ioctl(ends[0], FIONBIO, &off));
  SHOW(fcntl(ends[0], F_GETFL) & O_NONBLOCK);
  SHOW(close(ends[0]) + close(ends[1]));
}

static void show_select(void) {
  fd_set reads;
  fd_set writes;
  int one;
  int other;
  connect_two(&one, &other);
  FD_ZERO(&reads);
  FD_ZERO(&writes);
  FD_SET(one, &reads);
  FD_SET(one, &writes);
  SHOW(select(one + 1, &reads, &writes, NULL, NULL));
  SHOW(FD_ISSET(one, &reads));
  SHOW(close(other));
  FD_SET(one, &reads);
  SHOW(select(one + 1, &reads, &writes, NULL, NULL));
  SHOW(FD_ISSET(one, &reads) != 0);
}

/* A client that has already left is still accepted. */
static void show_early_end(void) {
  const int from = listener(1);
  const struct sockaddr_in to = ipv4("127.0.0.1", port_of(from));
  const int client = socket(AF_INET, SOCK_STREAM, 0);
  SHOW(connect(client, (const struct sockaddr*)&to, sizeof to));
  SHOW(send(client, "abc", 3, 0));
  SHOW(close(client));
  const int server = accept(from, NULL, NULL);
  SHOW(read(server, text, 9));
  SHOW(read(server, text, 9));
  SHOW(write(from, "x", 1));
  SHOW(caught);
  SHOW(close(server) + close(from));
}

int main(void) {
  catch_pipes();
  show_shutdown();
  show_signals();
  show_refusals();
  show_select();
  show_early_end();
  return 0;
}
