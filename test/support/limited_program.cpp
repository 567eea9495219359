#include "test/support/limited_program.hpp"

#include <algorithm>

#include "common/base/errors.hpp"
#include "common/dedalus/language/events.hpp"
#include "test/support/random.hpp"
#include "test/support/recovery_program.hpp"

namespace ldfi::test {
namespace {

using Names = FaultLimits::Names;

/// Returns a random selection of the nodes, at least one and at most `most`, in random order.
Names some_of(Names nodes, std::size_t most, Random& random) {
  for (std::size_t i = nodes.size(); i-- > 1;) {
    std::swap(nodes[i], nodes[static_cast<std::size_t>(random.between(0, static_cast<int>(i)))]);
  }
  nodes.resize(static_cast<std::size_t>(random.between(1, static_cast<int>(most))));
  return nodes;
}

void choose_omissions(FspecParameters& p, Random& random) {
  FaultLimits& limits = p.limits;
  if (random.chance(60)) limits.omissions = random.between(0, 2);
  if (random.chance(25)) limits.omissions_from = some_of(p.nodes, p.nodes.size(), random);
  if (random.chance(25)) limits.omissions_to = some_of(p.nodes, p.nodes.size(), random);
  if (p.nodes.size() > 1 && random.chance(25)) {
    Names pair = some_of(p.nodes, p.nodes.size(), random);
    if (pair.size() > 1) pair.resize(2), limits.reliable.push_back(pair);
  }
}

void choose_partitions(FspecParameters& p, Random& random) {
  if (p.nodes.size() < 2 || random.chance(25)) return;
  p.limits.partitions = random.between(1, 2);
  for (int sets = random.chance(30) ? random.between(1, 2) : 0; sets > 0; --sets) {
    p.limits.partition_sets.push_back(some_of(p.nodes, p.nodes.size() - 1, random));
  }
  p.limits.one_way = random.chance(40);
}

void choose_restarts(FspecParameters& p, Random& random) {
  if (p.restarts == 0) return;
  if (random.chance(30)) p.limits.restartable = some_of(p.nodes, p.nodes.size(), random);
  if (random.chance(30)) p.limits.least_down = random.between(1, 3);
  if (random.chance(40)) p.limits.most_down = p.limits.least_down + random.between(0, 2);
}

}  // namespace

void choose_limits(FspecParameters& p, std::uint64_t seed) {
  Random random(seed * 104'729 + 3);
  p.eff = std::min(p.eot - 1, p.eff + random.between(0, 1));
  choose_omissions(p, random);
  choose_partitions(p, random);
  choose_restarts(p, random);
  if (random.chance(30)) p.limits.faults = random.between(0, 3);
  while (Fspec(p).distinct_fault_sets() > max_fault_sets) {
    if (p.limits.partitions > 1) {
      --p.limits.partitions;
    } else if (p.limits.one_way) {
      p.limits.one_way = false;
    } else if (p.disk.writeback > 1) {
      --p.disk.writeback;
    } else if (p.disk.corrupt > 1) {
      --p.disk.corrupt;
    } else if (p.limits.most.of<Pause>() > 1) {
      --p.limits.most.of<Pause>();
    } else if (!p.limits.omissions || *p.limits.omissions > 1) {
      p.limits.omissions = p.limits.omissions.value_or(4) - 1;
    } else {
      --p.eff;
    }
  }
}

namespace {

void choose_delays(FspecParameters& p, Random& random) {
  Delays& delays = p.delays;
  delays.most = random.chance(85) ? random.between(1, 3) : 0;
  if (delays.most == 0 || random.chance(35)) delays.duplicates = random.between(1, 2);
  delays.within = random.between(1, 2);
  if (random.chance(30)) delays.until = random.between(0, p.eot);
  if (random.chance(50)) delays.budget = random.between(1, 4);
  if (random.chance(60)) delays.count = random.between(1, 3);
  if (random.chance(20)) p.limits.faults = random.between(1, 3);
  if (random.chance(50)) p.eff = std::min(p.eff, random.between(0, 1));
  if (random.chance(30)) choose_omissions(p, random);
}

}  // namespace

namespace {

/// Adds a message `ask`, which is sent with `put` to the same reader at the same tick. In half of
/// the programs, adds messages of nodes to themselves.
void add_relations(RandomProgram& out, Random& random) {
  const std::vector<std::string> between{
      "bad(R)@next :- put(R, T), notin ask(R, T);\n",
      "bad(R)@next :- ask(R, T), seen(R, T);\n",
      "bad(R)@next :- ask(R, T), ask(R, U), U > T;\n",
      "bad(R)@next :- ask(R, T), notin put(R, T), T > 0;\n",
      "bad(R)@next :- asked(R, T), notin seen(R, T), put(R, _);\n",
      "bad(R)@next :- asked(R, T), ask(R, T);\n",
      "bad(R)@next :- put(R, T), asked(R, U), U > T;\n",
      "bad(R)@next :- ask(R, T), seen(R, U), U > T;\n"};
  out.text += random.chance(70)
                  ? "ask(R, T)@async :- step(N, T), reader(N, R);\n"
                  : "ask(R, T)@async :- step(N, T), reader(N, R), T > 0, notin back(N, R, 0);\n";
  out.text += "asked(R, T)@next :- ask(R, T);\nasked(R, T)@next :- asked(R, T);\n";
  out.text += random.pick(between);
  if (random.chance(50)) {  // a message of a node to itself
    out.text +=
        "tick(N, T)@async :- step(N, T);\n"
        "ticked(N, T)@next :- tick(N, T);\nticked(N, T)@next :- ticked(N, T);\n";
    const std::vector<std::string> self{"bad(N)@next :- step(N, T), T > 1, notin ticked(N, 0);\n",
                                        "bad(N)@next :- tick(N, T), ticked(N, U), U > T;\n",
                                        "bad(N)@next :- tick(N, T), ticked(N, T);\n",
                                        "bad(N)@next :- tick(N, T), notin back(N, _, _), T > 0;\n"};
    out.text += random.pick(self);
  }
}

/// Returns a program in which a node numbers its messages, and the receivers notice if a message is
/// out of order, duplicated, missing, or together with another one. `order` restricts the promise
/// to the order of messages. `relations` restricts the promise to two relations that are sent to
/// the same reader at one tick.
enum class About { anything, order, relations };
RandomProgram overtaking_program(Random& random, About about = About::anything) {
  const bool of_order = about == About::order;
  RandomProgram out;
  FspecParameters& p = out.fspec;
  p.nodes = random.chance(60) ? std::vector<std::string>{"a", "b"}
                              : std::vector<std::string>{"a", "b", "c"};
  p.eot = random.between(4, 6);
  p.eff = random.between(0, 2);
  p.crashes = random.chance(40) ? 1 : 0;
  p.crash_model = random.chance(30) ? CrashModel::halt : CrashModel::silent;
  out.text = "word(\"x\")@1;\nword(X)@next :- word(X);\nstep(\"a\", 0)@1;\n";
  out.text +=
      "step(N, T + 1)@next :- step(N, T), T < " + std::to_string(random.between(1, 4)) + ";\n";
  for (std::size_t i = 1; i < p.nodes.size(); ++i) {
    out.text += "reader(\"a\", \"" + p.nodes[i] + "\")@1;\n";
  }
  out.text += "reader(N, R)@next :- reader(N, R);\n";
  out.text += random.chance(70)
                  ? "put(R, T)@async :- step(N, T), reader(N, R);\n"
                  : "put(R, T)@async :- step(N, T), reader(N, R), notin back(N, R, _);\n";
  out.text +=
      "back(N, R, T)@async :- put(R, T), from(R, N);\nback(N, R, T)@next :- back(N, R, T);\n";
  for (std::size_t i = 1; i < p.nodes.size(); ++i) {
    out.text += "from(\"" + p.nodes[i] + "\", \"a\")@1;\n";
  }
  out.text +=
      "from(R, N)@next :- from(R, N);\n"
      "seen(R, T)@next :- put(R, T);\nseen(R, T)@next :- seen(R, T);\n"
      "last(R, T)@next :- put(R, T);\nlast(R, T)@next :- last(R, T), notin put(R, _);\n"
      "most(R, max<T>) :- seen(R, T);\nmany(R, count<T>) :- put(R, T);\n"
      "bad(X)@next :- bad(X);\n";
  const std::vector<std::string> odd{
      "bad(R)@next :- put(R, T), seen(R, U), U > T;\n",
      "bad(R)@next :- put(R, T), seen(R, T);\n",
      "bad(R)@next :- many(R, C), C > 1;\n",
      "bad(R)@next :- put(R, T), put(R, U), U == T + 2;\n",
      "bad(R) :- last(R, T), most(R, U), T < U;\n",
      "bad(R)@next :- seen(R, T), notin put(R, _), T < 1;\n",
      "bad(N)@next :- step(N, T), T > 2, reader(N, R), notin back(N, R, 0);\n",
      "bad(R)@next :- put(R, T), T > 1, notin seen(R, 0);\n",
      "bad(R)@next :- put(R, T), notin seen(R, _), T > 0;\n"};
  const std::vector<std::string> overtaken{odd.front(), odd[4]};
  if (about == About::relations) add_relations(out, random);
  for (int i = random.between(1, of_order ? 1 : 2); i > (about == About::relations ? 1 : 0); --i) {
    out.text += random.pick(of_order ? overtaken : odd);
  }
  const std::vector<std::string> promised{"pre(X) :- word(X);\n",
                                          "pre(X) :- word(X), seen(_, 0);\n",
                                          "pre(X) :- word(X), notin crash(_, \"a\", _);\n"};
  out.text += random.pick(promised);
  out.text +=
      of_order || random.chance(70)
          ? "post(X) :- word(X), notin bad(_);\n"
          : "post(X) :- word(X), notin bad(\"b\");\npost(X) :- word(X), notin seen(\"b\", _);\n";
  return out;
}

}  // namespace

namespace {

/// Lowers the Fspec's limits until it allows at most `most` fault sets.
void bound(FspecParameters& p, std::uint64_t most) {
  // Counting may exceed its budget. An Fspec for which it does has too many fault sets.
  const auto many = [&] {
    try {
      return Fspec(p).distinct_fault_sets() > most;
    } catch (const BudgetExceeded&) {
      return true;
    }
  };
  while (many()) {
    Delays& delays = p.delays;
    if (!delays.count || *delays.count > 2) {
      delays.count = 2;
    } else if (p.eff > 0) {
      --p.eff;
    } else if (delays.duplicates > 1) {
      --delays.duplicates;
    } else if (delays.most > 1) {
      --delays.most;
    } else if (*delays.count > 1) {
      delays.count = 1;
    } else {
      --p.eot;
    }
  }
}

}  // namespace

RandomProgram late_program(std::uint64_t seed) {
  Random random(seed * 7'919 + 17);
  RandomProgram out = seed % 2 == 0 ? random_program(seed) : overtaking_program(random);
  FspecParameters& p = out.fspec;
  choose_delays(p, random);
  bound(p, max_fault_sets);
  return out;
}

RandomProgram late_for_ever(std::uint64_t seed) {
  Random random(seed);
  RandomProgram out = late_program(seed);
  out.fspec.delays.fifo = false;
  out.fspec.delays.until.reset();
  if (random.chance(40)) out.fspec.limits.omissions = random.between(0, 1);
  if (random.chance(30)) out.fspec.limits.faults = random.between(1, 3);
  return out;
}

RandomProgram fifo_program(std::uint64_t seed, std::uint64_t most) {
  Random random(seed * 15'485'863 + 11);
  RandomProgram out =
      seed % 4 == 0 ? random_program(seed)
                    : overtaking_program(random, seed % 2 == 1 ? About::order : About::anything);
  FspecParameters& p = out.fspec;
  choose_delays(p, random);
  if (seed % 2 == 1) p.delays.most = random.between(2, 3);
  p.delays.fifo = true;
  if (random.chance(50)) p.eff = 0;
  if (random.chance(25)) p.crashable = some_of(p.nodes, p.nodes.size(), random);
  bound(p, most);
  return out;
}

RandomProgram apart_program(std::uint64_t seed, std::uint64_t most, bool fifo) {
  Random random(seed * 32'452'843 + 5);
  RandomProgram out =
      seed % 3 == 0 ? random_program(seed) : overtaking_program(random, About::relations);
  FspecParameters& p = out.fspec;
  choose_delays(p, random);
  p.delays.by_relation = random.chance(75);
  p.delays.self = p.crash_model == CrashModel::silent && random.chance(50);
  p.delays.fifo = fifo;
  if (fifo && random.chance(60)) p.delays.most = random.between(2, 3);
  if (const auto program = checked(out); program && p.delays.by_relation) {
    p.delays.relations = dedalus::sent_relations(*program, p.delays.self);
  }
  bound(p, most);
  return out;
}

RandomProgram limited_program(std::uint64_t seed) {
  RandomProgram out = seed % 3 == 0 ? recovery_program(seed) : random_program(seed);
  choose_limits(out.fspec, seed);
  return out;
}

}  // namespace ldfi::test
