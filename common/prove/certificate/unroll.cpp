#include "common/prove/certificate/unroll.hpp"

#include <algorithm>

#include "common/prove/certificate/channels.hpp"
#include "common/prove/certificate/disks.hpp"
#include "common/prove/certificate/events.hpp"
#include "common/prove/certificate/outages.hpp"
#include "common/prove/certificate/partitions.hpp"
#include "common/prove/certificate/pauses.hpp"
#include "common/prove/certificate/specifications.hpp"
#include "common/prove/certificate/storage.hpp"
#include "common/prove/certificate/tick.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::size_t most_tables = 20'000'000;

/// The ticks of an execution up to EOT, each as gates over the faults of the claim.
class Unroller : public Tick {
 public:
  /// The limits must outlive the unroller.
  Unroller(Program& program, const Limits& limits, const std::function<void()>& check)
      : Tick(program, limits, check) {
    out_.circuit.ask(check);
    for (const Fact& fact : program.universe)
      universe_[{fact.relation, fact.tick}].insert(fact.tuple);
  }

  Unrolled run() {
    require_sent();
    limits_.stop ? require_disks() : faults();
    const std::size_t count = program_.relations.size();
    if (count > most_tables / index(limits_.eot))
      throw Rejected("more ticks and relations than can be checked");
    past_.resize(index(limits_.eot) + 1);
    for (t_ = 1; t_ <= limits_.eot; ++t_) {
      ask();
      std::vector<Heads> now = std::move(coming_[t_]);
      coming_.erase(t_);
      now.resize(count);
      for (const Fact& fact : program_.facts) {
        if (fact.tick == t_) now[index(fact.relation)][fact.tuple].push_back(Circuit::yes);
      }
      begin(now);
      for (const Component& component : components_) derive(component, now);
      send();
      past_[index(t_)] = std::move(tables_);
    }
    limit();
    // An execution that ends with an arithmetic error has no overtaking.
    if (limits_.fifo) out_.overtakes = circuit().all({channels_.overtakes(), -out_.error});
    out_.axioms.push_back({-out_.overtakes});
    return std::move(out_);
  }

  /// After the run: what holds at the tick.
  [[nodiscard]] const Table& at(int t, int relation) const {
    return past_[index(t)][index(relation)];
  }
  [[nodiscard]] const Table& last(int relation) const { return at(limits_.eot, relation); }
  using Tick::post_;
  using Tick::pre_;

 private:
  Circuit& circuit() override { return out_.circuit; }
  int has_come(std::int64_t tick) override { return tick <= t_ ? Circuit::yes : Circuit::no; }
  void fails(const Rule&, Value, Value, int literal) override {
    out_.error = circuit().any({out_.error, literal});
  }
  void stays(int relation, const Tuple& tuple, int literal) override {
    coming_[t_ + 1][index(relation)][tuple].push_back(literal);
  }
  int down(Value node) override {
    return limits_.stop ? outages_.down(name(node), t_) : crashed(node, t_);
  }
  int paused(Value node) override { return pauses_.paused(name(node), t_); }
  int restarts(Value node) override { return outages_.restarts(name(node), t_); }
  int forgets(Value node) override { return outages_.down(name(node), t_ + 1); }
  int dead(Value node, const std::string& of) override { return failing_.dead(name(node), of, t_); }
  int writes_fail(Value node, const std::string& of) override {
    return failing_.fails(name(node), of, t_);
  }
  int writes(Value node, const std::string& of) override {
    return failing_.writes(name(node), of, t_);
  }
  int damages(Value node, const std::string& of) override {
    return failing_.damages(name(node), of, t_);
  }
  int damaged_before(Value node, const std::string& of) override {
    return failing_.damages(name(node), of, t_ - 1);
  }
  int writes_back(Value node, const std::string& of) override {
    return failing_.writes_back(name(node), of, t_);
  }

