// Finds families, which are counterexamples that differ only in their times. Each family starts
// with the first counterexample that has no family yet, as a box of moments. The box grows by one
// moment in one direction at a time, as long as it contains only counterexamples without a family.
// Several orders of directions are tried, and the largest box becomes a family.
#include "common/record/family.hpp"

#include <algorithm>
#include <limits>
#include <map>
#include <set>
#include <unordered_map>

#include "common/base/contract.hpp"
#include "common/record/fault_pattern.hpp"

namespace ldfi {
namespace {

/// Returns the fault without its times.
Fault timeless(const Fault& fault) {
  return std::visit(
      [](auto copy) {
        copy.members(copy, [](auto& member) {
          if constexpr (std::is_same_v<std::remove_cvref_t<decltype(member)>, Time>) member = {};
        });
        return Fault(copy);
      },
      fault);
}

/// A group of fault sets that differ only in their times. Divides the group into families.
class TimelessGroup {
 public:
  TimelessGroup(PatternExpander& expander, const std::vector<FaultSet>& sets, const Fspec& fspec,
                std::vector<std::uint32_t> members)
      : expander_(expander), sets_(sets), members_(std::move(members)) {
    for (const std::uint32_t member : members_) {
      patterns_.push_back(read_patterns(to_text(sets[member], fspec)));
      left_.emplace(sets[member], member);
    }
    limits_ = patterns_.front();
    for (const auto& pattern : patterns_) widen(pattern);
    for (std::size_t f = 0; f < limits_.size(); ++f) {
      for (std::size_t r = 0; r < limits_[f].ranges.size(); ++r) {
        const auto [first, last] = limits_[f].ranges[r];
        if (first != last) places_.emplace_back(f, r);
      }
    }
    most_ = 64 + 8 * members_.size();
  }

  void add_families(std::vector<Family>& out) {
    std::set<std::uint32_t> taken;
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (taken.contains(members_[i])) continue;
      Box best = largest(i);
      if (best.members.empty()) best = {patterns_[i], {members_[i]}};
      for (const std::uint32_t member : best.members) left_.erase(sets_[member]);
      taken.insert(best.members.begin(), best.members.end());
      out.push_back({text_of(best.patterns), {best.members.begin(), best.members.end()}});
    }
  }

 private:
  using Place = std::pair<std::size_t, std::size_t>;  ///< position of a moment: index of the fault,
                                                      ///< and index of the range in the fault
  struct Box {
    std::vector<FaultPattern> patterns;
    std::set<std::uint32_t> members;
  };

  void widen(const std::vector<FaultPattern>& by) {
    for (std::size_t f = 0; f < limits_.size(); ++f) {
      for (std::size_t r = 0; r < limits_[f].ranges.size(); ++r) {
        MomentRange& range = limits_[f].ranges[r];
        range.first = std::min(range.first, by[f].ranges[r].first);
        range.last = std::max(range.last, by[f].ranges[r].last);
      }
    }
  }

  /// Returns the largest box found around a member. Returns an empty box if the member already has
  /// a family.
  Box largest(std::size_t i) {
    const auto found = left_.find(sets_[members_[i]]);
    if (found == left_.end() || found->second != members_[i]) return {};
    Box best = grow(i, 0);
    for (std::size_t order = 1; order < 2 * places_.size(); ++order) {
      if (best.members.size() == left_.size()) break;
      Box other = grow(i, order);
      if (other.members.size() > best.members.size()) best = std::move(other);
    }
    return best;
  }

  Box grow(std::size_t i, std::size_t order) {
    Box box{patterns_[i], {}};
    if (!add(box, patterns_[i])) return {};
    std::vector<Place> places = places_;
    if (order >= places.size()) std::reverse(places.begin(), places.end());
    if (!places.empty()) {
      const auto first = static_cast<std::ptrdiff_t>(order % places.size());
      std::rotate(places.begin(), places.begin() + first, places.end());
    }
    for (const Place& place : places) {
      while (extend(box, place, +1)) continue;
      while (extend(box, place, -1)) continue;
    }
    return box;
  }

  /// Extends the box to the next moment at which members of the group have faults. Returns false if
  /// there is no such moment, or if the box would contain any other fault set.
  bool extend(Box& box, const Place& place, int step) {
    const auto [f, r] = place;
    const MomentRange limits = limits_[f].ranges[r];
    const MomentRange now = box.patterns[f].ranges[r];
    for (int next = (step > 0 ? now.last : now.first) + step;
         limits.first <= next && next <= limits.last; next += step) {
      std::vector<FaultPattern> layer = box.patterns;
      layer[f].ranges[r] = {next, next};
      const std::size_t before = box.members.size();
      if (!add(box, layer)) return false;
      if (box.members.size() == before) continue;
      MomentRange& range = box.patterns[f].ranges[r];
      (step > 0 ? range.last : range.first) = next;
      return true;
    }
    return false;
  }

