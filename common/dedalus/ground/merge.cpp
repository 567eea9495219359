#include "common/dedalus/ground/merge.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

namespace ldfi::ground {
namespace {

constexpr std::uint32_t none = ~std::uint32_t{0};

bool is_aggregate(const Store& s, FactId f) {
  return s.facts[f.index()].kind == FactKind::aggregate;
}

/// Returns for each fact the aggregate fact that holds exactly if the fact holds, or `none`.
std::vector<std::uint32_t> aliases(const Store& s) {
  std::vector<std::uint32_t> count(s.facts.size());
  std::vector<std::uint32_t> alias(s.facts.size(), none);
  for (const PendingInstance& i : s.instances) {
    s.meter.step();
    const auto premises = s.premises_of(i);
    const bool plain = i.channel == no_channel && premises.size() == 1 && !premises[0].negated() &&
                       is_aggregate(s, premises[0].fact()) &&
                       s.facts[i.head.index()].kind == FactKind::user;
    alias[i.head.index()] = ++count[i.head.index()] == 1 && plain ? premises[0].fact().raw() : none;
  }
  for (std::size_t f = 0; f < alias.size(); ++f) {
    if (count[f] != 1 || s.facts[f].certain) alias[f] = none;
  }
  return alias;
}

struct Shape {
  FactId head;
  RuleId rule;
  ChannelId channel;
  std::uint32_t group;
  std::vector<Premise> others;
  auto operator<=>(const Shape&) const = default;
};

/// Returns for each group the values that its aggregate can have.
std::vector<std::set<Wide>> values_by_group(const Store& s) {
  std::vector<std::set<Wide>> out(s.groups.size());
  for (std::size_t f = 0; f < s.facts.size(); ++f) {
    if (!is_aggregate(s, FactId(f)) || s.impossible[f]) continue;
    const AggregateRange& r = s.ranges[s.range_of[f]];
    out[r.group].insert(r.low);
  }
  return out;
}

class Merger {
 public:
  explicit Merger(Store& s) : s_(s), values_(values_by_group(s)) {}

  void run() {
    std::map<Shape, std::vector<std::pair<Wide, std::uint32_t>>> alike;
    for (std::uint32_t i = 0; i < s_.instances.size(); ++i) {
      s_.meter.step();
      if (const auto shaped = shape(s_.instances[i]))
        alike[shaped->first].emplace_back(shaped->second, i);
    }
    for (auto& [shape, members] : alike) {
      if (members.size() < 2) continue;
      std::sort(members.begin(), members.end());
      merge(shape, members);
    }
    std::erase_if(s_.instances, [](const PendingInstance& i) { return i.head == FactId(none); });
  }

 private:
  [[nodiscard]] std::optional<std::pair<Shape, Wide>> shape(const PendingInstance& i) const {
    const auto premises = s_.premises_of(i);
    const auto it = std::find_if(premises.begin(), premises.end(), [&](Premise p) {
      return !p.negated() && is_aggregate(s_, p.fact());
    });
    if (it == premises.end()) return std::nullopt;
    const AggregateRange& r = s_.ranges[s_.range_of[it->fact().index()]];
    Shape out{i.head, i.rule, i.channel, r.group, {}};
    std::copy_if(premises.begin(), premises.end(), std::back_inserter(out.others),
                 [&](Premise p) { return p != *it; });
    return std::pair{out, r.low};
  }

  /// `members` are ground rules that differ only in the value of an aggregate, with this value.
  /// Merges each run of consecutive possible values into the run's first rule, which then has the
  /// range of values as premise.
  void merge(const Shape& shape, const std::vector<std::pair<Wide, std::uint32_t>>& members) {
    const std::set<Wide>& values = values_[shape.group];
    for (std::size_t begin = 0; begin < members.size();) {
      std::size_t end = begin + 1;
      auto value = values.find(members[begin].first);
      while (end < members.size() && std::next(value) != values.end() &&
             (*std::next(value) == members[end].first || *value == members[end].first)) {
        if (*value != members[end].first) ++value;
        ++end;
      }
      if (end - begin > 1) replace(shape, members[begin].first, *value, members, begin, end);
      begin = end;
    }
  }

