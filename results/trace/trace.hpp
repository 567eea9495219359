// One execution as its reader wants to see it: what `show`, the space-time diagram and the report
// draw from.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "results/trace/story.hpp"
#include "results/trace/subject.hpp"

namespace ldfi::results {

struct Trace {
  FaultSet faults;
  eval::Judgement judgement;
  std::vector<std::string> pre;  ///< tuples at EOT, sorted
  std::vector<std::string> post;
  std::vector<Tick> ticks;
  /// The messages that the outcome rests on: on which the promises that were broken rest, or, if
  /// the invariant holds, everything it looks at. Nothing: it cannot be told.
  std::optional<std::set<SentMessage>> matter;

  /// Lost messages always matter: they are what the reader came for.
  [[nodiscard]] bool matters(int sent, const Message& message) const {
    return !matter || matter->contains({Time(sent), message});
  }
};

Trace trace(const Subject& subject, const Rerun& execution);

/// What an explanation of the outcome starts from: the tuples of pre that were violated, or, if
/// the invariant holds (or was broken by something absent), all that it looks at.
std::vector<provenance::Root> outcome_roots(const Subject& subject, const Rerun& execution);

/// A tuple at a tick.
struct Held {
  std::optional<NodeId> node;  ///< where, if its first column names a node
  std::string text;
  bool fresh = false;  ///< did not hold one tick before
  bool operator==(const Held&) const = default;
};

/// All that holds at a tick (but `crash`), by node, then by text; what is nowhere comes last.
std::vector<Held> state(const Subject& subject, const Rerun& execution, Time at);

}  // namespace ldfi::results
