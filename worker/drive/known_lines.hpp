// Remembers lines that a node has written before, and the results of parsing them. Looking a line
// up takes a tenth of the time of parsing it.
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

/// The line by which a node reports that it is done with the last line that it received.
struct Done {
  std::optional<std::int64_t> wake;  ///< time at which the node wants to be woken, if it does
  std::optional<std::string> state;
};

class KnownLines {
 public:
  /// Returns the message that this line contains, or null if the line is not known.
  [[nodiscard]] EnvelopePtr message(std::string_view line) const;
  void add(std::string_view line, EnvelopePtr message);

  /// Returns the report that this line contains, or null if the line is not known. `told` is the
  /// number of the received line that the node answers, so it differs each time. Lines that differ
  /// only in this number count as equal, if it is the value of their only key "n".
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

  /// Returns the line without the number `told`, which is the value of the key "n".
  const std::string& unnumbered(std::string_view line, std::uint64_t told);
  /// Makes room for a line of this size. Forgets all lines if there are too many. Returns false if
  /// the line is too long to be kept.
  bool make_room(std::size_t bytes);

  Lines<EnvelopePtr> messages_;
  Lines<Done> done_;
  std::string key_;
  std::size_t bytes_ = 0;  ///< total size of the lines that are kept
};

}  // namespace ldfi::drive
