// The minimisation of a counterexample, stage by stage (docs/explanation/minimising.md). Each stage
// states how many external events and deliveries remain, what the stage cost, and what is claimed
// about its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/settings.hpp"

namespace ldfi {

/// Returns the name of this way of minimising in options and files.
[[nodiscard]] const std::string& name_of(MinimiseBy by);
[[nodiscard]] std::optional<MinimiseBy> minimise_by_named(const std::string& name);

/// One event of the smallest execution that a minimisation has found.
struct ScheduledEvent {
  int at = 0;        ///< tick of the event; for a delivery, tick of sending
  std::string kind;  ///< `external`, `crash` or `delivery`
  std::string text;  ///< for `external` a fact, for `crash` a node, for `delivery` the fact that
                     ///< holds at the receiver
  std::string from;  ///< sender of a delivery
  std::string to;    ///< receiver of a delivery
  /// For a delivery, the tick from which on the fact holds. For a crash, the tick of the restart,
  /// or 0 if there is none.
  int arrives = 0;
  /// For a delivery, its number among equal messages that were sent at the same tick to the same
  /// node. For a crash, 1 if the node still works at that tick, but sends nothing.
  int nth = 0;
  bool operator==(const ScheduledEvent&) const = default;
};

/// One stage of a minimisation, and the smallest execution that it has found.
struct MinimisationStage {
  /// The name of the stage: `faults`, `slice`, `externals`, `deliveries`, `nodes`, `eot`, `eff` or
  /// `delay-max`.
  std::string stage;
  std::uint64_t externals = 0;   ///< number of external events that remain
  std::uint64_t deliveries = 0;  ///< number of messages between nodes that still arrive
  std::uint64_t nodes = 0;
  int eot = 0;
  int eff = 0;
  int delay_max = 0;
  std::uint64_t executions = 0;  ///< number of executions of single fault sets
  std::uint64_t searches = 0;    ///< number of searches, each over all fault sets of an Fspec
  /// Proved lower bound of the number that the stage reduces; nullopt if there is none.
  std::optional<std::uint64_t> bound;
  /// Claim about the result. It begins with `minimum` only if this is proved.
  std::string claim;
  std::string faults;                      ///< faults of the stage's smallest execution as text
  std::vector<std::string> world{};        ///< names of the nodes of that execution
  std::vector<ScheduledEvent> schedule{};  ///< events of the stage's smallest execution, by time
  bool operator==(const MinimisationStage&) const = default;
};

struct Minimisation {
  MinimiseBy by = MinimiseBy::search;
  std::vector<std::string> relations;  ///< relations whose facts are external events
  std::string ended;  ///< limit or signal that ended the minimisation early, or `an error`;
                      ///< otherwise empty
  std::vector<MinimisationStage> stages;
  std::vector<std::string> violated;  ///< tuples that violate a promise in the smallest execution,
                                      ///< as text
  std::vector<ScheduledEvent>
      schedule;  ///< events of the smallest execution; messages that are not listed never arrive
  bool operator==(const Minimisation&) const = default;
};

/// Returns the stages as a table with a header, and the events of the smallest execution.
[[nodiscard]] std::string minimisation_text(const Minimisation& minimisation);
/// Returns the result in one line, such as `2 external events, 4 deliveries: minimum`.
[[nodiscard]] std::string minimisation_line(const Minimisation& minimisation);

}  // namespace ldfi
