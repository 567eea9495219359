// What a claim about one EOT asks: fault sets that violate, and what is refuted.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "common/prove/certificate/admissible.hpp"
#include "common/prove/certificate/claim.hpp"
#include "common/prove/certificate/disks.hpp"
#include "common/prove/certificate/forever.hpp"
#include "common/prove/certificate/index.hpp"
#include "common/prove/certificate/outages.hpp"
#include "common/prove/certificate/partitions.hpp"
#include "common/prove/certificate/pauses.hpp"

namespace ldfi::certificate {
namespace {

class Asked {
 public:
  Asked(Unrolled of, Limits limits, const std::vector<FaultSet>& known)
      : of_(std::move(of)), limits_(std::move(limits)) {
    for (const Judged& one : of_.judged)
      violating_.push_back(
          of_.circuit.all({one.violated, -of_.error, -of_.escape, -of_.overtakes}));
    for (const FaultSet& set : known) {
      require_admissible(set, limits_);
      if (const auto clause = not_within(set)) of_.axioms.push_back(*clause);
    }
  }
  [[nodiscard]] const Unrolled& unrolled() const { return of_; }

  /// One of these is violated; with `errors`, or an execution ends in an error.
  std::vector<Clause> asserted(const std::vector<std::size_t>& these,
                               const std::vector<Clause>& more, bool errors = false) {
    std::vector<Clause> out = of_.axioms;
    Clause some;
    for (const std::size_t i : these) some.push_back(of_.judged[i].violated);
    const int violated = of_.circuit.any(some);
    const int wrong =
        errors ? of_.circuit.any({violated, of_.error}) : of_.circuit.all({violated, -of_.error});
    out.push_back({of_.circuit.any({wrong, of_.escape})});
    out.insert(out.end(), more.begin(), more.end());
    return of_.circuit.clauses(out);
  }

  /// What lasts because of a fault: what it is of, the first tick and the last one.
  struct Lasts {
    std::string of;
    int from = 0, until = 0;
  };
  [[nodiscard]] std::vector<Lasts> lasts(const Fault& f) const {
    switch (f.kind) {
      case Fault::Kind::crash: {
        if (!limits_.stop) return {};
        std::vector<Lasts> out{
            {down_spell(f.from), f.down(), f.back == 0 ? limits_.eot + 1 : f.back - 1}};
        if (f.after) out.push_back({mute_spell(f.from), f.tick, f.tick});
        return out;
      }
      case Fault::Kind::partition:
        return {{cut_spell(f.from), f.tick, f.back}};
      case Fault::Kind::pause:
        return {{pause_spell(f.from), f.tick, f.back - 1}};
      case Fault::Kind::write:
        return {{write_spell(f.from, f.to), f.tick, f.back}};
      default:
        return {};
    }
  }

  /// The name of the input that a fault sets, or "" if it lasts or is a crash. A message that is late sets the inputs of
  /// all shorter delays, too: a later one contains a less late one.
  static std::string input_of(const Fault& f) {
    switch (f.kind) {
      case Fault::Kind::loss:
        return lost_at(f.from, f.to, f.tick);
      case Fault::Kind::late:
        return late_by({f.from, f.to, f.tick, f.relation}, f.by);
      case Fault::Kind::twice:
        return again_after({f.from, f.to, f.tick, f.relation}, f.by);
      case Fault::Kind::dead:
        return dead_disk(f.from, f.to, f.tick);
      case Fault::Kind::damage:
        return damage(f.from, f.to, f.tick);
      case Fault::Kind::back:
        return write_back(f.from, f.to, f.tick);
      default:
        return "";
    }
  }
  /// Adds the literal of the input. No literal is added if the circuit does not have the input.
  void add_input(Clause& to, const std::string& name, int sign = 1) const {
    const auto it = of_.circuit.inputs().find(name);
    if (it != of_.circuit.inputs().end()) to.push_back(sign * it->second);
  }

  /// The literals that say so; what nothing rests on has none.
  Clause holds(const Fault& f) const {
    Clause out;
    for (const Lasts& one : lasts(f)) {
      const Clause literals = of_.spells.at(one.of).exactly(one.from, one.until);
      out.insert(out.end(), literals.begin(), literals.end());
    }
    if (f.crash() && limits_.stop && !f.after)
      out.push_back(-of_.spells.at(mute_spell(f.from)).at(f.tick - 1));
    if (f.crash()) {
      add_input(out, crashed_by(f.from, f.tick));
      add_input(out, crashed_by(f.from, f.tick - 1), -1);
    }
    add_input(out, input_of(f));
    return out;
  }

