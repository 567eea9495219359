#include "common/faults/kinds/failed_write.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

/// Returns the ticks of the fault as text, such as `3` or `3…5`.
std::string ticks(const FailedWrite& failed) {
  return failed.at == failed.until ? std::to_string(failed.at.tick())
                                   : fmt::format("{}…{}", failed.at.tick(), failed.until.tick());
}

std::string told(const FailedWrite& failed, const Fspec& fspec, const char* verb) {
  return fmt::format("writes of {} at {} {} at {}", word_or_quoted(fspec.name(failed.relation)),
                     word_or_quoted(fspec.name(failed.node)), verb, ticks(failed));
}

}  // namespace

bool admits(const Fspec& fspec, const FailedWrite& f) {
  return f.at.tick() >= 1 && f.at <= f.until && fspec.may_fail(f.node, f.relation, f.until);
}

std::string in_words(const FailedWrite& f, const Fspec& fspec) {
  return told(f, fspec, "fail");
}

std::string as_cause(const FailedWrite& f, const Fspec& fspec) {
  return told(f, fspec, "failed");
}

std::string arguments(const FailedWrite& f, const Names& names) {
  return fmt::format("{},{},{}{}", word_or_quoted(names.nodes.at(f.node.index())),
                     word_or_quoted(names.relations.at(f.relation.index())), f.at.tick(),
                     f.until == f.at ? "" : fmt::format(",{}", f.until.tick()));
}

const char* excludes(const FailedWrite& one, const FailedWrite& other) {
  return one.node == other.node && one.relation == other.relation && other.at <= one.until.next()
             ? "writes fail again only after a tick at which they do not"
             : nullptr;
}

const char* excludes(const Outage& outage, const FailedWrite& f) {
  const bool meet = outage.node == f.node && outage.down <= f.until && f.at < outage.up();
  return meet && !redundant(f, outage) ? "a node writes nothing while it is down" : nullptr;
}

bool redundant(const FailedWrite& f, const Outage& outage) {
  return outage.node == f.node && outage.down <= f.at && f.until < outage.up();
}

void FailedWrite::strike(FaultTick& tick) const {
  if (fails(tick.now)) tick.failing.emplace_back(node, relation);
  if (fails(tick.before())) {
    tick.facts.push_back({FaultFact::Kind::ioerror, node, tick.now, relation});
  }
}

void read(FaultReader& reader, FailedWrite*) {
  const Fspec& fspec = reader.fspec();
  const int end = fspec.last_omission();
  const char* mode = fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const std::string bound =
      end < 1 ? fmt::format("EFF is {}{}, so no write can fail", fspec.eff(), mode)
              : fmt::format("failed writes end with EFF ({}{})", fspec.eff(), mode);
  const ReadDisk one = read_disk(reader, end, bound, true, "a failed write's time");
  if (!one.whole()) return;
  const FailedWrite failed{*one.node, *one.relation, *one.at, *one.until};
  if (failed.malformed() != nullptr) {
    reader.report("fault-write", fmt::format("writes that fail from {} on cannot end at {}",
                                             one.at->tick(), one.until->tick()));
  } else if (!admits(fspec, failed)) {
    reader.report("fault-disk-node",
                  fmt::format("{} is not among the nodes whose writes may fail", one.name));
  } else {
    reader.add(failed);
  }
}

}  // namespace ldfi
