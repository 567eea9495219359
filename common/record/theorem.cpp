#include "common/record/theorem.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "common/base/text.hpp"

namespace ldfi {

std::string every_eot_in_words(const FspecParameters& fspec, std::optional<int> calm, int from) {
  std::string out = from > 1 ? fmt::format("every EOT from {} on", from) : "every EOT";
  const bool omits = fspec.limits.omissions != 0;
  if (!calm && omits) {
    out += ", messages omitted";  // without a proof, the number of ticks without omissions may be
                                  // unknown
  } else if (!omits) {
    out += ", no message omitted";
  } else if (*calm == 1) {
    out += ", messages omitted at any tick";
  } else {
    out += fmt::format(", messages omitted up to EOT - {}", *calm);
  }
  std::vector<std::string> passing;
  if (fspec.restarts > 0) passing.emplace_back("restarts");
  if (fspec.limits.most.of<Pause>() > 0) passing.emplace_back("pauses");
  if (fspec.limits.partitions > 0) passing.emplace_back("partitions");
  if (fspec.disk.write > 0) passing.emplace_back("failed writes");
  if (calm && !passing.empty()) {
    const std::string last = passing.back();
    passing.pop_back();
    out += fmt::format(", {}{}{} over by EOT{}", fmt::join(passing, ", "),
                       passing.empty() ? "" : " and ", last,
                       *calm == 1 ? "" : fmt::format(" - {}", *calm - 1));
  }
  FspecParameters more = fspec;
  if (!omits)
    more.limits.omissions.reset();  // the text above already says whether messages are
                                    // omitted
  return out + fmt::format(", crashes {}{} ({})", fspec.crashes, limits_in_words(more),
                           name_of(fspec.crash_model));
}

std::vector<std::string> lines_of(const Theorem& theorem, std::size_t most) {
  std::string first = theorem.claim;
  if (!theorem.params.empty()) first += fmt::format(", {}", fmt::join(theorem.params, " "));
  if (theorem.cells > 1) first += ": " + counted(theorem.cells, "cell");
  std::vector<std::string> out{first};
  const std::size_t shown = std::min(most, theorem.invariant.size());
  out.insert(out.end(), theorem.invariant.begin(),
             theorem.invariant.begin() + static_cast<std::ptrdiff_t>(shown));
  if (shown < theorem.invariant.size())
    out.push_back(fmt::format("and {} more clauses", theorem.invariant.size() - shown));
  return out;
}

}  // namespace ldfi
