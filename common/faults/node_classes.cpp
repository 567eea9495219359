#include "common/faults/node_classes.hpp"

#include <algorithm>
#include <map>

namespace ldfi {

NodeClasses::NodeClasses(const Fspec& fspec) : fspec_(fspec) {
  const FaultLimits& limits = fspec.limits();
  const auto named = [&](const FaultLimits::Names& names, std::size_t n) {
    return std::binary_search(names.begin(), names.end(), fspec.name(NodeId(n)));
  };
  std::map<std::vector<std::size_t>, std::size_t> known;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    std::vector<std::size_t> key{
        fspec.crashable(NodeId(n)),          fspec.restartable(NodeId(n)),
        named(limits.omissions_from, n),     named(limits.omissions_to, n),
        fspec.may_pause(NodeId(n), Time(1)), fspec.has_disk(NodeId(n), NamedId(0U))};
    const bool reliable =
        std::any_of(limits.reliable.begin(), limits.reliable.end(), [&](const auto& pair) {
          return pair[0] == fspec.name(NodeId(n)) || pair[1] == fspec.name(NodeId(n));
        });
    const bool any_side = limits.partitions > 0 && limits.partition_sets.empty();
    if (reliable || (any_side && n == 0)) key.push_back(2 + n);
    if (!any_side) {
      for (const Cut& cut : fspec.cuts()) key.push_back(cut.side.contains(NodeId(n)));
    }
    const auto [entry, fresh] = known.try_emplace(key, first_.size());
    if (fresh) {
      first_.emplace_back(n);
      nodes_.push_back(0);
    }
    ++nodes_[entry->second];
    class_of_.push_back(entry->second);
  }
  omissible_.resize(size() * size());
  for (std::size_t a = 0; a < fspec.node_count(); ++a) {
    for (std::size_t b = 0; b < fspec.node_count(); ++b) {
      if (fspec.omissible(NodeId(a), NodeId(b))) {
        omissible_[class_of_[a] * size() + class_of_[b]] = true;
      }
    }
  }
}

}  // namespace ldfi
