// The variables of messages that arrive late or twice. A unit is what one node sends to another at
// one tick, or one relation of it. Each unit has variables "at least k ticks late" for each k, and
// one for each possible second arrival. Private to common/solve/hazard.
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

  /// Messages that are late together.
  struct Messages {
    NodeId from;
    NodeId to;
    Time sent;
    NamedId relation = no_relation;
    auto operator<=>(const Messages&) const = default;
  };
  /// Adds the variables of these messages. Returns true if they are new; false if they exist
  /// already or the messages cannot be late. Nodes must be nodes of the Fspec.
  bool mention(const Messages& messages);
  /// Returns the literal of "the messages are late"; 0 if they cannot be. For this and the
  /// following functions, messages that can be late must have been mentioned.
  [[nodiscard]] sat::Literal delayed(const Messages& messages) const;
  /// Returns the literal of "the messages are duplicated"; 0 if they cannot be.
  [[nodiscard]] sat::Literal doubled(const Messages& messages) const;
  /// Returns the literal of "some of the messages arrive that many ticks late".
  [[nodiscard]] sat::Literal arrives(const Messages& messages, int late) const;
  /// Returns the literal of "the messages are at least as late".
  [[nodiscard]] sat::Literal at_least(const Delay& delay) const;

  /// Returns literals of which as many are true as there are delays.
  [[nodiscard]] std::vector<sat::Literal> counted(Delay*) const;
  /// Returns literals of which as many are true as there are duplicates.
  [[nodiscard]] std::vector<sat::Literal> counted(Duplicate*) const;
  /// Return literals for counting the ticks by which messages are late: by delays, or by delays and
  /// duplicates. A delay of k ticks makes exactly k of them true. A duplicate makes at least k of
  /// them true.
  [[nodiscard]] std::vector<sat::Literal> ticks_of_delays() const;
  [[nodiscard]] std::vector<sat::Literal> ticks() const;

 private:
  /// The literals of messages that are late together. By ticks: k ticks have index k - 1.
  struct Unit {
    std::vector<sat::Literal> at_least;  ///< at least k ticks late
    std::vector<sat::Literal> exactly;   ///< exactly k ticks late
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
