/* TCP within a node: names and ports, connecting, transfer, and how connections end. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <pthread.h>
#include <sys/ioctl.h>

#include "sockets.h"

static char text[64];

static int bind_to(int file, const char* ip, int port) {
  const struct sockaddr_in to = ipv4(ip, port);
  return bind(file, (const struct sockaddr*)&to, sizeof to);
}

static int connect_to(int file, const char* ip, int port) {
  const struct sockaddr_in to = ipv4(ip, port);
  return connect(file, (const struct sockaddr*)&to, sizeof to);
}

static int new_socket(void) {
  return socket(AF_INET, SOCK_STREAM, 0);
}

static void show_names_and_ports(void) {
  const int one = new_socket();
  const int other = new_socket();
  SHOW_EVENTS(one);
  show_names(one);
  SHOW(recv(one, text, 1, 0));
  SHOW(send(one, text, 1, 0));
  SHOW(caught);
  SHOW(accept(one, NULL, NULL));
  SHOW(shutdown(one, SHUT_RD));
  SHOW(bind_to(one, "0.0.0.0", 0));
  const int port = port_of(one);
  SHOW(port >= 32768);
  SHOW(bind_to(one, "0.0.0.0", 0));
  SHOW(bind_to(other, "127.0.0.1", port));
  SHOW(bind_to(other, "192.0.2.1", 0));
  SHOW(bind(other, (struct sockaddr*)text, 3));
  SHOW(set_flag(one, SOL_SOCKET, SO_REUSEADDR, 1) + set_flag(other, SOL_SOCKET, SO_REUSEADDR, 1));
  SHOW(bind_to(other, "127.0.0.1", port));
  SHOW(listen(one, 5));
  SHOW(listen(other, 5));
  const int third = new_socket();
  SHOW(set_flag(third, SOL_SOCKET, SO_REUSEADDR, 1));
  SHOW(bind_to(third, "127.0.0.1", port));
  SHOW(close(one) + close(other) + close(third));
  const int shared[2] = {new_socket(), new_socket()};
  SHOW(set_flag(shared[0], SOL_SOCKET, SO_REUSEPORT, 1));
  SHOW(bind_to(shared[0], "127.0.0.1", 0) + listen(shared[0], 5));
  SHOW(bind_to(shared[1], "127.0.0.1", port_of(shared[0])));
  SHOW(set_flag(shared[1], SOL_SOCKET, SO_REUSEPORT, 1));
  SHOW(bind_to(shared[1], "127.0.0.1", port_of(shared[0])));
  SHOW(listen(shared[1], 5));
  const int apart = new_socket();
  SHOW(bind_to(apart, "127.0.0.2", port_of(shared[0])));
  SHOW(listen(apart, 5));
  SHOW(close(apart) + close(shared[0]) + close(shared[1]));
  const int unbound = new_socket();
  SHOW(listen(unbound, 5));
  SHOW(port_of(unbound) > 0);
  SHOW(close(unbound));
}

static void show_connecting(void) {
  const int server = listener(5);
  const int port = port_of(server);
  const int client = new_socket();
  SHOW_EVENTS(server);
  show_names(server);
  SHOW(connect_to(client, "127.0.0.2", port));
  SHOW(connect(client, (struct sockaddr*)text, 3));
  const struct sockaddr other_family = {AF_UNIX, {0}};
  SHOW(connect(new_socket(), &other_family, sizeof(struct sockaddr_in)));
  SHOW(connect_to(client, "127.0.0.1", port));
  SHOW(connect_to(client, "127.0.0.1", port));
  show_names(client);
  SHOW_EVENTS(server);
  SHOW_EVENTS(client);
  const int second = new_socket();
  SHOW(bind_to(second, "127.0.0.1", 0));
  SHOW(connect_to(second, "0.0.0.0", port));
  struct sockaddr_storage peer;
  socklen_t size = sizeof peer;
  const int accepted = accept4(server, (struct sockaddr*)&peer, &size, SOCK_NONBLOCK);
  show_ip("accepted", &peer, size);
  SHOW(ntohs(((struct sockaddr_in*)&peer)->sin_port) == port_of(client));
  SHOW(port_of(accepted) == port);
  SHOW((fcntl(accepted, F_GETFL) & O_NONBLOCK) != 0);
  SHOW(read(accepted, text, 1));
  const int other = accept(server, (struct sockaddr*)&peer, &size);
  SHOW(ntohs(((struct sockaddr_in*)&peer)->sin_port) == port_of(second));
  SHOW_EVENTS(server);
  SHOW(fcntl(server, F_SETFL, O_NONBLOCK));
  SHOW(accept(server, NULL, NULL));
  SHOW(accept4(server, NULL, NULL, 1));
  SHOW(connect_to(server, "127.0.0.1", port));
  int waiting = 0;
  SHOW(ioctl(server, FIONREAD, &waiting));
  SHOW(read(server, text, 1));
  SHOW(close(server));
  SHOW(connect_to(new_socket(), "127.0.0.1", port));
  SHOW(write(client, "works", 5));
  SHOW(read(accepted, text, 64));
  SHOW(close(client) + close(accepted) + close(second) + close(other));
}

static void show_transfer(void) {
  int client;
  int server;
  connect_two(&client, &server);
  SHOW(send(client, "hello", 5, 0));
  SHOW(send(client, " world", 6, MSG_NOSIGNAL));
  SHOW_EVENTS(server);
  int waiting = 0;
  SHOW(ioctl(server, FIONREAD, &waiting));
  SHOW(waiting);
  SHOW(recv(server, text, 5, MSG_PEEK));
  struct sockaddr_storage from;
  socklen_t size = sizeof from;
  SHOW(recvfrom(server, text, 64, 0, (struct sockaddr*)&from, &size));
  SHOW(size);
  SHOW(memcmp(text, "hello world", 11));
  SHOW(recv(server, text, 64, MSG_DONTWAIT));
  const struct sockaddr_in to = ipv4("127.0.0.1", 9);
  SHOW(sendto(client, "x", 1, 0, (const struct sockaddr*)&to, sizeof to));
  SHOW(recv(server, text, 64, 0));
  struct timeval span = {0, 30000};
  SHOW(setsockopt(server, SOL_SOCKET, SO_RCVTIMEO, &span, sizeof span));
  SHOW(recv(server, text, 64, 0));
  SHOW(write(client, "part", 4));
  SHOW(recv(server, text, 8, MSG_WAITALL));
  SHOW(close(client) + close(server));
}

static void show_half_close(void) {
  int client;
  int server;
  connect_two(&client, &server);
  SHOW(write(client, "request", 7));
  SHOW(shutdown(client, SHUT_WR));
  SHOW_EVENTS(client);
  SHOW_EVENTS(server);
  SHOW(write(client, "x", 1));
  SHOW(caught);
  SHOW(read(server, text, 64));
  SHOW(read(server, text, 64));
  SHOW_EVENTS(server);
  SHOW(write(server, "answer", 6));
  SHOW(shutdown(client, SHUT_WR));
  SHOW(read(client, text, 64));
  SHOW(shutdown(server, SHUT_WR));
  SHOW_EVENTS(client);
  SHOW_EVENTS(server);
  SHOW(read(client, text, 64));
  show_names(server);
  SHOW(shutdown(server, SHUT_RDWR));
  SHOW(write(server, "x", 1));
  SHOW(pending_error(server));
  SHOW(close(client) + close(server));
  connect_two(&client, &server);
  SHOW(shutdown(server, SHUT_RD));
  SHOW_EVENTS(server);
  SHOW(read(server, text, 64));
  SHOW(write(client, "still", 5));
  SHOW(read(server, text, 64));
  SHOW(close(server));
  SHOW(close(client));
}

static void show_resets(void) {
  int client;
  int server;
  connect_two(&client, &server);
  SHOW(write(client, "unread", 6));
  SHOW(write(server, "kept", 4));
  SHOW(close(server));
  SHOW_EVENTS(client);
  SHOW(read(client, text, 64));
  SHOW(read(client, text, 64));
  SHOW(read(client, text, 64));
  SHOW(write(client, "x", 1));
  SHOW(close(client));
  connect_two(&client, &server);
  SHOW(close(server));
  SHOW_EVENTS(client);
  SHOW(read(client, text, 64));
  SHOW(write(client, "lost", 4));
  SHOW_EVENTS(client);
  SHOW(read(client, text, 64));
  SHOW(write(client, "x", 1));
  SHOW(pending_error(client));
  SHOW(write(client, "x", 1));
  SHOW(close(client));
  connect_two(&client, &server);
  const struct linger now = {1, 0};
  SHOW(setsockopt(server, SOL_SOCKET, SO_LINGER, &now, sizeof now));
  SHOW(close(server));
  SHOW_EVENTS(client);
  show_names(client);
  SHOW(write(client, "x", 1));
  SHOW(write(client, "x", 1));
  SHOW(caught);
  SHOW(read(client, text, 64));
  SHOW(close(client));
  const int from = listener(5);
  client = new_socket();
  SHOW(connect_to(client, "127.0.0.1", port_of(from)));
  SHOW(close(from));
  SHOW_EVENTS(client);
  SHOW(read(client, text, 64));
  SHOW(close(client));
}

static void* read_slowly(void* argument) {
  static char block[100000];
  long found = 0;
  for (long got = 1; got > 0; found += got) {
    usleep(1000);
    got = read(*(int*)argument, block, sizeof block);
  }
  return (void*)found;
}

static void show_long_write(void) {
  static char block[8000000];
  int client;
  int server;
  connect_two(&client, &server);
  SHOW(fcntl(client, F_SETFL, O_NONBLOCK));
  long written = 0;
  for (long got = 0; got >= 0; written += got > 0 ? got : 0) got = write(client, block, sizeof block);
  SHOW(errno == EAGAIN && written > 0);
  SHOW_EVENTS(client);
  SHOW(fcntl(client, F_SETFL, 0));
  pthread_t thread;
  pthread_create(&thread, NULL, read_slowly, &server);
  SHOW(write(client, block, sizeof block));
  SHOW(shutdown(client, SHUT_WR));
  void* found = NULL;
  pthread_join(thread, &found);
  SHOW((long)found == written + (long)sizeof block);
  SHOW(close(client) + close(server));
}

int main(void) {
  catch_pipes();
  show_names_and_ports();
  show_connecting();
  show_transfer();
  show_half_close();
  show_resets();
  show_long_write();
  return 0;
}