  /// Adds all fault sets that these patterns describe to the box. Returns false if one of them is
  /// not a member of the group without a family.
  bool add(Box& box, const std::vector<FaultPattern>& patterns) {
    std::vector<std::uint32_t> members;
    const bool all = expander_.each(patterns, most_, [&](const FaultSet& set) {
      const auto found = left_.find(set);
      if (found != left_.end()) members.push_back(found->second);
      return found != left_.end();
    });
    if (all) box.members.insert(members.begin(), members.end());
    return all;
  }

  PatternExpander& expander_;
  const std::vector<FaultSet>& sets_;
  std::vector<std::uint32_t> members_;
  std::vector<std::vector<FaultPattern>> patterns_;  ///< patterns of each member
  std::vector<FaultPattern> limits_;  ///< for each fault, the range of its times over all members
  std::vector<Place> places_;         ///< positions of the moments in which members differ
  std::unordered_map<FaultSet, std::uint32_t> left_;  ///< members that have no family yet
  std::size_t most_ = 0;
};

/// The common part of fault sets that differ only in their times. It identifies a group of such
/// fault sets.
struct Kin {
  std::vector<Fault> faults;  ///< faults without their times
  std::vector<FaultForm> forms;
  std::uint32_t label = 0;
  auto operator<=>(const Kin&) const = default;
};

Kin kin_of(const FaultSet& set, std::uint32_t label, const Fspec& fspec) {
  Kin out;
  out.label = label;
  for (const Fault& fault : set) out.faults.push_back(timeless(fault));
  for (FaultPattern& pattern : read_patterns(to_text(set, fspec))) {
    out.forms.push_back(std::move(pattern.form));
  }
  return out;
}

}  // namespace

std::vector<Family> families(const std::vector<FaultSet>& sets,
                             const std::vector<std::uint32_t>& labels, const Fspec& fspec) {
  LDFI_REQUIRE(sets.size() == labels.size(), "each fault set has a label");
  std::map<Kin, std::vector<std::uint32_t>> kin;
  for (std::uint32_t i = 0; i < sets.size(); ++i) {
    kin[kin_of(sets[i], labels[i], fspec)].push_back(i);
  }
  std::vector<Family> out;
  PatternExpander expander(fspec);
  for (auto& [key, members] : kin) {
    TimelessGroup(expander, sets, fspec, std::move(members)).add_families(out);
  }
  std::sort(out.begin(), out.end(),
            [](const Family& a, const Family& b) { return a.members.front() < b.members.front(); });
  return out;
}

std::vector<Family> families_of(const SearchResult& result, const FspecParameters& fspec) {
  std::vector<FaultSet> sets;
  std::vector<std::vector<std::uint32_t>> violated(result.falsifiers.size());
  for (std::uint32_t s = 0; s < result.specifications.size(); ++s) {
    for (const std::uint32_t f : result.specifications[s].falsifiers) violated.at(f).push_back(s);
  }
  std::map<std::pair<std::vector<std::uint32_t>, bool>, std::uint32_t> known;
  std::vector<std::uint32_t> labels;
  for (std::size_t f = 0; f < result.falsifiers.size(); ++f) {
    sets.push_back(result.falsifiers[f].faults);
    const auto next = static_cast<std::uint32_t>(known.size());
    const auto key = std::pair(std::move(violated[f]), result.falsifiers[f].minimal);
    labels.push_back(known.try_emplace(key, next).first->second);
  }
  return families(sets, labels, Fspec(fspec));
}

std::vector<std::uint32_t> family_numbers(const std::vector<Family>& families) {
  std::vector<std::uint32_t> out;
  for (std::uint32_t i = 0; i < families.size(); ++i) {
    for (const std::uint32_t member : families[i].members) {
      out.resize(std::max<std::size_t>(out.size(), member + 1));
      out[member] = i;
    }
  }
  return out;
}

std::vector<FaultSet> expand(std::string_view text, const Fspec& fspec) {
  return *expand(text, fspec, std::numeric_limits<std::size_t>::max());
}

std::optional<std::vector<FaultSet>> expand(std::string_view text, const Fspec& fspec,
                                            std::size_t most) {
  std::vector<FaultSet> out;
  if (text == to_text(FaultSet(), fspec)) return std::vector{FaultSet()};
  PatternExpander expander(fspec);
  const bool all = expander.each(read_patterns(text), most, [&](const FaultSet& set) {
    out.push_back(set);
    return true;
  });
  if (!all) return std::nullopt;
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace ldfi
