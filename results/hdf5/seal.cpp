#include "results/hdf5/seal.hpp"

#include <fmt/core.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <string_view>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"

namespace ldfi::results {
namespace {

constexpr std::string_view signature = "\x89HDF\r\n\x1a\n";
constexpr std::string_view magic = "LDFIseal";
constexpr std::size_t seal_bytes = magic.size() + 4;

std::array<char, 4> little_endian(uLong value) {
  std::array<char, 4> out{};
  for (char& byte : out) {
    byte = static_cast<char>(static_cast<unsigned char>(value));
    value >>= 8U;
  }
  return out;
}

uLong checksum(uLong before, const void* bytes, std::size_t count) {
  return ::crc32_z(before, static_cast<const Bytef*>(bytes), count);
}

}  // namespace

void seal(std::vector<std::byte>& image) {
  std::string text(magic);
  for (const char byte : little_endian(checksum(0, image.data(), image.size()))) text += byte;
  for (const char byte : text) image.push_back(static_cast<std::byte>(byte));
}

bool seal_holds(const std::string& path) {
  std::ifstream file(path, std::ios::binary | std::ios::ate);
  const std::streamoff size = file.tellg();
  if (size < static_cast<std::streamoff>(seal_bytes)) return false;
  std::array<char, seal_bytes> last{};
  std::streamoff left = size - static_cast<std::streamoff>(seal_bytes);
  file.seekg(left);
  file.read(last.data(), last.size());
  if (file && std::string_view(last.data(), magic.size()) != magic) {
    return false;
  }
  file.seekg(0);
  uLong crc = 0;
  std::vector<char> piece(std::size_t{1} << 16U);
  while (file && left > 0) {
    file.read(piece.data(),
              std::min<std::streamoff>(left, static_cast<std::streamoff>(piece.size())));
    crc = checksum(crc, piece.data(), static_cast<std::size_t>(file.gcount()));
    left -= file.gcount();
  }
  if (!file) throw EnvironmentError(fmt::format("read {}: it cannot be read to its end", path));
  const auto expected = little_endian(crc);
  return std::equal(expected.begin(), expected.end(), last.begin() + magic.size());
}

bool begins_as_hdf5(const std::string& path) {
  std::array<char, signature.size()> first{};
  const files::File file(path, files::File::Mode::read);
  return file.read(0, first) == first.size() &&
         std::string_view(first.data(), first.size()) == signature;
}

}  // namespace ldfi::results
