#include "common/record/run.hpp"

#include <fmt/core.h>

namespace ldfi {
namespace {

constexpr std::string_view between = "; ";

}  // namespace

std::string known_to(const RunRecord& run) {
  for (const auto& [name, value] : run.options) {
    if (name == "known") return value;
  }
  return "";
}

bool is_known(const RunRecord& run, std::string_view specification) {
  const std::string all = known_to(run);
  for (std::string_view rest = all; !rest.empty();) {
    const std::size_t end = rest.find(between);
    if (rest.substr(0, end) == specification) return true;
    if (end == std::string_view::npos) return false;
    rest.remove_prefix(end + between.size());
  }
  return false;
}

std::string meaning_of(const RunRecord& run, const Cell& cell) {
  const std::string known = known_to(run);
  const std::string meaning = meaning_of(cell);
  return known.empty() ? meaning : fmt::format("{}, apart from known", meaning);
}

}  // namespace ldfi
