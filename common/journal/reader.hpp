// Reads a journal record by record and trusts nothing. It stops at the first record that is cut or
// damaged and says where; everything before that is good. It keeps one piece of 64 KiB in memory,
// until a payload is asked for.
//
//   Reader reader(file);                       // throws NotAJournal
//   while (auto record = reader.next()) …      // frames only, each verified
//   if (reader.damage()) …                     // where and why it stopped; else at the file's end
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

/// The file is no journal, has another format, or its header is damaged.
class NotAJournal : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

struct Record {
  RecordType type = RecordType::header;
  std::uint64_t offset = 0;  ///< of its payload
  std::uint32_t payload_bytes = 0;
};

struct Damage {
  std::uint64_t offset = 0;  ///< of the record
  std::string text;
};

class Reader {
 public:
  /// `file` must outlive the reader. Throws NotAJournal.
  explicit Reader(const File& file);

  /// The next good record; nothing at the file's end, or at damage.
  std::optional<Record> next();
  [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
  /// Sees what was added to the file since, and looks again at what seemed damaged: it may have been
  /// half written.
  void grow();
  /// The offset of the next record; everything before it is good.
  [[nodiscard]] std::uint64_t good_bytes() const { return at_; }

  /// The whole payload, whose checksum is verified again. Throws EnvironmentError if it has changed
  /// since next().
  [[nodiscard]] wire::Bytes payload(const Record& record) const;
  /// The first `most` ≤ 64 KiB bytes of the payload, unverified.
  [[nodiscard]] wire::Bytes beginning(const Record& record, std::size_t most) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> checksum(const Record& record) const;
  std::optional<Record> stop(std::string text);
  /// At most `count` ≤ 64 KiB bytes at `offset`; fewer at the file's end. Valid until the next
  /// call.
  [[nodiscard]] std::span<const char> view(std::uint64_t offset, std::size_t count) const;

  const File& file_;
  std::uint64_t size_ = 0;  ///< when reading began; later records are not read
  std::uint64_t at_ = 0;
  mutable std::vector<char> window_;  ///< the piece of the file that was read last
  mutable std::uint64_t window_at_ = 0;
  std::optional<Damage> damage_;
};

}  // namespace ldfi::journal
