#include "common/journal/reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"

namespace ldfi::journal {
namespace {

constexpr std::size_t piece_bytes = std::size_t{1} << 16;

bool known(RecordType type) {
  return type >= RecordType::header && type <= RecordType::standing;
}

}  // namespace

Reader::Reader(const File& file) : file_(file), size_(file.size()) {
  std::array<char, magic.size()> bytes{};
  const std::size_t got = file_.read(0, bytes);
  if (std::string_view(bytes.data(), got) != magic) {
    throw NotAJournal(fmt::format("{} is not a journal of ldfi-farm", file_.path()));
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
  const auto bytes = view(at_, frame_bytes);
  if (left < frame_bytes || bytes.size() != frame_bytes) {
    return stop("the file ends within a record");
  }
  const Frame found = read_frame(bytes.first<frame_bytes>());
  if (found.payload_bytes > left - frame_bytes) return stop("the file ends within a record");
  const Record record{found.type, at_ + frame_bytes, found.payload_bytes};
  if (checksum(record) != found.checksum) return stop("its checksum does not match");
  if (!known(found.type)) {
    return stop(fmt::format("its type, {}, is unknown", static_cast<std::uint32_t>(found.type)));
  }
  at_ = record.offset + record.payload_bytes;
  return record;
}

void Reader::grow() {
  size_ = file_.size();
  damage_.reset();
  window_.clear();
}

std::span<const char> Reader::view(std::uint64_t offset, std::size_t count) const {
  LDFI_REQUIRE(count <= piece_bytes, "a piece has at most 64 KiB");
  const std::uint64_t end = window_at_ + window_.size();
  if (offset < window_at_ || offset > end || end - offset < count) {
    window_.resize(piece_bytes);
    window_.resize(file_.read(offset, window_));
    window_at_ = offset;
  }
  const std::span<const char> all(window_);
  const auto from = static_cast<std::size_t>(offset - window_at_);
  return all.subspan(from, std::min(count, all.size() - from));
}

std::optional<std::uint64_t> Reader::checksum(const Record& record) const {
  Checksum sum(record.offset - frame_bytes, record.payload_bytes, record.type);
  for (std::uint64_t done = 0; done < record.payload_bytes;) {
    const auto want = std::min<std::uint64_t>(piece_bytes, record.payload_bytes - done);
    const auto piece = view(record.offset + done, static_cast<std::size_t>(want));
    if (piece.size() != want) return std::nullopt;
    sum.add(piece);
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
  LDFI_REQUIRE(most <= piece_bytes, "at most 64 KiB of a record are read at once");
  const auto bytes = view(record.offset, std::min<std::size_t>(most, record.payload_bytes));
  return {bytes.begin(), bytes.end()};
}

}  // namespace ldfi::journal
