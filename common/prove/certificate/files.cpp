#include "common/prove/certificate/files.hpp"

#include <array>
#include <cstdint>
#include <filesystem>

namespace ldfi::certificate {
namespace {

constexpr std::uintmax_t most_bytes = 256U << 20U;

}  // namespace

std::string first_line(std::string_view word) {
  return std::string(word) + " " + std::to_string(format_version);
}

void require_version(const std::string& file, const std::string& line, std::string_view word) {
  if (line == first_line(word)) return;
  const std::string number = line.starts_with(word) ? line.substr(word.size()) : "";
  const bool other = number.size() > 1 && number.size() < 10 && number[0] == ' ' &&
                     number.find_first_not_of("0123456789", 1) == std::string::npos;
  if (!other) throw Rejected(file + ":1: the first line must be `" + first_line(word) + "`");
  throw Rejected("the certificate was written for version" + number +
                 " of the format, and this ldfi-check knows version " +
                 std::to_string(format_version) +
                 ": write it again, or check it with the ldfi-check of the build that wrote it");
}

std::ifstream open_file(const std::string& folder, const std::string& name) {
  namespace fs = std::filesystem;
  fs::path file = folder;
  std::error_code error;
  for (const fs::path& part : fs::path(name)) {
    file /= part;
    if (fs::is_symlink(file, error)) throw Rejected(name + " is a symbolic link");
  }
  if (!fs::is_regular_file(file, error)) throw Rejected("cannot read " + name);
  std::ifstream out(file, std::ios::binary);
  if (!out.is_open()) throw Rejected("cannot read " + name);
  return out;
}

std::string read_file(const std::string& folder, const std::string& name) {
  std::ifstream stream = open_file(folder, name);
  std::string out;
  for (std::array<char, 1 << 16U> some{};
       stream.read(some.data(), some.size()) || stream.gcount() > 0;) {
    out.append(some.data(), static_cast<std::size_t>(stream.gcount()));
    if (out.size() > most_bytes) throw Rejected(name + " has more than 256 MiB");
  }
  if (stream.bad()) throw Rejected("cannot read " + name);
  return out;
}

std::string program_path(const std::string& name) {
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 0x7F) throw Rejected("this is not the name of a file: " + name);
  }
  const std::filesystem::path path = std::filesystem::path(name).lexically_normal();
  if (path.is_absolute() || path.empty() || *path.begin() == "..")
    throw Rejected(name + " is outside of the folder of the certificate");
  return "program/" + path.string();
}

}  // namespace ldfi::certificate
