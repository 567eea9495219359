/* A server that stores one number. Each line that it reads is "get" or "set N". The first server passes each new
 * number on to the second one, after it has answered. With "retry" it connects again when the connection breaks. With
 * "udp" it sends the number as a datagram. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static struct sockaddr_in at(const char* ip) {
  struct sockaddr_in out = {.sin_family = AF_INET, .sin_port = htons(7000)};
  inet_pton(AF_INET, ip, &out.sin_addr);
  return out;
}
static int value = -1, passed = -1, retry = 0, udp = -1;
static int link_to(const char* ip) {
  int out = socket(AF_INET, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_in peer = at(ip);
  connect(out, (struct sockaddr*)&peer, sizeof peer);
  return out;
}
static int serve(int fd) { /* returns 0 at the end of the connection */
  char line[64];
  ssize_t got = recv(fd, line, sizeof line - 1, 0);
  if (got <= 0) return 0;
  line[got] = 0;
  if (sscanf(line, "set %d", &value) == 1) {
    send(fd, "ok\n", 3, MSG_NOSIGNAL);
  } else {
    char answer[32];
    send(fd, answer, (size_t)sprintf(answer, "%d\n", value), MSG_NOSIGNAL);
  }
  return 1;
}
/* Receives a datagram "set N" from the first server. */
static void receive_datagram(void) {
  char text[64];
  ssize_t got = recv(udp, text, sizeof text - 1, 0);
  if (got <= 0) return;
  text[got] = 0;
  sscanf(text, "set %d", &value);
}
static void send_datagram(const char* ip) {
  struct sockaddr_in peer = at(ip);
  char text[32];
  int size = sprintf(text, "set %d", value);
  sendto(udp, text, (size_t)size, 0, (struct sockaddr*)&peer, sizeof peer);
  passed = value;
}
int main(int count, char** word) {
  const char* peer = count > 1 && strcmp(word[1], "0") == 0 ? word[2] : NULL;
  retry = count > 3 && strcmp(word[3], "retry") == 0;
  struct pollfd all[16] = {{.fd = socket(AF_INET, SOCK_STREAM, 0), .events = POLLIN}, {.fd = -1}};
  int used = 2;
  struct sockaddr_in own = at("0.0.0.0");
  bind(all[0].fd, (struct sockaddr*)&own, sizeof own);
  listen(all[0].fd, 8);
  if (count > 3 && strcmp(word[3], "udp") == 0) {
    udp = socket(AF_INET, SOCK_DGRAM, 0);
    bind(udp, (struct sockaddr*)&own, sizeof own);
    if (!peer) all[1].fd = udp;
  }
  for (;;) {
    if (peer && udp >= 0 && value != passed) send_datagram(peer);
    if (peer && udp < 0 && all[1].fd < 0 && value != passed) all[1].fd = link_to(peer);
    all[1].events = POLLIN | (peer && value != passed ? POLLOUT : 0);
    poll(all, (nfds_t)used, -1);
    if (all[0].revents && used < 16) all[used++] = (struct pollfd){.fd = accept(all[0].fd, NULL, NULL), .events = POLLIN};
    if (!peer && all[1].fd >= 0 && (all[1].revents & POLLIN)) receive_datagram();
    if (peer && all[1].fd >= 0 && (all[1].revents & (POLLERR | POLLHUP | POLLIN))) {
      char byte;
      if (recv(all[1].fd, &byte, 1, 0) <= 0) {
        close(all[1].fd);
        all[1].fd = -1;
        if (retry) { usleep(20000); passed = -2; } else { passed = value; }
        continue;
      }
    }
    if (peer && all[1].fd >= 0 && (all[1].revents & POLLOUT) && value != passed) {
      char text[32];
      send(all[1].fd, text, (size_t)sprintf(text, "set %d\n", value), MSG_NOSIGNAL);
      passed = value;
    }
    for (int i = 2; i < used; ++i) {
      if (!all[i].revents || serve(all[i].fd)) continue;
      close(all[i].fd);
      all[i--] = all[--used];
    }
  }
}
