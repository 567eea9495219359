/* A node that depends on nothing but the C library, for the library kernel of virtual time. A thread of its
 * own sends each new message of a broadcast to the other nodes, once: so a lost message is missing for
 * ever. */
#ifdef UNSUPPORTED
#include <sys/inotify.h>
#endif
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { longest = 4096, most_nodes = 9 };

static pthread_mutex_t guard = PTHREAD_MUTEX_INITIALIZER;
static char self[32];
static char nodes[most_nodes][32];
static int count;
static long messages[100];
static int known;
static int sent;

/* Copies the text behind `"key": "` and returns the place behind it, or NULL. */
static const char* text_of(const char* line, const char* key, char* out, size_t room) {
  char wanted[64];
  snprintf(wanted, sizeof wanted, "\"%s\"", key);
  const char* at = strstr(line, wanted);
  if (at == NULL) return NULL;
  at = strchr(at + strlen(wanted), ':') + 1;
  while (*at == ' ' || *at == '"') ++at;
  size_t length = strcspn(at, "\",}");
  if (length >= room) length = room - 1;
  memcpy(out, at, length);
  out[length] = '\0';
  return at + length;
}

static long number_of(const char* line, const char* key) {
  char text[32] = "0";
  text_of(line, key, text, sizeof text);
  return atol(text);
}

static void read_nodes(const char* line) {
  text_of(line, "node_id", self, sizeof self);
  const char* at = strchr(strstr(line, "\"node_ids\""), '[');
  for (at = strchr(at, '"'); at != NULL && count < most_nodes; at = strchr(at + 1, '"')) {
    const size_t length = strcspn(at + 1, "\"");
    memcpy(nodes[count], at + 1, length);
    at += 1 + length;
    ++count;
    if (at[1] == ']') break;
  }
}

static void answer(const char* line, const char* type, const char* more) {
  char to[32];
  text_of(line, "src", to, sizeof to);
  printf(
      "{\"src\": \"%s\", \"dest\": \"%s\", \"body\": {\"type\": \"%s\", \"in_reply_to\": %ld%s}}\n",
      self, to, type, number_of(line, "msg_id"), more);
}

/* Sends new messages to the other nodes, every 50 ms. */
static void* beat(void* nothing) {
  for (;;) {
    usleep(50000);
    pthread_mutex_lock(&guard);
    for (; sent < known; ++sent) {
      for (int i = 0; i < count; ++i) {
        if (strcmp(nodes[i], self) == 0) continue;
        printf(
            "{\"src\": \"%s\", \"dest\": \"%s\", \"body\": {\"type\": \"gossip\", \"message\": "
            "%ld}}\n",
            self, nodes[i], messages[sent]);
      }
    }
    pthread_mutex_unlock(&guard);
  }
  return nothing;
}

static void keep(long message) {
  for (int i = 0; i < known; ++i) {
    if (messages[i] == message) return;
  }
  messages[known++] = message;
}

static void answer_read(const char* line) {
  char more[longest] = ", \"messages\": [";
  for (int i = 0; i < known; ++i) {
    const size_t length = strlen(more);
    snprintf(more + length, sizeof more - length, "%s%ld", i == 0 ? "" : ", ", messages[i]);
  }
  strcat(more, "]");
  answer(line, "read_ok", more);
}

static void handle(const char* line) {
  char type[32];
  text_of(strstr(line, "\"body\""), "type", type, sizeof type);
  if (strcmp(type, "init") == 0) {
    read_nodes(line);
    answer(line, "init_ok", "");
    pthread_t thread;
    pthread_create(&thread, NULL, beat, NULL);
  } else if (strcmp(type, "broadcast") == 0) {
    keep(number_of(line, "message"));
    answer(line, "broadcast_ok", "");
  } else if (strcmp(type, "topology") == 0) {
    answer(line, "topology_ok", "");
  } else if (strcmp(type, "read") == 0) {
    answer_read(line);
  } else if (strcmp(type, "gossip") == 0) {
    const int before = known;
    keep(number_of(line, "message"));
    if (known > before && sent == before) sent = known; /* the sender tells the others */
  }
}

int main(void) {
#ifdef UNSUPPORTED
  inotify_init1(0); /* the node ignores that this fails in the library kernel */
#endif
  static char line[longest];
  setvbuf(stdout, NULL, _IOLBF, 0);
  while (fgets(line, sizeof line, stdin) != NULL) {
    pthread_mutex_lock(&guard);
    handle(line);
    pthread_mutex_unlock(&guard);
  }
  return 0;
}
