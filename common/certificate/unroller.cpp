#include "common/certificate/unroller.hpp"

#include <algorithm>

#include "common/certificate/events.hpp"
#include "common/certificate/storage.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::size_t most_tables = 20'000'000;

}  // namespace

Unroller::Unroller(Program& program, const Limits& limits, const std::function<void()>& check)
    : Derivation(program, check), limits_(limits) {
  out_.circuit.ask(check);
  for (const std::string& node : limits.nodes) nodes_.push_back(program.string(node));
  std::ranges::sort(nodes_);
  crash_ = program.relation("crash");
  down_ = program.relation("down");
  restart_ = program.relation("restart");
  ioerror_ = program.relation("ioerror");
  corrupt_ = program.relation("corrupt");
  paused_ = program.relation("paused");
  sync_ = program.relation("sync");
  mark_ = program.string("?");
  for (const auto& [node, relation] : limits.disks)
    disk_names_.push_back({program.string(node), program.string(relation)});
  pre_ = program.relation(limits.pre);
  post_ = program.relation(limits.post);
  for (const Fact& fact : program.universe) {
    universe_[{fact.relation, fact.tick}].insert(fact.tuple);
  }
  count_ = program.relations.size();
  names_.resize(count_);
  for (const auto& [name, number] : program.relations) names_[index(number)] = program.string(name);
  disk_of_ = buffered_relations(program);
  for (const auto& [relation, disk] : disk_of_) buffered_[disk] = relation;
}

/// A name that nothing is sent by would let nothing be late, where a reader believes that something is.
void Unroller::require_sent() const {
  for (const std::string& relation : limits_.late_relations) {
    const auto it = program_.relations.find(relation);
    const bool sent = std::ranges::any_of(program_.rules, [&](const Rule& rule) {
      return it != program_.relations.end() && rule.when == When::async &&
             rule.relation == it->second;
    });
    if (!sent) throw Rejected("claim.txt: late-relation " + relation + ", which nothing sends");
  }
}

Unrolled Unroller::run() {
  require_sent();
  if (limits_.stop) {
    stable_ = stable_relations(program_);
    require_disks();
    lasting_ = lasting();
  } else {
    faults();
  }
  components_ = components(program_, [this] { ask(); });
  if (count_ > most_tables / index(limits_.eot))
    throw Rejected("more ticks and relations than can be checked");
  tables_.resize(static_cast<std::size_t>(limits_.eot) + 1);
  const int latest = limits_.latest();
  std::map<int, std::vector<Heads>> coming;  // by tick
  for (t_ = 1; t_ <= limits_.eot; ++t_) {
    ask();
    std::vector<Heads> now = std::move(coming[t_]);
    coming.erase(t_);
    now.resize(count_);
    for (const Fact& fact : program_.facts) {
      if (fact.tick == t_) now[index(fact.relation)][fact.tuple].push_back(Circuit::yes);
    }
    load(now);
    tables_[index(t_)].resize(count_);
    built_in();
    for (const Component& component : components_) derive(component, now);
    if (t_ < limits_.eot) {
      coming[t_ + 1].resize(count_);
      stand(coming[t_ + 1]);
      keep_disks(coming[t_ + 1]);
    }
    // At EOT, what is of the next tick is not computed.
    sent_ = false;
    for (late_ = 0; late_ <= latest && t_ + 1 + late_ <= limits_.eot; ++late_) {
      if (late_ > 0 && !sent_) break;
      std::vector<Heads>& then = coming[t_ + 1 + late_];
      then.resize(count_);
      for (const Rule& rule : program_.rules) {
        const bool may = late_ == 0 ? rule.when != When::now : rule.when == When::async;
        if (may) apply(rule, then[index(rule.relation)]);
      }
    }
  }
  limit();
  // Where arithmetic fails, nobody knows what would have overtaken what.
  if (limits_.fifo) out_.overtakes = circuit().all({channels_.overtakes(), -out_.error});
  out_.axioms.push_back({-out_.overtakes});
  return std::move(out_);
}

bool Unroller::is_node(Value v) const {
  return std::ranges::binary_search(nodes_, v);
}

int Unroller::crashed(Value node, int t) {
  if (limits_.crashes == 0 || limits_.stop || t < 1 || limits_.survivors.contains(name(node)))
    return Circuit::no;
  return circuit().input(crashed_by(name(node), t));
}

