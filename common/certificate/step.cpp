#include "common/certificate/step.hpp"

#include <algorithm>
#include <utility>

#include "common/certificate/execution.hpp"
#include "common/certificate/slice.hpp"

namespace ldfi::certificate {
namespace {

/// Each is a part of the state.
constexpr std::int64_t most_ticks = 2'000;

class Builder {
 public:
  Builder(Program& program, const Limits& limits, const Always& claim, const Known& known)
      : program_(program), limits_(limits), claim_(claim), known_(known) {
    for (const std::string& node : limits.nodes) nodes_.push_back(program.string(node));
    program.relation("crash");
    program.relation("down");
    pre_ = program.relation(limits.pre);
    post_ = program.relation(limits.post);
    if (!derives(program, post_)) throw Rejected("the program has no " + limits.post);
    out_.has_pre = derives(program, pre_);
    if (claim.calm && *claim.calm > most_ticks) throw Rejected("too many calm ticks");
    slice(program, limits.pre, limits.post);
    require_saturation(program, claim.tops, pre_, post_);
    for (const Rule& rule : program.rules) read(rule);
    last_ = std::max<std::int64_t>(last_, claim.from - 1);
    for (const Fact& fact : program.facts) last_ = std::max(last_, fact.tick);
    if (last_ > most_ticks) throw Rejected("too many ticks matter by their numbers");
  }

  Transition run(const std::function<void()>& check) {
    Execution faulty(program_, limits_, claim_, "", check);
    Execution good(program_, limits_, claim_, "free:", check);
    for (bool grew = true; grew;) {
      if (check) check();
      common_.emplace(Common{{}, {}, known_, {Circuit::no}, Circuit::yes, {}, {}});
      out_.axioms.clear();
      first_ticks();
      crashes();
      calm();
      grew = faulty.run(*common_);
      if (!out_.has_pre) grew = good.run(*common_) || grew;
    }
    judge(faulty, good);
    out_.circuit = std::move(common_->circuit);
    out_.states = std::move(common_->states);
    return std::move(out_);
  }

 private:
  Circuit& circuit() { return common_->circuit; }

  void read(const Rule& rule) {
    for (const Literal& l : rule.body) {
      last_ = std::max(last_, l.tick);
      if (program_.relations.at("crash") != l.relation) continue;
      foresees_ = limits_.crashes > 0;
      const Term& time = l.columns.back();
      const auto same = [&](const Term& t) {
        return t.kind == Term::Kind::variable && t.variable == time.variable;
      };
      bool read = time.kind == Term::Kind::constant;
      if (time.kind == Term::Kind::variable) {
        long places = 0;
        for (const Literal& other : rule.body) places += std::ranges::count_if(other.columns, same);
        const auto in = [&](const Expression& e) {
          return std::ranges::any_of(e, [&](const Step& s) { return s.op == 'v' && same(s.term); });
        };
        read = places > 1 ||
               std::ranges::any_of(rule.comparisons,
                                   [&](const auto& c) { return in(c.left) || in(c.right); }) ||
               std::ranges::any_of(rule.head, [&](const auto& c) { return in(c.value); });
      }
      if (read) throw Rejected(rule.where + ": a rule that reads when a node crashed");
    }
  }

  void first_ticks() {
    const std::int64_t last = foresees_ ? std::max<std::int64_t>(1, last_) : last_;
    for (std::int64_t t = 1; t <= last; ++t) {
      const std::string name = "tick[" + std::to_string(t) + "]";
      const int now = common_->holds(name, t == 1);
      common_->states[name].next = common_->ticks.back();
      common_->ticks.push_back(now);
    }
  }

  /// Who has crashed stays so, and there are no more of them than may be. Rules may read who will crash: it
  /// is chosen at tick 1, and is right if now is the end.
  void crashes() {
    std::vector<int> all;
    Clause right;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const std::string& node = limits_.nodes[i];
      int& by_now = common_->crashed[nodes_[i]] = Circuit::no;
      int& by_eot = common_->crashes[nodes_[i]] = Circuit::no;
      if (limits_.crashes == 0 || limits_.survivors.contains(node)) continue;
      const std::string crashed = "crashed[" + node + "]", later = "crashes[" + node + "]";
      by_now =
          circuit().any({common_->holds(crashed, false), circuit().input("crash[" + node + "]")});
      common_->states[crashed].next = by_now;
      all.push_back(by_now);
      if (!foresees_) continue;
      const int first = common_->ticks[1], chosen = circuit().input("chosen[" + node + "]");
      by_eot = circuit().any(
          {circuit().all({first, chosen}), circuit().all({-first, common_->holds(later, false)})});
      common_->states[later].next = by_eot;
      right.push_back(circuit().any({by_now, -by_eot}));
      right.push_back(circuit().any({-by_now, by_eot}));
    }
    foreseen_ = circuit().all(right);
    const auto most = static_cast<std::size_t>(limits_.crashes);
    if (most < all.size()) out_.axioms.push_back({-circuit().at_least(all, most + 1)[most + 1]});
  }

  /// `calm[i]`: no message was lost at the i ticks before this one.
  void calm() {
    if (!claim_.calm) return;
    common_->calm = circuit().input("calm");
    calm_ = Circuit::yes;
    for (int i = 1; i < *claim_.calm; ++i) {
      const std::string name = "calm[" + std::to_string(i) + "]";
      const int before = common_->holds(name, false);
      common_->states[name].next = circuit().all({common_->calm, calm_});
      calm_ = before;
    }
    // A loss at EOT changes nothing of it.
    calm_ = circuit().all({calm_, common_->calm});
  }

  void judge(const Execution& faulty, const Execution& good) {
    Clause violations;
    std::map<Tuple, int> kept;
    for (const Row& row : faulty.now(post_).rows()) kept[row.tuple] = row.literal;
    const Table& promised = out_.has_pre ? faulty.now(pre_) : good.now(post_);
    for (const Row& row : promised.rows()) {
      const auto it = kept.find(row.tuple);
      violations.push_back(it == kept.end() ? row.literal
                                            : circuit().all({row.literal, -it->second}));
    }
    const int violated =
        circuit().all({circuit().any(violations), calm_, common_->has_come(claim_.from)});
    int failed = faulty.errors();
    if (failed != Circuit::no || faulty.next_errors() != Circuit::no) {
      failed = circuit().any({failed, common_->holds("failed[]", false)});
      common_->states["failed[]"].next = circuit().any({failed, faulty.next_errors()});
    }
    out_.wrong = circuit().all({circuit().any({violated, failed}), foreseen_});
  }

  Program& program_;
  const Limits& limits_;
  const Always& claim_;
  const Known& known_;
  Transition out_;
  std::optional<Common> common_;
  std::vector<Value> nodes_;
  int pre_ = 0, post_ = 0;
  std::int64_t last_ = 0;
  bool foresees_ = false;
  int foreseen_ = Circuit::yes;
  int calm_ = Circuit::yes;
};

}  // namespace

Transition transition(Program& program, const Limits& limits, const Always& claim,
                      const Known& known, const std::function<void()>& check) {
  for (const auto& [name, relation] : program.relations) {
    if (name.starts_with(disk_prefix)) throw Rejected("disks of buffered relations: " + name);
  }
  return Builder(program, limits, claim, known).run(check);
}

}  // namespace ldfi::certificate
