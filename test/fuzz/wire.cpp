// The wire decoder, twice: on the bytes as they are, which a checksum refuses, and on a message
// whose header is right and whose payload they are. What is decoded is encoded to the same bytes.
#include <cstdint>
#include <cstring>

#include "common/base/contract.hpp"
#include "common/farm/wire/codec.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {
namespace {

/// `codec.cpp` has the layout: the first byte chooses the kind, the rest is the payload.
wire::Bytes with_header(std::string_view bytes) {
  const std::uint32_t kind = bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]) % 8;
  const std::string_view payload = bytes.substr(bytes.empty() ? 0 : 1);
  constexpr std::uint64_t prime = 0x100000001b3ULL;
  std::uint64_t hash = (0xcbf29ce484222325ULL ^ kind) * prime;
  for (const char c : payload) hash = (hash ^ static_cast<unsigned char>(c)) * prime;
  wire::Bytes out;
  const auto put = [&out](auto value) {
    const auto* raw = reinterpret_cast<const char*>(&value);
    out.insert(out.end(), raw, raw + sizeof value);
  };
  put(std::uint32_t{0x4946444c});
  put(wire::protocol_version);
  put(kind);
  put(std::uint64_t{payload.size()});
  put(hash);
  out.insert(out.end(), payload.begin(), payload.end());
  return out;
}

void decode(const wire::Bytes& bytes) {
  try {
    const wire::Bytes once = wire::encode(wire::decode(bytes));
    LDFI_ENSURE(wire::encode(wire::decode(once)) == once, "encodes differently the second time");
  } catch (const wire::DecodeError&) {
    return;
  }
}

}  // namespace

void run(std::string_view bytes) {
  decode(wire::Bytes(bytes.begin(), bytes.end()));
  decode(with_header(bytes));
}

}  // namespace ldfi::fuzz
