#include "common/prove/certificate/step_faults.hpp"

namespace ldfi::certificate {

StepFaults::StepFaults(const Program& program, AnyTick& any, const Limits& limits,
                       const Always& claim, bool foresees)
    : any_(any), limits_(limits), claim_(claim), now_(any, limits, program) {
  if (foresees) foresee(program);
  add_calm();
}

/// Adds to the state the nodes that will crash, if rules read them. The circuit chooses the nodes
/// at tick 1, and they must be the crashed nodes at EOT (the last tick).
void StepFaults::foresee(const Program& program) {
  Clause right;
  for (const std::string& name : limits_.nodes) {
    if (!limits_.may_die(name)) continue;
    const std::string later = "crashes[" + name + "]";
    const int first = any_.ticks[1], chosen = any_.choose("chosen[" + name + "]");
    const int by_eot = circuit().any(
        {circuit().all({first, chosen}), circuit().all({-first, any_.before(later)})});
    any_.after(later, by_eot);
    const Value node = program.known_string(name);
    any_.crashes[node] = by_eot;
    const int by_now = now_.node(node).crashed;
    right.push_back(circuit().any({by_now, -by_eot}));
    right.push_back(circuit().any({-by_now, by_eot}));
  }
  right_ = circuit().all(right);
}

/// Adds the states `calm[i]`, which say that no message was lost at the previous i ticks.
void StepFaults::add_calm() {
  now_.calm = Circuit::yes;
  if (!claim_.calm) return;
  Clause calm;
  if (limits_.losses != 0) calm.push_back(any_.choose("calm"));
  for (const int passes : now_.passing()) calm.push_back(-passes);
  now_.calm = circuit().all(calm);
  for (int i = 1; i < *claim_.calm; ++i) {
    const std::string name = "calm[" + std::to_string(i) + "]";
    const int before = any_.before(name);
    any_.after(name, circuit().all({now_.calm, calm_}));
    calm_ = before;
  }
  // A message that is lost at EOT (the last tick) could not arrive anyway, so this loss has no
  // effect.
  calm_ = circuit().all({calm_, now_.calm});
}

void StepFaults::finish() {
  now_.count();
  settle();
}

/// Adds the states `under-way[i]`, which say that a message from an earlier tick is late and
/// arrives i ticks from now.
void StepFaults::settle() {
  const int latest = limits_.latest();
  if (latest == 0) return;
  if (latest > 100)
    throw Rejected("claim.txt: in a claim about every EOT, messages may be at most 100 ticks late");
  // At index i, literals of messages that arrive i ticks from now.
  std::vector<Clause> now(index(latest) + 2);
  const auto name = [](int i) { return "under-way[" + std::to_string(i) + "]"; };
  for (int i = 1; i <= latest; ++i) now[index(i)].push_back(any_.before(name(i)));
  for (const auto& [ends, link] : now_.links()) {
    for (const auto& [relation, channel] : link.channels)
      for (int k = 1; k <= latest; ++k) now[index(k) + 1].push_back(channel.arrives(circuit(), k));
  }
  Clause left;
  for (int i = 1; i <= latest + 1; ++i) {
    left.push_back(circuit().any(now[index(i)]));
    if (i > 1) any_.after(name(i - 1), left.back());
  }
  settled_ = -circuit().any(left);
}

}  // namespace ldfi::certificate
