#include "common/faults/kinds/crash.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {

bool admits(const Fspec& fspec, const Crash& c) {
  return fspec.crash_model() != CrashModel::stop && fspec.crashable(c.node) && c.at.tick() >= 1 &&
         c.at.tick() <= fspec.eot();
}

std::string in_words(const Crash& c, const Fspec& fspec) {
  return fmt::format("{} crashes at {}", word_or_quoted(fspec.name(c.node)), c.at.tick());
}

std::string as_cause(const Crash& c, const Fspec& fspec) {
  return fmt::format("{} crashed at {}", word_or_quoted(fspec.name(c.node)), c.at.tick());
}

const char* excludes(const Crash& one, const Crash& other) {
  return one.node == other.node ? "a node crashes at most once" : nullptr;
}

/// Draws crashes without a restart. Under CrashModel::stop, such a crash is an Outage that may
/// begin before or after the writes of its tick.
void draw(FaultDraw& draw, Crash*) {
  const Fspec& fspec = draw.fspec();
  const std::uint64_t count = draw.number<Crash>(static_cast<std::uint64_t>(fspec.crashes()));
  const std::vector<bool> crashed = draw.chosen(fspec.node_count(), count);
  for (std::size_t n = 0; n < crashed.size(); ++n) {
    if (!crashed[n]) continue;
    const Time at = draw.tick(fspec.eot());
    if (fspec.crash_model() != CrashModel::stop) {
      draw.add(Crash{NodeId(n), at});
    } else {
      draw.add(Outage{NodeId(n), at, draw.below(2) == 1 ? at.next() : at});
    }
  }
}

bool in_use(const Fspec& fspec, Crash*) {
  return fspec.crash_model() != CrashModel::stop;
}

void read(FaultReader& reader, Crash*) {
  const auto name = reader.name();
  reader.expect(',', "a name");
  const auto time = reader.time_word();
  if (reader.skip('+') || reader.skip(','))
    reader.refuse("form of a crash needs restarts (--restarts) or --crash-model stop");
  reader.expect(')', "a crash's time");

  const int eot = reader.fspec().eot();
  const auto node = reader.node_of(name);
  const auto at = reader.time_of(time, eot, fmt::format("the run ends at EOT ({})", eot));
  if (!node || !at) return;
  if (!reader.fspec().crashable(*node)) {
    return reader.report("fault-crashable",
                         fmt::format("{} is not among the nodes that may crash", shown(name.text)));
  }
  const Fault* const other = reader.only_one_of(*node);
  if (other == nullptr) return reader.add(Crash{*node, *at}, *node);
  const Time before = std::get<Crash>(*other).at;
  if (before == *at) return;
  reader.report("fault-crash-twice",
                fmt::format("{} crashes at {} already: a node crashes at most once",
                            shown(name.text), before.tick()));
}

void check_count(FaultReader& reader, Crash*) {
  const auto admitted = static_cast<std::size_t>(reader.fspec().crashes());
  std::size_t count = 0;
  const FaultReader::Placed* first_too_many = nullptr;
  for (const auto& placed : reader.read()) {
    if (!std::holds_alternative<Crash>(placed.fault)) continue;
    if (count++ == admitted) first_too_many = &placed;
  }
  if (first_too_many == nullptr) return;
  reader.report_at("fault-crashes", *first_too_many,
                   fmt::format("{}, but the Fspec admits {}",
                               counted(count, "node crashes", "nodes crash"), admitted),
                   {limit_hint(count, "-c", Crash::number.key)});
}

}  // namespace ldfi
