#include "worker/sandbox/mounts.hpp"

#include <fstream>

namespace ldfi::sandbox {

std::string mount_point_of(std::string_view line) {
  constexpr int place = 4;  // index of the field with the mount point, from 0
  for (int i = 0; i < place; ++i) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string_view::npos) return "";
    line.remove_prefix(blank + 1);
  }
  const std::string_view field = line.substr(0, line.find(' '));
  constexpr std::size_t digits = 3;
  std::string out;
  for (std::size_t i = 0; i < field.size(); ++i) {
    if (field[i] != '\\' || i + digits >= field.size()) {
      out += field[i];
      continue;
    }
    int number = 0;
    for (std::size_t k = 1; k <= digits; ++k) number = number * 8 + (field[i + k] - '0');
    out += static_cast<char>(number);
    i += digits;
  }
  return out;
}

std::vector<std::string> mount_points() {
  std::vector<std::string> out;
  std::ifstream file("/proc/self/mountinfo");
  for (std::string line; std::getline(file, line);) {
    if (std::string point = mount_point_of(line); !point.empty()) out.push_back(std::move(point));
  }
  return out;
}

}  // namespace ldfi::sandbox
