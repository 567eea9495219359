#include "common/solve/hazard/symmetry.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "common/dedalus/language/interchange.hpp"
#include "common/faults/node_classes.hpp"
#include "common/faults/swapped.hpp"

namespace ldfi::hazard {

using sat::Literal;

namespace {

/// Largest number of helper variables. Beyond this number, only the first faults in the order are
/// compared. This is correct, too, but excludes fewer mirror images.
constexpr std::size_t max_helpers = 1'000'000;

using Named = std::vector<std::pair<Fault, Literal>>;

std::optional<std::size_t> place_of(const Fault& fault, const Named& all) {
  const auto it = std::lower_bound(all.begin(), all.end(), fault,
                                   [](const auto& one, const Fault& f) { return one.first < f; });
  if (it == all.end() || it->first != fault) return std::nullopt;
  return static_cast<std::size_t>(it - all.begin());
}

}  // namespace

std::vector<std::vector<NodeId>> interchangeable_nodes(const dedalus::Program& program,
                                                       const Fspec& fspec) {
  const dedalus::Interchange text(program);
  const NodeClasses limits(fspec);
  std::vector<std::vector<NodeId>> out;
  for (std::uint32_t n = 0; n < fspec.node_count(); ++n) {
    const NodeId node(n);
    const auto same = std::find_if(out.begin(), out.end(), [&](const auto& some) {
      return limits.of(some[0]) == limits.of(node) &&
             text.alike(fspec.name(some[0]), fspec.name(node));
    });
    if (same != out.end()) {
      same->push_back(node);
    } else {
      out.push_back({node});
    }
  }
  std::erase_if(out, [](const auto& some) { return some.size() == 1; });
  return out;
}

// Compares a fault set with its mirror image, fault by fault in the order of FaultSet. As long as
// both are equal so far, the set must contain the next fault, or the image must not contain it. A
// fault that is its own image adds nothing. Of two faults that are images of each other, only the
// first adds clauses.
void prefer_first_of_mirror_images(const FaultVariables& faults,
                                   const std::vector<std::vector<NodeId>>& classes,
                                   sat::Solver& solver) {
  const Named all = faults.named();
  std::size_t helpers = 0;
  for (const std::vector<NodeId>& nodes : classes) {
    for (std::size_t n = 1; n < nodes.size(); ++n) {
      // Literal of "the set and its image are equal so far"; 0 if that is certain.
      Literal same = 0;
      for (std::size_t i = 0; i < all.size(); ++i) {
        const auto other = place_of(swapped(all[i].first, nodes[n - 1], nodes[n]), all);
        if (!other || *other <= i) continue;
        if (++helpers > max_helpers) return;
        const Literal mine = all[i].second;
        const Literal image = all[*other].second;
        const Literal still = solver.new_variable();
        std::vector<Literal> in_order{mine, -image}, both{still, -image}, neither{still, mine};
        for (auto* clause : {&in_order, &both, &neither}) {
          if (same != 0) clause->push_back(-same);
          solver.add(*clause);
        }
        same = still;
      }
    }
  }
}

}  // namespace ldfi::hazard
