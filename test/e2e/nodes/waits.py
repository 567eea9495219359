"""A node, without a node library, that waits in the requested way and answers with the duration by its own
clock: {"type": "echo", "echo": WAY}.
"""

import asyncio
import datetime
import json
import queue
import random
import select
import socket
import subprocess
import sys
import threading
import time
import uuid

SPAN_S = 0.25


def in_condition():
    condition = threading.Condition()
    with condition:
        condition.wait(SPAN_S)


def in_poll():
    poll = select.poll()
    poll.poll(SPAN_S * 1000)


def in_epoll():
    with select.epoll() as epoll:
        epoll.poll(SPAN_S)


def in_queue():
    try:
        queue.Queue().get(timeout=SPAN_S)
    except queue.Empty:
        pass


def in_timer():
    done = threading.Event()
    threading.Timer(SPAN_S, done.set).start()
    done.wait()


def in_threads():
    """Two threads sleep in turn, and hand over."""
    turn = threading.Semaphore(0)

    def sleep():
        time.sleep(SPAN_S / 2)
        turn.release()

    thread = threading.Thread(target=sleep)
    thread.start()
    turn.acquire()
    thread.join()
    time.sleep(SPAN_S / 2)


def by_asking():
    """Never sleeps, and checks all the time whether there is input."""
    end = time.monotonic() + SPAN_S
    while time.monotonic() < end:
        select.select([], [], [], 0)


def in_steps():
    for _ in range(50):
        time.sleep(SPAN_S / 50)


def beside_a_thread():
    """Waits much longer than a thread that was just started."""
    time.sleep(SPAN_S / 2)
    here, there = socket.socketpair()
    threading.Timer(SPAN_S / 2, there.send, (b"x",)).start()
    here.settimeout(100)
    here.recv(1)


def beside_a_process():
    time.sleep(SPAN_S / 2)
    child = subprocess.Popen(["sleep", str(SPAN_S / 2)], stdout=subprocess.PIPE)
    select.select([child.stdout], [], [], 100)
    child.wait()


def by_looking():
    """Never sleeps, and reads the clock all the time."""
    end = time.monotonic() + SPAN_S / 10
    while time.monotonic() < end:
        pass
    time.sleep(SPAN_S * 9 / 10)


WAYS = {
    "sleep": lambda: time.sleep(SPAN_S),
    "steps": in_steps,
    "select": lambda: select.select([], [], [], SPAN_S),
    "poll": in_poll,
    "epoll": in_epoll,
    "condition": in_condition,
    "event": lambda: threading.Event().wait(SPAN_S),
    "lock": lambda: threading.Lock().acquire() and threading.Semaphore(0).acquire(timeout=SPAN_S),
    "queue": in_queue,
    "timer": in_timer,
    "threads": in_threads,
    "asking": by_asking,
    "thread": beside_a_thread,
    "process": beside_a_process,
    "looking": by_looking,
    "asyncio": lambda: asyncio.run(asyncio.sleep(SPAN_S)),
}


def answer(body):
    clocks = [time.monotonic, time.time, lambda: datetime.datetime.now().timestamp(), lambda: time.perf_counter_ns() / 1e9]
    before = [clock() for clock in clocks]
    WAYS[body["echo"]]()
    took = [clock() - began for clock, began in zip(clocks, before, strict=True)]
    return {"type": "echo_ok", "echo": body["echo"], "took": took, "chance": [random.random(), str(uuid.uuid4())]}


for line in sys.stdin:
    message = json.loads(line)
    body = message["body"]
    reply = answer(body) if body["type"] == "echo" else {"type": body["type"] + "_ok"}
    print(json.dumps({"src": message["dest"], "dest": message["src"], "body": reply | {"in_reply_to": body["msg_id"]}}), flush=True)
