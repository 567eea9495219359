// Exceptions for programs and faults that a proof about every EOT (last tick) does not support.
// Such a program is not wrong.
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
  /// Returns the place in the program that is not supported. The file of the result is invalid if
  /// no place is known.
  [[nodiscard]] SourceRange where() const { return where_; }

 private:
  SourceRange where_;
};

/// Thrown if a number grows with time and has no cap, so that the program has infinitely many
/// facts.
class Grows : public Refusal {
 public:
  using Refusal::Refusal;
};

}  // namespace ldfi::forever
