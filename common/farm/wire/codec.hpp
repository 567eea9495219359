// Messages as bytes (Boost.Serialization, binary), versioned and size-checked: decode() never
// trusts a length it has not compared with the bytes that are left.
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/farm/wire/messages.hpp"

namespace ldfi::wire {

using Bytes = std::vector<char>;

/// A message that is damaged, from another version, or larger than max_message_bytes.
class DecodeError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

inline constexpr std::uint32_t protocol_version = 7;
inline constexpr std::size_t max_message_bytes = std::size_t{1} << 30;

/// Of what a search is about.
std::uint64_t fingerprint(const Setup& setup);

Bytes encode(const Message& message);
/// Throws DecodeError; allocates at most a small multiple of bytes.size().
Message decode(const Bytes& bytes);

}  // namespace ldfi::wire
