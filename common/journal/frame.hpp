// The bytes of a journal. The file is a magic number followed by records. Each record is a frame
// and a payload:
//
//   magic 8 bytes | { payload bytes u32 | type u32 | checksum u64 | payload }*
//
// The checksum (XXH3, 64 bits) covers length, type and payload. Its seed is the record's offset in
// the file, so the checksum of a record that was cut, changed or moved does not match. Numbers are
// in the machine's byte order.
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
  /// The settings that identify the run; always the first record, and never a later one.
  header = 1,
  report = 2,    ///< the work of a job, and its report
  cell = 3,      ///< the result of a finished search
  done = 4,      ///< the last record: the results file is complete and has its final name
  standing = 5,  ///< the progress of the run, for programs that watch it
};

struct Frame {
  std::uint32_t payload_bytes = 0;
  RecordType type = RecordType::header;
  std::uint64_t checksum = 0;
};
inline constexpr std::size_t frame_bytes = 16;
/// Largest number of bytes of a payload. A record holds a job and its report, and each of them is
/// at most one message.
inline constexpr std::uint64_t max_payload_bytes = 2 * std::uint64_t{wire::max_message_bytes} - 1;

/// Computes the checksum of a record piece by piece, so that its payload need not be in memory at
/// once.
class Checksum {
 public:
  /// Begins with what precedes the payload. `offset` is the offset of the record in the file.
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

/// Returns the bytes of a record at `offset` in the file. `payload` may have at most
/// max_payload_bytes bytes.
wire::Bytes frame(std::uint64_t offset, RecordType type, std::span<const char> payload);
/// Returns the frame in these bytes, unchecked.
Frame read_frame(std::span<const char, frame_bytes> bytes);

/// A 128-bit XXH3 hash that identifies a search, or the work of a job.
using Key = std::array<std::uint64_t, 2>;
Key key_of(std::span<const char> bytes);

}  // namespace ldfi::journal
