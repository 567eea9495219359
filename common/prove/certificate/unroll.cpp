#include "common/prove/certificate/unroll.hpp"

#include <algorithm>

#include "common/prove/certificate/events.hpp"
#include "common/prove/certificate/specifications.hpp"
#include "common/prove/certificate/storage.hpp"
#include "common/prove/certificate/tick.hpp"
#include "common/prove/certificate/tick_faults.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::size_t most_tables = 20'000'000;
constexpr std::size_t most_compared = 1'000'000;

/// The ticks from 1 to EOT in one circuit.
class NumberedTicks : public Wires {
 public:
  int choose(const std::string& name) override {
    if (++inputs_ > most_faults)
      throw Rejected(
          "the claim allows more than 2 million possible faults, the limit of ldfi-check");
    return circuit.input(at_tick(name, tick));
  }
  int before(const std::string& name) override {
    const auto it = state_.find(name);
    return it == state_.end() ? Circuit::no : it->second;
  }
  void after(const std::string& name, int literal) override { state_[name] = literal; }
  void limit(const std::string& what, std::optional<int> most,
             const std::vector<int>& events) override {
    Counted& of = counted_[what];
    of.most = most;
    of.events.insert(of.events.end(), events.begin(), events.end());
  }

  /// Adds the limits on the faults of all ticks together. Returns one literal for each possible
  /// fault.
  std::vector<int> count() {
    for (const auto& [what, of] : counted_) {
      if (!of.most || std::cmp_less_equal(of.events.size(), *of.most)) continue;
      bound(of.events.size(), index(*of.most) + 1);
      at_most(of.events, index(*of.most));
    }
    return counted_["fault"].events;
  }
  /// Throws Rejected if `faults` times `others`, the size of a counting circuit, is too large.
  static void bound(std::size_t faults, std::size_t others) {
    if (std::uint64_t{faults} * std::uint64_t{others} > most_faults)
      throw Rejected(
          "the claim allows more than 2 million possible faults, the limit of ldfi-check");
  }

 private:
  static constexpr std::uint64_t most_faults = 2'000'000;
  struct Counted {
    std::optional<int> most;
    std::vector<int> events;
  };
  std::map<std::string, int> state_;
  std::map<std::string, Counted> counted_;
  std::uint64_t inputs_ = 0;
};

/// Builds the circuit of an execution up to EOT (the last tick), tick by tick. The inputs are the
/// faults that the claim allows.
class Unroller : public Tick {
 public:
  /// `limits` must outlive this object.
  Unroller(Program& program, const Limits& limits, const std::function<void()>& check)
      : Tick(program, limits, check) {
    wires_.circuit.ask(check);
    for (const Fact& fact : program.universe)
      universe_[{fact.relation, fact.tick}].insert(fact.tuple);
  }

