#include "common/faults/partition.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"

namespace ldfi {
namespace {

std::vector<std::string> names_in(NodeSet side, const std::vector<std::string>& nodes) {
  std::vector<std::string> out;
  for (std::size_t n = 0; n < side.end(); ++n) {
    if (side.contains(NodeId(n))) out.push_back(word_or_quoted(nodes.at(n)));
  }
  return out;
}

/// The side without the first node; empty, after reporting it, if there is no such side.
NodeSet side_of(FaultReader& reader, const std::vector<FaultReader::Word>& names) {
  NodeSet side;
  bool known = true;
  for (const auto& name : names) {
    const auto node = reader.node_of(name);
    known = known && node;
    if (node && side.contains(*node)) {
      reader.report("fault-partition", fmt::format("{} is named twice", word_or_quoted(name.text)));
      return {};
    }
    if (node) side.add(*node);
  }
  if (!known) return {};
  const Fspec& fspec = reader.fspec();
  if (side.size() == fspec.node_count()) {
    reader.report("fault-partition", "no node is left on the other side");
    return {};
  }
  return fspec.written_side(side);
}

/// `b and c are cut off from the others from 3 to 5`, with the verb for one and for many.
std::string told(const Partition& p, const Fspec& fspec, const char* one, const char* many) {
  const auto names = names_in(p.side, fspec.nodes());
  std::string who = names.front();
  for (std::size_t i = 1; i < names.size(); ++i) {
    who += (i + 1 == names.size() ? " and " : ", ") + names[i];
  }
  const std::string when = p.from == p.until
                               ? fmt::format("at {}", p.from.tick())
                               : fmt::format("from {} to {}", p.from.tick(), p.until.tick());
  return fmt::format("{} {} cut off from the others {}", who, names.size() == 1 ? one : many, when);
}

}  // namespace

bool admits(const Fspec& fspec, const Partition& p) {
  return p.malformed() == nullptr && p.until.tick() <= fspec.last_omission() &&
         std::binary_search(fspec.sides().begin(), fspec.sides().end(), p.side);
}

std::string in_words(const Partition& p, const Fspec& fspec) {
  return told(p, fspec, "is", "are");
}

std::string as_cause(const Partition& p, const Fspec& fspec) {
  return told(p, fspec, "was", "were");
}

std::string arguments(const Partition& p, const std::vector<std::string>& nodes) {
  std::string who;
  for (const std::string& name : names_in(p.side, nodes)) who += (who.empty() ? "" : " ") + name;
  return fmt::format("{},{},{}", who, p.from.tick(), p.until.tick());
}

const char* excludes(const Partition& one, const Partition& other) {
  return one.from <= other.until.next() && other.from <= one.until.next()
             ? "between two partitions, there is a tick without any"
             : nullptr;
}

bool in_use(const Fspec& fspec, Partition*) {
  return fspec.limits().partitions > 0;
}

void read(FaultReader& reader, Partition*) {
  std::vector<FaultReader::Word> names;
  do {
    names.push_back(reader.name());
  } while (!reader.skip(','));
  const auto first = reader.time_word();
  reader.expect(',', "a partition's first tick");
  const auto last = reader.time_word();
  reader.expect(')', "a partition's last tick");

  const Fspec& fspec = reader.fspec();
  const std::string bound =
      fmt::format("partitions end with EFF ({}{})", fspec.eff(),
                  fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "");
  const NodeSet side = side_of(reader, names);
  const auto from = reader.time_of(first, fspec.last_omission(), bound);
  const auto until = reader.time_of(last, fspec.last_omission(), bound);
  if (side.empty() || !from || !until) return;
  const Partition partition{side, *from, *until};
  if (*until < *from) {
    reader.report("fault-partition", fmt::format("a partition from {} on cannot end at {}",
                                                 from->tick(), until->tick()));
  } else if (!admits(fspec, partition)) {
    reader.report("fault-partition",
                  "the Fspec admits no partition of these nodes: see reliable and partition_sets");
  } else {
    reader.add(partition);
  }
}

void check_count(FaultReader& reader, Partition*) {
  reader.check<Partition>(
      {"fault-partition", reader.fspec().limits().partitions, "fault-partitions", "partitions"});
}

}  // namespace ldfi
