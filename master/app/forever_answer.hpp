// What --forever comes to, and how it is told.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/forever/prove.hpp"
#include "common/record/cell.hpp"
#include "master/app/task.hpp"

namespace ldfi::app {

/// An EOT at which the promise is broken, with what the search of its Fspec found.
struct Broken {
  std::optional<int> calm;  ///< nothing: no message is lost by omission at any tick
  Cell cell;
};

struct ForeverAnswer {
  std::string verdict;  ///< certified-forever, counterexample, conditional, vacuous, inconclusive
  std::string reason;
  std::optional<int> calm;              ///< of the claim; nothing: no message is ever omitted
  std::optional<forever::Proof> proof;  ///< of certified-forever, conditional, vacuous
  /// Of a counterexample; else what is broken with one calm tick less.
  std::optional<Broken> broken;
  double wall_s = 0;
};

/// `output`: the results file; empty if there is none.
[[nodiscard]] std::string forever_text(const Task& task, const ForeverAnswer& answer,
                                       const std::string& output);
/// One line of JSON (keys: docs/INTERFACE.md).
[[nodiscard]] std::string forever_json(const Task& task, const ForeverAnswer& answer,
                                       const std::string& output);

}  // namespace ldfi::app
