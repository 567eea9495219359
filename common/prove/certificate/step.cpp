#include "common/prove/certificate/step.hpp"

#include <algorithm>
#include <utility>

#include "common/prove/certificate/execution.hpp"
#include "common/prove/certificate/slice.hpp"
#include "common/prove/certificate/step_faults.hpp"
#include "common/prove/certificate/storage.hpp"

namespace ldfi::certificate {
namespace {

/// Largest number of calm ticks (last ticks without lost messages), and largest tick that a rule
/// may name. The limit is needed because each of these ticks is a part of the state.
constexpr std::int64_t most_ticks = 2'000;
constexpr int none = -1;  ///< stands for "no relation"

class Builder {
 public:
  Builder(Program& program, const Limits& limits, const Always& claim, const Known& known)
      : program_(program), limits_(limits), claim_(claim), known_(known) {
    program.relation("crash");
    for (const auto& [node, relation] : limits.disks) {
      const auto it = program.relations.find(relation);
      if (it == program.relations.end() || !stable_relations(program).contains(it->second))
        throw Rejected("a disk is named for a relation that is not stable: " + relation);
    }
    pre_ = program.relation(limits.pre);
    post_ = program.relation(limits.post);
    if (claim.calm && *claim.calm > most_ticks)
      throw Rejected("claim.txt: calm is more than 2000 ticks, the limit of ldfi-check");
    if (claim.judged) {
      post_ = pre_ = program.relation(claim.judged->name);
      out_.has_pre = true;
      last_ = claim.judged->after.value_or(0);
      slice(program, {post_});
      // No rule reads the tuples that violate a specification, so their numbers may be merged.
      require_saturation(program, claim.tops, none, none);
    } else {
      if (!derives(program, post_)) throw Rejected("the program does not derive " + limits.post);
      out_.has_pre = derives(program, pre_);
      slice(program, {pre_, post_});
      require_saturation(program, claim.tops, pre_, post_);
    }
    require_no_buffers();
    for (const Rule& rule : program.rules) read(rule);
    last_ = std::max<std::int64_t>(last_, claim.from - 1);
    for (const Fact& fact : program.facts) last_ = std::max(last_, fact.tick);
    if (last_ > most_ticks)
      throw Rejected(
          "a rule or fact names a tick above 2000, the limit of ldfi-check in a claim about every "
          "EOT");
  }

  Transition run(const std::function<void()>& check) {
    Execution faulty(program_, limits_, claim_, "", check);
    Execution good(program_, limits_, claim_, "free:", check);
    for (bool grew = true; grew;) {
      if (check) check();
      any_.emplace(known_);
      first_ticks();
      faults_.emplace(program_, *any_, limits_, claim_, foresees_);
      grew = faulty.run(*any_, &faults_->now());
      if (!out_.has_pre) grew = good.run(*any_, nullptr) || grew;
      faults_->finish();
    }
    judge(faulty, good);
    out_.circuit = std::move(any_->circuit);
    out_.states = std::move(any_->states);
    out_.axioms = std::move(any_->axioms);
    return std::move(out_);
  }

 private:
  Circuit& circuit() { return any_->circuit; }

  /// Throws Rejected for buffered relations (which a sync writes to disk) in a claim with outages.
  /// This circuit does not distinguish disks from memory, so nothing may depend on such a relation
  /// or on writes to it.
  void require_no_buffers() const {
    const auto buffered = [this](int relation) {
      const auto how = program_.storage.find(relation);
      return how != program_.storage.end() && how->second == "buffered";
    };
    const auto reject = [&](const std::string& where) {
      throw Rejected(where + ": claims about every EOT do not support buffered relations");
    };
    for (const Rule& rule : program_.rules) {
      const bool reads =
          std::ranges::any_of(rule.body, [&](const Literal& l) { return buffered(l.relation); });
      if (limits_.stop && (reads || buffered(rule.relation))) reject(rule.where);
      if (rule.when == When::next && rule.copy_of_rule_for && buffered(*rule.copy_of_rule_for))
        reject(rule.where);
    }
    for (const Fact& fact : program_.facts)
      if (limits_.stop && buffered(fact.relation)) reject("a fact");
    if (limits_.stop && (buffered(pre_) || buffered(post_))) reject("the promise");
  }

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
      if (read)
        throw Rejected(
            rule.where +
            ": claims about every EOT do not support rules that read the tick of a crash");
    }
  }

  void first_ticks() {
    const std::int64_t last = foresees_ ? std::max<std::int64_t>(1, last_) : last_;
    for (std::int64_t t = 1; t <= last; ++t) {
      const std::string name = "tick[" + std::to_string(t) + "]";
      const int now = any_->holds(name, t == 1);
      any_->states[name].next = any_->ticks.back();
      any_->ticks.push_back(now);
    }
  }

  /// Returns the literal which says that the specification is violated by now. If the specification
  /// is judged at more ticks than EOT, a violation at an earlier judged tick counts, too.
  int violates(const Execution& faulty) {
    Clause some;
    for (const Row& row : faulty.now(post_).rows()) some.push_back(row.literal);
    const int now = circuit().any(some);
    if (!claim_.judged->after || now == Circuit::no) return now;
    const std::string name = "violated[]";
    const int out = circuit().any({circuit().all({now, any_->has_come(*claim_.judged->after + 1)}),
                                   any_->holds(name, false)});
    any_->states[name].next = out;
    return out;
  }

  void judge(const Execution& faulty, const Execution& good) {
    const Table& promised = out_.has_pre ? faulty.now(pre_) : good.now(post_);
    const int wrong =
        claim_.judged ? violates(faulty) : broken(circuit(), promised, faulty.now(post_));
    const int violated =
        circuit().all({wrong, faults_->calm(), any_->has_come(claim_.from), faults_->settled()});
    const int failed = fails(faulty);
    out_.wrong = circuit().all({circuit().any({violated, failed}), faults_->right()});
  }

  /// Returns the literal which says that arithmetic fails now or failed before. A failure in the
  /// head of a rule does not count if the node that receives the head is down.
  int fails(const Execution& faulty) {
    int now = faulty.errors(), then = Circuit::no;
    if (now == Circuit::no && faulty.next_errors().empty()) return now;
    now = circuit().any({now, any_->holds("failed[]", false)});
    for (const auto& [memory, literal] : faulty.next_errors()) {
      if (!memory) then = literal;
      if (!memory) continue;
      const std::string name =
          "failed[]>" + program_.strings[static_cast<std::size_t>(memory->number)];
      now = circuit().any(
          {now, circuit().all({any_->holds(name, false), -faults_->now().node(*memory).down})});
      any_->states[name].next = literal;
    }
    any_->states["failed[]"].next = circuit().any({now, then});
    return now;
  }

  Program& program_;
  const Limits& limits_;
  const Always& claim_;
  const Known& known_;
  Transition out_;
  std::optional<AnyTick> any_;
  std::optional<StepFaults> faults_;
  int pre_ = 0, post_ = 0;
  std::int64_t last_ = 0;
  bool foresees_ = false;
};

}  // namespace

Transition transition(Program& program, const Limits& limits, const Always& claim,
                      const Known& known, const std::function<void()>& check) {
  for (const auto& [name, relation] : program.relations) {
    if (name.starts_with(disk_prefix))
      throw Rejected("claims about every EOT do not support buffered relations: " + name);
  }
  return Builder(program, limits, claim, known).run(check);
}

}  // namespace ldfi::certificate
