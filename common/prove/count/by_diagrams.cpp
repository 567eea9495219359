#include "common/prove/count/by_diagrams.hpp"

#include <algorithm>
#include <map>

namespace ldfi::count {

using ground::FactKind;
using ground::Wide;

namespace {

std::size_t max_nodes(const CountLimits& limits) {
  return std::min<std::uint64_t>(limits.max_states, 200'000'000) * 5;
}

}  // namespace

ByDiagrams::ByDiagrams(const ground::Universe& universe, const CountLimits& limits)
    : u_(universe),
      fspec_(universe.fspec()),
      meter_(limits.check),
      d_(number_variables(), max_nodes(limits), meter_),
      word_(u_.cone(), Diagrams::no) {}

/// Numbers the possible faults in the order of their ticks, and returns how many there are. Faults
/// that the Fspec excludes get the number `none`.
std::size_t ByDiagrams::number_variables() {
  const std::size_t nodes = fspec_.node_count();
  const auto ticks = static_cast<std::size_t>(fspec_.eot()) + 1;
  crash_.assign(nodes, std::vector<std::size_t>(ticks, none));
  omission_.assign(nodes, std::vector(nodes, std::vector<std::size_t>(ticks, none)));
  std::size_t out = 0;
  for (std::size_t t = 1; t < ticks; ++t) {
    for (std::size_t a = 0; a < nodes; ++a) {
      if (fspec_.may_crash() && fspec_.crashable(NodeId(a))) crash_[a][t] = out++;
    }
    if (static_cast<int>(t) > fspec_.last_omission()) continue;
    for (std::size_t a = 0; a < nodes; ++a) {
      for (std::size_t b = 0; b < nodes; ++b) {
        if (fspec_.omissible(NodeId(a), NodeId(b))) omission_[a][b][t] = out++;
      }
    }
  }
  return out;
}

// Computes the function which says that the fault set is admissible: each node crashes at most
// once, the number of crashes is within the limit, and no omission is redundant.
void ByDiagrams::find_admitted() {
  std::vector<std::size_t> all;
  for (std::size_t t = 1; t <= static_cast<std::size_t>(fspec_.eot()); ++t) {
    for (const auto& of_node : crash_) {
      if (of_node[t] != none) all.push_back(of_node[t]);
    }
  }
  admitted_ = d_.at_most(static_cast<std::size_t>(fspec_.crashes()), all);
  crashed_.assign(crash_.size(), std::vector<Edge>(crash_.front().size(), Diagrams::no));
  for (std::size_t a = 0; a < crash_.size(); ++a) {
    std::vector<std::size_t> own;
    for (std::size_t t = 1; t < crash_[a].size(); ++t) {
      crashed_[a][t] = crashed_[a][t - 1];
      if (crash_[a][t] == none) continue;
      own.push_back(crash_[a][t]);
      crashed_[a][t] = d_.either(crashed_[a][t], d_.variable(crash_[a][t]));
    }
    admitted_ = d_.both(admitted_, d_.at_most(1, own));
    for (const auto& to : omission_[a]) {
      for (std::size_t t = 1; t < to.size(); ++t) {
        if (to[t] == none) continue;
        const Edge redundant = d_.both(crashed_[a][t], d_.variable(to[t]));
        admitted_ = d_.both(admitted_, Diagrams::negation(redundant));
      }
    }
  }
}

Counts ByDiagrams::run() {
  find_admitted();
  evaluate();
  Edge failing = Diagrams::no;
  for (const FactId e : u_.errors()) failing = d_.either(failing, word_[e.index()]);
  Edge violating = Diagrams::no;
  Edge promising = Diagrams::no;
  for (const ground::Goal& goal : u_.goals()) {
    const Edge pre = goal.pre ? word_[goal.pre->index()] : Diagrams::yes;
    const Edge post = goal.post ? word_[goal.post->index()] : Diagrams::no;
    promising = d_.either(promising, pre);
    violating = d_.either(violating, d_.both(pre, Diagrams::negation(post)));
  }
  const auto number = [this](Edge of) { return d_.models(d_.both(admitted_, of)); };
  const Edge ends = d_.both(admitted_, Diagrams::negation(failing));
  const Edge holds = d_.both(ends, Diagrams::negation(violating));
  Counts out;
  out.failing = number(failing);
  out.violating = number(d_.both(ends, violating));
  out.passing = number(d_.both(holds, promising));
  out.vacuous = number(d_.both(holds, Diagrams::negation(promising)));
  return out;
}

void ByDiagrams::evaluate() {
  for (std::size_t f = 0; f < u_.cone(); ++f) {
    if (u_.certain(FactId(f))) word_[f] = Diagrams::yes;
  }
  for (std::size_t f = 0; f < u_.cone();) {
    const auto component = u_.component_of(FactId(f));
    if (component) {
      evaluate_component(u_.components()[*component]);
      f = u_.components()[*component].end.index();
      continue;
    }
    if (!u_.certain(FactId(f))) word_[f] = d_.both(admitted_, value(FactId(f)));
    ++f;
  }
}

void ByDiagrams::evaluate_component(const ground::Component& c) {
  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t f = c.begin.index(); f < c.end.index(); ++f) {
      if (u_.certain(FactId(f))) continue;
      const Edge now = d_.both(admitted_, derived(FactId(f)));
      changed = changed || now != word_[f];
      word_[f] = now;
    }
  }
}