  /// Whether it violates this one.
  bool violates(const FaultSet& set, std::size_t which) const {
    Clause inputs;
    for (const Fault& f : set) {
      for (const Lasts& one : lasts(f)) {
        for (int t = one.from; t <= one.until; ++t) inputs.push_back(of_.spells.at(one.of).at(t));
      }
      for (int t = f.tick; f.crash() && t <= limits_.eot; ++t)
        add_input(inputs, crashed_by(f.from, t));
      Fault less = f;
      for (less.by = 1; f.kind == Fault::Kind::late && less.by < f.by; ++less.by)
        add_input(inputs, input_of(less));
      add_input(inputs, input_of(f));
    }
    return of_.circuit.value(violating_[which], inputs);
  }

  /// A proper part of the set: what is not in it does not happen, and not all of it does.
  std::vector<Clause> part_of(const FaultSet& set) {
    std::vector<Clause> out;
    std::set<int> named;
    Clause missing;
    for (const Fault& fault : set) {
      const Clause literals = holds(fault);
      if (literals.empty()) throw Rejected("a fault that does nothing is in no minimal set");
      const int it = of_.circuit.all(literals);
      missing.push_back(-it);
      if (lasts(fault).empty() && !fault.crash()) named.insert(it);
    }
    const auto not_named = [&](int input) {
      if (!named.contains(input)) out.push_back({-input});
    };
    for (const int loss : of_.losses) not_named(loss);
    as_long(set, out);
    for (const int one : of_.disks) not_named(one);
    for (const std::vector<int>& by : of_.twice) std::ranges::for_each(by, not_named);
    for (const std::vector<int>& by : of_.late) {  // up to as many ticks as in the set
      const auto last = std::ranges::find_if(by, [&](int x) { return named.contains(x); });
      std::for_each(last == by.end() ? by.begin() : last + 1, by.end(), not_named);
    }
    for (const std::string& node : limits_.nodes) {
      if (limits_.stop || !limits_.may_die(node)) continue;
      const auto it =
          std::ranges::find_if(set, [&](const Fault& f) { return f.crash() && f.from == node; });
      const auto& inputs = of_.circuit.inputs();
      for (int t = 1; t <= limits_.eot; ++t) {
        const int by = inputs.at(crashed_by(node, t));
        if (it == set.end() || t < it->tick) {
          out.push_back({-by});
        } else {  // then at that very time, or never
          out.push_back({by, -inputs.at(crashed_by(node, limits_.eot))});
        }
      }
    }
    out.push_back(missing);
    return out;
  }

  /// What lasts does so for as long as a fault of the set says, or not at all.
  void as_long(const FaultSet& set, std::vector<Clause>& out) const {
    std::map<std::string, std::map<int, int>> first;  // of what, at which tick: when it begins
    for (const Fault& fault : set) {
      for (const Lasts& one : lasts(fault)) {
        for (int t = one.from; t <= one.until; ++t) first[one.of][t] = one.from;
      }
      if (fault.crash() && fault.after && limits_.stop)
        out.push_back({-of_.spells.at(down_spell(fault.from)).at(fault.down()),
                       of_.spells.at(mute_spell(fault.from)).at(fault.tick)});
    }
    for (const auto& [of, spell] : of_.spells) {
      for (int t = 1; index(t) < spell.on.size(); ++t) {
        const auto& named = first[of];
        const auto it = named.find(t);
        if (it == named.end()) {
          out.push_back({-spell.at(t)});
        } else if (it->second != t) {
          out.push_back({-spell.at(t), spell.at(it->second)});
          out.push_back({spell.at(t), -spell.at(it->second)});
        }
      }
    }
  }

  std::vector<Clause> fewer_than(std::size_t faults) {
    std::vector<int> each = of_.losses;
    for (const auto* some :
         {&of_.crashed, &of_.outages, &of_.partitions, &of_.pauses, &of_.writes, &of_.disks})
      each.insert(each.end(), some->begin(), some->end());
    for (const std::vector<int>& by : of_.late) each.push_back(by.front());
    for (const std::vector<int>& by : of_.twice) each.push_back(of_.circuit.any(by));
    return {{-of_.circuit.at_least(each, faults)[faults]}};
  }

  /// The set is not contained. Nothing if a fault of it changes no execution, and so has no literal: then each
  /// execution is that of a fault set without it.
  std::optional<Clause> not_within(const FaultSet& set) {
    Clause out;
    for (const Fault& fault : set) {
      const Clause literals = holds(fault);
      if (literals.empty()) return std::nullopt;
      for (const int x : literals) out.push_back(-x);
    }
    return out;
  }

