/* Passes a client's requests on to the store: {"type": "write", "value": 7} or {"type": "read"}. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static long number(const char* line, const char* key) {
  const char* at = strstr(line, key);
  return at ? atol(at + strlen(key)) : -1;
}
int main(int count, char** word) {
  char line[4096];
  while (fgets(line, sizeof line, stdin)) {
    char ip[32], text[64], answer[64] = "";
    sprintf(ip, "10.0.0.%ld", number(line, "\"dest\":\"n") + 1);
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(7000)};
    inet_pton(AF_INET, ip, &to.sin_addr);
    int fd = socket(AF_INET, SOCK_STREAM, 0), write = strstr(line, "\"write\"") != NULL;
    ssize_t got = -1;
    if (connect(fd, (struct sockaddr*)&to, sizeof to) == 0) {
      if (write) sprintf(text, "set %ld\n", number(line, "\"value\":")); else strcpy(text, "get\n");
      if (send(fd, text, strlen(text), MSG_NOSIGNAL) > 0) got = recv(fd, answer, sizeof answer - 1, 0);
    }
    close(fd);
    printf("{\"dest\": \"%s\", \"body\": {\"in_reply_to\": %ld, ", word[1], number(line, "\"msg_id\":"));
    if (got <= 0) printf("\"type\": \"error\", \"code\": 0}}\n");
    else if (write) printf("\"type\": \"write_ok\"}}\n");
    else if (atoi(answer) < 0) printf("\"type\": \"error\", \"code\": 20}}\n");
    else printf("\"type\": \"read_ok\", \"value\": %d}}\n", atoi(answer));
    fflush(stdout);
  }
  return count > 9;
}
