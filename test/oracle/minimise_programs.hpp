// Makes random programs for tests that compare minimised counterexamples with brute force.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "common/dedalus/language/events.hpp"
#include "test/support/limited_program.hpp"
#include "test/support/random.hpp"

namespace ldfi::test {

/// Returns a program that promises that something does not happen. The values that are sent and the
/// order in which they arrive may break the promise. So a counterexample needs messages that
/// arrive.
inline RandomProgram safety_program(std::uint64_t seed) {
  Random random(seed);
  RandomProgram out;
  FspecParameters& f = out.fspec;
  f.nodes = {"a", "b"};
  if (random.chance(25)) f.nodes.emplace_back("c");
  f.eot = random.between(4, 5);
  f.eff = random.between(0, 2);
  f.crashes = random.chance(25) ? 1 : 0;
  f.delays.most = random.chance(60) ? 1 : 0;
  f.delays.duplicates = random.chance(25) ? 1 : 0;
  if (random.chance(20)) f.delays.count = 1;
  const auto say = [&out](const std::string& statement) { out.text += statement + ";\n"; };
  for (const std::string& a : f.nodes) {
    for (const std::string& b : f.nodes) {
      if (a != b) say(fmt::format("link(\"{}\", \"{}\")@1", a, b));
    }
  }
  for (int i = random.between(2, 4); i > 0; --i) {
    say(fmt::format("say(\"{}\", {})@{}", random.pick(f.nodes), random.between(1, 3),
                    random.between(1, 3)));
  }
  say("link(N, M)@next :- link(N, M)");
  say("hear(M, V)@async :- say(N, V), link(N, M)");
  // If two rules send the same tuple, it is one message.
  if (random.chance(30)) say("hear(M, V)@async :- say(N, V), link(N, M), V > 1");
  say("got(M, V) :- hear(M, V)");
  say("got(M, V)@next :- got(M, V)");
  say("last(M, V)@next :- hear(M, V)");
  say("last(M, V)@next :- last(M, V), notin hear(M, _)");
  if (random.chance(40)) say("tell(M, V)@async :- hear(N, V), link(N, M)");
  say(out.text.find("tell") == std::string::npos ? "got(M, 9) :- last(M, 9)"
                                                 : "got(M, V + 3) :- tell(M, V)");
  const auto premise = [&](bool positive) {
    const int value = random.between(1, out.text.find("tell") == std::string::npos ? 3 : 5);
    if (random.chance(30)) return fmt::format("last(M, {})", std::min(value, 3));
    return fmt::format("{}got(M, {})", positive || random.chance(60) ? "" : "notin ", value);
  };
  if (f.delays.none() && random.chance(60)) {
    // A node that restarts has forgotten values that another node remembers. Losses are often
    // forbidden, because a lost message would be a smaller counterexample with the same effect.
    f.crash_model = CrashModel::stop;
    f.eff = random.between(2, f.eot - 1);
    f.restarts = 1;
    if (random.chance(80)) f.limits.omissions = 0;
    say("pre(V) :- got(\"b\", V)");
    say("post(V) :- got(\"a\", V)");
    return out;
  }
  say(fmt::format("pre(M) :- {}, {}", premise(true), premise(random.chance(60))));
  say(fmt::format("post(M) :- {}, {}", premise(true), premise(false)));
  f.delays.fifo = !f.delays.none() && random.chance(25);
  return out;
}

/// Returns a program that is only violated if a message or a timer of a node is late.
inline RandomProgram race_program(std::uint64_t seed) {
  Random random(seed);
  RandomProgram out;
  FspecParameters& f = out.fspec;
  f.nodes = {"a", "b"};
  f.eot = random.between(4, 5);
  f.eff = random.between(0, 1);
  f.crashes = random.chance(15) ? 1 : 0;
  f.delays.duplicates = random.chance(20) ? 1 : 0;
  f.delays.fifo = random.chance(20);
  const auto say = [&out](const std::string& statement) { out.text += statement + ";\n"; };
  say("link(\"a\", \"b\")@1; link(\"b\", \"a\")@1; link(N, M)@next :- link(N, M)");
  for (int i = random.between(2, 4); i > 0; --i) {
    say(fmt::format("say(\"{}\", {})@{}", random.pick(f.nodes), random.between(1, 2),
                    random.chance(75) ? 1 : 2));
  }
  const std::string value = random.chance(50) ? "V" : "_";
  say("put(M, V)@async :- say(N, V), link(N, M)");
  say("ask(M, V)@async :- say(N, V), link(N, M)");
  say("asked(M, V) :- ask(M, V); asked(M, V)@next :- asked(M, V)");
  say("begun(N, V)@next :- say(N, V); begun(N, V)@next :- begun(N, V)");
  say("ring(N, V)@async :- say(N, V)");
  say("rung(N, V) :- ring(N, V); rung(N, V)@next :- rung(N, V)");
  if (random.chance(60)) say(fmt::format("wrong(N) :- put(N, V), notin asked(N, {})", value));
  if (random.chance(80)) say("wrong(N) :- put(N, _), begun(N, V), notin rung(N, V)");
  if (random.chance(30)) say("wrong(N) :- ring(N, V), asked(N, V), notin put(N, _)");
  say("wrong(N)@next :- wrong(N); wrong(N) :- never(N)");
  say("pre(N) :- wrong(N)");
  say("post(N) :- never(N)");
  return out;
}

/// Returns a program in which messages of different relations are late independently, or in which
/// messages of a node to itself may be late.
inline RandomProgram small_apart_program(std::uint64_t seed) {
  Random random(seed * 49'979'687 + 3);
  const bool race = random.chance(50);
  RandomProgram out = race ? race_program(seed) : safety_program(seed);
  FspecParameters& f = out.fspec;
  if (f.crash_model == CrashModel::stop) return out;
  f.delays.most = 1;
  f.delays.by_relation = random.chance(55);
  f.delays.self = !f.delays.by_relation || random.chance(50);
  if (f.delays.self && !race) {
    f.eot = 4;
    out.text += "ring(N, V)@async :- say(N, V);\n";
    out.text += random.chance(50) ? "got(N, V + 1) :- ring(N, V), notin hear(N, _);\n"
                                  : "last(N, V)@next :- ring(N, V), notin hear(N, _);\n";
  }
  if (!race && random.chance(60)) {
    out.text += "ask(M, V)@async :- say(N, V), link(N, M);\n";
    out.text += "got(M, V + 2) :- ask(M, V), notin last(M, _);\n";
  }
  if (const auto program = checked(out); program && f.delays.by_relation) {
    f.delays.relations = dedalus::sent_relations(*program, f.delays.self);
  }
  return out;
}

inline RandomProgram small_program(std::uint64_t seed) {
  if (seed % 4 == 3) return small_apart_program(seed);
  if (seed % 3 != 0) return safety_program(seed);
  RandomProgram out = seed % 2 == 0 ? late_program(seed) : random_program(seed);
  // The Fspec is so small that for many programs all schedules can be executed.
  out.fspec.eot = std::min(out.fspec.eot, seed % 5 == 0 ? 3 : 4);
  out.fspec.eff = std::min(out.fspec.eff, out.fspec.eot - 1);
  out.fspec.delays.most = std::min(out.fspec.delays.most, 1);
  out.fspec.delays.within = 1;
  return out;
}

}  // namespace ldfi::test
