/* Unix sockets that keep the bounds of messages: SOCK_DGRAM and SOCK_SEQPACKET. Files that travel. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stddef.h>
#include <sys/ioctl.h>

#include "sockets.h"

static char text[64];

static struct sockaddr_un name_of(const char* path) {
  struct sockaddr_un out;
  memset(&out, 0, sizeof out);
  out.sun_family = AF_UNIX;
  strcpy(out.sun_path, path);
  return out;
}

static int bind_path(int file, const char* path) {
  const struct sockaddr_un name = name_of(path);
  return bind(file, (const struct sockaddr*)&name, sizeof name);
}

static int connect_path(int file, const char* path) {
  const struct sockaddr_un name = name_of(path);
  return connect(file, (const struct sockaddr*)&name, sizeof name);
}

static long send_to(int file, const char* path, const char* what) {
  const struct sockaddr_un name = name_of(path);
  return sendto(file, what, strlen(what), MSG_DONTWAIT, (const struct sockaddr*)&name, sizeof name);
}

static void show_receive(int file, size_t room, int flags) {
  struct sockaddr_un from;
  struct iovec piece = {text, room};
  struct msghdr header = {
      .msg_name = &from, .msg_namelen = sizeof from, .msg_iov = &piece, .msg_iovlen = 1};
  memset(text, 0, sizeof text);
  memset(&from, 0, sizeof from);
  const long out = recvmsg(file, &header, flags | MSG_DONTWAIT);
  printf("received %ld %s from %u %s, flags %x\n", out, text, header.msg_namelen, from.sun_path,
         header.msg_flags);
  fflush(stdout);
}

static void show_datagrams(void) {
  const int server = socket(AF_UNIX, SOCK_DGRAM, 0);
  const int client = socket(AF_UNIX, SOCK_DGRAM, 0);
  SHOW_EVENTS(client);
  SHOW(listen(server, 1));
  SHOW(accept(server, NULL, NULL));
  SHOW(bind_path(server, "server"));
  SHOW(send(client, "x", 1, 0));
  SHOW(send_to(client, "nothing", "x"));
  SHOW(send_to(client, "server", "unnamed"));
  show_receive(server, 64, 0);
  SHOW(bind_path(client, "client"));
  SHOW(send_to(client, "server", "first"));
  SHOW(send_to(client, "server", "second"));
  SHOW(send_to(client, "server", ""));
  int waiting = 0;
  SHOW(ioctl(server, FIONREAD, &waiting));
  SHOW(waiting);
  show_receive(server, 3, MSG_PEEK);
  show_receive(server, 3, MSG_PEEK | MSG_TRUNC);
  show_receive(server, 3, 0);
  show_receive(server, 64, 0);
  SHOW_EVENTS(server);
  show_receive(server, 64, 0);
  show_receive(server, 64, 0);
  SHOW_EVENTS(server);
  SHOW(connect_path(client, "server"));
  SHOW(write(client, "third", 5));
  SHOW(recv(server, text, 64, 0));
  SHOW(send_to(server, "client", "answer"));
  show_receive(client, 64, 0);
  const int stranger = socket(AF_UNIX, SOCK_DGRAM, 0);
  SHOW(send_to(stranger, "client", "x"));
  SHOW(connect_path(stranger, "client"));
  SHOW(connect_path(stranger, "server"));
  int sent = 0;
  while (send(stranger, "x", 1, MSG_DONTWAIT) == 1) ++sent;
  SHOW(errno == EAGAIN);
  SHOW(sent);
  SHOW_EVENTS(stranger);
  SHOW(recv(server, text, 64, 0));
  SHOW_EVENTS(stranger);
  SHOW(shutdown(server, SHUT_RD));
  SHOW(send(stranger, "x", 1, 0));
  SHOW(caught);
  SHOW(close(server));
  SHOW_EVENTS(stranger);
  SHOW(send(stranger, "x", 1, 0));
  SHOW(send(stranger, "x", 1, 0));
  SHOW(send_to(client, "server", "x"));
  const struct sockaddr none = {AF_UNSPEC, {0}};
  SHOW(connect(client, &none, sizeof none));
  SHOW(send(client, "x", 1, 0));
  SHOW(unlink("server") + unlink("client"));
}

static void show_pairs(int type) {
  int ends[2];
  SHOW(socketpair(AF_UNIX, type, 0, ends));
  SHOW(write(ends[0], "one", 3));
  SHOW(write(ends[0], "other", 5));
  show_receive(ends[1], 64, 0);
  show_receive(ends[1], 2, 0);
  show_receive(ends[1], 64, 0);
  SHOW(write(ends[1], "", 0));
  show_receive(ends[0], 64, 0);
  SHOW(write(ends[0], "last", 4));
  SHOW(shutdown(ends[0], SHUT_WR));
  SHOW(write(ends[0], "x", 1));
  SHOW(caught);
  SHOW_EVENTS(ends[1]);
  show_receive(ends[1], 64, 0);
  show_receive(ends[1], 64, 0);
  SHOW(close(ends[0]));
  SHOW_EVENTS(ends[1]);
  SHOW(send(ends[1], "x", 1, MSG_DONTWAIT));
  SHOW(send(ends[1], "x", 1, MSG_DONTWAIT));
  SHOW(close(ends[1]));
  SHOW(socketpair(AF_UNIX, type, 0, ends));
  static char large[300000];
  SHOW(send(ends[0], large, sizeof large, 0));
  SHOW(send(ends[0], large, 100000, MSG_DONTWAIT));
  SHOW(send(ends[0], large, 100000, MSG_DONTWAIT));
  SHOW(send(ends[0], large, 100000, MSG_DONTWAIT));
  SHOW(recv(ends[1], large, sizeof large, 0));
  SHOW(close(ends[0]) + close(ends[1]));
}

static long send_file(int file, const char* what, int sent) {
  char room[CMSG_SPACE(sizeof(int))] = {0};
  struct iovec piece = {(void*)what, strlen(what)};
  struct msghdr header = {
      .msg_iov = &piece, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room};
  struct cmsghdr* const control = CMSG_FIRSTHDR(&header);
  control->cmsg_level = SOL_SOCKET;
  control->cmsg_type = SCM_RIGHTS;
  control->cmsg_len = CMSG_LEN(sizeof(int));
  memcpy(CMSG_DATA(control), &sent, sizeof sent);
  return sendmsg(file, &header, 0);
}

static int receive_file(int file, size_t room, size_t control_room, int flags) {
  char control_bytes[64] = {0};
  int out = -1;
  memset(text, 0, sizeof text);
  struct iovec piece = {text, room};
  struct msghdr header = {.msg_iov = &piece,
                          .msg_iovlen = 1,
                          .msg_control = control_bytes,
                          .msg_controllen = control_room};
  const long got = recvmsg(file, &header, flags | MSG_DONTWAIT);
  struct cmsghdr* const control = got < 0 ? NULL : CMSG_FIRSTHDR(&header);
  if (control != NULL && control->cmsg_type == SCM_RIGHTS) memcpy(&out, CMSG_DATA(control), sizeof out);
  printf("received %ld %s, %lu bytes of control, flags %x\n", got, text,
         (unsigned long)header.msg_controllen, header.msg_flags);
  fflush(stdout);
  return out;
}

static void show_files(int type) {
  int ends[2];
  int pipes[2];
  SHOW(socketpair(AF_UNIX, type, 0, ends));
  SHOW(pipe(pipes));
  SHOW(send_file(ends[0], "take", 77));
  SHOW(write(ends[0], "plain", 5));
  SHOW(send_file(ends[0], "take", pipes[1]));
  SHOW(write(ends[0], "after", 5));
  SHOW(close(pipes[1]));
  int found = -1;
  while (found < 0) found = receive_file(ends[1], 64, 64, MSG_CMSG_CLOEXEC);
  SHOW(fcntl(found, F_GETFD));
  SHOW(write(found, "through", 7));
  SHOW(read(pipes[0], text, 64));
  SHOW(receive_file(ends[1], 64, 64, 0));
  SHOW(send_file(ends[0], "short", found));
  SHOW(receive_file(ends[1], 64, 8, 0));
  SHOW(send_file(ends[0], "lost", found));
  SHOW(close(found));
  SHOW(close(ends[1]));
  SHOW(read(pipes[0], text, 64));
  SHOW(close(ends[0]) + close(pipes[0]));
}

static void show_packets(void) {
  const int server = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  const int client = socket(AF_UNIX, SOCK_SEQPACKET, 0);
  SHOW(recv(client, text, 1, 0));
  SHOW(send(client, text, 1, 0));
  SHOW(bind_path(server, "packets"));
  SHOW(listen(server, 1));
  SHOW(connect_path(client, "packets"));
  const int accepted = accept(server, NULL, NULL);
  SHOW(write(accepted, "one", 3) + write(accepted, "two", 3));
  show_receive(client, 64, 0);
  show_receive(client, 64, 0);
  SHOW(close(accepted));
  show_receive(client, 64, 0);
  SHOW(unlink("packets"));
}

int main(void) {
  catch_pipes();
  show_datagrams();
  show_pairs(SOCK_DGRAM);
  show_pairs(SOCK_SEQPACKET);
  show_files(SOCK_DGRAM);
  show_files(SOCK_STREAM);
  show_packets();
  return 0;
}
