#include "common/faults/kinds/corruption.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

enum class Verb : std::uint8_t { is, was };

std::string told(const Corruption& damage, const Fspec& fspec, Verb verb) {
  return fmt::format("what {} at {} {} at {} {} read back {}",
                     word_or_quoted(fspec.name(damage.relation)),
                     word_or_quoted(fspec.name(damage.node)), verb == Verb::is ? "holds" : "held",
                     damage.at.tick(), verb == Verb::is ? "is" : "was",
                     fspec.disk().detected ? "damaged, and dropped" : "damaged");
}

}  // namespace

bool admits(const Fspec& fspec, const Corruption& damage) {
  return damage.malformed() == nullptr &&
         fspec.may_corrupt(damage.node, damage.relation, damage.at);
}

std::string in_words(const Corruption& damage, const Fspec& fspec) {
  return told(damage, fspec, Verb::is);
}

std::string as_cause(const Corruption& damage, const Fspec& fspec) {
  return told(damage, fspec, Verb::was);
}

bool redundant(const Corruption& damage, const Outage& outage) {
  return outage.node == damage.node && outage.is_down(damage.at);
}

bool redundant(const Corruption& damage, const Pause& pause) {
  return pause.node == damage.node && pause.is_on(damage.at);
}

bool redundant(const Corruption& damage, const DeadDisk& dead) {
  return dead.node == damage.node && dead.relation == damage.relation && dead.is_dead(damage.at);
}

void Corruption::strike(FaultTick& tick) const {
  if (at == tick.now) tick.facts.push_back(*makes());
  if (at == tick.before()) {
    tick.facts.push_back({FaultFact::Kind::corrupt, node, tick.now, relation});
  }
}

void read(FaultReader& reader, Corruption*) {
  const Fspec& fspec = reader.fspec();
  const int end = fspec.last_omission();
  const char* mode = fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const std::string bound =
      end < 1 ? fmt::format("EFF is {}{}, so nothing can be damaged", fspec.eff(), mode)
              : fmt::format("corruptions end with EFF ({}{})", fspec.eff(), mode);
  const ReadDisk one = read_disk(reader, end, bound, false, "the time of a corruption");
  if (!one.whole()) return;
  const Corruption damage{*one.node, *one.relation, *one.at};
  const std::string relation = word_or_quoted(fspec.name(damage.relation));
  if (!fspec.corruptible(damage.relation)) {
    reader.report("fault-relation", relation + " has no data column that could be damaged");
  } else if (!admits(fspec, damage)) {
    reader.report("fault-disk-node",
                  fmt::format("{} is not among the nodes whose disks have faults", one.name));
  } else {
    reader.add(damage);
  }
}

}  // namespace ldfi
