// A client made with libssh; see client.go for what it is told. Without anything it tells
// its version.
#include <libssh/libssh.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void must(ssh_session session, int ok, const char *what) {
  if (ok) return;
  fprintf(stderr, "%s: %s\n", what, ssh_get_error(session));
  exit(255);
}

static int answer_nothing(ssh_session session) {
  int state = ssh_userauth_kbdint(session, NULL, NULL);
  while (state == SSH_AUTH_INFO) {
    for (int i = 0; i < ssh_userauth_kbdint_getnprompts(session); i++) ssh_userauth_kbdint_setanswer(session, i, "");
    state = ssh_userauth_kbdint(session, NULL, NULL);
  }
  return state;
}

static int come_in(ssh_session session, const char *how, const char *with) {
  ssh_userauth_none(session, NULL);
  if (strcmp(how, "password") == 0) return ssh_userauth_password(session, NULL, with);
  if (strcmp(how, "nothing") == 0) return answer_nothing(session);
  ssh_key key = NULL;
  must(session, ssh_pki_import_privkey_file(with, NULL, NULL, NULL, &key) == SSH_OK, "key");
  return ssh_userauth_publickey(session, NULL, key);
}

// take copies what has come, and returns whether anything has.
static int take(ssh_channel channel, int is_stderr) {
  char bytes[4096];
  int n = ssh_channel_read_nonblocking(channel, bytes, sizeof bytes, is_stderr);
  if (n > 0 && write(is_stderr ? 2 : 1, bytes, n) != n) exit(255);
  return n > 0;
}

int main(int argc, char **argv) {
  if (argc == 1) return puts(ssh_version(0)) < 0;
  if (argc != 7) return 255;
  ssh_session session = ssh_new();
  int port = atoi(argv[2]), more = 1;
  ssh_options_set(session, SSH_OPTIONS_HOST, argv[1]);
  ssh_options_set(session, SSH_OPTIONS_PORT, &port);
  ssh_options_set(session, SSH_OPTIONS_USER, argv[3]);
  must(session, ssh_connect(session) == SSH_OK, "connect");
  must(session, come_in(session, argv[4], argv[5]) == SSH_AUTH_SUCCESS, "log in");
  ssh_channel channel = ssh_channel_new(session);
  must(session, ssh_channel_open_session(channel) == SSH_OK, "channel");
  if (*argv[6]) {
    must(session, ssh_channel_request_exec(channel, argv[6]) == SSH_OK, "exec");
  } else {
    must(session, ssh_channel_request_pty_size(channel, "xterm-256color", 80, 24) == SSH_OK, "terminal");
    must(session, ssh_channel_request_shell(channel) == SSH_OK, "shell");
  }
  while (ssh_channel_is_open(channel) && !ssh_channel_is_eof(channel)) {
    struct pollfd ready[2] = {{ssh_get_fd(session), POLLIN, 0}, {0, POLLIN, 0}};
    poll(ready, more ? 2 : 1, 100);
    while (take(channel, 0) | take(channel, 1)) continue;
    if (more && ready[1].revents) {
      char bytes[4096];
      ssize_t n = read(0, bytes, sizeof bytes);
      if (n > 0) {
        ssh_channel_write(channel, bytes, n);
      } else {
        ssh_channel_send_eof(channel);
        more = 0;
      }
    }
  }
  while (take(channel, 0) | take(channel, 1)) continue;
  int status = ssh_channel_get_exit_status(channel);
  ssh_disconnect(session);
  return status & 255;
}
