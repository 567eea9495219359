// A counterexample that was made smaller, stage by stage: how many external events and deliveries
// each stage leaves, what that took, and what is claimed of it (docs/explanation/minimising.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/settings.hpp"

namespace ldfi {

/// The names in the interface.
[[nodiscard]] const std::string& name_of(MinimiseBy by);
[[nodiscard]] std::optional<MinimiseBy> minimise_by_named(const std::string& name);

/// What happens in an execution.
struct ScheduledEvent {
  int at = 0;        ///< the tick at which it happens, or is sent
  std::string kind;  ///< external, crash, delivery
  std::string text;  ///< a fact, a node, or what the message makes hold
  std::string from;  ///< of a delivery
  std::string to;    ///< likewise
  int arrives = 0;   ///< likewise: the tick from which it holds; of a crash, of the restart, or 0
  /// Of a delivery: which one of its equals that are sent from there to there. Of a crash: 1 if the
  /// node still works at that tick, and only sends nothing.
  int nth = 0;
  bool operator==(const ScheduledEvent&) const = default;
};

/// One stage, and the execution that it ends with.
struct MinimisationStage {
  std::string stage;  ///< faults, slice, externals, deliveries, nodes, eot, eff, delay-max
  std::uint64_t externals = 0;   ///< external events that happen
  std::uint64_t deliveries = 0;  ///< messages between nodes that arrive
  std::uint64_t nodes = 0;
  int eot = 0;
  int eff = 0;
  int delay_max = 0;
  std::uint64_t executions = 0;        ///< on the plain evaluator
  std::uint64_t searches = 0;          ///< of a whole Fspec each
  std::optional<std::uint64_t> bound;  ///< of what the stage makes smaller: nothing less violates
  std::string claim;                   ///< begins with `minimum` only if that is proved
  std::string faults;                  ///< of this execution, as they are written
  std::vector<std::string> world{};    ///< its nodes
  std::vector<ScheduledEvent> schedule{};  ///< what happens in it, in the order of time
  bool operator==(const MinimisationStage&) const = default;
};

struct Minimisation {
  MinimiseBy by = MinimiseBy::search;
  std::vector<std::string> relations;  ///< whose facts are external events
  std::string ended;                   ///< the budget that ended it; empty: it came to its end
  std::vector<MinimisationStage> stages;
  std::vector<std::string> violated;  ///< tuples as text, by the smallest execution
  std::vector<ScheduledEvent>
      schedule;  ///< of the smallest execution; all other messages are pending
  bool operator==(const Minimisation&) const = default;
};

/// The stages in columns under a head, and what the last one leaves, as people read them.
[[nodiscard]] std::string minimisation_text(const Minimisation& minimisation);
/// What is left, in one line: `2 external events, 4 deliveries: minimum`.
[[nodiscard]] std::string minimisation_line(const Minimisation& minimisation);

}  // namespace ldfi
