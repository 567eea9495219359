// One tick of a program as a circuit. It stands for any tick, under every fault that a claim about
// every EOT admits. The state is what holds at the beginning of the tick. For each part of the
// state, the circuit says whether it is true at the next tick (docs/explanation/semantics.md;
// docs/reference/certificate-format.md has the names of states).
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

/// Conditions of a claim about every EOT, in addition to its Limits.
struct Always {
  /// Number of ticks without a lost message at the end, up to EOT; nullopt if no message is ever
  /// lost.
  std::optional<int> calm;
  int from = 1;  ///< the smallest EOT
  Tops tops;     ///< columns that saturate
  /// The specification that the claim is about; nullopt for pre and post.
  std::optional<Specification> judged{};
};

struct State {
  int now = Circuit::no;
  int next = Circuit::no;
  bool first = false;  ///< whether it holds at tick 1
};

struct Transition {
  Circuit circuit;
  std::vector<Clause> axioms;           ///< clauses that all faults of a tick fulfil
  std::map<std::string, State> states;  ///< states that may hold; any other state never holds
  /// This tick is an EOT at which the claim is false, or arithmetic has failed.
  int wrong = Circuit::no;
  bool has_pre = false;  ///< false if the promise is what the failure-free run has in `post`
};

/// Returns true or false if an invariant says that a part of the state always or never holds, else
/// nullopt. The circuit does not follow parts that never hold. Therefore each step of the circuit
/// must be proved to keep the invariant.
using Known = std::function<std::optional<bool>(const std::string& state)>;

/// Returns the step of the program. The program must have the rules of its events; this removes
/// what the promise does not depend on. Calls `check` regularly, which may throw. Throws Rejected
/// for what claims do not cover, and for too many facts.
Transition transition(Program& program, const Limits& limits, const Always& claim,
                      const Known& known, const std::function<void()>& check = {});

}  // namespace ldfi::certificate
