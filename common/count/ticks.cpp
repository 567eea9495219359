#include "common/count/ticks.hpp"

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
  for (Tick& tick : ticks_) tick.bits.push_back({FactId(0), false});
  // Heads come behind their premises: from the last to the first, a fact's readers are known.
  for (std::size_t f = u_.cone(); f-- > 0;) {
    const FactId fact(static_cast<std::uint32_t>(f));
    for (const InstanceId i : u_.instances_of(fact)) place(i);
  }
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    const ground::FactInfo& info = u_.info(FactId(f));
    if (info.certain || info.at.tick() == 0) continue;
    ticks_[static_cast<std::size_t>(info.at.tick())].facts.emplace_back(f);
  }
  keep_what_is_read();
  for (Tick& tick : ticks_) {
    std::ranges::stable_sort(tick.ways, {}, [](const Crossing& way) { return way.channel.raw(); });
  }
}

void Ticks::place(InstanceId i) {
  const ground::InstanceRow& row = u_.instance(i);
  const ground::FactInfo& head = u_.info(row.head);
  int latest = 0;
  for (const Premise p : u_.premises(i)) latest = std::max(latest, u_.info(p.fact()).at.tick());
  if (row.channel != ground::no_channel) {
    const int sent = u_.channels()[row.channel.index()].sent.tick();
    LDFI_ENSURE(latest <= sent, "what is sent rests on what is known by then");
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
  if (within_[i.index()]) return;
  std::uint32_t& bit = arriving_[row.head.index()];
  if (!error && bit == 0) {
    auto& bits = ticks_[static_cast<std::size_t>(at)].bits;
    bit = static_cast<std::uint32_t>(bits.size());
    bits.push_back({row.head, false});
  }
  ticks_[static_cast<std::size_t>(now)].ways.push_back(
      {error ? failed_bit : bit, i, row.channel, omissible(row.channel)});
}

bool Ticks::omissible(ground::ChannelId channel) const {
  if (channel == ground::no_channel) return false;
  const Channel& c = u_.channels()[channel.index()];
  return c.kind == ChannelKind::message && c.from != c.to &&
         c.sent.tick() <= u_.fspec().last_omission() && u_.fspec().omissible(c.from, c.to);
}

std::size_t Ticks::omissible() const {
  std::size_t out = 0;
  for (const Tick& tick : ticks_) {
    ground::ChannelId last = ground::no_channel;
    for (const Crossing& way : tick.ways) {
      if (way.omissible && way.channel != last) ++out;
      last = way.channel;
    }
  }
  return out;
}

void Ticks::read(FactId f, int at) {
  if (at < 1 || at > u_.fspec().eot()) return;  // nothing reads the reader
  Reads& reads = reads_[f.index()];
  reads.first = std::min(reads.first, at);
  reads.last = std::max(reads.last, at);
}

void Ticks::keep_what_is_read() {
  for (std::uint32_t f = 0; f < u_.cone(); ++f) {
    const int at = u_.info(FactId(f)).at.tick();
    if (at == 0) continue;
    for (int t = at + 1; t <= reads_[f].last; ++t) {
      ticks_[static_cast<std::size_t>(t)].bits.push_back({FactId(f), true});
    }
  }
}

}  // namespace ldfi::count
