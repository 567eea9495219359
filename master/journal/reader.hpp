// Reads a journal record by record, trusting nothing: it stops at the first record that is cut or
// damaged, says where, and everything before it is good. Memory: one piece of 64 KiB, whatever the
// file holds, until a payload is asked for.
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
#include "master/journal/frame.hpp"

namespace ldfi::journal {

using files::File;

/// Not a journal at all, of another format, or with a damaged header.
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
  /// `file` must live as long.
  explicit Reader(const File& file);

  /// The next good record; nothing at the end or at damage.
  std::optional<Record> next();
  [[nodiscard]] const std::optional<Damage>& damage() const { return damage_; }
  /// Where the next record would begin: everything before is good.
  [[nodiscard]] std::uint64_t good_bytes() const { return at_; }

  /// A payload, or its first `most` <= 64 KiB bytes. Throws EnvironmentError if it has changed
  /// meanwhile (it is verified again when read whole).
  [[nodiscard]] wire::Bytes payload(const Record& record) const;
  [[nodiscard]] wire::Bytes beginning(const Record& record, std::size_t most) const;

 private:
  [[nodiscard]] std::optional<std::uint64_t> checksum(const Record& record) const;
  std::optional<Record> stop(std::string text);
  /// `count` <= 64 KiB bytes at `offset`, or what there is of them; until the next call.
  [[nodiscard]] std::span<const char> view(std::uint64_t offset, std::size_t count) const;

  const File& file_;
  std::uint64_t size_ = 0;  ///< when reading began: what is appended later is not ours
  std::uint64_t at_ = 0;
  mutable std::vector<char> window_;  ///< the piece of the file that was read last
  mutable std::uint64_t window_at_ = 0;
  std::optional<Damage> damage_;
};

}  // namespace ldfi::journal
