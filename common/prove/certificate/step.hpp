// One tick of a program, whichever it is, under every fault that a claim about every EOT admits, as a
// circuit: the state is what holds at its beginning, and each part of it is true or false at the next
// tick (docs/explanation/semantics.md; docs/reference/certificate-format.md has the names of states).
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/prove/certificate/circuit.hpp"
#include "common/prove/certificate/saturation.hpp"
#include "common/prove/certificate/unroll.hpp"

namespace ldfi::certificate {

/// Beside nodes, crashes, pre and post, which Limits has.
struct Always {
  std::optional<int> calm;  ///< ticks up to EOT at which no message is lost; nothing: none ever is
  int from = 1;             ///< the least EOT
  Tops tops;                ///< columns that saturate
  std::optional<Specification> judged{};  ///< what is claimed; nothing: pre and post
};

struct State {
  int now = Circuit::no;
  int next = Circuit::no;
  bool first = false;  ///< at tick 1
};

struct Transition {
  Circuit circuit;
  std::vector<Clause> axioms;           ///< what all faults of a tick fulfil
  std::map<std::string, State> states;  ///< what is not here never holds
  int wrong = Circuit::no;  ///< now is an EOT at which the claim is false, or arithmetic has failed
  bool has_pre = false;     ///< else what the failure-free run has in post is promised
};

/// Whether an invariant says that a part of the state always or never holds. What never holds is not
/// followed. So this must be proved of each step that the circuit has.
using Known = std::function<std::optional<bool>(const std::string& state)>;

/// The program has the rules of its events, and what the promise does not rest on is taken out of it. `check` is called
/// now and then, and may throw. Throws Rejected for what is not covered, and if there are too many facts.
Transition transition(Program& program, const Limits& limits, const Always& claim,
                      const Known& known, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
