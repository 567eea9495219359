// Lines that a node has said before, and what was read in them: to look them up takes a tenth of what
// reading takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "worker/drive/envelope.hpp"

namespace ldfi::drive {

/// That a node is done with what it was told.
struct Done {
  std::optional<std::int64_t> wake;  ///< when it wants to be woken
  std::optional<std::string> state;
};

class KnownLines {
 public:
  /// Nothing if it is not known.
  [[nodiscard]] EnvelopePtr message(std::string_view line) const;
  void add(std::string_view line, EnvelopePtr message);

  /// What a node says that is done with its line number `told`. The number is another each time: it is
  /// left out if it is what stands there as the only "n", as it is then in all lines that are this one
  /// but for the number.
  [[nodiscard]] const Done* done(std::string_view line, std::uint64_t told);
  void add(std::string_view line, std::uint64_t told, Done done);

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>()(text);
    }
  };
  template <class Value>
  using Lines = std::unordered_map<std::string, Value, Hash, std::equal_to<>>;

  /// The line without that number.
  const std::string& unnumbered(std::string_view line, std::uint64_t told);
  /// False if it is too long to be kept. Forgets all if there is too much.
  bool make_room(std::size_t bytes);

  Lines<EnvelopePtr> messages_;
  Lines<Done> done_;
  std::string key_;
  std::size_t bytes_ = 0;  ///< of these lines
};

}  // namespace ldfi::drive
