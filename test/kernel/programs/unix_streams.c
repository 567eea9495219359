/* Unix stream sockets with names: paths, abstract names, connections and their queue. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/stat.h>

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

static void show_name(int (*get)(int, struct sockaddr*, socklen_t*), int file) {
  struct sockaddr_un name;
  socklen_t size = sizeof name;
  memset(&name, 0, sizeof name);
  const int out = get(file, (struct sockaddr*)&name, &size);
  printf("name: %d %u %d %d %s\n", out, out == 0 ? size : 0, name.sun_family, name.sun_path[0] != 0,
         name.sun_path + (name.sun_path[0] == 0));
  fflush(stdout);
}

static void show_paths(void) {
  struct stat about;
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(server);
  SHOW(listen(server, 1));
  SHOW(accept(server, NULL, NULL));
  SHOW(bind_path(server, "place"));
  SHOW(bind_path(server, "other"));
  SHOW(lstat("place", &about));
  SHOW(about.st_mode & S_IFMT);
  SHOW(lstat("other", &about));
  SHOW(open("place", O_RDONLY));
  const int second = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind_path(second, "place"));
  SHOW(bind_path(second, "no/such/folder"));
  SHOW(connect_path(second, "place"));
  SHOW(connect_path(second, "nothing"));
  SHOW(listen(server, 2));
  show_name(getsockname, server);
  show_name(getsockname, second);
  show_name(getpeername, second);
  SHOW(recv(second, text, 1, 0));
  SHOW(send(second, text, 1, MSG_NOSIGNAL));
  SHOW_EVENTS(second);
  SHOW_EVENTS(server);
  SHOW(connect_path(second, "place"));
  SHOW(connect_path(second, "place"));
  SHOW_EVENTS(server);
  SHOW(write(second, "early", 5));
  struct sockaddr_un peer;
  socklen_t size = sizeof peer;
  const int accepted = accept4(server, (struct sockaddr*)&peer, &size, SOCK_CLOEXEC);
  SHOW(accepted);
  SHOW(size);
  SHOW(fcntl(accepted, F_GETFD));
  show_name(getsockname, accepted);
  show_name(getpeername, accepted);
  show_name(getpeername, second);
  SHOW(read(accepted, text, 64));
  SHOW(rename("place", "moved"));
  const int third = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(connect_path(third, "place"));
  SHOW(connect_path(third, "moved"));
  SHOW(unlink("moved"));
  SHOW(connect_path(socket(AF_UNIX, SOCK_STREAM, 0), "moved"));
  SHOW(close(server));
  SHOW_EVENTS(third);
  SHOW(read(third, text, 1));
  SHOW(read(third, text, 1));
  SHOW(write(accepted, "still", 5));
  size = sizeof peer;
  SHOW(recvfrom(second, text, 64, 0, (struct sockaddr*)&peer, &size));
  SHOW(size);
}

static void show_stale(void) {
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind_path(server, "stale"));
  SHOW(close(server));
  SHOW(connect_path(socket(AF_UNIX, SOCK_STREAM, 0), "stale"));
  const int next = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind_path(next, "stale"));
  SHOW(unlink("stale"));
  SHOW(bind_path(next, "stale"));
  SHOW(listen(next, 0));
  SHOW(connect_path(socket(AF_UNIX, SOCK_DGRAM, 0), "stale"));
  SHOW(close(open("regular", O_CREAT | O_WRONLY, 0600)));
  SHOW(connect_path(socket(AF_UNIX, SOCK_STREAM, 0), "regular"));
  SHOW(connect_path(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), "stale"));
  SHOW(connect_path(socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0), "stale"));
  SHOW(unlink("stale") + unlink("regular"));
}

static int bind_abstract(int file, const char* name, int (*call)(int, const struct sockaddr*, socklen_t)) {
  struct sockaddr_un out = name_of("");
  memcpy(out.sun_path + 1, name, strlen(name));
  return call(file, (const struct sockaddr*)&out, (socklen_t)(offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name)));
}

static void show_abstract(void) {
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind_abstract(server, "ldfi-test-name", bind));
  SHOW(bind_abstract(client, "ldfi-test-name", bind));
  SHOW(bind_abstract(client, "ldfi-test-na", connect));
  SHOW(listen(server, 5));
  SHOW(bind_abstract(client, "ldfi-test-name", connect));
  show_name(getsockname, server);
  show_name(getpeername, client);
  SHOW(close(server));
  const int again = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind_abstract(again, "ldfi-test-name", bind));
  struct sockaddr_un name = name_of("");
  socklen_t size = sizeof name;
  const int unnamed = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind(unnamed, (struct sockaddr*)&name, sizeof(sa_family_t)));
  SHOW(getsockname(unnamed, (struct sockaddr*)&name, &size));
  SHOW(size);
  SHOW(bind(unnamed, (struct sockaddr*)&name, 1));
  SHOW(bind(unnamed, (struct sockaddr*)&name, 500));
  SHOW(bind(0, (struct sockaddr*)&name, size));
  SHOW(bind(77, (struct sockaddr*)&name, size));
}

static void* connect_later(void* path) {
  usleep(20000);
  const int client = socket(AF_UNIX, SOCK_STREAM, 0);
  if (connect_path(client, path) != 0 || write(client, "hi", 2) != 2) abort();
  return (void*)(long)client;
}

static void show_waiting(void) {
  const int server = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(bind_path(server, "waiting"));
  SHOW(listen(server, 0));
  pthread_t thread;
  pthread_create(&thread, NULL, connect_later, "waiting");
  const int first = accept(server, NULL, NULL);
  SHOW(read(first, text, 64));
  pthread_join(thread, NULL);
  const int queued = socket(AF_UNIX, SOCK_STREAM, 0);
  SHOW(connect_path(queued, "waiting"));
  pthread_create(&thread, NULL, connect_later, "waiting");
  usleep(60000);
  SHOW(accept(server, NULL, NULL) >= 0);
  SHOW(read(accept(server, NULL, NULL), text, 64));
  pthread_join(thread, NULL);
  struct ucred owner;
  socklen_t size = sizeof owner;
  SHOW(getsockopt(queued, SOL_SOCKET, SO_PEERCRED, &owner, &size));
  SHOW(owner.pid == getpid() && owner.uid == geteuid() && owner.gid == getegid());
  SHOW(unlink("waiting"));
}

int main(void) {
  catch_pipes();
  show_paths();
  show_stale();
  show_abstract();
  show_waiting();
  return 0;
}