  /// A name that nothing is sent by would let nothing be late, where a reader believes that something is.
  void require_sent() const {
    for (const std::string& relation : limits_.late_relations) {
      const auto it = program_.relations.find(relation);
      const bool sent = std::ranges::any_of(program_.rules, [&](const Rule& rule) {
        return it != program_.relations.end() && rule.when == When::async &&
               rule.relation == it->second;
      });
      if (!sent) throw Rejected("claim.txt: late-relation " + relation + ", which nothing sends");
    }
  }

  /// Throws Rejected if the claim names a relation for faults of disks that is neither stable nor buffered.
  void require_disks() const {
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
      if (column != 0 && is_node(mark_))
        throw Rejected("a node that is called like damaged data: ?");
    }
  }

  /// Derives what holds at later ticks. At EOT there are none.
  void send() {
    const auto ahead = [this](int ticks) -> std::vector<Heads>& {
      std::vector<Heads>& out = coming_[t_ + ticks];
      out.resize(program_.relations.size());
      return out;
    };
    if (t_ == limits_.eot) return;
    ahead(1);
    keep_lasting();
    keep_disks();
    sent_ = false;
    const int latest = limits_.latest();
    for (late_ = 0; late_ <= latest && t_ + 1 + late_ <= limits_.eot; ++late_) {
      if (late_ > 0 && !sent_) break;
      std::vector<Heads>& then = ahead(1 + late_);
      for (const Rule& rule : program_.rules) {
        const bool may = late_ == 0 ? rule.when != When::now : rule.when == When::async;
        if (may) apply(rule, then[index(rule.relation)]);
      }
    }
    late_ = 0;
  }

  int crashed(Value node, int t) {
    if (limits_.stop || t < 1 || !limits_.may_die(name(node))) return Circuit::no;
    return circuit().input(crashed_by(name(node), t));
  }

  void faults() {
    for (const Value node : nodes_) {
      if (!limits_.may_die(name(node))) continue;
      for (int t = 1; t < limits_.eot; ++t)
        out_.axioms.push_back({-crashed(node, t), crashed(node, t + 1)});
      out_.crashed.push_back(crashed(node, limits_.eot));
    }
    const auto most = static_cast<std::size_t>(limits_.crashes) + 1;
    if (limits_.crashes > 0) out_.axioms.push_back({-circuit().at_least(out_.crashed, most)[most]});
  }

  /// How many faults there may be, of what an execution can notice.
  void limit() {
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

  void crashes(Table& to) override {
    for (const Value node : nodes_) {
      for (int s = 1; t_ == 1 && s <= limits_.eot; ++s) {
        const int literal = limits_.stop ? outages_.crashes(name(node), s)
                                         : circuit().all({crashed(node, s), -crashed(node, s - 1)});
        for (const Value observer : nodes_)
          if (literal != Circuit::no) add_row(to, {observer, node, {false, s}}, literal);
      }
    }
  }

  int silent(Value node) override {
    if (!limits_.stop) return crashed(node, t_);
    const std::string& a = name(node);
    return circuit().any({outages_.down(a, t_), pauses_.paused(a, t_), outages_.mutes(a, t_)});
  }

  int failed(Value node, const std::string& of) override {
    const std::string& a = name(node);
    return circuit().any({failing_.fails(a, of, t_ - 1), failing_.dead(a, of, t_ - 1)});
  }

  const Table& table(const Literal& l) const override {
    if (l.relation == crash_) return crashes_;
    return l.tick == 0 || l.tick == t_ ? now(l.relation) : at(static_cast<int>(l.tick), l.relation);
  }

  /// Drops the tuples that the claimed universe lacks, and records that none of them may hold.
  void leave_out(int relation, Heads& heads) override {
    const auto it = universe_.find({relation, t_});
    if (it == universe_.end()) return;
    for (const auto& [tuple, ways] : heads) {
      if (!it->second.contains(tuple)) out_.escape = circuit().any({out_.escape, ways[0]});
    }
    std::erase_if(heads, [&](const auto& head) { return !it->second.contains(head.first); });
  }

  /// Notes who sends a message on a fifo channel. The order of messages matters there even if none is late.
  void derives(const Rule& rule, Value from, const Tuple& head, const Clause& body) override {
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

  Messages sent(Value from, Value to, int relation) const {
    const bool named = !limits_.late_relations.empty();
    return {name(from), name(to), t_, named ? relation_name(relation) : ""};
  }

  int message(const Rule& rule, Value from, Value to) override {
    const int stops = this->stops(from);
    if (!is_node(to)) return Circuit::no;
    const int leaves = limits_.stop ? circuit().all({-stops, -outages_.mutes(name(from), t_),
                                                     -outages_.down(name(to), t_ + 1)})
                                    : -crashed(from, t_);
    if (leaves == Circuit::no) return Circuit::no;
    sent_ = true;
    const Channel& channel = channels_.of(sent(from, to, told_of(rule)));
    const auto by = [](const std::vector<int>& each, int ticks) {
      return ticks >= 1 && index(ticks) <= each.size() ? each[index(ticks) - 1] : Circuit::no;
    };
    // The first time it comes in time or late, and perhaps a second time.
    const int first = circuit().all(
        {late_ == 0 ? -channel.lost : by(channel.late, late_), -by(channel.late, late_ + 1)});
    const int comes = circuit().any({first, by(channel.twice, late_)});
    if (to == from) return comes;
    return circuit().all({leaves, -partitions_.cut(name(from), name(to), t_), comes});
  }

  Unrolled out_;
  Outages outages_{out_, limits_};
  Partitions partitions_{out_, limits_};
  Pauses pauses_{out_, limits_, outages_};
  Disks failing_{out_, limits_, outages_, pauses_};
  Channels channels_{out_, limits_};
  /// The claimed universe, by relation and tick. A pair without an entry keeps all its tuples.
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<Tuple>> universe_;
  std::vector<std::vector<Table>> past_;      ///< by tick and relation
  std::map<int, std::vector<Heads>> coming_;  ///< by tick: what is to hold then
  int t_ = 1;
  bool sent_ = false;  ///< somebody sends something that may be late now
};

/// With a `post` alone, what the failure-free run has in it is promised.
void judge_invariant(const Program& program, const Unroller& good, const Unroller& unroller,
                     Unrolled& out) {
  Judged& judged = out.judged.back();
  out.has_pre = in_protocol(program, unroller.pre_);
  const Table& pre = out.has_pre ? unroller.last(unroller.pre_) : good.last(unroller.post_);
  judged.promises = !(out.has_pre ? good.last(unroller.pre_) : pre).rows().empty();
  judged.violated = broken(out.circuit, pre, unroller.last(unroller.post_));
}

/// Something is in its relation at a tick at which it is judged.
Judged judged(const Specification& one, int relation, int eot, const Unroller& unroller,
              Unrolled& out) {
  Judged judged{one.name, one.severity + " finally", Circuit::no, true};
  std::int64_t first = eot;
  if (one.after) {
    first = *one.after < eot ? *one.after + 1 : eot + 1;
    judged.when =
        one.severity + (*one.after == 0 ? " always" : " after " + std::to_string(*one.after));
  }
  judged.promises = first <= eot;
  Clause violations;
  for (auto t = static_cast<int>(first); t <= eot; ++t) {
    for (const Row& row : unroller.at(t, relation).rows()) violations.push_back(row.literal);
  }
  judged.violated = out.circuit.any(violations);
  return judged;
}

}  // namespace

Unrolled unroll(Program& program, const Limits& limits, const std::function<void()>& check) {
  require_observers(program, limits.pre, limits.post);
  add_disks(program);
  add_events(program, limits.late > 0 || limits.twice > 0);
  const Limits none = limits.without_faults();
  Unroller good(program, none, check);
  good.run();
  Unroller unroller(program, limits, check);
  Unrolled out = unroller.run();
  if (in_protocol(program, unroller.post_)) {
    out.judged.push_back({invariant, "", Circuit::no, false});
    judge_invariant(program, good, unroller, out);
  } else if (program.specifications.empty()) {
    throw Rejected("the program has no " + limits.post);
  }
  for (const Specification& one : program.specifications) {
    if (check) check();
    out.judged.push_back(judged(one, program.relation(one.name), limits.eot, unroller, out));
  }
  return out;
}

}  // namespace ldfi::certificate