void Unroller::faults() {
  for (const Value node : nodes_) {
    if (limits_.survivors.contains(name(node))) continue;
    for (int t = 1; t < limits_.eot && limits_.crashes > 0; ++t) {
      out_.axioms.push_back({-crashed(node, t), crashed(node, t + 1)});
    }
    if (limits_.crashes > 0) out_.crashed.push_back(crashed(node, limits_.eot));
  }
  const auto most = static_cast<std::size_t>(limits_.crashes) + 1;
  if (limits_.crashes > 0) out_.axioms.push_back({-circuit().at_least(out_.crashed, most)[most]});
}

/// How many faults there may be, of what an execution can notice.
void Unroller::limit() {
  std::vector<int> late, ticks, twice;
  for (const std::vector<int>& by : out_.late) {
    late.push_back(by.front());
    ticks.insert(ticks.end(), by.begin(), by.end());  // n ticks late: n of them hold
  }
  for (const std::vector<int>& by : out_.twice) twice.push_back(circuit().any(by));
  std::vector<int> all = out_.losses;
  for (const auto* some : {&out_.crashed, &out_.outages, &out_.partitions, &out_.pauses,
                           &out_.writes, &out_.disks, &late, &twice})
    all.insert(all.end(), some->begin(), some->end());
  const auto limited = [this](const std::vector<int>& these, std::optional<int> most) {
    if (most) out_.at_most(these, static_cast<std::size_t>(*most));
  };
  limited(out_.losses, limits_.losses);
  limited(late, limits_.late_count);
  limited(ticks, limits_.late_budget);
  limited(twice, limits_.twice);
  limited(all, limits_.faults);
}

void Unroller::built_in_of_outages() {
  for (const Value node : nodes_) {
    for (int s = 1; t_ == 1 && s <= limits_.eot; ++s) {
      const int literal = outages_.crashes(name(node), s);
      for (const Value observer : nodes_)
        if (literal != Circuit::no) add_row(crashes_, {observer, node, {false, s}}, literal);
    }
    const int back = outages_.restarts(name(node), t_);
    if (back != Circuit::no && is_built_in(program_, restart_))
      add_row(tables_[index(t_)][index(restart_)], {node}, back);
    const int paused = pauses_.paused(name(node), t_);
    if (paused != Circuit::no && is_built_in(program_, paused_))
      add_row(tables_[index(t_)][index(paused_)], {node}, paused);
    const int down = outages_.down(name(node), t_);
    if (down != Circuit::no && is_built_in(program_, down_))
      add_row(tables_[index(t_)][index(down_)], {node}, down);
  }
}

/// Of writes that failed at the tick before, of dead disks, and of damage.
void Unroller::built_in_of_disks() {
  const bool errors = !limits_.silent_disks && is_built_in(program_, ioerror_, 2);
  const bool damage = is_built_in(program_, corrupt_, 2);
  for (const Tuple& of : disk_names_) {
    const std::string &node = name(of[0]), &relation = name(of[1]);
    const int failed =
        circuit().any({disks_.fails(node, relation, t_ - 1), disks_.dead(node, relation, t_ - 1)});
    if (errors && failed != Circuit::no) add_row(tables_[index(t_)][index(ioerror_)], of, failed);
    const auto data = limits_.data.find(relation);
    if (!damage || data == limits_.data.end() || data->second != 0) continue;
    const int dropped = disks_.damages(node, relation, t_ - 1);
    if (dropped != Circuit::no) add_row(tables_[index(t_)][index(corrupt_)], of, dropped);
  }
}

/// Who sends nothing, where specifications read what is sent. What a node tells itself is memory, which under
/// `silent` has no end.
void Unroller::built_in_of_events() {
  for (const bool itself : {false, true}) {
    const auto relation = program_.relations.find(itself ? quiet_to_itself : quiet);
    if (relation == program_.relations.end()) continue;
    for (const Value node : nodes_) {
      const std::string& a = name(node);
      const int silent =
          limits_.stop
              ? circuit().any({outages_.down(a, t_), pauses_.paused(a, t_), outages_.mutes(a, t_)})
          : itself && !limits_.halt ? Circuit::no
                                    : crashed(node, t_);
      if (silent != Circuit::no)
        add_row(tables_[index(t_)][index(relation->second)], {node}, silent);
    }
  }
}

