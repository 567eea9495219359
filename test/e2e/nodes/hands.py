"""A node whose echo goes from thread to thread before it is sent in parts. Each thread does some work."""

import json
import queue
import sys
import threading

HANDS = 5
queues = [queue.Queue() for _ in range(HANDS + 1)]


def hand_over(number):
    while True:
        message = queues[number].get()
        sum(range(500 * (number + 1)))
        queues[number + 1].put(message)


def speak():
    while True:
        message = queues[HANDS].get()
        body = message["body"]
        body = body | {"type": body["type"] + "_ok", "in_reply_to": body["msg_id"]}
        words = json.dumps({"src": message["dest"], "dest": message["src"], "body": body}) + "\n"
        sys.stdout.write(words[:20])
        sys.stdout.flush()
        sum(range(2000))
        sys.stdout.write(words[20:])
        sys.stdout.flush()


for hand in range(HANDS):
    threading.Thread(target=hand_over, args=(hand,), daemon=True).start()
threading.Thread(target=speak, daemon=True).start()
for line in sys.stdin:
    queues[0].put(json.loads(line))
