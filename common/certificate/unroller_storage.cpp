// What stays at a node from tick to tick, and what of it is on disks (docs/SEMANTICS.md, section 3).
#include <algorithm>

#include "common/certificate/storage.hpp"
#include "common/certificate/unroller.hpp"

namespace ldfi::certificate {

/// Of which relations there are disks that may fail, that may be damaged, and that may be written back.
void Unroller::require_disks() {
  const auto is = [this](const std::string& name, bool stable) {
    const auto it = program_.relations.find(name);
    return it != program_.relations.end() &&
           ((stable && stable_.contains(it->second)) || disk_of_.contains(it->second));
  };
  for (const auto& [node, relation] : limits_.disks) {
    if (!is(relation, true))
      throw Rejected("a disk of what is neither stable nor buffered: " + relation);
  }
  for (const std::string& relation : limits_.written_back) {
    if (!is(relation, false)) throw Rejected("written back, and not buffered: " + relation);
  }
  for (const auto& [relation, column] : limits_.data) {
    if (!is(relation, true))
      throw Rejected("damaged, and neither stable nor buffered: " + relation);
    if (column != 0 && is_node(mark_)) throw Rejected("a node that is called like damaged data: ?");
  }
}

/// Stable relations, and those that some rule derives for a later tick, or that are given.
std::set<int> Unroller::lasting() const {
  std::set<int> out = stable_;
  if (limits_.pauses == 0) return out;
  for (const Rule& rule : program_.rules) {
    if (!rule.observes && rule.when != When::now && !buffered_.contains(rule.relation))
      out.insert(rule.relation);
  }
  for (const Fact& fact : program_.facts) {
    if (!fact.observes) out.insert(fact.relation);
  }
  return out;
}

/// Of a buffered relation, what is on the disk holds where its node is down, or comes back.
void Unroller::load(std::vector<Heads>& now) {
  for (const auto& [relation, disk] : disk_of_) {
    for (const auto& [tuple, ways] : now[index(disk)]) {
      if (!limits_.stop || !is_node(tuple[0])) continue;
      const std::string& node = name(tuple[0]);
      const int reads = circuit().any({outages_.down(node, t_), outages_.restarts(node, t_)});
      const int holds = circuit().all({circuit().any(ways), reads});
      if (holds != Circuit::no) now[index(relation)][tuple].push_back(holds);
    }
  }
}

/// What is on a disk stays there while its node is down, or writes fail; and where a node is paused, what
/// it has and what it is sent waits.
void Unroller::stand(std::vector<Heads>& then) {
  for (const int relation : lasting_) {
    const bool stable = stable_.contains(relation);
    for (const Row& row : tables_[index(t_)][index(relation)].rows()) {
      if (row.tuple.empty() || !is_node(row.tuple[0])) continue;
      const std::string& node = name(row.tuple[0]);
      Clause stands{pauses_.paused(node, t_)};
      int lives = Circuit::yes, damaged = Circuit::no;
      if (stable) {
        const std::string& of = name(names_[index(relation)]);
        stands.push_back(outages_.down(node, t_));
        stands.push_back(disks_.fails(node, of, t_));
        lives = -disks_.dead(node, of, t_);
        damaged = disks_.damages(node, of, t_);
      }
      hand_on(relation, row, {circuit().any(stands), lives}, damaged, then[index(relation)]);
    }
  }
}

/// The disk of a buffered relation stays as it is where nothing is written.
void Unroller::keep_disks(std::vector<Heads>& then) {
  for (const auto& [relation, disk] : disk_of_) {
    const std::string& of = name(names_[index(relation)]);
    for (const Row& row : tables_[index(t_)][index(disk)].rows()) {
      const Value at = row.tuple[0];
      int lives = Circuit::yes, damaged = Circuit::no;
      if (is_node(at) && limits_.stop) {
        lives = -disks_.dead(name(at), of, t_);
        damaged = disks_.damages(name(at), of, t_);
      } else if (is_node(at) && limits_.halt) {
        lives = -crashed(at, t_);
      }
      hand_on(disk, row, {-synced(at, relation), lives}, damaged, then[index(disk)]);
    }
  }
}

/// The row holds at the next tick, too, if all of `body` does; damaged or as it is.
void Unroller::hand_on(int relation, const Row& row, const Clause& body, int damaged, Heads& to) {
  const auto put = [&](const Tuple& tuple, int how) {
    Clause all = body;
    all.insert(all.end(), {row.literal, how});
    const int kept = circuit().all(all);
    if (kept != Circuit::no) to[tuple].push_back(kept);
  };
  put(row.tuple, -damaged);
  Tuple other = row.tuple;
  if (damaged != Circuit::no && damage(relation, other)) put(other, damaged);
}

/// What the node writes now of a buffered relation gets to the disk, as the program or the system wants.
int Unroller::synced(Value node, int relation) {
  int wanted = Circuit::no;
  const Table& syncs = tables_[index(t_)][index(sync_)];
  for (const int row : syncs.with(0, node)) {
    const Row& sync = syncs.rows()[index(row)];
    if (sync.tuple[1] == names_[index(relation)]) wanted = sync.literal;
  }
  if (!limits_.stop || !is_node(node)) return wanted;
  const std::string& of = name(names_[index(relation)]);
  return circuit().all({circuit().any({wanted, disks_.writes_back(name(node), of, t_)}),
                        disks_.writes(name(node), of, t_)});
}

/// Whether an outage keeps what a rule derives from the next tick.
int Unroller::survives(const Rule& rule, Value from, Value to) {
  const int relation = rule.tells_of.value_or(rule.relation);
  if (!is_node(from)) return rule.when == When::next ? Circuit::yes : Circuit::no;
  if (rule.when == When::next && stable_.contains(relation)) {
    const std::string& of = name(names_[index(relation)]);
    return copies_table(rule) ? -disks_.dead(name(from), of, t_)
                              : disks_.writes(name(from), of, t_);
  }
  const int stops = circuit().any({outages_.down(name(from), t_), pauses_.paused(name(from), t_)});
  const int forgets = outages_.down(name(from), t_ + 1);
  if (rule.when == When::next || to == from) return circuit().all({-stops, -forgets});
  if (!is_node(to)) return Circuit::no;
  return circuit().all({-stops, -outages_.mutes(name(from), t_), -outages_.down(name(to), t_ + 1)});
}

/// Of a tuple on a disk that a rule hands on as it is.
int Unroller::damaged(const Rule& rule, Value from) {
  const bool may = limits_.corruptions > 0 && stable_.contains(rule.relation) && is_node(from);
  if (!may || !certificate::hands_on(rule)) return Circuit::no;
  return disks_.damages(name(from), name(names_[index(rule.relation)]), t_);
}

bool Unroller::damage(const Rule& rule, Tuple& tuple) const {
  return damage(rule.relation, tuple);
}

/// False where damage is detected: then nothing is left of it.
bool Unroller::damage(int relation, Tuple& tuple) const {
  const auto disk = buffered_.find(relation);
  const int of = disk == buffered_.end() ? relation : disk->second;
  const int column = limits_.data.at(name(names_[index(of)]));
  if (column == 0) return false;
  if (index(column) > tuple.size() || !tuple[index(column) - 1].text)
    throw Rejected("a data column that holds no strings: " + name(names_[index(of)]));
  tuple[index(column) - 1] = mark_;
  return true;
}

}  // namespace ldfi::certificate
