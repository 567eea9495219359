// Reads a journal record by record without trusting its contents. The reader stops at the first
// record that is incomplete or damaged, and reports where; all records before it are valid. The
// reader keeps only one piece of 64 KiB in memory until a payload is requested.
//
//   Reader reader(file);                       // throws NotAJournal
//   while (auto record = reader.next()) …      // frames only, each verified
//   if (reader.damage()) …                     // where and why the reader stopped before the file's end
#pragma once

#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "common/base/files/file.hpp"
#include "common/journal/frame.hpp"

namespace ldfi::journal {

using files::File;

/// Thrown if the file is not a journal, has another format, or has a damaged header.
class NotAJournal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Record {
  RecordType type = RecordType::header;
  std::uint64_t offset = 0;  ///< offset of the payload in the file
  std::uint32_t payload_bytes = 0;
};

struct Damage {
  std::uint64_t offset = 0;  ///< offset of the damaged record
  std::string text;
};

class Reader {
 public:
  /// Keeps a reference to `file`. Throws NotAJournal if the first record is not the header of a
  /// journal.
  explicit Reader(const File& file);

  /// Returns the next valid record, or nullopt at the end of the file or at damage.
  std::optional<Record> next();
  [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
  /// Continues with bytes that another process has appended since. Checks a damaged record again,
  /// because it may have been incomplete before.
  void grow();
  /// Returns the offset of the next record. All bytes before it are valid.
  [[nodiscard]] std::uint64_t good_bytes() const { return at_; }

  /// Returns the whole payload and verifies its checksum again. Throws EnvironmentError if the file
  /// has changed since next().
  [[nodiscard]] wire::Bytes payload(const Record& record) const;
  /// Returns the first `most` bytes of the payload, unverified. Requires at most 64 KiB.
  [[nodiscard]] wire::Bytes beginning(const Record& record, std::size_t most) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> checksum(const Record& record) const;
  std::optional<Record> stop(std::string text);
  /// Returns at most `count` bytes of the file, beginning at `offset`. Requires at most 64 KiB.
  /// Returns fewer at the end of the file. Valid until the next call.
  [[nodiscard]] std::span<const char> view(std::uint64_t offset, std::size_t count) const;

  const File& file_;
  /// Size of the file when reading began; bytes that were appended later are not read.
  std::uint64_t size_ = 0;
  std::uint64_t at_ = 0;
  mutable std::vector<char> window_;  ///< the piece of the file that was read last
  mutable std::uint64_t window_at_ = 0;
  std::optional<Damage> damage_;
};

}  // namespace ldfi::journal
