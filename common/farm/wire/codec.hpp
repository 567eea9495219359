// Messages as bytes (Boost.Serialization, binary), with version and size: decode() compares every
// length with the bytes that are left before it trusts it.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

using Bytes = std::vector<char>;

/// A message that is damaged, of another version, or larger than max_message_bytes.
class DecodeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::uint32_t protocol_version = 30;
inline constexpr std::size_t max_message_bytes = std::size_t{1} << 30;

/// A hash of what a search is about: without_limits(setup).
std::uint64_t fingerprint(const Setup& setup);

/// Throws BudgetExceeded if the message would be larger than max_message_bytes.
Bytes encode(const Message& message);
/// Throws DecodeError; allocates at most a small multiple of bytes.size().
Message decode(const Bytes& bytes);

}  // namespace ldfi::wire
