// A sequential circuit of and-gates and inverters. A proof decides whether a given wire can ever be
// true. Inputs are chosen anew at each tick. A latch has its first value at tick 1; later, it has
// the value that its next wire had at the previous tick.
//
//   Aig aig;  const Wire lost = aig.input("lost");  const Wire up = aig.latch("up", true);
//   aig.set_next(up, aig.both(up, lost ^ 1));
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "common/base/meter.hpp"

namespace ldfi::forever {

/// A wire: twice the number of a node, plus one for the negation of the node. Node 0 is never true.
using Wire = std::uint32_t;
inline constexpr Wire never = 0;
inline constexpr Wire always = 1;

/// The content of a latch: a fact of the program, or the state of faults. A proof prefers clauses
/// about faults, because they are easier to read.
enum class LatchKind : std::uint8_t { fact, fault };

class Aig {
 public:
  struct Node {
    enum class Kind : std::uint8_t { constant, input, latch, gate };
    Kind kind = Kind::constant;
    Wire left = 0;             ///< first input of a gate, whose node comes before the gate
    Wire right = 0;            ///< second input of a gate, whose node comes before the gate
    std::uint32_t number = 0;  ///< index of an input in inputs(), or of a latch in latches()
  };
  /// A latch. Its node is false at tick 1. So a latch that must be true at tick 1 stores its
  /// negated value.
  struct Latch {
    std::uint32_t node = 0;
    Wire next = never;
    bool negated = false;
    LatchKind kind = LatchKind::fact;
    std::string name;
    std::string key;  ///< name of the latch in certificates (docs/reference/certificate-format.md)
  };
  struct Input {
    std::uint32_t node = 0;
    std::string name;
  };

  /// `check` is called from time to time while gates are added, and may throw to stop the work.
  explicit Aig(BudgetCheck check = {});

  Wire input(std::string name);
  Wire latch(std::string name, bool first, LatchKind kind = LatchKind::fact, std::string key = {});
  /// Sets the wire whose value the latch has at the next tick. `latch` must be a wire that latch()
  /// returned. Allows only one call for each latch.
  void set_next(Wire latch, Wire next);
  Wire both(Wire a, Wire b);
  Wire either(Wire a, Wire b) { return both(a ^ 1U, b ^ 1U) ^ 1U; }
  Wire choose(Wire condition, Wire yes, Wire no) {
    return either(both(condition, yes), both(condition ^ 1U, no));
  }
  Wire same(Wire a, Wire b) { return choose(a, b, b ^ 1U); }
  Wire all(std::span<const Wire> wires);
  Wire any(std::span<const Wire> wires);
  /// Returns a list of `most` + 2 wires. Wire k, up to `most`, is true if exactly k of `wires` are
  /// true. The last wire is true if more than `most` of them are true.
  std::vector<Wire> counts(std::span<const Wire> wires, std::size_t most);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Latch>& latches() const { return latches_; }
  [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
  [[nodiscard]] std::size_t gates() const { return gates_.size(); }
  /// Returns for each node whether one of `roots` depends on it, at this tick or a later one.
  [[nodiscard]] std::vector<bool> cone(std::span<const Wire> roots) const;

 private:
  Wire add(Node node);

  Meter meter_;
  std::vector<Node> nodes_;
  std::vector<Latch> latches_;
  std::vector<Input> inputs_;
  std::map<std::pair<Wire, Wire>, Wire> gates_;
};

/// The values of all nodes at one tick. evaluate() computes the gates from the inputs and latches.
class Tick {
 public:
  explicit Tick(const Aig& aig) : aig_(aig), values_(aig.nodes().size()) {}
  void set(std::uint32_t node, bool value) { values_[node] = value; }
  void evaluate();
  [[nodiscard]] bool operator[](Wire wire) const {
    return values_[wire >> 1U] != ((wire & 1U) != 0);
  }
  /// Goes to the next tick: sets all inputs to false, and each latch to its next value. evaluate()
  /// must be called before, because next values need it, and again after inputs are set.
  void advance();

 private:
  const Aig& aig_;
  std::vector<bool> values_;
};

struct Output {
  std::string name;
  Wire wire = never;
};

/// Returns the circuit with its names in the binary format AIGER [BHW11]. Each output is a wire
/// that must never be true.
[[nodiscard]] std::string to_aiger(const Aig& aig, std::span<const Output> outputs);

}  // namespace ldfi::forever
