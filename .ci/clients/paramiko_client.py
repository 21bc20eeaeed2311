# A client made with paramiko; see client.go for what it is told.
import logging
import os
import sys
import threading

import paramiko

host, port, user, how, with_, command = sys.argv[1:]
logging.disable(logging.CRITICAL)
transport = paramiko.Transport((host, int(port)))
transport.start_client(timeout=60)
if how == "key":
    transport.auth_publickey(user, paramiko.Ed25519Key(filename=with_))
elif how == "password":
    transport.auth_password(user, with_)
else:
    transport.auth_interactive(user, lambda title, instructions, questions: [""] * len(questions))
channel = transport.open_session()
if command:
    channel.exec_command(command)
else:
    channel.get_pty("xterm-256color", 80, 24)
    channel.invoke_shell()


def send():
    while data := os.read(0, 4096):
        channel.sendall(data)
    channel.shutdown_write()


def tell():
    while data := channel.recv_stderr(4096):
        os.write(2, data)


threading.Thread(target=send, daemon=True).start()
telling = threading.Thread(target=tell)
telling.start()
while data := channel.recv(4096):
    os.write(1, data)
status = channel.recv_exit_status()
telling.join()
transport.close()
os._exit(status & 255)
