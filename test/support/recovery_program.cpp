#include "test/support/recovery_program.hpp"

#include <algorithm>
#include <set>
#include <sstream>
#include <utility>

#include "common/dedalus/language/storage.hpp"
#include "test/support/random.hpp"

namespace ldfi::test {
namespace {

void choose_faults(FspecParameters& p, Random& random) {
  p.crash_model = CrashModel::stop;
  p.restarts = random.between(1, 2);
  p.crashes = random.chance(40) ? 1 : 0;
  if (random.chance(20)) p.crashable = {p.nodes.front()};
  while (Fspec(p).distinct_fault_sets() > max_fault_sets) {
    if (p.restarts > 1) {
      --p.restarts;
    } else if (p.eff > 1) {
      --p.eff;
    } else if (p.crashes > 0) {
      --p.crashes;
    } else {
      p.crashable = {p.nodes.front()};
      --p.eff;
    }
  }
}

/// Returns the first argument of the first literal of a rule. Empty if the literal is negated, or
/// if the text is not a rule.
std::string location(const std::string& rule) {
  const std::size_t body = rule.find(" :- ");
  const std::size_t open = rule.find('(', body);
  const std::size_t end = rule.find_first_of(",)", open);
  if (body == std::string::npos || rule.compare(body + 4, 5, "notin") == 0) return "";
  return rule.substr(open + 1, end - open - 1);
}

/// Adds a premise to a rule: `restart(N)`, `down(N)` or the negation of one of these. N is the
/// first argument of the rule's first literal.
std::string asking(const std::string& rule, Random& random) {
  const std::string node = location(rule);
  if (node.empty()) return rule;
  return rule.substr(0, rule.size() - 1) + (random.chance(50) ? ", notin" : ",") +
         (random.chance(70) ? " restart(" : " down(") + node + ");";
}

void choose_failed_writes(FspecParameters& p, std::vector<std::string> written, Random& random) {
  p.disk.write = random.chance(30) ? 2 : 1;
  p.disk.relations = std::move(written);
  p.disk.silent = random.chance(15);
  if (random.chance(25)) p.disk.nodes = {p.nodes.back()};
  p.restarts = random.between(0, 1);
  while (Fspec(p).distinct_fault_sets() > max_fault_sets) {
    if (p.disk.write > 1) {
      --p.disk.write;
    } else if (p.restarts > 0) {
      --p.restarts;
    } else if (p.crashes > 0) {
      --p.crashes;
    } else {
      --p.eff;
    }
  }
}

void choose_pauses(FspecParameters& p, Random& random) {
  p.limits.most.of<Pause>() = random.chance(35) ? 2 : 1;
  if (random.chance(25)) p.limits.pausable = {p.nodes.back()};
  p.restarts = std::min(p.restarts, random.between(0, 1));
  if (random.chance(25)) p.limits.omissions = random.between(0, 2);
  while (Fspec(p).distinct_fault_sets() > max_fault_sets) {
    if (p.limits.most.of<Pause>() > 1) {
      --p.limits.most.of<Pause>();
    } else if (p.restarts > 0) {
      --p.restarts;
    } else if (p.disk.write > 1) {
      --p.disk.write;
    } else if (p.crashes > 0) {
      --p.crashes;
    } else {
      --p.eff;
    }
  }
}

/// Returns a premise about a failed write. The write is one of a relation in `written`, or of any
/// relation.
std::string premise_about_failed_write(const std::string& node,
                                       const std::vector<std::string>& written, Random& random) {
  const std::string relation = random.chance(75) ? '"' + random.pick(written) + '"' : "_";
  return (random.chance(40) ? ", notin ioerror(" : ", ioerror(") + node + ", " + relation + ");";
}

std::string without(std::string text, const std::string& part, const std::string& instead) {
  const std::size_t at = text.find(part);
  return at == std::string::npos ? text : text.replace(at, part.size(), instead);
}

/// Changes a rule of a relation that is written to disk. A rule that copies the relation to the
/// next tick is removed, or gets another premise; then a failed write may keep a tuple that is lost
/// otherwise. A rule whose head holds at the same tick may become an `@next` rule, which writes.
std::string writing(const std::string& rule, const std::string& node, Random& random) {
  const std::size_t body = rule.find(" :- ");
  const std::string head = rule.substr(0, body);
  if (head.find("@async") != std::string::npos) return rule;
  const bool copies = head == rule.substr(body + 4, rule.size() - body - 5) + "@next";
  if (copies && random.chance(50)) return "";
  if (copies) return without(rule, ";", ", node(" + node + ", _);");
  return head.find("@next") == std::string::npos && random.chance(60)
             ? without(rule, " :- ", "@next :- ")
             : rule;
}

/// Changes rules so that the program writes tuples that it only copied or derived before. Adds
/// `ioerror(N, relation)` or its negation to some rules.
std::string with_errors(const std::string& text, const std::vector<std::string>& written,
                        Random& random) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const std::string node = location(line);
    const bool plain = !node.empty() && line.find('<') == std::string::npos;
    const std::string head = line.substr(0, line.find('('));
    const bool writes = std::find(written.begin(), written.end(), head) != written.end();
    if (plain && writes && random.chance(70)) line = writing(line, node, random);
    if (line.empty()) continue;
    out += line + "\n";
    const bool next = line.find(")@next :- ") != std::string::npos;
    if (!plain || !random.chance(next ? 35 : 12)) continue;
    out +=
        line.substr(0, line.size() - 1) + premise_about_failed_write(node, written, random) + "\n";
  }
  for (const std::string& relation : written) {
    if (out.find("stable " + relation + ";") == std::string::npos) {
      out += "stable " + relation + ";\n";
    }
  }
  return out;
}

