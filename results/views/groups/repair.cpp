#include "results/views/groups/repair.hpp"

#include <algorithm>

#include "common/dedalus/language/load.hpp"
#include "results/views/groups/groups.hpp"

namespace ldfi::results {
namespace {

/// Returns the names of the specifications that the counterexample violates. If there are none,
/// returns the name of the invariant.
std::vector<std::string> listed_by(const Cell& cell, std::uint32_t falsifier) {
  std::vector<std::string> out;
  for (const SpecificationResult& one : cell.specifications) {
    if (std::ranges::binary_search(one.falsifiers, falsifier)) out.push_back(one.says.name);
  }
  if (out.empty()) out.emplace_back(invariant_name);
  return out;
}

}  // namespace

RunRecord repaired(const RunRecord& run, const std::string& path,
                   const std::vector<std::string>& folders) {
  RunRecord out = run;
  std::erase_if(out.program, [](const SourceText& source) {
    return !source.name.starts_with(dedalus::setting_prefix) &&
           !dedalus::is_specification(source.name);
  });
  const auto specifications = std::ranges::find_if(
      out.program, [](const SourceText& source) { return dedalus::is_specification(source.name); });
  std::vector<SourceText> files;
  for (dedalus::SourceFile& file : dedalus::read_sources({path}, folders).files) {
    files.push_back({std::move(file.name), std::move(file.text)});
  }
  out.program.insert(specifications, files.begin(), files.end());
  return out;
}

std::vector<bool> dead(const Subject& subject, const Cell& cell) {
  std::vector<bool> out;
  for (std::uint32_t f = 0; f < cell.falsifiers.size(); ++f) {
    const auto now = violated_names(subject, subject.execute(cell.falsifiers[f].faults));
    const auto before = listed_by(cell, f);
    out.push_back(std::ranges::none_of(
        before, [&](const std::string& name) { return std::ranges::count(now, name) > 0; }));
  }
  return out;
}

}  // namespace ldfi::results