 private:
  Unrolled of_;
  Limits limits_;
  std::vector<int> violating_;  ///< of one fault set: and without an error
};

/// What is later contains what is less late.
bool contains(const FaultSet& whole, const FaultSet& part) {
  return std::ranges::all_of(part, [&](const Fault& one) {
    return std::ranges::any_of(whole, [&](Fault other) {
      if (one.kind == Fault::Kind::late && other.by > one.by) other.by = one.by;
      return other == one;
    });
  });
}

/// What has to be refuted for the claim about one specification, or the invariant.
class About {
 public:
  About(std::shared_ptr<Asked> asked, const Claim& claim, std::size_t which)
      : asked_(std::move(asked)), claim_(claim), said_(claim.each[which]), which_(which) {}

  void ask(std::vector<Question>& out, const std::function<void()>& check) const {
    for (std::size_t i = 0; i < said_.violate.size(); ++i) {
      if (check) check();
      const FaultSet& set = said_.violate[i];
      require_admissible(set, claim_.limits);
      const auto in_it = [&](const FaultSet& known) { return contains(set, known); };
      if (std::ranges::any_of(claim_.known, in_it))
        throw Rejected("fault set " + std::to_string(i + 1) + " contains a known one" + of());
      if (!asked_->violates(set, which_))
        throw Rejected("fault set " + std::to_string(i + 1) + " violates nothing" + of());
      if (!said_.minimal || set.empty()) continue;
      add(out, "minimal", "-" + std::to_string(i + 1),
          [asked = asked_, set] { return asked->part_of(set); });
    }
    if (said_.least && !said_.violate[0].empty()) {
      add(out, "least", "",
          [asked = asked_, size = said_.violate[0].size()] { return asked->fewer_than(size); });
    }
    if (said_.all) {
      add(out, "all", "", [asked = asked_, sets = said_.violate] {
        std::vector<Clause> others;
        for (const FaultSet& set : sets) {
          if (const auto clause = asked->not_within(set)) others.push_back(*clause);
        }
        return others;
      });
    }
  }

 private:
  std::string of() const { return said_.of.empty() ? "" : " (" + said_.of + ")"; }

  template <class Clauses>
  void add(std::vector<Question>& out, const std::string& what, const std::string& number,
           const Clauses& more) const {
    const std::string name =
        what + (said_.of.empty() ? "" : "-" + std::to_string(which_ + 1)) + number;
    out.push_back({name, said_.of, [asked = asked_, which = which_, more] {
                     return asked->asserted({which}, more());
                   }});
  }

  std::shared_ptr<Asked> asked_;
  const Claim& claim_;
  const Said& said_;
  const std::size_t which_;
};

/// The claim is about all that is judged, by its names and in its order.
void require_same(const Claim& claim, const std::vector<Judged>& judged, bool named) {
  bool same = claim.each.size() == judged.size();
  for (std::size_t i = 0; same && i < judged.size(); ++i)
    same = claim.each[i].of == (named ? judged[i].name : "");
  if (same) return;
  std::string names;
  for (const Judged& one : judged) names += " " + one.name;
  throw Rejected(named ? "the claim has to be about each specification in this order:" + names
                       : "a claim about specifications, and there are none");
}

}  // namespace

Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check) {
  if (claim.forever) return forever_questions(folder, claim, check);
  Program program = read_program(folder, claim);
  const auto asked =
      std::make_shared<Asked>(unroll(program, claim.limits, check), claim.limits, claim.known);
  const Unrolled& unrolled = asked->unrolled();
  require_same(claim, unrolled.judged, !program.specifications.empty());
  Questions out;
  out.has_pre = unrolled.has_pre;
  out.judged = unrolled.judged;
  std::vector<std::size_t> certified;
  for (std::size_t i = 0; i < claim.each.size(); ++i) {
    if (!claim.each[i].certified) continue;
    if (claim.each[i].vacuous == unrolled.judged[i].promises)
      throw Rejected("vacuous, or not vacuous");
    certified.push_back(i);
  }
  // One proof for all of them: what is refuted for one helps to refute the others.
  if (!certified.empty()) {
    out.each.push_back(
        {"certified", "", [asked, certified] { return asked->asserted(certified, {}, true); }});
  }
  for (std::size_t i = 0; i < claim.each.size(); ++i) About(asked, claim, i).ask(out.each, check);
  return out;
}

}  // namespace ldfi::certificate
