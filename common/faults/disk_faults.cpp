#include "common/faults/disk_faults.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"

namespace ldfi {
namespace {

/// The relation of that name; nothing, after reporting it, if nothing happens to its disk.
std::optional<StoredId> relation_of(FaultReader& reader, const FaultReader::Word& word) {
  const auto found = reader.fspec().find_stored(word.text);
  if (found) return found;
  std::string all;
  for (const std::string& name : reader.fspec().stored()) {
    all += (all.empty() ? "" : ", ") + word_or_quoted(name);
  }
  reader.report("fault-relation",
                fmt::format("{} is no relation whose disk may have faults: these are {}",
                            word_or_quoted(word.text.substr(0, 60)), all));
  return std::nullopt;
}

}  // namespace

std::string in_words(const DiskFaults& disk) {
  std::string out;
  const auto add = [&out](int number, const char* one, const char* many) {
    if (number > 0) out += fmt::format(", {} {}", number, number == 1 ? one : many);
  };
  add(disk.write, "failed write", "failed writes");
  add(disk.dead, "dead disk", "dead disks");
  add(disk.corrupt, disk.detected ? "detected corruption" : "corruption",
      disk.detected ? "detected corruptions" : "corruptions");
  add(disk.writeback, "write-back", "write-backs");
  if (out.empty()) return out;
  out += " of";
  const bool some = disk.write == 0 && disk.dead == 0;
  const bool buffers = some && disk.corrupt == 0;
  const bool damaged = some && disk.writeback == 0;
  for (const std::string& name : buffers   ? disk.buffered
                                 : damaged ? disk.damaged
                                           : disk.relations) {
    out += " " + word_or_quoted(name);
  }
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
