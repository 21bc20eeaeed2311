"""Computes the hashes of a record from its lines alone, with Python's standard library."""

import hashlib
import hmac
import sys


def tag(name):
    return f"parlor {name} 2\n".encode()


def total(name, *parts):
    return hashlib.sha256(tag(name) + b"".join(parts)).digest()


def keyed(key, name, *parts):
    return hmac.new(key, tag(name) + b"".join(parts), hashlib.sha256).digest()


text = open(sys.argv[1], "rb").read()
frozen, dealt, rest = text.partition(b"\nfrozen\n")[0] + b"\nfrozen\n", b"dealt\n", text.partition(b"\ndealt\n")[2]
lines = rest.split(b"\n")
secret = bytes.fromhex(next(line for line in lines if line.startswith(b"secret ")).split()[1].decode())
start = total("dealt", total("deal", frozen), dealt)
moves = head = start
events = 0
for line in lines:
    if line.split(b" ")[0] in (b"winners", b"void"):
        break
    if not line.startswith(b"* "):
        moves = total("move", moves, line)
    if line.startswith(b"* ") or line.startswith(b"player "):
        events += 1
        blind = keyed(secret, "blind", events.to_bytes(8, "big"), moves)
        head = total("event", head, blind, line.removeprefix(b"* "))

print("seal", total("seal", secret).hex())
print("name", total("name", bytes(range(0x60, 0x70)), b"anna").hex())
print("seed", keyed(secret, "seed", start).hex())
print("moves", moves.hex())
print("head", head.hex())
