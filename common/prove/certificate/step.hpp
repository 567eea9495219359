// One tick of a program as a circuit, which stands for every tick, under every fault that a claim
// about every EOT admits. The state consists of the facts that hold at the beginning of the tick.
// For each part of the state, the circuit has a literal that is true if this part is true at the
// next tick (docs/explanation/semantics.md; docs/reference/certificate-format.md has the names of
// states).
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

/// The conditions of a claim about every EOT besides its Limits.
struct Always {
  /// Number of last ticks up to EOT in which no message is lost; nullopt if no message is ever
  /// lost.
  std::optional<int> calm;
  int from = 1;  ///< smallest EOT of the claim
  Tops tops;     ///< columns whose large numbers are merged, see saturation.hpp
  /// Specification that the claim is about; nullopt for pre and post.
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
  /// Literal which says that the claim is false if this tick is EOT, or that arithmetic has failed.
  int wrong = Circuit::no;
  bool has_pre = false;  ///< false if `post` must keep what it has in the failure-free run
};

/// A function that returns true or false if an invariant says that this part of the state is always
/// or never true, and nullopt otherwise. The circuit leaves out parts that are never true. So a
/// proof must show that each tick preserves the invariant.
using Known = std::function<std::optional<bool>(const std::string& state)>;

/// Returns the circuit of one tick. The program must have the rules of its events; the parts on
/// which the promise does not depend are removed from it. Calls `check` regularly, which may throw.
/// Throws Rejected for programs and faults that claims do not cover, and for too many facts.
Transition transition(Program& program, const Limits& limits, const Always& claim,
                      const Known& known, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
