#include "common/journal/answer.hpp"

#include <cstring>

#include "common/base/contract.hpp"
#include "common/farm/wire/messages.hpp"

namespace ldfi::journal {
namespace {

constexpr std::size_t head_bytes = 2 * key_bytes + sizeof(std::uint32_t);

void put(wire::Bytes& out, const void* data, std::size_t count) {
  const auto* first = static_cast<const char*>(data);
  out.insert(out.end(), first, first + count);
}

}  // namespace

wire::Bytes work_of(const Job& job) {
  return wire::encode(Job{0, job.work});
}

Key read_key(std::span<const char> bytes) {
  LDFI_REQUIRE(bytes.size() >= key_bytes, "an answer begins with its key");
  Key key{};
  std::memcpy(key.data(), bytes.data(), key_bytes);
  return key;
}

wire::Bytes encode_answer(const Key& search, const Job& job, const wire::Bytes& report) {
  LDFI_REQUIRE(!report.empty() && report.size() <= wire::max_message_bytes,
               "an encoded report has at least one byte and fits into a message");
  const wire::Bytes work = work_of(job);
  const Key key = key_of(work);
  const auto work_bytes = static_cast<std::uint32_t>(work.size());
  wire::Bytes payload;
  payload.reserve(head_bytes + work.size() + report.size());
  put(payload, search.data(), key_bytes);
  put(payload, key.data(), key_bytes);
  put(payload, &work_bytes, sizeof work_bytes);
  put(payload, work.data(), work.size());
  put(payload, report.data(), report.size());
  return payload;
}

Answer decode_answer(std::span<const char> payload) {
  std::uint32_t work_bytes = 0;
  if (payload.size() >= head_bytes) {
    std::memcpy(&work_bytes, payload.data() + 2 * key_bytes, sizeof work_bytes);
  }
  if (payload.size() < head_bytes || work_bytes > payload.size() - head_bytes) {
    throw wire::DecodeError("a record that is too short");
  }
  const auto work = payload.begin() + static_cast<std::ptrdiff_t>(head_bytes);
  wire::Message job = wire::decode({work, work + work_bytes});
  wire::Message report = wire::decode({work + work_bytes, payload.end()});
  if (!std::holds_alternative<Job>(job) || !std::holds_alternative<Report>(report)) {
    throw wire::DecodeError("a record of something else");
  }
  return {read_key(payload), std::get<Job>(std::move(job)), std::get<Report>(std::move(report))};
}

}  // namespace ldfi::journal
