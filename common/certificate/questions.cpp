// What a claim about one EOT asks: fault sets that violate, and what is refuted.
#include <algorithm>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include "common/certificate/claim.hpp"
#include "common/certificate/forever.hpp"

namespace ldfi::certificate {
namespace {

class Asked {
 public:
  Asked(Unrolled of, Limits limits) : of_(std::move(of)), limits_(std::move(limits)) {
    violating_ = of_.circuit.all({of_.violated, -of_.error, -of_.escape});
  }
  [[nodiscard]] const Unrolled& unrolled() const { return of_; }

  /// Something violates; with `errors`, or ends in an error.
  std::vector<Clause> asserted(const std::vector<Clause>& more, bool errors = false) {
    std::vector<Clause> out = of_.axioms;
    const int violates = errors ? of_.circuit.any({of_.violated, of_.error})
                                : of_.circuit.all({of_.violated, -of_.error});
    out.push_back({of_.circuit.any({violates, of_.escape})});
    out.insert(out.end(), more.begin(), more.end());
    return of_.circuit.clauses(out);
  }

  /// The literals that say so; what nothing rests on has none.
  Clause holds(const Fault& fault) {
    const auto& inputs = of_.circuit.inputs();
    const auto add = [&](Clause& to, const std::string& name, int sign) {
      if (const auto it = inputs.find(name); it != inputs.end()) to.push_back(sign * it->second);
    };
    Clause out;
    if (fault.crash) {
      add(out, crashed_by(fault.from, fault.tick), 1);
      add(out, crashed_by(fault.from, fault.tick - 1), -1);
    } else {
      add(out, "O(" + fault.from + "," + fault.to + "," + std::to_string(fault.tick) + ")", 1);
    }
    return out;
  }

  void admissible(const FaultSet& set) const {
    std::set<std::string> crashed, lost;
    for (const Fault& f : set) {
      const auto node = [&](const std::string& n) {
        return std::ranges::find(limits_.nodes, n) != limits_.nodes.end();
      };
      const std::string loss = f.from + "," + f.to + "," + std::to_string(f.tick);
      const bool good =
          node(f.from) && f.tick >= 1 &&
          (f.crash ? f.tick <= limits_.eot && crashed.insert(f.from).second &&
                         !limits_.survivors.contains(f.from)
                   : node(f.to) && f.to != f.from && f.tick <= limits_.last_loss &&
                         lost.insert(loss).second && !limits_.reliable.contains({f.from, f.to}));
      if (!good) throw Rejected("a fault that the specification does not admit");
    }
    if (crashed.size() > static_cast<std::size_t>(limits_.crashes))
      throw Rejected("more crashes than there may be");
  }

  bool violates(const FaultSet& set) const {
    std::vector<int> inputs;
    const auto add = [&](const std::string& name) {
      if (const auto it = of_.circuit.inputs().find(name); it != of_.circuit.inputs().end())
        inputs.push_back(it->second);
    };
    for (const Fault& f : set) {
      for (int t = f.tick; f.crash && t <= limits_.eot; ++t) add(crashed_by(f.from, t));
      if (!f.crash) add("O(" + f.from + "," + f.to + "," + std::to_string(f.tick) + ")");
    }
    return of_.circuit.value(violating_, inputs);
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
      if (!fault.crash) named.insert(it);
    }
    for (const int loss : of_.losses) {
      if (!named.contains(loss)) out.push_back({-loss});
    }
    for (const std::string& node : limits_.nodes) {
      if (limits_.survivors.contains(node)) continue;
      const auto it =
          std::ranges::find_if(set, [&](const Fault& f) { return f.crash && f.from == node; });
      const auto& inputs = of_.circuit.inputs();
      for (int t = 1; t <= limits_.eot && limits_.crashes > 0; ++t) {
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

  std::vector<Clause> fewer_than(std::size_t faults) {
    std::vector<int> each = of_.losses;
    each.insert(each.end(), of_.crashed.begin(), of_.crashed.end());
    return {{-of_.circuit.at_least(each, faults)[faults]}};
  }

  Clause not_within(const FaultSet& set) {
    Clause out;
    for (const Fault& fault : set) {
      for (const int x : holds(fault)) out.push_back(-x);
    }
    return out;
  }

 private:
  Unrolled of_;
  Limits limits_;
  int violating_ = Circuit::no;  ///< of one fault set: and without an error
};

}  // namespace

Questions questions(const std::string& folder, const Claim& claim,
                    const std::function<void()>& check) {
  if (claim.forever) return forever_questions(folder, claim, check);
  Program program = read_program(folder, claim);
  const auto asked = std::make_shared<Asked>(unroll(program, claim.limits, check), claim.limits);
  const Unrolled& unrolled = asked->unrolled();
  if (claim.certified && claim.vacuous == unrolled.pre_without_faults)
    throw Rejected("vacuous, or not vacuous");
  Questions out;
  out.has_pre = unrolled.has_pre;
  const auto ask = [&](const std::string& name, const auto& clauses) {
    out.each.push_back({name, clauses});
  };
  if (claim.certified) ask("certified", [asked] { return asked->asserted({}, true); });
  for (std::size_t i = 0; i < claim.violate.size(); ++i) {
    if (check) check();
    const FaultSet& set = claim.violate[i];
    asked->admissible(set);
    if (!asked->violates(set))
      throw Rejected("fault set " + std::to_string(i + 1) + " violates nothing");
    if (!claim.minimal || set.empty()) continue;
    ask("minimal-" + std::to_string(i + 1),
        [asked, set] { return asked->asserted(asked->part_of(set)); });
  }
  if (claim.least && !claim.violate[0].empty()) {
    ask("least", [asked, size = claim.violate[0].size()] {
      return asked->asserted(asked->fewer_than(size));
    });
  }
  if (claim.all) {
    ask("all", [asked, sets = claim.violate] {
      std::vector<Clause> others;
      for (const FaultSet& set : sets) others.push_back(asked->not_within(set));
      return asked->asserted(others);
    });
  }
  return out;
}

}  // namespace ldfi::certificate
