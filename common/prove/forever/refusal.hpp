// Why nothing is said about every EOT: the program or the faults are of a kind for which the proof
// would not be one. It is not a fault of the program's.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>

#include "common/base/diagnostic.hpp"

namespace ldfi::forever {

class Refusal : public std::runtime_error {
 public:
  explicit Refusal(const std::string& why, SourceRange where = {FileId(~0U), 0, 0, 0})
      : std::runtime_error(why), where_(where) {}
  /// A place in the program's sources, if there is one.
  [[nodiscard]] SourceRange where() const { return where_; }

 private:
  SourceRange where_;
};

/// A number grows beyond every cap: the program has no finite number of facts without one.
class Grows : public Refusal {
 public:
  using Refusal::Refusal;
};

}  // namespace ldfi::forever
