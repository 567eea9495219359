// A sequential circuit of and-gates and inverters, which asks what may happen at some tick. Inputs
// are chosen anew at each tick; a latch has its first value at tick 1 and then what its next wire
// had at the tick before.
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

/// Twice the number of a node, plus one if it is negated. Node 0 is never true.
using Wire = std::uint32_t;
inline constexpr Wire never = 0;
inline constexpr Wire always = 1;

/// Where the clauses about a latch are told, and which literals a proof rather keeps.
enum class LatchKind : std::uint8_t { fact, fault };

class Aig {
 public:
  struct Node {
    enum class Kind : std::uint8_t { constant, input, latch, gate };
    Kind kind = Kind::constant;
    Wire left = 0;             ///< of a gate; both come before it
    Wire right = 0;            ///< of a gate
    std::uint32_t number = 0;  ///< among the inputs or latches
  };
  /// Its node is false at tick 1: a latch that is true at first is stored negated.
  struct Latch {
    std::uint32_t node = 0;
    Wire next = never;
    bool negated = false;
    LatchKind kind = LatchKind::fact;
    std::string name;
    std::string key;  ///< its name in certificates (docs/reference/certificate-format.md)
  };
  struct Input {
    std::uint32_t node = 0;
    std::string name;
  };

  /// Adding gates asks `check` now and then.
  explicit Aig(BudgetCheck check = {});

  Wire input(std::string name);
  Wire latch(std::string name, bool first, LatchKind kind = LatchKind::fact, std::string key = {});
  /// Requires a wire that latch() returned, and that it has no next one yet.
  void set_next(Wire latch, Wire next);
  Wire both(Wire a, Wire b);
  Wire either(Wire a, Wire b) { return both(a ^ 1U, b ^ 1U) ^ 1U; }
  Wire choose(Wire condition, Wire yes, Wire no) {
    return either(both(condition, yes), both(condition ^ 1U, no));
  }
  Wire same(Wire a, Wire b) { return choose(a, b, b ^ 1U); }
  Wire all(std::span<const Wire> wires);
  Wire any(std::span<const Wire> wires);
  /// Element k: exactly k of them are true; the last one, `most` + 1: more than `most`.
  std::vector<Wire> counts(std::span<const Wire> wires, std::size_t most);

  [[nodiscard]] const std::vector<Node>& nodes() const { return nodes_; }
  [[nodiscard]] const std::vector<Latch>& latches() const { return latches_; }
  [[nodiscard]] const std::vector<Input>& inputs() const { return inputs_; }
  [[nodiscard]] std::size_t gates() const { return gates_.size(); }
  /// By node: whether one of `roots` depends on it, at this or a later tick.
  [[nodiscard]] std::vector<bool> cone(std::span<const Wire> roots) const;

 private:
  Wire add(Node node);

  Meter meter_;
  std::vector<Node> nodes_;
  std::vector<Latch> latches_;
  std::vector<Input> inputs_;
  std::map<std::pair<Wire, Wire>, Wire> gates_;
};

/// The values of one tick, node by node. Evaluates the gates from inputs and latches.
class Tick {
 public:
  explicit Tick(const Aig& aig) : aig_(aig), values_(aig.nodes().size()) {}
  void set(std::uint32_t node, bool value) { values_[node] = value; }
  void evaluate();
  [[nodiscard]] bool operator[](Wire wire) const {
    return values_[wire >> 1U] != ((wire & 1U) != 0);
  }
  /// Sets all inputs to false, and the latches to what they have at the next tick. Call evaluate()
  /// before and after.
  void advance();

 private:
  const Aig& aig_;
  std::vector<bool> values_;
};

struct Output {
  std::string name;
  Wire wire = never;
};

/// The circuit in the binary form of AIGER [BHW11] with names; each output is something that must never
/// be true.
[[nodiscard]] std::string to_aiger(const Aig& aig, std::span<const Output> outputs);

}  // namespace ldfi::forever