/// Makes some stable relations buffered, and adds rules or facts that sometimes sync them to disk.
std::string with_buffers(const std::string& text, const FspecParameters& fspec, Random& random) {
  std::istringstream lines(text);
  std::string out;
  for (std::string line; std::getline(lines, line);) {
    const bool stable = line.starts_with("stable ");
    if (!stable || !random.chance(60)) {
      out += line + "\n";
      continue;
    }
    const std::string relation = line.substr(7, line.size() - 8);
    out += "buffered " + relation + ";\n";
    if (random.chance(40)) {
      out += "sync(N, \"" + relation + "\") :- node(N, _), restart(N);\n";
    } else {
      out += "sync(\"" + random.pick(fspec.nodes) + "\", \"" + relation + "\")@" +
             std::to_string(random.between(1, fspec.eot)) + ";\n";
    }
  }
  return out;
}

/// Lowers the limits on faults of disks until there are few enough fault sets.
void shrink_disk_faults(FspecParameters& p) {
  while (Fspec(p).distinct_fault_sets() > max_fault_sets) {
    if (p.disk.writeback > 1) {
      --p.disk.writeback;
    } else if (p.disk.corrupt > 1) {
      --p.disk.corrupt;
    } else if (p.limits.most.of<Pause>() > 1) {
      --p.limits.most.of<Pause>();
    } else if (p.disk.write > 0 && p.disk.dead + p.disk.writeback + p.disk.corrupt > 0) {
      --p.disk.write;
    } else if (!p.limits.omissions || *p.limits.omissions > 0) {
      p.limits.omissions = p.limits.omissions.value_or(3) - 1;
    } else if (p.crashes > 0) {
      --p.crashes;
    } else {
      --p.eff;
    }
  }
}

void choose_disk_faults(FspecParameters& p, Random& random) {
  p.disk.dead = random.chance(60) ? 1 : 0;
  p.disk.writeback = p.disk.buffered.empty() ? 0 : random.between(p.disk.dead > 0 ? 0 : 1, 2);
  p.disk.write = random.chance(40) ? 1 : 0;
  if (p.disk.none()) p.disk.dead = 1;
  p.restarts = 1;
  if (random.chance(40)) p.limits.omissions = random.between(0, 2);
  shrink_disk_faults(p);
}

/// Chooses the columns whose data may be damaged: the program's data columns, and sometimes another
/// column. If the program has no data columns, nodes detect all damage.
void choose_data(DiskFaults& disk, const dedalus::Program& program, Random& random) {
  const std::vector<std::string> all = std::exchange(disk.damaged, {});
  for (const auto& [name, column] : program.damaged) {
    disk.damaged.push_back(name);
    const dedalus::Relation& relation = program.relation(*program.find(name));
    const bool first = random.chance(25) && dedalus::has_data(relation, 2);
    if (!disk.detected) disk.columns.push_back(first ? 2 : column);
  }
  if (!disk.damaged.empty()) return;
  disk.detected = true;
  disk.damaged = all;
}

}  // namespace

RandomProgram recovery_program(std::uint64_t seed) {
  RandomProgram out = random_program(seed);
  Random random(seed * 7919 + 1);
  choose_faults(out.fspec, random);
  std::istringstream lines(out.text);
  std::set<std::string> kept;
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    const bool next = line.find(")@next :- ") != std::string::npos;
    if (next) kept.insert(line.substr(0, line.find('(')));
    text += line + "\n";
    const bool rule = line.find(" :- ") != std::string::npos;
    if (rule && line.find("<") == std::string::npos && random.chance(next ? 25 : 8)) {
      text += asking(line, random) + "\n";
    }
  }
  for (const std::string& relation : kept) {
    if (random.chance(45)) text += "stable " + relation + ";\n";
  }
  out.text = std::move(text);
  return out;
}

