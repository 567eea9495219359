// The results of --forever, and the functions that make texts of them.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/prove/forever/prove.hpp"
#include "common/record/cell.hpp"
#include "master/task/task.hpp"

namespace ldfi::app {

/// An EOT at which the promise is broken, with the result of the search for that EOT.
struct Broken {
  /// Number of calm ticks (last ticks without message loss) of the claim; nullopt if calm ticks
  /// have no effect.
  std::optional<int> calm;
  Cell cell;  ///< result of the search, for all specifications
  std::optional<Falsifier>
      /// The least fault set that violates the specification of the claim. Nullopt if the search did not find
      /// one.
      least{};
};

/// The Fspecs that early searches examined without finding a counterexample.
struct Searched {
  int eot = 0;  ///< largest EOT that was searched
  /// Number of calm ticks (last ticks without message loss) of the claim; nullopt if calm ticks
  /// have no effect.
  std::optional<int> calm{};
};

/// The result for one claim. A claim is about one specification, or about the relations pre and
/// post.
struct ForeverAnswer {
  std::optional<Specification> of{};
  /// One of certified-forever, counterexample, conditional, vacuous, inconclusive.
  std::string verdict{};
  std::string reason{};
  std::string hint{};  ///< option that the user may try, in words; may be empty
  std::string cap{};   ///< cap (limit for growing numbers) of the proof and why it is harmless;
                       ///< empty if there is no cap
  /// Fspecs that were searched for an `inconclusive` claim; nullopt if no search has ended.
  std::optional<Searched> searched{};
  bool out_of_time = false;
  /// Number of calm ticks (last ticks without message loss) of the claim; nullopt if calm ticks
  /// have no effect.
  std::optional<int> calm{};
  /// Proof of a certified-forever, conditional or vacuous claim.
  std::optional<forever::Proof> proof{};
  /// The counterexample. If the claim was proved, the counterexample to the claim with one calm
  /// tick (tick without message loss) less, or nullopt.
  std::optional<Broken> broken{};
};

struct ForeverAnswers {
  std::vector<ForeverAnswer> each;  ///< one answer for each specification, or one answer for the
                                    ///< relations pre and post
  double wall_s = 0;
  /// If no specification is broken, the result of a search at the first EOT at which every
  /// specification promises something. The search has as many calm ticks (last ticks without
  /// message loss) as the claims.
  std::optional<Cell> kept{};
  /// Returns the worst verdict of the specifications that affect the exit status.
  [[nodiscard]] std::string verdict() const;
};

/// Returns the text for people. `output` is the path of the results file, or empty if no file is written.
[[nodiscard]] std::string forever_text(const Task& task, const ForeverAnswers& answers,
                                       const std::string& output);
/// Returns the answers as one line of JSON. docs/reference/summary-json.md lists the keys.
[[nodiscard]] std::string forever_json(const Task& task, const ForeverAnswers& answers,
                                       const std::string& output);

}  // namespace ldfi::app
