#include "common/prove/forever/grounder.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/dedalus/ground/relevance.hpp"
#include "common/prove/forever/fault_wires.hpp"
#include "common/prove/forever/needed.hpp"

namespace ldfi::forever {

using dedalus::Literal;
using dedalus::Program;
using dedalus::Rule;
using dedalus::RuleKind;
using dedalus::Term;
using ground::FactKind;
using ground::Table;

namespace {

/// Tick of all facts. Facts have no tick here, but the shared functions need one.
constexpr Time tick{1};

}  // namespace

Grounder::Grounder(const Program& program, const Fspec& fspec, const SystemLimits& limits)
    : Joining(store_, meter_),
      program_(program),
      fspec_(fspec),
      limits_(limits),
      needed_(needed_rules(program, fspec.crash_model() == CrashModel::stop)),
      columns_(program, needed_),
      meter_(limits.check),
      store_(program, fspec, {.max_facts = limits.max_facts, .check = limits.check}),
      tables_(program.relations.size()) {
  out_.program = &program;
  out_.fspec = &fspec;
  out_.tops = columns_.tops();
  out_.reads_crashes = reads_crashes();
  for (std::size_t r = 0; r < program.rules.size(); ++r) {
    slot_uses_.push_back(ground::uses_of(program.rules[r]));
    plans_.push_back(ground::make_plan(program, program.rules[r], std::nullopt));
    if (needed_[r]) refuse_rule(program.rules[r]);
  }
}

bool Grounder::reads_crashes() const {
  const auto is_crash = [this](const Literal& l) { return program_.timeless == l.relation; };
  for (std::size_t r = 0; r < program_.rules.size(); ++r) {
    const Rule& rule = program_.rules[r];
    if (needed_[r] && (std::ranges::any_of(rule.positive, is_crash) ||
                       std::ranges::any_of(rule.negative, is_crash)))
      return true;
  }
  return false;
}

void Grounder::refuse_rule(const Rule& rule) const {
  if (rule.carrier == dedalus::Carrier::load)
    throw Refusal("buffered relations are not covered where nodes stop", rule.where);
  for (const auto* list : {&rule.positive, &rule.negative}) {
    for (const Literal& l : *list) {
      if (program_.timeless != l.relation) continue;
      const Term& time = l.arguments[2];
      const auto& uses = slot_uses_[static_cast<std::size_t>(&rule - program_.rules.data())];
      const bool unread = time.kind == Term::Kind::wildcard ||
                          (time.kind == Term::Kind::variable && uses[time.slot] == 1);
      if (!unread) throw Refusal("a rule that reads when a node crashed is not covered", l.where);
    }
  }
}

System Grounder::run() {
  add_faults();
  add_given();
  while (round()) {
  }
  emitting_ = true;
  round();
  return finish();
}

bool Grounder::round() {
  grew_ = false;
  for (std::size_t r = 0; r < program_.rules.size(); ++r) {
    if (needed_[r]) enumerate(RuleId(r));
  }
  return grew_;
}

FactId Grounder::add(std::uint32_t space, std::span<const Value> tuple) {
  const auto [fact, added] = store_.add(space, tick, tuple);
  if (!added) return fact;
  LDFI_REQUIRE(!emitting_, "the last round finds no new facts");
  grew_ = true;
  if (space < tables_.size()) tables_[space].add(fact);
  return fact;
}

void Grounder::add_faults() {
  const auto add_fault = [this](const std::optional<RelationId>& relation, NodeId node) {
    const auto symbol = program_.symbols.find(fspec_.name(node));
    if (!relation || !symbol) return;
    const Value key[] = {*symbol};
    add(relation->raw(), key);
  };
  add_late_messages();
  add_failed_disks();
  add_failed_disks();
  for (std::uint32_t n = 0; n < fspec_.node_count(); ++n) {
    const NodeId node(n);
    if (may_be_down(fspec_, node)) add_fault(program_.built_in(FaultRelation::down), node);
    if (may_restart(fspec_, node)) add_fault(program_.built_in(FaultRelation::restart), node);
    for (const auto& relation :
         {program_.built_in(FaultRelation::paused), program_.built_in(FaultRelation::standing)})
      if (may_be_paused(fspec_, node)) add_fault(relation, node);
    add_quiet(node);
    if (!program_.timeless || !fspec_.may_crash() || !fspec_.crashable(node)) continue;
    const Value key[] = {static_cast<Value>(n)};
    const auto space = store_.space({FactKind::projection, program_.timeless->raw(), 0b101, 0});
    crash_by_node_[n] = store_.add(space, tick, key).first;
  }
}

/// Adds the facts which say that the node sends nothing. Messages to itself stay in its memory,
/// which a silent node keeps.
void Grounder::add_quiet(NodeId node) {
  if (!may_be_down(fspec_, node) && !may_be_paused(fspec_, node)) return;
  const auto symbol = program_.symbols.find(fspec_.name(node));
  for (const auto& relation :
       {program_.built_in(FaultRelation::quiet), program_.built_in(FaultRelation::quiet_self)}) {
    const bool keeps = relation == program_.built_in(FaultRelation::quiet_self) &&
                       fspec_.crash_model() == CrashModel::silent;
    const Value key[] = {symbol.value_or(0)};
    if (relation && symbol && !keeps) add(relation->raw(), key);
  }
}

void Grounder::add_late_messages() {
  if (!program_.built_in(FaultRelation::late)) return;
  for (std::uint32_t from = 0; from < fspec_.node_count(); ++from) {
    for (std::uint32_t to = 0; to < fspec_.node_count(); ++to) {
      const auto sender = program_.symbols.find(fspec_.name(NodeId(from)));
      const auto receiver = program_.symbols.find(fspec_.name(NodeId(to)));
      if (!sender || !receiver || !fspec_.may_be_late(NodeId(from), NodeId(to))) continue;
      for (int ticks = 1; ticks <= fspec_.delays().latest(); ++ticks) {
        const Value key[] = {*sender, *receiver, ticks};
        add(program_.built_in(FaultRelation::late)->raw(), key);
      }
    }
  }
}

void Grounder::add_failed_disks() {
  if (!program_.built_in(FaultRelation::ioerror) || fspec_.disk().silent) return;
  for (std::uint32_t n = 0; n < fspec_.node_count(); ++n) {
    const auto node = program_.symbols.find(fspec_.name(NodeId(n)));
    for (const RelationId relation : failing_disks(out_, NodeId(n))) {
      const auto name = program_.symbols.find(program_.relation(relation).name);
      const Value key[] = {node.value_or(0), name.value_or(0)};
      if (node && name) add(program_.built_in(FaultRelation::ioerror)->raw(), key);
    }
  }
}

bool Grounder::keeps_for_ever(const dedalus::GivenFact& fact) const {
  if (fact.at != Time(1)) return false;
  bool forgets = false;
  if (fspec_.crash_model() != CrashModel::silent &&
      program_.relation(fact.relation).columns[0] == dedalus::ColumnType::string) {
    const auto node = node_of(fact.tuple[0]);
    forgets = node && may_be_down(fspec_, *node);
  }
  const bool stops = fspec_.crash_model() == CrashModel::stop;
  for (std::size_t r = 0; r < program_.rules.size(); ++r) {
    const Rule& rule = program_.rules[r];
    if (!needed_[r] || rule.head != fact.relation || !dedalus::copies_table(rule)) continue;
    if (rule.observes) return true;
    const bool on_disk = stops && rule.carrier == dedalus::Carrier::copy;
    if (on_disk ? fspec_.disk().dead == 0 : !forgets) return true;
  }
  return false;
}

void Grounder::add_given() {
  std::vector<bool> read(program_.relations.size());
  for (std::size_t r = 0; r < program_.rules.size(); ++r) {
    if (!needed_[r]) continue;
    read[program_.rules[r].head.index()] = true;
    for (const auto* list : {&program_.rules[r].positive, &program_.rules[r].negative}) {
      for (const Literal& l : *list) read[l.relation.index()] = true;
    }
  }
  for (const auto& goal : ground::goal_relations(program_, 1)) read[goal.relation.index()] = true;
  for (const auto& given : program_.facts) {
    if (!read[given.relation.index()]) continue;
    std::vector<Value> tuple = given.tuple;
    for (std::size_t c = 0; c < tuple.size(); ++c) {
      tuple[c] = columns_.saturated(given.relation, c, tuple[c]);
    }
    const FactId fact = add(given.relation.raw(), tuple);
    constant_.resize(store_.facts.size());
    if (keeps_for_ever(given)) constant_[fact.index()] = true;
    out_.given.push_back({fact, given.at});
  }
}

std::optional<NodeId> Grounder::node_of(Value symbol) const {
  return fspec_.find(program_.symbols.text(symbol));
}

std::optional<FactId> Grounder::crash_fact(NodeId node) const {
  const auto it = crash_by_node_.find(node.raw());
  if (it == crash_by_node_.end()) return std::nullopt;
  return it->second;
}

System Grounder::finish() {
  constant_.resize(store_.facts.size());
  for (std::size_t f = 0; f < store_.facts.size(); ++f) {
    const auto& info = store_.facts[f];
    const auto tuple = store_.tuple(FactId(f));
    System::Fact fact{.tuple = {tuple.begin(), tuple.end()}, .constant = constant_[f]};
    const RelationId relation(info.space);
    if (info.kind == FactKind::user) fact.relation = relation;
    if (info.kind == FactKind::projection)
      fact.crash = NodeId(static_cast<std::uint32_t>(tuple[0]));
    if (info.kind == FactKind::fault && relation == program_.built_in(FaultRelation::down)) {
      fact.relation = relation;
      fact.down = node_of(tuple[0]);
    }
    if (info.kind == FactKind::fault && (relation == program_.built_in(FaultRelation::paused) ||
                                         relation == program_.built_in(FaultRelation::standing))) {
      fact.relation = relation;
      fact.paused = node_of(tuple[0]);
    }
    if (info.kind == FactKind::fault &&
        (relation == program_.built_in(FaultRelation::quiet) ||
         relation == program_.built_in(FaultRelation::quiet_self))) {
      fact.relation = relation;
      fact.quiet = node_of(tuple[0]);
    }
    if (info.kind == FactKind::fault && relation == program_.built_in(FaultRelation::restart)) {
      fact.relation = relation;
      fact.restart = node_of(tuple[0]);
    }
    if (info.kind == FactKind::fault && relation == program_.built_in(FaultRelation::ioerror)) {
      fact.relation = relation;
      fact.failed = {*node_of(tuple[0]), *program_.find(program_.symbols.text(tuple[1]))};
    }
    if (info.kind == FactKind::fault && relation == program_.built_in(FaultRelation::late)) {
      fact.relation = relation;
      fact.late = Lateness{{*node_of(tuple[0]), *node_of(tuple[1])}, static_cast<int>(tuple[2])};
    }
    out_.facts.push_back(std::move(fact));
  }
  for (const auto& [of, fact] : past_) out_.facts[fact.index()].past = of;
  for (const auto& [at, fact] : since_) out_.facts[fact.index()].since = at;
  std::erase_if(out_.given, [this](const GivenAt& one) { return constant(one.fact); });
  for (auto* list : {&out_.now, &out_.next, &out_.errors, &out_.escapes}) {
    std::sort(list->begin(), list->end());
    list->erase(std::unique(list->begin(), list->end()), list->end());
  }
  return std::move(out_);
}

namespace {

void refuse_faults(const Fspec& fspec) {
  const FspecParameters& p = fspec.parameters();
  const auto refuse = [](bool given, const char* what) {
    if (given) throw Refusal(fmt::format("{} are not covered", what));
  };
  each_kind([&]<class Kind>(Kind*) {
    if constexpr (!has_support<Kind>(Support::every_eot)) {
      if constexpr (requires { Kind::objects; }) {
        refuse(admits_some(Kind::most(p)), Kind::objects);
      } else {
        refuse(admits_some(Kind::most(p)), Kind::number.many);
      }
    }
  });
  refuse(p.delays.fifo && !p.delays.none(), "channels that are fifo");
  refuse(p.delays.self, "messages to oneself that are late");
  refuse(p.delays.by_relation, "messages that are late relation by relation");
  refuse(p.delays.until.has_value() && !p.delays.none(), "last ticks of late messages");
  if (p.delays.latest() > max_counted)
    throw Refusal(fmt::format("messages more than {} ticks late are not covered", max_counted));
  refuse(p.limits.least_down > 1 || p.limits.most_down, "limits of how long nodes are down");
  for (const auto& [most, what] : {std::pair{p.limits.omissions.value_or(0), "omissions"},
                                   {p.limits.faults.value_or(0), "faults"},
                                   {p.limits.most.of<Pause>(), "pauses"},
                                   {p.delays.count.value_or(0), "late messages"},
                                   {p.delays.budget.value_or(0), "ticks of late messages"},
                                   {p.delays.duplicates, "duplicates"},
                                   {p.disk.write, "failed writes"},
                                   {p.disk.dead, "dead disks"},
                                   {p.limits.partitions, "partitions"},
                                   {p.restarts, "restarts"}}) {
    if (most > max_counted)
      throw Refusal(fmt::format("limits of more than {} {} are not covered", max_counted, what));
  }
  if (p.limits.partitions > 0 && fspec.cuts().size() > max_cuts)
    throw Refusal(
        fmt::format("more than {} sets that partitions may cut off are not covered", max_cuts));
}

}  // namespace

System ground_system(const Program& program, const Fspec& fspec, const SystemLimits& limits) {
  refuse_faults(fspec);
  LDFI_REQUIRE(program.specifications.size() <= 1,
               "the program is judged by at most one specification");
  return Grounder(program, fspec, limits).run();
}

std::string System::key(FactId fact) const {
  const Fact& f = facts.at(fact.index());
  if (f.past) return fmt::format("{}@{}", key(f.past->first), f.past->second.tick());
  if (!f.relation) return "";
  const dedalus::Relation& about = program->relation(*f.relation);
  // The last column of a late message is its delay in ticks.
  const std::size_t columns = f.tuple.size() - (about.late_of ? 1 : 0);
  const RelationId named = about.late_of.value_or(*f.relation);
  std::string out = key(named);
  if (out.empty()) out = program->relation(named).name;
  for (std::size_t i = 0; i < columns; ++i) {
    out += i == 0 ? '(' : ',';
    // Correct, because place() maps its result back to the argument.
    const std::size_t c = place(named, i);
    if (about.columns[c] != dedalus::ColumnType::string) {
      out += std::to_string(f.tuple[c]);
      continue;
    }
    for (const char byte : program->symbols.text(f.tuple[c])) {
      const bool plain = (byte >= '0' && byte <= '9') || (byte >= 'A' && byte <= 'Z') ||
                         (byte >= 'a' && byte <= 'z') || byte == '.' || byte == '_' || byte == '-';
      out +=
          plain ? std::string(1, byte) : fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
    }
  }
  return out + ")" + (about.late_of ? fmt::format("+{}", f.tuple.back()) : "");
}

std::string System::key(RelationId relation) const {
  using dedalus::EventKind;
  const dedalus::Relation& about = program->relation(relation);
  if (about.event) {
    const std::string& of = program->relation(about.event->of).name;
    if (about.event->kind == EventKind::arrival) return "delivered." + of;
    // The event `arrival` has the same facts.
    if (about.event->kind == EventKind::delivered) return "";
    if (about.event->kind == EventKind::before) return "before:" + of;
    if (about.event->kind == EventKind::was_sent) return "before:sent." + of;
  }
  return about.name.find('[') == std::string::npos ? about.name : "";
}

std::size_t System::place(RelationId relation, std::size_t column) const {
  const auto& event = program->relation(relation).event;
  const bool swaps = event && event->kind == dedalus::EventKind::arrival && column < 2;
  return swaps ? 1 - column : column;
}

std::string System::text(FactId fact) const {
  const Fact& f = facts.at(fact.index());
  if (f.relation) return program->tuple_text(*f.relation, f.tuple.data());
  if (f.past) return fmt::format("{}@{}", text(f.past->first), f.past->second.tick());
  return f.crash ? fmt::format("crash(_,{},_)", fspec->name(*f.crash)) : "a helper";
}

}  // namespace ldfi::forever
