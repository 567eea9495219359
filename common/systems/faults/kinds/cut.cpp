#include "common/systems/faults/kinds/cut.hpp"

#include <fmt/core.h>

#include "common/systems/faults/fspec.hpp"
#include "common/systems/faults/objections.hpp"

namespace ldfi::systems {

std::string Cut::arguments() const {
  return fmt::format("{},{},{}", to_text(border), duration_text(from), duration_text(until));
}

std::optional<Cut> Cut::read(std::string_view arguments) {
  const auto border = take_until(arguments, ',');
  const auto from = take_until(arguments, ',');
  if (!border || !from) return std::nullopt;
  const auto who = read_border(*border);
  const auto begin = read_duration(*from);
  const auto end = read_duration(arguments);
  if (!who || !begin || !end || *begin >= *end) return std::nullopt;
  return Cut{*who, *begin, *end};
}

void Cut::object(const Fspec& fspec, std::vector<std::string>& out) const {
  if (fspec.window == 0 || !is_listed(fspec.borders, border)) {
    out.push_back(fmt::format("the spec allows no partition {}({})", letter, arguments()));
  } else if (from < fspec.from || from > fspec.eff || fspec.cut_at(border, from) != *this) {
    out.push_back(fmt::format("{}({}) fits no window of the spec: windows begin at {} and take {}",
                              letter, arguments(), duration_text(fspec.from),
                              duration_text(fspec.window)));
  }
}

}  // namespace ldfi::systems
