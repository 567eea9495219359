#include "common/faults/disk_faults.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"

namespace ldfi {
namespace {

/// Returns the relation with this name. Reports an error and returns nullopt if the Fspec allows no
/// faults of disks that store this relation.
std::optional<NamedId> relation_of(FaultReader& reader, const FaultReader::Word& word) {
  const auto found = reader.fspec().find_stored(word.text);
  if (found) return found;
  std::string all;
  for (const std::string& name : reader.fspec().stored()) {
    all += (all.empty() ? "" : ", ") + word_or_quoted(name);
  }
  reader.report("fault-relation", fmt::format("{} is not a relation with disk faults: these are {}",
                                              shown(word.text), all));
  return std::nullopt;
}

}  // namespace

std::string in_words(const DiskFaults& disk) {
  std::string out;
  const auto add = [&out](int number, const char* one, const char* many) {
    if (number > 0) out += fmt::format(", {} {}", number, number == 1 ? one : many);
    return number > 0;
  };
  const auto of = [&out](const std::vector<std::string>& names) {
    out += " of";
    for (const std::string& name : names) out += " " + word_or_quoted(name);
  };
  const bool writes = add(disk.write, "failed write", "failed writes");
  if (add(disk.dead, "dead disk", "dead disks") || writes) of(disk.relations);
  if (add(disk.corrupt, disk.detected ? "detected corruption" : "corruption",
          disk.detected ? "detected corruptions" : "corruptions")) {
    std::vector<std::string> data;
    for (std::size_t i = 0; i < disk.damaged.size(); ++i) {
      data.push_back(word_or_quoted(disk.damaged[i]));
      if (i < disk.columns.size()) data.back() += fmt::format(":{}", disk.columns[i]);
    }
    out += fmt::format(" of {}", fmt::join(data, " "));
  }
  if (add(disk.writeback, "write-back", "write-backs")) of(disk.buffered);
  if (out.empty()) return out;
  if (!disk.nodes.empty()) out += ", only at";
  for (const std::string& name : disk.nodes) out += " " + word_or_quoted(name);
  return out + (disk.silent ? ", silent" : "");
}

ReadDisk read_disk(FaultReader& reader, int end, const std::string& bound, bool span,
                   const char* what) {
  const auto name = reader.name();
  reader.expect(',', "a name");
  const auto stored = reader.name();
  reader.expect(',', "a relation");
  const auto first = reader.time_word();
  std::optional<FaultReader::Word> last;
  if (span && reader.skip(',')) last = reader.time_word();
  reader.expect(')', what);

  ReadDisk out;
  out.name = word_or_quoted(name.text);
  out.node = reader.node_of(name);
  out.relation = relation_of(reader, stored);
  out.at = reader.time_of(first, end, bound);
  out.until = last ? reader.time_of(*last, end, bound) : out.at;
  return out;
}

}  // namespace ldfi
