// The minimisation of a counterexample, stage by stage (docs/explanation/minimising.md). Each stage
// states how many external events and deliveries are left, what the stage cost, and what is claimed
// about its result.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/base/settings.hpp"

namespace ldfi {

/// Returns the name that options and files use for this way to minimise.
[[nodiscard]] const std::string& name_of(MinimiseBy by);
[[nodiscard]] std::optional<MinimiseBy> minimise_by_named(const std::string& name);

/// One event of the execution that a minimisation ends with.
struct ScheduledEvent {
  int at = 0;        ///< tick of the event; for a delivery, tick of sending
  std::string kind;  ///< `external`, `crash` or `delivery`
  std::string text;  ///< a fact, a node, or the fact that the message makes hold
  std::string from;  ///< sender of a delivery
  std::string to;    ///< receiver of a delivery
  /// For a delivery, the tick from which the fact holds; for a crash, the tick of the restart, or
  /// 0.
  int arrives = 0;
  /// For a delivery, its number among equal messages that were sent on the channel at the tick. For
  /// a crash, 1 if the node still works at that tick but sends nothing.
  int nth = 0;
  bool operator==(const ScheduledEvent&) const = default;
};

/// One stage of a minimisation, and the execution that it ends with.
struct MinimisationStage {
  /// `faults`, `slice`, `externals`, `deliveries`, `nodes`, `eot`, `eff` or `delay-max`.
  std::string stage;
  std::uint64_t externals = 0;   ///< number of external events that are left
  std::uint64_t deliveries = 0;  ///< number of messages between nodes that still arrive
  std::uint64_t nodes = 0;
  int eot = 0;
  int eff = 0;
  int delay_max = 0;
  std::uint64_t executions = 0;  ///< number of executions on the plain evaluator
  std::uint64_t searches = 0;    ///< number of searches, each of a whole Fspec
  /// Proved lower bound of the number that the stage reduces, if there is one.
  std::optional<std::uint64_t> bound;
  /// The claim about the result, which begins with `minimum` only if that is proved.
  std::string claim;
  std::string faults;                      ///< faults of the stage's execution in written form
  std::vector<std::string> world{};        ///< names of the nodes of the stage's execution
  std::vector<ScheduledEvent> schedule{};  ///< events of the stage's execution, by time
  bool operator==(const MinimisationStage&) const = default;
};

struct Minimisation {
  MinimiseBy by = MinimiseBy::search;
  std::vector<std::string> relations;  ///< relations whose facts are external events
  std::string ended;  ///< budget or signal that ended the minimisation, or `an error`; or empty
  std::vector<MinimisationStage> stages;
  std::vector<std::string> violated;  ///< tuples that the smallest execution violates, as text
  std::vector<ScheduledEvent>
      schedule;  ///< events of the smallest execution; messages that are not listed never arrive
  bool operator==(const Minimisation&) const = default;
};

/// Returns the stages as a table with a header, and the events of the smallest execution.
[[nodiscard]] std::string minimisation_text(const Minimisation& minimisation);
/// Returns the result in one line, such as `2 external events, 4 deliveries: minimum`.
[[nodiscard]] std::string minimisation_line(const Minimisation& minimisation);

}  // namespace ldfi
