// The solver's variables for messages that arrive late or twice. A unit is all messages from one
// node to another at one tick, or those of one relation. Each unit has variables "at least k ticks
// late" for each k, and a variable for each possible second arrival. Private to
// common/solve/hazard.
#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "common/faults/fspec.hpp"
#include "common/solve/hazard/fault_table.hpp"
#include "common/solve/sat/solver.hpp"

namespace ldfi::hazard {

class LateVariables {
 public:
  LateVariables(const Fspec& fspec, FaultTable& table, sat::Solver& solver)
      : fspec_(fspec), table_(table), solver_(solver) {}

  /// Messages from one node to another at one tick that are delayed together.
  struct Messages {
    NodeId from;
    NodeId to;
    Time sent;
    NamedId relation = no_relation;
    auto operator<=>(const Messages&) const = default;
  };
  /// Adds the variables of these messages. Returns true if they are new. Returns false if they
  /// exist already, or if the messages cannot be late. The nodes must be nodes of the Fspec.
  bool mention(const Messages& messages);
  /// Returns the literal of "the messages are late". Returns 0 if they cannot be late. Before this
  /// function and the following ones, the caller must have called mention() for messages that can
  /// be late.
  [[nodiscard]] sat::Literal delayed(const Messages& messages) const;
  /// Returns the literal of "the messages arrive twice". Returns 0 if they cannot arrive twice.
  [[nodiscard]] sat::Literal doubled(const Messages& messages) const;
  /// Returns the literal of "some of the messages arrive exactly `late` ticks late".
  [[nodiscard]] sat::Literal arrives(const Messages& messages, int late) const;
  /// Returns the literal of "the messages are late by at least as many ticks as `delay` says".
  [[nodiscard]] sat::Literal at_least(const Delay& delay) const;

  /// Returns literals for counting: the number of true ones is the number of delays.
  [[nodiscard]] std::vector<sat::Literal> counted(Delay*) const;
  /// Returns literals for counting: the number of true ones is the number of duplicates.
  [[nodiscard]] std::vector<sat::Literal> counted(Duplicate*) const;
  /// Returns literals whose number of true ones is the number of ticks of all delays together: a
  /// delay of k ticks makes exactly k of them true. Those of ticks() also count duplicates.
  [[nodiscard]] std::vector<sat::Literal> ticks_of_delays() const;
  [[nodiscard]] std::vector<sat::Literal> ticks() const;

 private:
  /// The literals of messages that are delayed together. In each list, index k - 1 stands for k
  /// ticks.
  struct Unit {
    std::vector<sat::Literal> at_least;  ///< literals of "at least k ticks late"
    std::vector<sat::Literal> exactly;   ///< literals of "exactly k ticks late"
    std::vector<sat::Literal> again;
    std::vector<sat::Literal> again_at_least;
    std::vector<sat::Literal> arrives;
    sat::Literal doubled = 0;
  };
  void add_delays(Unit& unit, int most);
  void add_duplicates(Unit& unit, int most);
  [[nodiscard]] const Unit* find(const Messages& messages) const;

  const Fspec& fspec_;
  FaultTable& table_;
  sat::Solver& solver_;
  std::map<Messages, Unit> units_;
};

}  // namespace ldfi::hazard
