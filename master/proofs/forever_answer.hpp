// The results of --forever, and their text.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/prove/forever/prove.hpp"
#include "common/record/cell.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// An EOT at which the promise is broken, with the result of the search of its Fspec.
struct Broken {
  std::optional<int> calm;  ///< number of calm ticks; nullopt if the claim has none
  Cell cell;                ///< result for all specifications
  std::optional<Falsifier>
      /// Least fault set that violates the specification in question; nullopt if the search did not find
      /// it.
      least{};
};

/// Searches of single Fspecs that found no counterexample.
struct Searched {
  int eot = 0;                ///< the last EOT
  std::optional<int> calm{};  ///< the number of calm ticks; nullopt if the claim has none
};

/// The result for pre and post, or for one specification.
struct ForeverAnswer {
  std::optional<Specification> of{};
  std::string verdict{};  ///< certified-forever, counterexample, conditional, vacuous, inconclusive
  std::string reason{};
  std::string hint{};  ///< what else the user may try; may be empty
  std::string cap{};   ///< the cap of the proof and why it is harmless; empty without one
  std::optional<Searched> searched{};  ///< for `inconclusive`; nullopt if no search has ended
  bool out_of_time = false;
  std::optional<int> calm{};              ///< of the claim; nullopt if the claim has no calm ticks
  std::optional<forever::Proof> proof{};  ///< for certified-forever, conditional and vacuous
  /// The counterexample, or for other verdicts what is broken with one calm tick less.
  std::optional<Broken> broken{};
};

struct ForeverAnswers {
  std::vector<ForeverAnswer> each;  ///< one, or one for each specification
  double wall_s = 0;
  /// If no specification is broken: the result of a search at the first EOT at which every specification
  /// promises something, with as many calm ticks as the claims have.
  std::optional<Cell> kept{};
  /// Returns the worst verdict of the specifications that count.
  [[nodiscard]] std::string verdict() const;
};

/// Returns the text for people. `output`: path of the results file; empty if no file is written.
[[nodiscard]] std::string forever_text(const Task& task, const ForeverAnswers& answers,
                                       const std::string& output);
/// Returns one line of JSON (keys: docs/reference/summary-json.md).
[[nodiscard]] std::string forever_json(const Task& task, const ForeverAnswers& answers,
                                       const std::string& output);

}  // namespace ldfi::app
