/* Other programs in the same process: execve, scripts, errors, posix_spawn, system and popen. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "show.h"

extern char** environ;
static const char* self;

static void wait_for_child(void) {
  int status = 0;
  SHOW(wait(&status) > 0);
  printf("code %d, signal %d\n", WEXITSTATUS(status), WTERMSIG(status));
  fflush(stdout);
}

static void* call_again(void* argument) {
  char* const words[] = {"again", "from a thread", NULL};
  execv(self, words);
  return argument;
}

/* The new program: shows what is left of the old one. */
static int show_again(int count, char** words) {
  struct sigaction action;
  sigset_t mask;
  stack_t stack;
  for (int i = 0; i < count; ++i) printf("word: %s\n", words[i]);
  for (char** one = environ; *one != NULL; ++one) printf("variable: %s\n", *one);
  SHOW(getpid() == syscall(SYS_gettid));
  sigaction(SIGUSR1, NULL, &action);
  SHOW(action.sa_handler == SIG_DFL);
  sigaction(SIGUSR2, NULL, &action);
  SHOW(action.sa_handler == SIG_IGN);
  sigprocmask(SIG_SETMASK, NULL, &mask);
  SHOW(sigismember(&mask, SIGTERM));
  sigpending(&mask);
  SHOW(sigismember(&mask, SIGTERM));
  sigaltstack(NULL, &stack);
  SHOW(stack.ss_flags & SS_DISABLE);
  SHOW(fcntl(7, F_GETFD));
  SHOW(fcntl(8, F_GETFD));
  char* const memory = malloc(100000);
  memset(memory, 1, 100000);
  SHOW(memory[99999]);
  free(memory);
  return 5;
}

static void handle(int signal) {
  _exit(signal);
}

static void begin_again(int from_thread) {
  static char stack[65536];
  sigset_t one;
  const stack_t own = {stack, 0, sizeof stack};
  sigaltstack(&own, NULL);
  signal(SIGUSR1, handle);
  signal(SIGUSR2, SIG_IGN);
  sigemptyset(&one);
  sigaddset(&one, SIGTERM);
  sigprocmask(SIG_BLOCK, &one, NULL);
  raise(SIGTERM);
  dup2(1, 7);
  fcntl(7, F_SETFD, FD_CLOEXEC);
  dup2(1, 8);
  if (from_thread) {
    pthread_t thread;
    environ = (char*[]){"ONLY=1", NULL};
    pthread_create(&thread, NULL, call_again, NULL);
    for (;;) pause();
  }
  char* const words[] = {"again", "", "two words", NULL};
  char* const variables[] = {"A=b", "EMPTY=", NULL};
  execve(self, words, variables);
  _exit(99);
}

static void write_file(const char* name, const char* text, int mode) {
  const int file = open(name, O_WRONLY | O_CREAT | O_TRUNC, 0700);
  if (write(file, text, strlen(text)) < 0) abort();
  fchmod(file, (mode_t)mode);
  close(file);
}

static void show_errors(void) {
  static char large[140000];
  char* const words[] = {"program", NULL};
  char* const empty[] = {NULL};
  memset(large, 'x', sizeof large - 1);
  char* const long_word[] = {"program", large, NULL};
  static char* many[300000];
  for (int i = 0; i < 299999; ++i) many[i] = "word";
  write_file("text", "neither\n", 0755);
  write_file("closed", "#!/bin/sh\n", 0644);
  write_file("lost", "#!/nowhere/shell\n", 0755);
  write_file("unnamed", "#!  \n", 0755);
  write_file("circle", "#!./circle\n", 0755);
  SHOW(execve("/nowhere", words, empty));
  SHOW(execve("", words, empty));
  SHOW(execve("/etc/hostname/x", words, empty));
  SHOW(execve("/tmp", words, empty));
  SHOW(execve("text", words, empty));
  SHOW(execve("closed", words, empty));
  SHOW(execve("lost", words, empty));
  SHOW(execve("unnamed", words, empty));
  SHOW(execve("circle", words, empty));
  SHOW(execve((char*)8, words, empty));
  SHOW(execve(self, (char**)8, empty));
  SHOW(execve(self, (char*[]){(char*)8, NULL}, empty));
  SHOW(execve(self, long_word, empty));
  SHOW(execve(self, many, empty));
}

static void show_scripts(void) {
  write_file("script", "#! /bin/echo  with one argument \nnothing\n", 0755);
  write_file("outer", "#!./script\n", 0755);
  for (int i = 0; i < 2; ++i) {
    fflush(stdout);
    if (fork() == 0) {
      execl(i == 0 ? "./script" : "./outer", "ignored", "a", "b", NULL);
      _exit(98);
    }
    wait_for_child();
  }
}

static void show_spawns(void) {
  pid_t child = 0;
  posix_spawn_file_actions_t actions;
  char folder[4096];
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "out", O_WRONLY | O_CREAT | O_TRUNC, 0600);
  posix_spawn_file_actions_addchdir_np(&actions, "/");
  char* const words[] = {"sh", "-c", "echo spawned; exit 6", NULL};
  const int first = posix_spawn(&child, "/bin/sh", NULL, NULL, words, environ);
  wait_for_child();
  SHOW(first);
  SHOW(posix_spawn(&child, "/nowhere", NULL, NULL, words, environ));
  const int other = posix_spawnp(&child, "sh", &actions, NULL, words, environ);
  wait_for_child();
  SHOW(other);
  SHOW(strcmp(getcwd(folder, sizeof folder), "/") != 0);
  const int file = open("/out", O_RDONLY);
  SHOW(file >= 0 ? 1 : open("out", O_RDONLY) >= 0);
  SHOW(system("exit 7") >> 8);
  SHOW(system("nowhere 2> /dev/null") >> 8);
  SHOW(system("kill -9 $$"));
  SHOW(system(NULL) != 0);
  char line[64] = {0};
  FILE* const pipe = popen("echo from a pipe; exit 2", "r");
  SHOW(fgets(line, sizeof line, pipe) == line);
  printf("%s", line);
  SHOW(pclose(pipe) >> 8);
  FILE* const last = popen("tr a-z A-Z", "w");
  fprintf(last, "to a pipe\n");
  SHOW(pclose(last));
}

static void show_vfork(void) {
  volatile int seen = 0;
  char* const words[] = {"true", NULL};
  const pid_t child = vfork();
  if (child == 0) {
    seen = 1;
    execv("/bin/true", words);
    _exit(97);
  }
  SHOW(seen);
  wait_for_child();
}

int main(int count, char** words) {
  if (strcmp(words[0], "again") == 0) return show_again(count, words);
  self = words[0];
  setvbuf(stdout, NULL, _IOLBF, 0);
  show_errors();
  show_scripts();
  show_spawns();
  show_vfork();
  for (int i = 0; i < 2; ++i) {
    fflush(stdout);
    if (fork() == 0) begin_again(i);
    wait_for_child();
  }
  const int opened = open(self, O_RDONLY);
  char* const last[] = {"again", "last", NULL};
  char* const none[] = {NULL};
  syscall(SYS_execveat, opened, "", last, none, AT_EMPTY_PATH);
  return 1;
}
