// What --forever comes to, and how it is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/prove/forever/prove.hpp"
#include "common/record/cell.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// An EOT at which the promise is broken, with what the search of its Fspec found.
struct Broken {
  std::optional<int> calm;  ///< nothing: no message is lost by omission at any tick
  Cell cell;                ///< of all specifications
  std::optional<Falsifier>
      least{};  ///< of the one that was asked for; nothing: the search did not find it
};

/// Searches of single Fspecs that found nothing.
struct Searched {
  int eot = 0;                ///< the last EOT
  std::optional<int> calm{};  ///< the number of calm ticks; nullopt: no fault has an end
};

/// Of pre and post, or of one specification.
struct ForeverAnswer {
  std::optional<Specification> of{};
  std::string verdict{};  ///< certified-forever, counterexample, conditional, vacuous, inconclusive
  std::string reason{};
  std::string hint{};  ///< what else to ask; may be empty
  std::string cap{};   ///< the cap of the proof and why it is harmless; empty without one
  std::optional<Searched> searched{};  ///< of inconclusive; nullopt: no search has ended
  bool out_of_time = false;
  std::optional<int> calm{};              ///< of the claim; nothing: no message is ever omitted
  std::optional<forever::Proof> proof{};  ///< of certified-forever, conditional, vacuous
  /// Of a counterexample; else what is broken with one calm tick less.
  std::optional<Broken> broken{};
};

struct ForeverAnswers {
  std::vector<ForeverAnswer> each;  ///< one, or one for each specification
  double wall_s = 0;
  /// If no specification is broken: what a search of the first EOT at which something is promised of each says, with as
  /// many calm ticks as the claims have.
  std::optional<Cell> kept{};
  /// The worst of those that count.
  [[nodiscard]] std::string verdict() const;
};

/// `output`: the results file; empty if there is none.
[[nodiscard]] std::string forever_text(const Task& task, const ForeverAnswers& answers,
                                       const std::string& output);
/// One line of JSON (keys: docs/reference/summary-json.md).
[[nodiscard]] std::string forever_json(const Task& task, const ForeverAnswers& answers,
                                       const std::string& output);

}  // namespace ldfi::app
