#include "common/prove/certificate/tick.hpp"

#include <algorithm>

#include "common/prove/certificate/events.hpp"
#include "common/prove/certificate/storage.hpp"

namespace ldfi::certificate {

Tick::Tick(Program& program, const Limits& limits, const std::function<void()>& check)
    : Derivation(program, check), limits_(limits) {
  for (const std::string& node : limits.nodes) nodes_.push_back(program.string(node));
  std::ranges::sort(nodes_);
  crash_ = program.relation("crash");
  down_ = program.relation("down");
  restart_ = program.relation("restart");
  ioerror_ = program.relation("ioerror");
  corrupt_ = program.relation("corrupt");
  paused_ = program.relation("paused");
  sync_ = program.relation("sync");
  pre_ = program.relation(limits.pre);
  post_ = program.relation(limits.post);
  for (const int relation : {down_, restart_, paused_})
    if (is_built_in(program, relation)) built_in_.insert(relation);
  for (const int relation : {ioerror_, corrupt_})
    if (is_built_in(program, relation, 2)) built_in_.insert(relation);
  mark_ = program.string("?");
  for (const auto& [node, relation] : limits.disks)
    disks_.push_back({program.string(node), program.string(relation)});
  names_.resize(program.relations.size());
  for (const auto& [name, number] : program.relations) names_[index(number)] = program.string(name);
  disk_of_ = buffered_relations(program);
  for (const auto& [relation, disk] : disk_of_) buffered_[disk] = relation;
  components_ = components(program, check);
  if (limits.stop) find_lasting();
}

/// Finds the relations whose tuples outlast outages and pauses. These are stable relations and, if
/// nodes may be paused, relations with given facts or with rules for a later tick.
void Tick::find_lasting() {
  stable_ = lasting_ = stable_relations(program_);
  if (limits_.pauses == 0) return;
  for (const Rule& rule : program_.rules) {
    if (!rule.observes && rule.when != When::now && !buffered_.contains(rule.relation))
      lasting_.insert(rule.relation);
  }
  for (const Fact& fact : program_.facts) {
    if (!fact.observes) lasting_.insert(fact.relation);
  }
}

bool Tick::is_node(Value v) const {
  return std::ranges::binary_search(nodes_, v);
}

void Tick::begin(std::vector<Heads>& now) {
  tables_.assign(names_.size(), {});
  load(now);
  built_in();
}

/// Loads the tuples of buffered relations from the disks of nodes that are down or restart.
void Tick::load(std::vector<Heads>& now) {
  for (const auto& [relation, disk] : disk_of_) {
    for (const auto& [tuple, ways] : now[index(disk)]) {
      if (!limits_.stop || !is_node(tuple[0])) continue;
      const int reads = circuit().any({faults(tuple[0]).down, faults(tuple[0]).restarts});
      const int holds = circuit().all({circuit().any(ways), reads});
      if (holds != Circuit::no) now[index(relation)][tuple].push_back(holds);
    }
  }
}

// Adds the rows of built-in relations. The order determines the numbers of gates, and proofs depend
// on these numbers.
void Tick::built_in() {
  quiet_nodes();
  if (limits_.stop) failed_disks();
  crashes(crashes_);
  for (const Value node : nodes_) {
    give(restart_, {node}, faults(node).restarts);
    give(paused_, {node}, faults(node).paused);
    give(down_, {node}, faults(node).down);
  }
}

void Tick::give(int relation, const Tuple& tuple, int literal) {
  if (literal != Circuit::no && built_in_.contains(relation))
    add_row(tables_[index(relation)], tuple, literal);
}

/// Adds the rows of the relations of quiet nodes, which send nothing. Rules for the event `sent`
/// read them. A message of a node to itself stays in its memory, which a node with a silent crash
/// keeps.
void Tick::quiet_nodes() {
  for (const bool itself : {false, true}) {
    const auto relation = program_.relations.find(itself ? quiet_to_itself : quiet);
    if (relation == program_.relations.end() || (itself && !limits_.stop && !limits_.halt))
      continue;
    for (const Value node : nodes_) {
      const int literal = faults(node).silent;
      if (literal != Circuit::no) add_row(tables_[index(relation->second)], {node}, literal);
    }
  }
}

/// Adds the rows of the relations `ioerror` and `corrupt`.
void Tick::failed_disks() {
  for (const Tuple& of : disks_) {
    const std::string& relation = name(of[1]);
    if (!limits_.silent_disks) give(ioerror_, of, disk(of[0], relation).failed);
    const auto data = limits_.data.find(relation);
    if (data != limits_.data.end() && data->second == 0 && built_in_.contains(corrupt_))
      give(corrupt_, of, disk(of[0], relation).damaged_before);
  }
}

void Tick::keep_lasting() {
  for (const int relation : lasting_) {
    const bool stable = stable_.contains(relation);
    for (const Row& row : now(relation).rows()) {
      if (row.tuple.empty() || !is_node(row.tuple[0])) continue;
      const Value node = row.tuple[0];
      Clause stands{faults(node).paused};
      int lives = Circuit::yes, damaged = Circuit::no;
      if (stable) {
        const DiskFaults disk = this->disk(node, relation_name(relation));
        stands.push_back(faults(node).down);
        stands.push_back(disk.fails);
        lives = -disk.dead;
        damaged = disk.damaged;
      }
      pass_on(relation, row, {circuit().any(stands), lives}, damaged);
    }
  }
}

void Tick::keep_disks() {
  for (const auto& [relation, file] : disk_of_) {
    const std::string& of = relation_name(relation);
    for (const Row& row : now(file).rows()) {
      const Value at = row.tuple[0];
      int lives = Circuit::yes, damaged = Circuit::no;
      if (is_node(at) && limits_.stop) {
        lives = -disk(at, of).dead;
        damaged = disk(at, of).damaged;
      } else if (is_node(at) && limits_.halt) {
        lives = -faults(at).down;
      }
      pass_on(file, row, {-synced(at, relation), lives}, damaged);
    }
  }
}

/// Keeps the row until the next tick if all of `body` is true: in its damaged form if `damaged` is
/// true, otherwise unchanged.
void Tick::pass_on(int relation, const Row& row, const Clause& body, int damaged) {
  const auto put = [&](const Tuple& tuple, int how) {
    Clause all = body;
    all.insert(all.end(), {row.literal, how});
    const int kept = circuit().all(all);
    if (kept != Circuit::no) stays(relation, tuple, kept);
  };
  put(row.tuple, -damaged);
  Tuple other = row.tuple;
  if (damaged != Circuit::no && damage(relation, other)) put(other, damaged);
}

/// Returns the literal which says that the buffered relation reaches its disk: the program or the
/// system writes it, and no fault prevents the write.
int Tick::synced(Value node, int relation) {
  int wanted = Circuit::no;
  const Table& syncs = now(sync_);
  for (const int row : syncs.with(0, node)) {
    const Row& sync = syncs.rows()[index(row)];
    if (sync.tuple[1] == names_[index(relation)]) wanted = sync.literal;
  }
  if (!limits_.stop || !is_node(node)) return wanted;
  const std::string& of = relation_name(relation);
  return circuit().all({circuit().any({wanted, disk(node, of).written_back}), writes(node, of)});
}

int Tick::stops(Value node) {
  if (!limits_.stop && !limits_.halt) return Circuit::no;
  return circuit().any({faults(node).down, faults(node).paused});
}

/// Returns the literal which says that the node loses its memory, because it is down at the next
/// tick. Returns false in a circuit that stands for every tick: it clears the memory at the
/// beginning of the tick.
int Tick::forgets(Value node) const {
  return limits_.stop && next_ != nullptr ? next_->node(node).down : Circuit::no;
}

/// Returns the literal which says that a write reaches the disk.
int Tick::writes(Value node, const std::string& relation) {
  const DiskFaults disk = this->disk(node, relation);
  return circuit().all({-stops(node), -disk.fails, -disk.dead});
}

/// Returns the literal which says that a message arrives `late_` ticks after it is due. The sender
/// can be the receiver, too.
int Tick::message(const Rule& rule, Value from, Value to) {
  if (!is_node(to)) return Circuit::no;
  if (faults_ == nullptr) return Circuit::yes;
  const int arrives =
      faults_->channel(from, to, is_delayed_as_unit(rule)).arrives(circuit(), late_);
  return circuit().all({-faults_->link(from, to).gone, -forgets(to), arrives});
}

int Tick::arrives(const Rule& rule, Value from, const Tuple& head) {
  if (rule.when == When::now || (rule.observes && !rule.copy_of_rule_for)) return Circuit::yes;
  const int relation = observed_relation(rule);
  if (const auto disk = buffered_.find(relation); disk != buffered_.end()) {
    const bool stopped = limits_.halt && is_node(from);
    return circuit().all({synced(from, disk->second), stopped ? -faults(from).down : Circuit::yes});
  }
  const bool sends = rule.when == When::async;
  if (!is_node(from)) return sends ? Circuit::no : Circuit::yes;
  if (sends && (receiver(rule, head) != from || limits_.late_self))
    return message(rule, from, receiver(rule, head));
  if (late_ > 0) return Circuit::no;  // a message of a node to itself is not late
  if (sends || !stable_.contains(relation)) return circuit().all({-stops(from), -forgets(from)});
  const std::string& of = relation_name(relation);
  return copies_table(rule) ? -disk(from, of).dead : writes(from, of);
}

/// Returns the literal that is true if a fault damages the tuple which the rule keeps for the next
/// tick. A rule that copies a damaged tuple from a disk copies the damage, too.
int Tick::damaged(const Rule& rule, Value from) {
  const bool may = limits_.corruptions > 0 && stable_.contains(rule.relation) && is_node(from);
  if (!may || !keeps_a_tuple(rule)) return Circuit::no;
  return disk(from, relation_name(rule.relation)).damaged;
}

/// Replaces the data of a tuple by damaged data. Returns false if nodes detect the damage, so that
/// the tuple is dropped.
bool Tick::damage(int relation, Tuple& tuple) const {
  const auto disk = buffered_.find(relation);
  const std::string& of = relation_name(disk == buffered_.end() ? relation : disk->second);
  const int column = limits_.data.at(of);
  if (column == 0) return false;
  if (index(column) > tuple.size() || !tuple[index(column) - 1].text)
    throw Rejected("a data column does not hold strings: " + of);
  tuple[index(column) - 1] = mark_;
  return true;
}

int broken(Circuit& circuit, const Table& promised, const Table& kept) {
  std::map<Tuple, int> holds;
  for (const Row& row : kept.rows()) holds[row.tuple] = row.literal;
  Clause some;
  for (const Row& row : promised.rows()) {
    const auto it = holds.find(row.tuple);
    some.push_back(it == holds.end() ? row.literal : circuit.all({row.literal, -it->second}));
  }
  return circuit.any(some);
}

}  // namespace ldfi::certificate
