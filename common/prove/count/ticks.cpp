#include "common/prove/count/ticks.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace ldfi::count {

using ground::FactKind;
using ground::Premise;

Ticks::Ticks(const ground::Universe& universe)
    : u_(universe),
      ticks_(static_cast<std::size_t>(u_.fspec().eot()) + 2),
      within_(u_.instance_count()),
      reads_(u_.cone(), Reads{u_.fspec().eot() + 1, 0}),
      arriving_(u_.cone()) {
  for (Tick& tick : ticks_) tick.bits.assign(first_fact_bit, {FactId(0), false});
  // Visits facts backwards. Heads of rules follow their premises, so all readers of a fact are
  // known before the fact is visited.
  for (std::size_t f = u_.cone(); f-- > 0;) {
    const FactId fact(static_cast<std::uint32_t>(f));
    for (const InstanceId i : u_.instances_of(fact)) place(i);
  }
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    const ground::FactInfo& info = u_.info(FactId(f));
    if (info.certain || info.at.tick() == 0) continue;
    ticks_[static_cast<std::size_t>(info.at.tick())].facts.emplace_back(f);
  }
  keep_read_facts();
  for (Tick& tick : ticks_) {
    std::ranges::stable_sort(tick.ways, {},
                             [](const Crossing& way) { return std::pair(way.link, way.relation); });
  }
}

void Ticks::place(InstanceId i) {
  const ground::InstanceRow& row = u_.instance(i);
  const ground::FactInfo& head = u_.info(row.head);
  int latest = 0;
  for (const Premise p : u_.premises(i)) latest = std::max(latest, u_.info(p.fact()).at.tick());
  if (row.channel != ground::no_channel) {
    const int sent = u_.channels()[row.channel.index()].sent.tick();
    LDFI_ENSURE(latest <= sent, "a message depends on faults up to its tick only");
    latest = sent;
  }
  if (timeless(row.head)) {
    for (const Premise p : u_.premises(i)) {
      read(p.fact(), reads_[row.head.index()].first);
      read(p.fact(), reads_[row.head.index()].last);
    }
    return;
  }
  const bool error = head.kind == FactKind::error;
  const int at = error ? std::max(latest, 1) : head.at.tick();
  within_[i.index()] = !error && (latest == 0 || latest == at);
  const int now = within_[i.index()] || error ? at : at - 1;
  for (const Premise p : u_.premises(i)) read(p.fact(), now);
  if (within_[i.index()]) {
    LDFI_ENSURE(crossing(i, 0).late == 0, "only messages can be late");
    return;
  }
  std::uint32_t& bit = arriving_[row.head.index()];
  if (!error && bit == 0) {
    auto& bits = ticks_[static_cast<std::size_t>(at)].bits;
    bit = static_cast<std::uint32_t>(bits.size());
    bits.push_back({row.head, false});
  }
  ticks_[static_cast<std::size_t>(now)].ways.push_back(crossing(i, error ? failed_bit : bit));
}

Crossing Ticks::crossing(InstanceId i, std::uint32_t bit) const {
  Crossing out{bit, i, u_.instance(i).channel};
  if (out.channel != ground::no_channel) {
    const Channel& c = u_.channels()[out.channel.index()];
    if (is_sent(c)) out.link = {c.from, c.to};
    out.relation = c.relation;
  }
  for (const Premise p : u_.premises(i)) {
    if (u_.info(p.fact()).kind != FactKind::fault) continue;
    const FaultFact fact = u_.fault_fact(p.fact());
    if (fact.kind != FaultFact::Kind::late) continue;
    LDFI_ENSURE(!p.negated() && out.late == 0, "at most one premise says how late a rule sends");
    out.link = {fact.node, fact.to};
    out.relation = fact.relation;
    out.late = fact.ticks;
  }
  LDFI_ENSURE(!out.link || u_.fspec().is_delayed_as_unit(out.relation),
              "each message belongs to a group that is late together");
  return out;
}

bool Ticks::omissible(const Crossing& way, int tick) const {
  return way.link && tick <= u_.fspec().last_omission() &&
         u_.fspec().omissible(way.link->from, way.link->to);
}

std::size_t Ticks::omissible() const {
  std::size_t out = 0;
  for (std::size_t t = 1; t < ticks_.size(); ++t) {
    std::optional<Link> last;
    for (const Crossing& way : ticks_[t].ways) {
      if (omissible(way, static_cast<int>(t)) && way.link != last) ++out;
      last = way.link;
    }
  }
  return out;
}

void Ticks::read(FactId f, int at) {
  // The reading instance is at a tick that is never executed.
  if (at < 1 || at > u_.fspec().eot()) return;
  Reads& reads = reads_[f.index()];
  reads.first = std::min(reads.first, at);
  reads.last = std::max(reads.last, at);
}

void Ticks::keep_read_facts() {
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    const int at = u_.info(FactId(f)).at.tick();
    if (at == 0) continue;
    for (int t = at + 1; t <= reads_[f].last; ++t) {
      ticks_[static_cast<std::size_t>(t)].bits.push_back({FactId(f), true});
    }
  }
}

}  // namespace ldfi::count