  void replace(const Shape& shape, Wide low, Wide high,
               const std::vector<std::pair<Wide, std::uint32_t>>& members, std::size_t begin,
               std::size_t end) {
    std::vector<Premise> premises = shape.others;
    premises.emplace_back(range_fact(shape, low, high), false);
    std::sort(premises.begin(), premises.end());
    PendingInstance& kept = s_.instances[members[begin].second];
    kept.premise_begin = static_cast<std::uint32_t>(s_.premises.size());
    kept.premise_count = static_cast<std::uint32_t>(premises.size());
    s_.premises.insert(s_.premises.end(), premises.begin(), premises.end());
    for (std::size_t i = begin + 1; i < end; ++i)
      s_.instances[members[i].second].head = FactId(none);
  }

  FactId range_fact(const Shape& shape, Wide low, Wide high) {
    const auto key = std::tuple{shape.group, low, high};
    if (const auto it = known_.find(key); it != known_.end()) return it->second;
    const auto& group = s_.groups[shape.group];
    const FactInfo contributor = s_.facts[group.contributors.front().fact.index()];
    const FactId f =
        s_.add_aggregate(RuleId(contributor.space), contributor.at, shape.group, low, high);
    const bool everything =
        low == *values_[shape.group].begin() && high == *values_[shape.group].rbegin();
    const bool never_empty =
        std::any_of(group.contributors.begin(), group.contributors.end(),
                    [&](const Contributor& c) { return s_.facts[c.fact.index()].certain; });
    s_.facts[f.index()].certain = everything && never_empty;
    known_.emplace(key, f);
    return f;
  }

  Store& s_;
  std::vector<std::set<Wide>> values_;
  std::map<std::tuple<std::uint32_t, Wide, Wide>, FactId> known_;
};

}  // namespace

void drop_impossible(Store& store) {
  const auto impossible = [&](FactId f) { return bool(store.impossible[f.index()]); };
  std::erase_if(store.instances, [&](const PendingInstance& i) {
    store.meter.step();
    const auto premises = store.premises_of(i);
    return impossible(i.head) || std::any_of(premises.begin(), premises.end(), [&](Premise p) {
             return !p.negated() && impossible(p.fact());
           });
  });
  for (PendingInstance& i : store.instances) {
    const auto begin = store.premises.begin() + i.premise_begin;
    const auto end = std::remove_if(begin, begin + i.premise_count,
                                    [&](Premise p) { return impossible(p.fact()); });
    i.premise_count = static_cast<std::uint32_t>(end - begin);
  }
  for (Group& g : store.groups) {
    std::erase_if(g.contributors, [&](const Contributor& c) { return impossible(c.fact); });
  }
}

void merge_aggregate_ranges(Store& store) {
  if (store.groups.empty()) return;
  const auto alias = aliases(store);
  for (const PendingInstance& i : store.instances) {
    for (std::size_t p = i.premise_begin; p < i.premise_begin + i.premise_count; ++p) {
      Premise& premise = store.premises[p];
      if (alias[premise.fact().index()] != none) {
        premise = Premise(FactId(alias[premise.fact().index()]), premise.negated());
      }
    }
  }
  Merger(store).run();
}

void tidy_instances(Store& store) {
  const auto certain = [&](FactId f) { return store.facts[f.index()].certain; };
  std::erase_if(store.instances, [&](const PendingInstance& i) {
    store.meter.step();
    const auto premises = store.premises_of(i);
    return certain(i.head) || std::any_of(premises.begin(), premises.end(), [&](Premise p) {
             return p.negated() && certain(p.fact());
           });
  });
  for (PendingInstance& i : store.instances) {
    const auto begin = store.premises.begin() + i.premise_begin;
    auto end = std::remove_if(begin, begin + i.premise_count,
                              [&](Premise p) { return !p.negated() && certain(p.fact()); });
    std::sort(begin, end);
    end = std::unique(begin, end);
    i.premise_count = static_cast<std::uint32_t>(end - begin);
  }
  const auto before = [&](const PendingInstance& a, const PendingInstance& b) {
    store.meter.step();
    if (a.head != b.head) return a.head < b.head;
    if (a.channel != b.channel) return a.channel < b.channel;
    return std::ranges::lexicographical_compare(store.premises_of(a), store.premises_of(b));
  };
  std::stable_sort(store.instances.begin(), store.instances.end(), before);
  const auto same = [&](const PendingInstance& a, const PendingInstance& b) {
    return !before(a, b) && !before(b, a);
  };
  store.instances.erase(std::unique(store.instances.begin(), store.instances.end(), same),
                        store.instances.end());
}

}  // namespace ldfi::ground
