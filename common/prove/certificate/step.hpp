// One tick of a program as a circuit that stands for every tick, under every fault that the claim
// allows. The state consists of the facts at the beginning of the tick. For each part of the state,
// the circuit has a literal that is true if this part is true at the next tick
// (docs/explanation/semantics.md). docs/reference/certificate-format.md lists the names of the
// parts.
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

/// The conditions of a claim about every EOT (last tick of an execution), in addition to its
/// Limits.
struct Always {
  /// Number of last ticks up to EOT in which no message is lost; nullopt if no message is ever
  /// lost.
  std::optional<int> calm;
  int from = 1;  ///< smallest EOT of the claim
  Tops tops;     ///< columns in which large numbers are merged, see saturation.hpp
  /// Specification that the claim is about. Nullopt if the claim is about the relations pre and
  /// post.
  std::optional<Specification> judged{};
};

struct State {
  int now = Circuit::no;
  int next = Circuit::no;
  bool first = false;  ///< true if this part of the state is true at tick 1
};

struct Transition {
  Circuit circuit;
  std::vector<Clause> axioms;  ///< clauses that are true under all faults of a tick
  /// Parts of the state that may be true; all other parts are never true.
  std::map<std::string, State> states;
  /// Literal which says that arithmetic has failed, or that a violation occurs if this tick is the
  /// last one.
  int wrong = Circuit::no;
  /// True if the program has a relation `pre`; otherwise `post` must keep the tuples that `post`
  /// has in the failure-free run.
  bool has_pre = false;
};

/// A function that says what an invariant knows about a part of the state: true if it is always
/// true, false if it is never true, and nullopt otherwise. The circuit uses these values, so a
/// proof must show that each tick preserves the invariant.
using Known = std::function<std::optional<bool>(const std::string& state)>;

/// Returns the circuit of one tick. The rules of the program's events must be in `program` before.
/// Removes the parts of the program on which the promise does not depend. Calls `check` regularly,
/// which may throw. Throws Rejected for programs and faults that such claims do not cover, and for
/// too many facts.
Transition transition(Program& program, const Limits& limits, const Always& claim,
                      const Known& known, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