Diagrams::Edge ByDiagrams::value(FactId f) {
  const FactKind kind = u_.info(f).kind;
  if (kind == FactKind::aggregate) return aggregate(u_.range(f));
  return kind == FactKind::fault ? fault(u_.fault_fact(f)) : derived(f);
}

Diagrams::Edge ByDiagrams::fault(const FaultFact& fact) {
  const auto tick = static_cast<std::size_t>(fact.at.tick());
  if (fact.kind == FaultFact::Kind::crash) {
    const std::size_t variable = crash_[fact.node.index()][tick];
    return variable == none ? Diagrams::no : d_.variable(variable);
  }
  return makes(Crash{fact.node, fact.at}, fact) ? crashed(fact.node, fact.at.tick()) : Diagrams::no;
}

/// Returns the function of the faults which says that the value of the aggregate is in the range.
Diagrams::Edge ByDiagrams::aggregate(const ground::AggregateRange& range) {
  using Kind = dedalus::AggregateKind;
  const ground::Group& group = u_.groups()[range.group];
  std::map<Wide, Edge> so_far;
  Edge empty = Diagrams::yes;
  for (const ground::Contributor& one : group.contributors) {
    const Edge holds = word_[one.fact.index()];
    std::map<Wide, Edge> next;
    const auto add = [&](Wide value, Edge when) {
      const auto [it, added] = next.try_emplace(value, when);
      if (!added) it->second = d_.either(it->second, when);
    };
    const Wide own = group.kind == Kind::count ? 1 : Wide{one.value};
    add(own, d_.both(empty, holds));
    for (const auto& [value, when] : so_far) {
      const Wide with = group.kind == Kind::max   ? std::max(value, own)
                        : group.kind == Kind::min ? std::min(value, own)
                                                  : value + own;
      add(with, d_.both(when, holds));
      add(value, d_.both(when, Diagrams::negation(holds)));
    }
    empty = d_.both(empty, Diagrams::negation(holds));
    so_far = std::move(next);
  }
  Edge out = Diagrams::no;
  for (const auto& [value, when] : so_far) {
    if (value >= range.low && value <= range.high) out = d_.either(out, when);
  }
  return out;
}

Diagrams::Edge ByDiagrams::derived(FactId f) {
  Edge any = Diagrams::no;
  for (const InstanceId i : u_.instances_of(f)) {
    Edge all = open(u_.instance(i).channel);
    for (const ground::Premise p : u_.premises(i)) {
      const Edge holds = word_[p.fact().index()];
      all = d_.both(all, p.negated() ? Diagrams::negation(holds) : holds);
    }
    any = d_.either(any, all);
  }
  return any;
}

/// Returns the function of the faults which says that the message on the channel is not lost.
Diagrams::Edge ByDiagrams::open(ground::ChannelId channel) {
  if (channel == ground::no_channel) return Diagrams::yes;
  const Channel& c = u_.channels()[channel.index()];
  const bool crash = loses(Crash{c.from, c.sent}, c);
  const Edge out = crash ? Diagrams::negation(crashed(c.from, c.sent.tick())) : Diagrams::yes;
  if (c.kind != ChannelKind::message) return out;
  const std::size_t variable =
      omission_[c.from.index()][c.to.index()][static_cast<std::size_t>(c.sent.tick())];
  return variable == none ? out : d_.both(out, Diagrams::negation(d_.variable(variable)));
}

Diagrams::Edge ByDiagrams::crashed(NodeId node, int tick) const {
  return crashed_[node.index()][static_cast<std::size_t>(tick)];
}

}  // namespace ldfi::count
