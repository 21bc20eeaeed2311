// A client made with libssh2; see client.go for what it is told. A key has its
// public half beside it. Without anything it tells its version.
#include <libssh2.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static void must(LIBSSH2_SESSION *session, int ok, const char *what) {
  char *why = "";
  if (ok) return;
  if (session) libssh2_session_last_error(session, &why, NULL, 0);
  fprintf(stderr, "%s: %s\n", what, why);
  exit(255);
}

static int dial(const char *host, const char *port) {
  struct addrinfo want = {.ai_socktype = SOCK_STREAM}, *found = NULL;
  must(NULL, getaddrinfo(host, port, &want, &found) == 0, "address");
  int fd = socket(found->ai_family, found->ai_socktype, found->ai_protocol);
  must(NULL, connect(fd, found->ai_addr, found->ai_addrlen) == 0, "connect");
  return fd;
}

static void answer_nothing(const char *name, int name_len, const char *text, int text_len, int prompts,
                           const LIBSSH2_USERAUTH_KBDINT_PROMPT *prompt, LIBSSH2_USERAUTH_KBDINT_RESPONSE *response,
                           void **abstract) {
  for (int i = 0; i < prompts; i++) response[i].text = strdup(""), response[i].length = 0;
}

// come_in returns 0 when it is done. Whose key is refused has no other way here
// than one more attempt, with an empty password.
static int come_in(LIBSSH2_SESSION *session, const char *user, const char *how, const char *with) {
  if (strcmp(how, "password") == 0) return libssh2_userauth_password(session, user, with);
  if (strcmp(how, "nothing") == 0) return libssh2_userauth_keyboard_interactive(session, user, answer_nothing);
  char public[4096];
  snprintf(public, sizeof public, "%s.pub", with);
  if (libssh2_userauth_publickey_fromfile(session, user, public, with, NULL) == 0) return 0;
  return libssh2_userauth_password(session, user, "");
}

// take copies what has come, and returns whether anything has.
static int take(LIBSSH2_CHANNEL *channel, int stream) {
  char bytes[4096];
  ssize_t n = libssh2_channel_read_ex(channel, stream, bytes, sizeof bytes);
  if (n > 0 && write(stream ? 2 : 1, bytes, n) != n) exit(255);
  return n > 0;
}

static void send_all(LIBSSH2_CHANNEL *channel, const char *bytes, ssize_t n) {
  while (n > 0) {
    ssize_t sent = libssh2_channel_write(channel, bytes, n);
    if (sent < 0 && sent != LIBSSH2_ERROR_EAGAIN) return;
    if (sent > 0) bytes += sent, n -= sent;
  }
}

int main(int argc, char **argv) {
  if (argc == 1) return puts(libssh2_version(0)) < 0;
  if (argc != 7) return 255;
  int fd = dial(argv[1], argv[2]), more = 1;
  libssh2_init(0);
  LIBSSH2_SESSION *session = libssh2_session_init();
  must(session, libssh2_session_handshake(session, fd) == 0, "handshake");
  must(session, come_in(session, argv[3], argv[4], argv[5]) == 0, "log in");
  LIBSSH2_CHANNEL *channel = libssh2_channel_open_session(session);
  must(session, channel != NULL, "channel");
  if (*argv[6]) {
    must(session, libssh2_channel_exec(channel, argv[6]) == 0, "exec");
  } else {
    must(session, libssh2_channel_request_pty(channel, "xterm-256color") == 0, "terminal");
    must(session, libssh2_channel_shell(channel) == 0, "shell");
  }
  libssh2_session_set_blocking(session, 0);
  while (!libssh2_channel_eof(channel)) {
    struct pollfd ready[2] = {{fd, POLLIN, 0}, {0, POLLIN, 0}};
    poll(ready, more ? 2 : 1, 100);
    while (take(channel, 0) | take(channel, SSH_EXTENDED_DATA_STDERR)) continue;
    if (more && ready[1].revents) {
      char bytes[4096];
      ssize_t n = read(0, bytes, sizeof bytes);
      if (n > 0) {
        send_all(channel, bytes, n);
      } else {
        while (libssh2_channel_send_eof(channel) == LIBSSH2_ERROR_EAGAIN) continue;
        more = 0;
      }
    }
  }
  libssh2_session_set_blocking(session, 1);
  libssh2_channel_close(channel);
  libssh2_channel_wait_closed(channel);
  return libssh2_channel_get_exit_status(channel) & 255;
}
