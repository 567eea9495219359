// The variables of messages that arrive late, or twice. Of all that one node sends another at one
// tick, or all of one relation: "at least k ticks late" for each k, ordered as crashes are, and one for each second arrival.
// Private to common/solve/hazard.
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

  /// What is late together.
  struct Messages {
    NodeId from;
    NodeId to;
    Time sent;
    NamedId relation = no_relation;
    auto operator<=>(const Messages&) const = default;
  };
  /// Adds the variables of these messages, unless they are there, or nothing of them can be late. The
  /// nodes must be those of the Fspec. True if they are new.
  bool mention(const Messages& messages);
  /// The messages are late; 0 if they cannot be. They must have been mentioned, or nothing of them
  /// can be late; so it is below.
  [[nodiscard]] sat::Literal delayed(const Messages& messages) const;
  /// They arrive twice; 0 if they cannot.
  [[nodiscard]] sat::Literal doubled(const Messages& messages) const;
  /// Something of them arrives that many ticks late.
  [[nodiscard]] sat::Literal arrives(const Messages& messages, int late) const;
  /// The messages are at least as late.
  [[nodiscard]] sat::Literal at_least(const Delay& delay) const;

  /// Literals of which as many hold as there are delays.
  [[nodiscard]] std::vector<sat::Literal> counted(Delay*) const;
  /// The same of duplicates.
  [[nodiscard]] std::vector<sat::Literal> counted(Duplicate*) const;
  /// Literals of which as many hold as messages are late by ticks: by delays, or by both. At least
  /// so many, of duplicates, and no more need to.
  [[nodiscard]] std::vector<sat::Literal> ticks_of_delays() const;
  [[nodiscard]] std::vector<sat::Literal> ticks() const;

 private:
  /// By ticks, from 1 on: the first stands at 0.
  struct Unit {
    std::vector<sat::Literal> at_least;  ///< late
    std::vector<sat::Literal> exactly;   ///< late
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
