#include "common/faults/kinds/pause.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

std::string told(const Pause& p, const Fspec& fspec, const char* verb) {
  const std::string when = p.from == p.last()
                               ? fmt::format("at {}", p.from.tick())
                               : fmt::format("from {} to {}", p.from.tick(), p.last().tick());
  return fmt::format("{} {} paused {}", word_or_quoted(fspec.name(p.node)), verb, when);
}

}  // namespace

bool admits(const Fspec& fspec, const Pause& p) {
  return p.malformed() == nullptr && fspec.may_pause(p.node, p.from) &&
         fspec.may_pause(p.node, p.last());
}

std::string in_words(const Pause& p, const Fspec& fspec) {
  return told(p, fspec, "is");
}

std::string as_cause(const Pause& p, const Fspec& fspec) {
  return told(p, fspec, "was");
}

const char* excludes(const Pause& one, const Pause& other) {
  return one.node == other.node && other.from <= one.back
             ? "a node is paused again only after it has run for a tick"
             : nullptr;
}

const char* excludes(const Outage& outage, const Pause& p) {
  return outage.node == p.node && outage.down <= p.back && p.from <= outage.up()
             ? "between a pause and a crash of a node, it runs for a tick"
             : nullptr;
}

const char* excludes(const Pause& p, const FailedWrite& failed) {
  const bool meet = p.node == failed.node && p.from <= failed.until && failed.at < p.back;
  return meet && !redundant(failed, p) ? "a node writes nothing while it is paused" : nullptr;
}

bool redundant(const FailedWrite& failed, const Pause& p) {
  return p.node == failed.node && p.from <= failed.at && failed.until < p.back;
}

void Pause::strike(FaultTick& tick) const {
  if (!is_on(tick.now)) return;
  FaultTick::Node& state = tick.nodes[node.index()];
  state.paused = state.quiet = tick.some_stop = true;
}

void read(FaultReader& reader, Pause*) {
  const auto name = reader.name();
  reader.expect(',', "a name");
  const auto first = reader.time_word();
  reader.expect(',', "the first tick of a pause");
  const auto end = reader.time_word();
  reader.expect(')', "the tick after a pause");

  const Fspec& fspec = reader.fspec();
  const int last = fspec.last_omission();
  const char* mode = fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const std::string bound =
      last < 1 ? fmt::format("EFF is {}{}, so no node can be paused", fspec.eff(), mode)
               : fmt::format("pauses end with EFF ({}{})", fspec.eff(), mode);
  const auto node = reader.node_of(name);
  const auto from = reader.time_of(first, last, bound);
  const auto back = reader.time_of(end, last + 1, bound);
  if (!node || !from || !back) return;
  const Pause pause{*node, *from, *back};
  if (pause.malformed() != nullptr) {
    reader.report("fault-pause", fmt::format("{} is paused from {} on and cannot resume at {}",
                                             shown(name.text), from->tick(), back->tick()));
  } else if (!admits(fspec, pause)) {
    reader.report("fault-pausable",
                  fmt::format("{} is not among the nodes that may be paused", shown(name.text)));
  } else {
    reader.add(pause);
  }
}

}  // namespace ldfi