void Unroller::built_in() {
  built_in_of_events();
  if (limits_.stop) built_in_of_disks();
  if (limits_.stop) return built_in_of_outages();
  if (t_ == 1) {
    for (const Value node : nodes_) {
      for (int s = 1; s <= limits_.eot && limits_.crashes > 0; ++s) {
        const int literal = circuit().all({crashed(node, s), -crashed(node, s - 1)});
        for (const Value observer : nodes_)
          if (literal != Circuit::no) add_row(crashes_, {observer, node, {false, s}}, literal);
      }
    }
  }
  if (!is_built_in(program_, down_)) return;
  for (const Value node : nodes_) {
    if (crashed(node, t_) != Circuit::no)
      add_row(tables_[index(t_)][index(down_)], {node}, crashed(node, t_));
  }
}

const Table& Unroller::table(const Literal& l) const {
  if (l.relation == crash_) return crashes_;
  return tables_[index(l.tick == 0 ? t_ : static_cast<int>(l.tick))][index(l.relation)];
}

/// What the claimed universe does not have is not followed, but must not hold.
void Unroller::leave_out(int relation, Heads& heads) {
  const auto it = universe_.find({relation, t_});
  if (it == universe_.end()) return;
  for (const auto& [tuple, ways] : heads) {
    if (!it->second.contains(tuple)) out_.escape = circuit().any({out_.escape, ways[0]});
  }
  std::erase_if(heads, [&](const auto& head) { return !it->second.contains(head.first); });
}

/// Where channels are fifo, who sends something matters, late or not.
void Unroller::derives(const Rule& rule, Value from, const Tuple& head, const Clause& body) {
  if (!limits_.fifo || late_ > 0 || rule.when != When::async || rule.observes || !is_node(from) ||
      !is_node(head[0]))
    return;
  if (head[0] == from) {
    if (limits_.late_self) channels_.send(sent(from, from, rule.relation), circuit().all(body));
    return;
  }
  channels_.send(sent(from, head[0], rule.relation),
                 circuit().all({circuit().all(body), -crashed(from, t_),
                                -partitions_.cut(name(from), name(head[0]), t_)}));
}

Messages Unroller::sent(Value from, Value to, int relation) const {
  const bool named = !limits_.late_relations.empty();
  return {name(from), name(to), t_, named ? name(names_[index(relation)]) : ""};
}

int Unroller::arrives(const Rule& rule, Value from, const Tuple& head) {
  if (rule.when == When::now || (rule.observes && !rule.tells_of)) return Circuit::yes;
  // A message that is told of has its receiver behind its sender.
  const Value to = head[rule.tells_of && rule.when == When::async ? 1 : 0];
  const int relation = rule.tells_of.value_or(rule.relation);
  if (const auto disk = buffered_.find(relation); disk != buffered_.end()) {
    const bool stopped = limits_.halt && is_node(from);
    return circuit().all({synced(from, disk->second), stopped ? -crashed(from, t_) : Circuit::yes});
  }
  int kept = Circuit::yes;
  if (limits_.stop) {
    kept = survives(rule, from, to);
    if (rule.when == When::next || to == from || kept == Circuit::no) return kept;
  }
  const int stopped = limits_.halt && is_node(from) ? crashed(from, t_) : Circuit::no;
  const bool late_self = limits_.late_self && rule.when == When::async && is_node(from);
  if (rule.when == When::next || (to == from && !late_self)) {
    if (late_ > 0) return Circuit::no;  // what a node tells itself is never late
    return rule.when == When::async && !is_node(from) ? Circuit::no : -stopped;
  }
  if (!is_node(from) || !is_node(to)) return Circuit::no;
  sent_ = true;
  const Channel& channel = channels_.of(sent(from, to, relation));
  const auto by = [this](const std::vector<int>& each, int ticks) {
    return ticks >= 1 && index(ticks) <= each.size() ? each[index(ticks) - 1] : Circuit::no;
  };
  // The first time it comes in time or late, and perhaps a second time.
  const int first = circuit().all(
      {late_ == 0 ? -channel.lost : by(channel.late, late_), -by(channel.late, late_ + 1)});
  const int comes = circuit().any({first, by(channel.twice, late_)});
  if (to == from) return comes;
  return circuit().all(
      {kept, -crashed(from, t_), -partitions_.cut(name(from), name(to), t_), comes});
}

}  // namespace ldfi::certificate
