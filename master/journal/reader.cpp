#include "master/journal/reader.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <vector>

#include "common/core/errors.hpp"

namespace ldfi::journal {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;

bool known(RecordType type) {
  return type >= RecordType::header && type <= RecordType::done;
}

}  // namespace

Reader::Reader(const File& file) : file_(file), size_(file.size()) {
  std::array<char, magic.size()> bytes{};
  const std::size_t got = file_.read(0, bytes);
  if (std::string_view(bytes.data(), got) != magic) {
    throw NotAJournal(fmt::format("{} is no journal of ldfi-farm", file_.path()));
  }
  at_ = magic.size();
}

std::optional<Record> Reader::stop(std::string text) {
  damage_ = Damage{at_, std::move(text)};
  return std::nullopt;
}

std::optional<Record> Reader::next() {
  if (damage_ || at_ == size_) return std::nullopt;
  const std::uint64_t left = size_ - at_;
  std::array<char, frame_bytes> bytes{};
  if (left < frame_bytes || file_.read(at_, bytes) != frame_bytes) {
    return stop("the file ends within a record");
  }
  const Frame found = read_frame(bytes);
  if (found.payload_bytes > left - frame_bytes) return stop("the file ends within a record");
  const Record record{found.type, at_ + frame_bytes, found.payload_bytes};
  if (checksum(record) != found.checksum) return stop("its checksum does not match");
  if (!known(found.type)) {
    return stop(fmt::format("its type, {}, is unknown", static_cast<std::uint32_t>(found.type)));
  }
  at_ = record.offset + record.payload_bytes;
  return record;
}

std::optional<std::uint64_t> Reader::checksum(const Record& record) const {
  Checksum sum(record.offset - frame_bytes, record.payload_bytes, record.type);
  std::vector<char> piece(std::min<std::size_t>(piece_bytes, record.payload_bytes));
  for (std::uint64_t done = 0; done < record.payload_bytes;) {
    const auto want = std::min<std::uint64_t>(piece.size(), record.payload_bytes - done);
    const std::span<char> into(piece.data(), static_cast<std::size_t>(want));
    if (file_.read(record.offset + done, into) != want) return std::nullopt;
    sum.add(into);
    done += want;
  }
  return sum.value();
}

wire::Bytes Reader::payload(const Record& record) const {
  std::array<char, frame_bytes> bytes{};
  wire::Bytes out(record.payload_bytes);
  const bool whole = file_.read(record.offset - frame_bytes, bytes) == frame_bytes &&
                     file_.read(record.offset, out) == out.size();
  Checksum sum(record.offset - frame_bytes, record.payload_bytes, record.type);
  sum.add(out);
  if (!whole || read_frame(bytes).checksum != sum.value()) {
    throw EnvironmentError(fmt::format("read {}: the record at byte {} has changed since",
                                       file_.path(), record.offset - frame_bytes));
  }
  return out;
}

wire::Bytes Reader::beginning(const Record& record, std::size_t most) const {
  wire::Bytes out(std::min<std::size_t>(most, record.payload_bytes));
  out.resize(file_.read(record.offset, out));
  return out;
}

}  // namespace ldfi::journal