RandomProgram pause_program(std::uint64_t seed) {
  Random random(seed * 15'485'863 + 5);
  RandomProgram out = random.chance(40) ? failed_write_program(seed) : recovery_program(seed);
  choose_pauses(out.fspec, random);
  std::istringstream lines(out.text);
  std::string text;
  for (std::string line; std::getline(lines, line);) {
    text += line + "\n";
    const std::string node = line.find('<') == std::string::npos ? location(line) : "";
    if (node.empty() || !random.chance(8)) continue;
    text += line.substr(0, line.size() - 1) + (random.chance(50) ? ", notin" : ",") + " paused(" +
            node + ");\n";
  }
  out.text = std::move(text);
  return out;
}

RandomProgram disk_fault_program(std::uint64_t seed) {
  RandomProgram out = failed_write_program(seed);
  if (out.fspec.disk.relations.empty()) return out;
  Random random(seed * 32'452'843 + 7);
  RandomProgram buffered{with_buffers(out.text, out.fspec, random), out.fspec};
  if (const auto program = checked(buffered)) {
    out.text = std::move(buffered.text);
    for (const std::string& name : dedalus::buffered_relations(*program)) {
      const auto& named = out.fspec.disk.relations;
      const bool here = std::find(named.begin(), named.end(), name) != named.end();
      if (here) out.fspec.disk.buffered.push_back(name);
    }
  }
  choose_disk_faults(out.fspec, random);
  return out;
}

RandomProgram corruption_program(std::uint64_t seed) {
  Random random(seed * 49'979'687 + 11);
  RandomProgram out = random.chance(50)   ? disk_fault_program(seed)
                      : random.chance(50) ? pause_program(seed)
                                          : failed_write_program(seed);
  if (out.fspec.disk.relations.empty()) return out;
  out.fspec.disk.detected = random.chance(30);
  out.fspec.disk.corrupt = random.chance(40) ? 2 : 1;
  out.fspec.disk.damaged = out.fspec.disk.relations;
  const auto program = checked(out);
  if (!program) return out;
  choose_data(out.fspec.disk, *program, random);
  if (out.fspec.disk.detected) {
    std::istringstream lines(std::move(out.text));
    for (std::string line; std::getline(lines, line);) {
      out.text += line + "\n";
      const std::string node = line.find('<') == std::string::npos ? location(line) : "";
      if (node.empty() || !random.chance(12)) continue;
      std::string asking = premise_about_failed_write(node, out.fspec.disk.damaged, random);
      out.text += line.substr(0, line.size() - 1) + without(asking, "ioerror", "corrupt") + "\n";
    }
  }
  shrink_disk_faults(out.fspec);
  return out;
}

RandomProgram failed_write_program(std::uint64_t seed) {
  RandomProgram out = recovery_program(seed);
  const auto program = checked(out);
  if (!program) return out;
  Random random(seed * 104729 + 3);
  std::vector<std::string> written;
  for (const dedalus::Relation& relation : program->relations) {
    const bool name = relation.columns[0] == dedalus::ColumnType::string && relation.name != "node";
    const bool kept = out.text.find("\n" + relation.name + "(") != std::string::npos &&
                      relation.persisted && !program->built_in(*program->find(relation.name));
    if (name && kept) written.push_back(relation.name);
  }
  while (written.size() > 2) {
    written.erase(written.begin() + static_cast<std::ptrdiff_t>(random.below(written.size())));
  }
  if (written.empty()) return out;
  out.text = with_errors(out.text, written, random);
  const auto checked_again = checked(out);
  if (!checked_again) return recovery_program(seed);
  choose_failed_writes(out.fspec, std::move(written), random);
  return out;
}

RandomProgram outage_program(std::uint64_t seed) {
  Random random(seed);
  RandomProgram out = random.chance(40)   ? recovery_program(seed)
                      : random.chance(60) ? pause_program(seed)
                                          : observing_program(seed);
  out.fspec.disk = {};
  if (random.chance(35)) {
    out.fspec.limits.partitions = random.between(1, 2);
    out.fspec.limits.one_way = random.chance(40);
  }
  if (random.chance(30)) out.fspec.limits.omissions = random.between(0, 2);
  if (random.chance(30)) out.fspec.limits.faults = random.between(1, 2);
  return out;
}

RandomProgram stable_program(std::uint64_t seed) {
  Random random(seed);
  RandomProgram out = failed_write_program(seed);
  if (out.fspec.disk.relations.empty()) return out;
  if (random.chance(60)) out.fspec.disk.dead = random.between(1, 2);
  if (random.chance(50)) {  // few faults of other kinds, because there would be too many fault sets
    out.fspec.crashes = out.fspec.restarts = out.fspec.limits.most.of<Pause>() = 0;
  }
  if (random.chance(60)) out.fspec.limits.omissions = random.between(0, 1);
  if (random.chance(40)) out.fspec.limits.faults = random.between(1, 2);
  return out;
}

}  // namespace ldfi::test
