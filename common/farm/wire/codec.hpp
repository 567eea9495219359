// Converts messages to bytes and back (Boost.Serialization, binary), with version and size.
// decode() compares every length with the number of remaining bytes before it trusts the length.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

using Bytes = std::vector<char>;

/// Thrown if a message is damaged, of another version, or larger than max_message_bytes.
class DecodeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::uint32_t protocol_version = 30;
inline constexpr std::size_t max_message_bytes = std::size_t{1} << 30;

/// Returns a hash of the parts of a setup that define the search: those of without_limits(setup).
std::uint64_t fingerprint(const Setup& setup);

/// Returns the message as bytes. Throws BudgetExceeded if it would be larger than
/// max_message_bytes.
Bytes encode(const Message& message);
/// Returns the message in these bytes. Throws DecodeError if they are not a valid message.
/// Allocates at most a small multiple of bytes.size().
Message decode(const Bytes& bytes);

}  // namespace ldfi::wire
