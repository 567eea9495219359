// The bytes of a journal. A file is a magic number and records, each a frame and a payload:
//
//   magic 8 bytes | { payload bytes u32 | type u32 | checksum u64 | payload }*
//
// The checksum (XXH3, 64 bits) covers length, type and payload, and is seeded with the record's
// offset in the file, so that a record that was cut, changed or moved does not match. Native byte
// order.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "common/farm/wire/codec.hpp"

namespace ldfi::journal {

inline constexpr std::string_view magic = "LDFI\x1aJ1\n";
inline constexpr std::uint32_t format_version = 27;

enum class RecordType : std::uint32_t {
  header = 1,    ///< what the run is about; the first record, and only that
  report = 2,    ///< a job's work and its answer
  cell = 3,      ///< a finished search
  done = 4,      ///< the results have their final name; nothing is left to do
  standing = 5,  ///< where the run stands, for whoever looks on
};

struct Frame {
  std::uint32_t payload_bytes = 0;
  RecordType type = RecordType::header;
  std::uint64_t checksum = 0;
};
inline constexpr std::size_t frame_bytes = 16;
/// A record holds a job and its report; each of them is at most one message.
inline constexpr std::uint64_t max_payload_bytes = 2 * std::uint64_t{wire::max_message_bytes} - 1;

/// Computes a record's checksum piece by piece, so that its payload need not be in memory at once.
class Checksum {
 public:
  /// `offset` is that of the record in the file.
  Checksum(std::uint64_t offset, std::uint32_t payload_bytes, RecordType type);
  ~Checksum();
  Checksum(const Checksum&) = delete;
  Checksum& operator=(const Checksum&) = delete;
  void add(std::span<const char> piece);
  [[nodiscard]] std::uint64_t value() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The whole record for the place `offset` in the file. `payload` ≤ max_payload_bytes.
wire::Bytes frame(std::uint64_t offset, RecordType type, std::span<const char> payload);
/// Reads a frame without checking it.
Frame read_frame(std::span<const char, frame_bytes> bytes);

/// 128 bits of XXH3, which identify a search or a job's work.
using Key = std::array<std::uint64_t, 2>;
Key key_of(std::span<const char> bytes);

}  // namespace ldfi::journal