  Unrolled run() {
    require_sent();
    if (limits_.stop) require_disks();
    const std::size_t count = program_.relations.size();
    if (count > most_tables / index(limits_.eot))
      throw Rejected(
          "the number of relations times EOT exceeds 20 million, the limit of ldfi-check");
    past_.resize(index(limits_.eot) + 1);
    of_tick_.reserve(index(limits_.eot));
    for (int t = 1; t <= limits_.eot; ++t) {
      wires_.tick = t;
      of_tick_.emplace_back(wires_, limits_, program_);
    }
    last_so_long();
    for (t_ = 1; t_ <= limits_.eot; ++t_) {
      ask();
      wires_.tick = t_;
      faults_ = &of_tick_[index(t_) - 1];
      next_ = t_ == limits_.eot ? nullptr : faults_ + 1;
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
    for (TickFaults& faults : of_tick_) faults.count();
    out_.faults = wires_.count();
    // If an execution ends in an arithmetic error, overtaking messages do not matter.
    if (limits_.fifo) out_.overtakes = circuit().all({overtakes(), -out_.error});
    out_.axioms = std::move(wires_.axioms);
    out_.axioms.push_back({-out_.overtakes});
    out_.circuit = std::move(wires_.circuit);
    return std::move(out_);
  }

  /// Returns the tuples of a relation at the tick t. Must be called after the execution was run.
  [[nodiscard]] const Table& at(int t, int relation) const {
    return past_[index(t)][index(relation)];
  }
  [[nodiscard]] const Table& last(int relation) const { return at(limits_.eot, relation); }
  using Tick::post_;
  using Tick::pre_;

 private:
  Circuit& circuit() override { return wires_.circuit; }
  int has_come(std::int64_t tick) override { return tick <= t_ ? Circuit::yes : Circuit::no; }
  void fails(const Rule&, Value, Value, int literal) override {
    out_.error = circuit().any({out_.error, literal});
  }
  void stays(int relation, const Tuple& tuple, int literal) override {
    coming_[t_ + 1][index(relation)][tuple].push_back(literal);
  }

  /// Throws Rejected if the claim delays messages of a relation that is never sent. Readers would
  /// believe that some message can be late.
  void require_sent() const {
    for (const std::string& relation : limits_.late_relations) {
      const auto it = program_.relations.find(relation);
      const bool sent = std::ranges::any_of(program_.rules, [&](const Rule& rule) {
        return it != program_.relations.end() && rule.when == When::async &&
               rule.relation == it->second;
      });
      if (!sent)
        throw Rejected("claim.txt: late-relation " + relation +
                       ", but no rule sends this relation");
    }
  }

  /// Throws Rejected if the claim allows disk faults for a relation that is neither stable nor
  /// buffered, and so is not on a disk.
  void require_disks() const {
    const auto is = [this](const std::string& name, bool stable) {
      const auto it = program_.relations.find(name);
      return it != program_.relations.end() &&
             ((stable && stable_.contains(it->second)) || disk_of_.contains(it->second));
    };
    for (const auto& [node, relation] : limits_.disks) {
      if (!is(relation, true))
        throw Rejected("a disk is named for a relation that is neither stable nor buffered: " +
                       relation);
    }
    for (const std::string& relation : limits_.written_back) {
      if (!is(relation, false))
        throw Rejected("`written-back` names a relation that is not buffered: " + relation);
    }
    for (const auto& [relation, column] : limits_.data) {
      if (!is(relation, true))
        throw Rejected(
            "`damaged` or `detected` names a relation that is neither stable nor buffered: " +
            relation);
      if (column != 0 && is_node(mark_))
        throw Rejected("a node has the name ?, which stands for damaged data");
    }
  }

  /// Derives the facts of later ticks, unless this tick is EOT (the last tick).
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
    const int latest = limits_.latest();
    for (late_ = 0; late_ <= latest && t_ + 1 + late_ <= limits_.eot; ++late_) {
      if (late_ > 0 && faults_->links().empty()) break;
      std::vector<Heads>& then = ahead(1 + late_);
      for (const Rule& rule : program_.rules) {
        const bool may = late_ == 0 ? rule.when != When::now : rule.when == When::async;
        if (may) apply(rule, then[index(rule.relation)]);
      }
    }
    late_ = 0;
  }

  /// Excludes outages with a restart that last fewer or more ticks than the claim allows.
  void last_so_long() {
    const int last = limits_.last_restart, least = limits_.least_down;
    if (limits_.restarts > 0 && last >= limits_.eot) throw Rejected("nodes may restart after EOT");
    if (!limits_.stop || limits_.restarts == 0 || (least == 1 && !limits_.most_down)) return;
    const auto most = index(std::max(least, std::min(limits_.most_down.value_or(0), last)));
    NumberedTicks::bound(index(last) * limits_.nodes.size(), most);
    for (const std::string& node : limits_.nodes) {
      if (!limits_.may_restart(node)) continue;
      const auto down = [&](int t) {
        const bool may = t >= 1 && t <= last;
        const std::string input = fault_input(outage_letter, node);
        return may ? circuit().input(at_tick(input, t)) : Circuit::no;
      };
      for (int t = 1; t <= last; ++t) {
        for (int k = 1; k < least; ++k) wires_.exclude({down(t), -down(t - 1), -down(t + k)});
        Clause too_long;
        for (int k = 0; limits_.most_down && k <= *limits_.most_down && t + k <= last + 1; ++k)
          too_long.push_back(down(t + k));
        if (limits_.most_down) wires_.exclude(too_long);
      }
    }
  }

  void crashes(Table& to) override {
    if (t_ > 1) return;  // the rows of `crash` are the same at each tick
    for (const Value node : nodes_) {
      int before = Circuit::no;
      for (int s = 1; s <= limits_.eot; ++s) {
        const int crashed = of_tick_[index(s) - 1].node(node).crashed;
        const int crashes = circuit().all({crashed, -before});
        for (const Value observer : nodes_)
          if (crashes != Circuit::no) add_row(to, {observer, node, {false, s}}, crashes);
        before = crashed;
      }
    }
  }

  const Table& table(const Literal& l) const override {
    if (l.relation == crash_) return crashes_;
    return l.tick == 0 || l.tick == t_ ? now(l.relation) : at(static_cast<int>(l.tick), l.relation);
  }

