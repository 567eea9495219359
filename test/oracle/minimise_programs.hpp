// Random programs for the oracle of minimised counterexamples.
#pragma once

#include <fmt/core.h>

#include <algorithm>
#include <string>

#include "test/support/limited_program.hpp"
#include "test/support/random.hpp"

namespace ldfi::test {

/// A program that promises that something does not happen: what is said, and in which order it
/// arrives, may break it. So it takes deliveries.
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
  // The same message by two rules is one.
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
    // Who restarts has forgotten what the other one knows. A loss that does the same would be less.
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

inline RandomProgram small_program(std::uint64_t seed) {
  if (seed % 3 != 0) return safety_program(seed);
  RandomProgram out = seed % 2 == 0 ? late_program(seed) : random_program(seed);
  // Small enough that all schedules of many can be executed.
  out.fspec.eot = std::min(out.fspec.eot, seed % 5 == 0 ? 3 : 4);
  out.fspec.eff = std::min(out.fspec.eff, out.fspec.eot - 1);
  out.fspec.delays.most = std::min(out.fspec.delays.most, 1);
  out.fspec.delays.within = 1;
  return out;
}

}  // namespace ldfi::test
