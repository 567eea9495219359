"""The promises of the nodes of configs/systems/demi, as functions in Python: `violated(happened, names)`
returns the names of the broken promises. Mirrors the specifications of the configs."""

from real_network import Happened


def two_leaders(happened, names):
    leaders = {}
    for _, sender, to, kind, body in happened.sent:
        if kind == "elected" and sender == to:
            leaders.setdefault(body["term"], set()).add(sender)
    return any(len(them) > 1 for them in leaders.values())


def differ(happened, question, key):
    """Returns true if two answers to the request `question` have different values under the same key."""
    seen = {}
    for call in happened.calls:
        if call["asked"]["type"] == question and call["answer"]:
            for name, value in call["answer"][key].items():
                if seen.setdefault(name, value) != value:
                    return True
    return False


def done(happened):
    return [call for call in happened.calls if call["asked"]["type"] == "add" and call["answer"] and call["answer"]["type"] == "add_ok"]


def incomplete(happened, names):
    leaders = [body for _, sender, to, kind, body in happened.sent if kind == "elected" and sender == to]
    return any(body["term"] > call["answer"]["term"] and call["asked"]["entry"] not in body["log"] for body in leaders for call in done(happened))


def early(happened, names):
    for call in done(happened):
        holders = {sender for time, sender, _, kind, body in happened.sent
                   if kind == "appended" and body.get("match", -1) >= call["answer"]["index"] and time <= call["returned"]}  # fmt: skip
        if 2 * len(holders | {call["node"]}) <= len(names):
            return True
    return False


def forgotten(happened, names):
    most = {}
    for _, sender, to, kind, body in happened.sent:
        if kind == "appended":
            known = (sender, to, body["term"])
            most[known] = max(most.get(known, 0), body.get("match", 0))
            if body["length"] < most[known]:
                return True
    return False


def passed(happened, names):
    """Returns true if a worker gets a new task although another task waits whose data this worker has."""
    handed = [(time, to, body) for time, _, to, kind, body in happened.sent if kind == "do"]
    came = [(time, body) for time, _, _, kind, body in happened.delivered if kind == "task"]
    for time, worker, what in handed:
        gone = {body["task"] for when, _, body in handed if when <= time}
        if what["place"] != worker and any(when < time and task["place"] == worker and task["task"] not in gone for when, task in came):
            return True
    return False


def undone(happened, names):
    """Returns true if a worker has reported a task as done and the master does not have this information
    at the end."""
    over = {body["driver"] for _, _, _, kind, body in happened.sent if kind == "over"}
    known = [call["answer"]["done"] for call in happened.calls if call["asked"]["type"] == "status" and call["answer"]]
    return any(not over <= set(one) for one in known)


PROMISES = {"two_leaders": two_leaders, "incomplete": incomplete, "early": early, "forgotten": forgotten, "passed": passed, "undone": undone,
            "unmatched": lambda happened, names: differ(happened, "log", "log"),
            "unsafe": lambda happened, names: differ(happened, "applied", "applied"),
            "ended": lambda happened, names: bool(happened.ended)}  # fmt: skip


def violated(happened: Happened, names: list[str]) -> set[str]:
    return {name for name, is_broken in PROMISES.items() if is_broken(happened, names)}
