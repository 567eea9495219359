#include "common/journal/frame.hpp"

#include <xxhash.h>

#include <cstring>
#include <new>

#include "common/base/contract.hpp"

namespace ldfi::journal {

struct Checksum::State {
  std::unique_ptr<XXH3_state_t, XXH_errorcode (*)(XXH3_state_t*)> hash{XXH3_createState(),
                                                                       XXH3_freeState};
};

Checksum::Checksum(std::uint64_t offset, std::uint32_t payload_bytes, RecordType type)
    : state_(std::make_unique<State>()) {
  if (!state_->hash) throw std::bad_alloc();
  XXH3_64bits_reset_withSeed(state_->hash.get(), offset);
  const std::array<std::uint32_t, 2> head{payload_bytes, static_cast<std::uint32_t>(type)};
  XXH3_64bits_update(state_->hash.get(), head.data(), sizeof head);
}

Checksum::~Checksum() = default;

void Checksum::add(std::span<const char> piece) {
  XXH3_64bits_update(state_->hash.get(), piece.data(), piece.size());
}

std::uint64_t Checksum::value() const {
  return XXH3_64bits_digest(state_->hash.get());
}

wire::Bytes frame(std::uint64_t offset, RecordType type, std::span<const char> payload) {
  LDFI_REQUIRE(payload.size() <= max_payload_bytes, "a record fits into its frame");
  const auto size = static_cast<std::uint32_t>(payload.size());
  Checksum sum(offset, size, type);
  sum.add(payload);
  const std::uint64_t checksum = sum.value();
  wire::Bytes out(frame_bytes + payload.size());
  std::memcpy(out.data(), &size, sizeof size);
  std::memcpy(out.data() + 4, &type, sizeof type);
  std::memcpy(out.data() + 8, &checksum, sizeof checksum);
  if (!payload.empty()) std::memcpy(out.data() + frame_bytes, payload.data(), payload.size());
  return out;
}

Frame read_frame(std::span<const char, frame_bytes> bytes) {
  Frame out;
  std::memcpy(&out.payload_bytes, bytes.data(), sizeof out.payload_bytes);
  std::memcpy(&out.type, bytes.data() + 4, sizeof out.type);
  std::memcpy(&out.checksum, bytes.data() + 8, sizeof out.checksum);
  return out;
}

Key key_of(std::span<const char> bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  return {hash.low64, hash.high64};
}

}  // namespace ldfi::journal
