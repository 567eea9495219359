#include "results/report/group_table.hpp"

#include <fmt/core.h>

namespace ldfi::results {
namespace {

Json rules(const std::set<NamedRule>& list) {
  Json out = Json::array();
  for (const NamedRule& rule : list) out.push_back({rule.text, rule.where});
  return out;
}

}  // namespace

Json group_table(const Subject& subject, const Cell& cell, const GroupOptions& options) {
  const Groups found = group(subject, cell, options);
  Json list = Json::array();
  for (const Group& one : found.groups) {
    Json families = Json::array();
    for (const Family& family : one.families) families.push_back({family.text, family.members});
    list.push_back({{"size", one.members.size()},
                    {"violates", one.signature.violated},
                    {"started", rules(one.signature.started)},
                    {"stopped", rules(one.signature.stopped)},
                    {"families", std::move(families)}});
  }
  return {{"left", found.left}, {"list", std::move(list)}};
}

}  // namespace ldfi::results
