#include "common/certificate/strata.hpp"

#include <algorithm>
#include <utility>

namespace ldfi::certificate {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

std::vector<Component> components(const Program& program) {
  const std::size_t count = program.relations.size();
  std::vector<Component> out;
  std::vector<std::vector<bool>> reads(count, std::vector<bool>(count));
  for (const Rule& rule : program.rules) {
    for (const Literal& l : rule.body) {
      if (rule.when == When::now)  // `@T` is this very tick, too
        reads[index(rule.relation)][index(l.relation)] = true;
    }
  }
  for (std::size_t k = 0; k < count; ++k) {
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j < count && reads[i][k]; ++j)
        reads[i][j] = reads[i][j] || reads[k][j];
    }
  }
  for (const Rule& rule : program.rules) {
    if (rule.when != When::now) continue;
    const bool aggregates =
        std::ranges::any_of(rule.head, [](const auto& c) { return !c.aggregate.empty(); });
    for (const Literal& l : rule.body) {
      if ((l.negated || aggregates) && reads[index(l.relation)][index(rule.relation)]) {
        throw Rejected(rule.where + ": not stratified");
      }
    }
  }
  std::vector<std::pair<long, int>> by_size;
  for (std::size_t i = 0; i < count; ++i)
    by_size.emplace_back(std::ranges::count(reads[i], true) + (reads[i][i] ? 0 : 1),
                         i);  // it counts itself
  std::ranges::sort(by_size);
  std::vector<bool> placed(count);
  for (const auto& [size, i] : by_size) {
    if (placed[index(i)]) continue;
    Component& component = out.emplace_back();
    for (std::size_t j = 0; j < count; ++j) {
      const bool together = index(i) == j || (reads[index(i)][j] && reads[j][index(i)]);
      if (together) component.relations.push_back(static_cast<int>(j));
      placed[j] = placed[j] || together;
    }
    component.recursive = reads[index(i)][index(i)];
  }
  return out;
}

}  // namespace ldfi::certificate