  /// Drops tuples that are not in the certificate's list of possible facts. Adds to `escape` that
  /// such a tuple holds.
  void leave_out(int relation, Heads& heads) override {
    const auto it = universe_.find({relation, t_});
    if (it == universe_.end()) return;
    for (const auto& [tuple, ways] : heads) {
      if (!it->second.contains(tuple)) out_.escape = circuit().any({out_.escape, ways[0]});
    }
    std::erase_if(heads, [&](const auto& head) { return !it->second.contains(head.first); });
  }

  /// Records each message that is sent on a fifo channel, because the order of messages matters
  /// even if none of them is late.
  void derives(const Rule& rule, Value from, const Tuple& head, const Clause& body) override {
    if (!limits_.fifo || late_ > 0 || rule.when != When::async || rule.observes || !is_node(from) ||
        !is_node(head[0]) || (head[0] == from && !limits_.late_self))
      return;
    faults_->channel(from, head[0], is_delayed_as_unit(rule)).sent.push_back(circuit().all(body));
  }

  /// Returns the literal which says that some message arrives after a message that the same node
  /// sent later to the same node.
  int overtakes() {
    Clause some;
    for (std::size_t first = 0; first < of_tick_.size(); ++first) {
      const std::size_t end = std::min(first + index(limits_.latest()), of_tick_.size());
      for (std::size_t second = first + 1; second < end; ++second)
        overtakes(of_tick_[first], of_tick_[second], static_cast<int>(second - first), some);
    }
    return circuit().any(some);
  }
  void overtakes(const TickFaults& sooner, const TickFaults& later, int ticks, Clause& out) {
    for (const auto& [ends, first] : sooner.links()) {
      const auto second = later.links().find(ends);
      if (second == later.links().end()) continue;
      for (const auto& [relation, one] : first.channels) {
        for (const auto& [other, two] : second->second.channels)
          out.push_back(
              circuit().all({-first.gone, -second->second.gone, overtakes(one, two, ticks)}));
      }
    }
  }
  /// Returns the literal which says that a message (`second`) arrives before a message (`first`)
  /// that was sent `ticks` ticks earlier on the same channel.
  int overtakes(const Channel& first, const Channel& second, int ticks) {
    Clause ways;
    // Literal which says that the second arrival of the first message is late by at least k ticks.
    int again = Circuit::no;
    for (int k = limits_.latest(); k > ticks; --k) {
      if (++compared_ > most_compared)
        throw Rejected(
            "the claim compares more than a million pairs of late messages, the limit of "
            "ldfi-check");
      again = circuit().any({again, Channel::at(first.twice, k)});
      ways.push_back(circuit().all({circuit().any({Channel::at(first.late, k), again}),
                                    -Channel::at(second.late, k - ticks)}));
    }
    return circuit().all(
        {circuit().any(first.sent), circuit().any(second.sent), circuit().any(ways)});
  }

  Unrolled out_;
  NumberedTicks wires_;
  std::vector<TickFaults> of_tick_;  ///< faults of each tick, from tick 1 on
  /// Facts that can hold according to the certificate, by relation and tick. A relation and tick
  /// without an entry may have any tuples.
  std::map<std::pair<std::int64_t, std::int64_t>, std::set<Tuple>> universe_;
  std::vector<std::vector<Table>> past_;      ///< for each tick and relation, the tuples that held
  std::map<int, std::vector<Heads>> coming_;  ///< for each later tick, the facts that arrive
  int t_ = 1;
  /// Number of pairs of delays that were compared to find overtaking messages.
  std::size_t compared_ = 0;
};

/// Adds the literal which says that the invariant is violated. If the program has only `post`,
/// everything that the failure-free run has in `post` is promised.
void judge_invariant(const Program& program, const Unroller& good, const Unroller& unroller,
                     Unrolled& out) {
  Judged& judged = out.judged.back();
  out.has_pre = in_protocol(program, unroller.pre_);
  const Table& pre = out.has_pre ? unroller.last(unroller.pre_) : good.last(unroller.post_);
  judged.promises = !(out.has_pre ? good.last(unroller.pre_) : pre).rows().empty();
  judged.violated = broken(out.circuit, pre, unroller.last(unroller.post_));
}

/// Returns a specification with the literal which says that it is violated: its relation has tuples
/// at a judged tick.
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
    throw Rejected("the program does not derive " + limits.post);
  }
  for (const Specification& one : program.specifications) {
    if (check) check();
    out.judged.push_back(judged(one, program.relation(one.name), limits.eot, unroller, out));
  }
  return out;
}

}  // namespace ldfi::certificate
