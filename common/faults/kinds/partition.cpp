#include "common/faults/kinds/partition.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"

namespace ldfi {
namespace {

std::vector<std::string> names_in(NodeSet side, const std::vector<std::string>& nodes) {
  std::vector<std::string> out;
  for (std::size_t n = 0; n < side.end(); ++n) {
    if (side.contains(NodeId(n))) out.push_back(word_or_quoted(nodes.at(n)));
  }
  return out;
}

/// Returns the nodes with these names. Reports an error and returns an empty set if a node is
/// unknown or named twice, or if the names are those of all nodes.
NodeSet nodes_of(FaultReader& reader, const std::vector<FaultReader::Word>& names) {
  NodeSet side;
  bool known = true;
  for (const auto& name : names) {
    auto nodes = reader.fspec().find_set(name.text);
    if (!nodes) {
      const auto node = reader.node_of(name);
      known = known && node;
      if (node) nodes.emplace().add(*node);
    }
    if (nodes && (side.bits & nodes->bits) != 0) {
      reader.report("fault-partition", fmt::format("{} is named twice", shown(name.text)));
      return {};
    }
    if (nodes) side.bits |= nodes->bits;
  }
  if (!known) return {};
  const Fspec& fspec = reader.fspec();
  if (side.size() == fspec.node_count()) {
    reader.report("fault-partition", "a partition needs a node on the other side");
    return {};
  }
  return side;
}

/// Reads the text of a cut, which precedes the times of a partition. Reports an error and returns
/// nullopt if the text does not describe a cut.
std::optional<Cut> read_cut(FaultReader& reader) {
  std::vector<FaultReader::Word> names;
  std::vector<FaultReader::Word> others;
  bool one_way = false;
  do {
    (one_way ? others : names).push_back(reader.name());
    one_way = one_way || reader.skip('>');
  } while (!reader.skip(',') || (one_way && others.empty()));
  const NodeSet from = nodes_of(reader, names);
  const NodeSet side = reader.fspec().written_side(from);
  if (!one_way) return from.empty() ? std::nullopt : std::optional<Cut>(side);
  const NodeSet to = nodes_of(reader, others);
  if (from.empty() || to.empty()) return std::nullopt;
  if ((from.bits & to.bits) != 0 || from.size() + to.size() != reader.fspec().node_count()) {
    reader.report("fault-partition",
                  "a partition in one direction names every node once: the senders before >, and "
                  "the others after it");
    return std::nullopt;
  }
  return Cut(side, side == from ? Way::out : Way::in);
}

/// Returns the names of the nodes of one side of the cut, or the name of a set of these nodes. Also
/// returns whether messages from these nodes, to these nodes, or both are lost.
std::pair<std::vector<std::string>, Way> called(const Cut& cut, const Fspec& fspec) {
  if (const auto name = fspec.name_of_set(cut.side); !name.empty()) {
    return {{word_or_quoted(name)}, cut.way};
  }
  NodeSet others;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    if (!cut.side.contains(NodeId(n))) others.add(NodeId(n));
  }
  if (const auto name = fspec.name_of_set(others); !name.empty()) {
    const Way back = cut.way == Way::both ? Way::both : cut.way == Way::out ? Way::in : Way::out;
    return {{word_or_quoted(name)}, back};
  }
  return {names_in(cut.side, fspec.nodes()), cut.way};
}

/// Returns a sentence such as `b and c are cut off from the others from 3 to 5`. `one` and `many`
/// are its verb in the singular and in the plural.
std::string told(const Partition& p, const Fspec& fspec, const char* one, const char* many) {
  const auto listed = [&](const std::vector<std::string>& names) {
    std::string out = names.front();
    for (std::size_t i = 1; i < names.size(); ++i) {
      out += (i + 1 == names.size() ? " and " : ", ") + names[i];
    }
    return out;
  };
  const auto [names, way] = called(p.cut, fspec);
  const std::string when = p.from == p.until
                               ? fmt::format("at {}", p.from.tick())
                               : fmt::format("from {} to {}", p.from.tick(), p.until.tick());
  if (way != Way::both) {
    const bool out = way == Way::out;
    return out ? fmt::format("what {} {} the others {} lost {}", listed(names),
                             names.size() == 1 ? "sends" : "send", one, when)
               : fmt::format("what the others send {} {} lost {}", listed(names), one, when);
  }
  return fmt::format("{} {} cut off from the others {}", listed(names),
                     names.size() == 1 ? one : many, when);
}

}  // namespace

bool admits(const Fspec& fspec, const Partition& p) {
  return p.malformed() == nullptr && p.until.tick() <= fspec.last_omission() &&
         std::binary_search(fspec.cuts().begin(), fspec.cuts().end(), p.cut);
}

std::string in_words(const Partition& p, const Fspec& fspec) {
  return told(p, fspec, "is", "are");
}

std::string as_cause(const Partition& p, const Fspec& fspec) {
  return told(p, fspec, "was", "were");
}

std::string arguments(const Partition& p, const std::vector<std::string>& nodes) {
  const auto joined = [&](NodeSet side) {
    return fmt::format("{}", fmt::join(names_in(side, nodes), " "));
  };
  std::string who = joined(p.cut.side);
  if (p.cut.way != Way::both) {
    NodeSet others;
    for (std::size_t n = 0; n < nodes.size(); ++n) {
      if (!p.cut.side.contains(NodeId(n))) others.add(NodeId(n));
    }
    who = p.cut.way == Way::out ? who + ">" + joined(others) : joined(others) + ">" + who;
  }
  return fmt::format("{},{},{}", who, p.from.tick(), p.until.tick());
}

const char* excludes(const Partition& one, const Partition& other) {
  return one.from <= other.until.next() && other.from <= one.until.next()
             ? "there must be a tick without a partition between two partitions"
             : nullptr;
}

void Partition::strike(FaultTick& tick) const {
  if (is_on(tick.now)) tick.cut = cut;
}

void read(FaultReader& reader, Partition*) {
  const auto cut = read_cut(reader);
  const auto first = reader.time_word();
  reader.expect(',', "a partition's first tick");
  const auto last = reader.time_word();
  reader.expect(')', "a partition's last tick");

  const Fspec& fspec = reader.fspec();
  const std::string bound =
      fmt::format("partitions end with EFF ({}{})", fspec.eff(),
                  fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "");
  const auto from = reader.time_of(first, fspec.last_omission(), bound);
  const auto until = reader.time_of(last, fspec.last_omission(), bound);
  if (!cut || !from || !until) return;
  const Partition partition{*cut, *from, *until};
  if (*until < *from) {
    reader.report("fault-partition", fmt::format("a partition from {} on cannot end at {}",
                                                 from->tick(), until->tick()));
  } else if (!admits(fspec, partition)) {
    reader.report(
        "fault-partition",
        cut->way == Way::both || fspec.limits().one_way
            ? "the Fspec admits no partition of these nodes (see reliable and partition_sets)"
            : "the Fspec admits no partition in one direction (see one_way)");
  } else {
    reader.add(partition);
  }
}

}  // namespace ldfi
