#include "common/faults/kinds/write_back.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

std::string told(const WriteBack& back, const Fspec& fspec, const char* verb) {
  return fmt::format("the system {} {} at {} back at {}", verb,
                     word_or_quoted(fspec.name(back.relation)),
                     word_or_quoted(fspec.name(back.node)), back.at.tick());
}

}  // namespace

bool admits(const Fspec& fspec, const WriteBack& back) {
  return back.malformed() == nullptr && fspec.may_write_back(back.node, back.relation, back.at);
}

std::string in_words(const WriteBack& back, const Fspec& fspec) {
  return told(back, fspec, "writes");
}

std::string as_cause(const WriteBack& back, const Fspec& fspec) {
  return told(back, fspec, "wrote");
}

bool redundant(const WriteBack& back, const Outage& outage) {
  return outage.node == back.node && outage.is_down(back.at);
}

bool redundant(const WriteBack& back, const Pause& pause) {
  return pause.node == back.node && pause.is_on(back.at);
}

bool redundant(const WriteBack& back, const FailedWrite& failed) {
  return failed.node == back.node && failed.relation == back.relation && failed.fails(back.at);
}

bool redundant(const WriteBack& back, const DeadDisk& dead) {
  return dead.node == back.node && dead.relation == back.relation && dead.is_dead(back.at);
}

void WriteBack::strike(FaultTick& tick) const {
  if (at == tick.now) tick.facts.push_back(*makes());
}

void read(FaultReader& reader, WriteBack*) {
  const Fspec& fspec = reader.fspec();
  const int end = fspec.last_omission();
  const char* mode = fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const std::string bound =
      end < 1 ? fmt::format("EFF is {}{}, so nothing can be written back", fspec.eff(), mode)
              : fmt::format("write-backs end with EFF ({}{})", fspec.eff(), mode);
  const ReadDisk one = read_disk(reader, end, bound, false, "the time of a write-back");
  if (!one.whole()) return;
  const WriteBack back{*one.node, *one.relation, *one.at};
  const std::string relation = word_or_quoted(fspec.name(back.relation));
  if (!fspec.buffered(back.relation)) {
    reader.report("fault-relation", relation + " is not buffered: there is nothing to write back");
  } else if (!admits(fspec, back)) {
    reader.report("fault-disk-node",
                  fmt::format("{} is not among the nodes whose disks have faults", one.name));
  } else {
    reader.add(back);
  }
}

}  // namespace ldfi
