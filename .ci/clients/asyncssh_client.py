# A client made with asyncssh; see client.go for what it is told.
import asyncio
import os
import sys

import asyncssh


class Nothing(asyncssh.SSHClient):
    def kbdint_auth_requested(self):
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        return [""] * len(prompts)


async def send(stdin):
    loop = asyncio.get_running_loop()
    while data := await loop.run_in_executor(None, os.read, 0, 4096):
        stdin.write(data)
    stdin.write_eof()


async def take(stream, to):
    while data := await stream.read(4096):
        os.write(to, data)


async def run(host, port, user, how, with_, command):
    options = {"host": host, "port": int(port), "username": user, "known_hosts": None, "config": None, "agent_path": None}
    if how == "key":
        options |= {"client_keys": [with_], "preferred_auth": "publickey"}
    elif how == "password":
        options |= {"client_keys": None, "password": with_, "preferred_auth": "password"}
    else:
        options |= {"client_keys": None, "client_factory": Nothing, "preferred_auth": "keyboard-interactive"}
    connection = await asyncssh.connect(**options)
    terminal = {} if command else {"term_type": "xterm-256color", "term_size": (80, 24)}
    process = await connection.create_process(command or None, encoding=None, **terminal)
    sending = asyncio.create_task(send(process.stdin))
    await asyncio.gather(take(process.stdout, 1), take(process.stderr, 2))
    await process.wait_closed()
    sending.cancel()
    # A thread may still wait for input that never comes.
    os._exit(process.exit_status or 0)


asyncio.run(run(*sys.argv[1:]))
