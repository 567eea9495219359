#include "common/faults/kinds/dead_disk.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

std::string told(const DeadDisk& dead, const Fspec& fspec, const char* verb) {
  return fmt::format("the disk of {} at {} {} at {}", word_or_quoted(fspec.name(dead.relation)),
                     word_or_quoted(fspec.name(dead.node)), verb, dead.at.tick());
}

}  // namespace

bool admits(const Fspec& fspec, const DeadDisk& dead) {
  return dead.malformed() == nullptr && fspec.may_die(dead.node, dead.relation, dead.at);
}

std::string in_words(const DeadDisk& dead, const Fspec& fspec) {
  return told(dead, fspec, "dies");
}

std::string as_cause(const DeadDisk& dead, const Fspec& fspec) {
  return told(dead, fspec, "died");
}

const char* excludes(const DeadDisk& one, const DeadDisk& other) {
  return one.node == other.node && one.relation == other.relation ? "a disk dies once" : nullptr;
}

const char* excludes(const FailedWrite& failed, const DeadDisk& dead) {
  const bool meet =
      failed.node == dead.node && failed.relation == dead.relation && dead.is_dead(failed.until);
  return meet && !redundant(failed, dead) ? "nothing is written to a disk that is dead" : nullptr;
}

bool redundant(const FailedWrite& failed, const DeadDisk& dead) {
  return failed.node == dead.node && failed.relation == dead.relation && dead.is_dead(failed.at);
}

void DeadDisk::strike(FaultTick& tick) const {
  if (is_dead(tick.now)) tick.dead.emplace_back(node, relation);
  if (is_dead(tick.before())) {
    tick.facts.push_back({FaultFact::Kind::ioerror, node, tick.now, relation});
  }
}

void read(FaultReader& reader, DeadDisk*) {
  const Fspec& fspec = reader.fspec();
  const ReadDisk one =
      read_disk(reader, fspec.eot(), fmt::format("the run ends at EOT ({})", fspec.eot()), false,
                "the time of a dead disk");
  if (!one.whole()) return;
  const DeadDisk dead{*one.node, *one.relation, *one.at};
  if (!admits(fspec, dead)) {
    reader.report("fault-disk-node",
                  fmt::format("{} is not among the nodes whose disks may die", one.name));
  } else {
    reader.add(dead);
  }
}

}  // namespace ldfi
