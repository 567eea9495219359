// The minimisation of a counterexample, stage by stage (docs/explanation/minimising.md). Each stage
// has the number of external events and deliveries that it leaves, its work, and the claim about
// its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/settings.hpp"

namespace ldfi {

/// Returns the name in the interface.
[[nodiscard]] const std::string& name_of(MinimiseBy by);
[[nodiscard]] std::optional<MinimiseBy> minimise_by_named(const std::string& name);

/// One event of an execution.
struct ScheduledEvent {
  int at = 0;        ///< tick of the event; for a delivery, tick of sending
  std::string kind;  ///< external, crash, delivery
  std::string text;  ///< a fact, a node, or the fact that the message makes hold
  std::string from;  ///< sender of a delivery
  std::string to;    ///< receiver of a delivery
  int arrives = 0;   ///< delivery: tick from which the fact holds; crash: tick of the restart, or 0
  /// Delivery: number among equal messages sent on the channel at the tick. Crash: 1 if the node
  /// still works at that tick, but sends nothing.
  int nth = 0;
  bool operator==(const ScheduledEvent&) const = default;
};

/// One stage, and the execution in which it results.
struct MinimisationStage {
  std::string stage;  ///< faults, slice, externals, deliveries, nodes, eot, eff, delay-max
  std::uint64_t externals = 0;   ///< external events that happen
  std::uint64_t deliveries = 0;  ///< messages between nodes that arrive
  std::uint64_t nodes = 0;
  int eot = 0;
  int eff = 0;
  int delay_max = 0;
  std::uint64_t executions = 0;        ///< executions on the plain evaluator
  std::uint64_t searches = 0;          ///< searches, each of a whole Fspec
  std::optional<std::uint64_t> bound;  ///< proved lower bound of the number that the stage reduces
  std::string claim;                   ///< begins with `minimum` only if that is proved
  std::string faults;                  ///< faults of this execution in their written form
  std::vector<std::string> world{};    ///< nodes of this execution
  std::vector<ScheduledEvent> schedule{};  ///< events of this execution in the order of time
  bool operator==(const MinimisationStage&) const = default;
};

struct Minimisation {
  MinimiseBy by = MinimiseBy::search;
  std::vector<std::string> relations;  ///< relations whose facts are external events
  std::string ended;                   ///< budget that ended the minimisation; empty if it finished
  std::vector<MinimisationStage> stages;
  std::vector<std::string> violated;  ///< tuples that the smallest execution violates, as text
  std::vector<ScheduledEvent>
      schedule;  ///< events of the smallest execution; all other messages are pending
  bool operator==(const Minimisation&) const = default;
};

/// Returns the stages as a table with a header, and the events of the smallest execution.
[[nodiscard]] std::string minimisation_text(const Minimisation& minimisation);
/// Returns the result in one line, such as `2 external events, 4 deliveries: minimum`.
[[nodiscard]] std::string minimisation_line(const Minimisation& minimisation);

}  // namespace ldfi
