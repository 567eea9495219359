// Searches for an order of the versions of each key, guided by counterexamples. A SAT solver
// proposes which of two writers of a key comes first, for some pairs. All other pairs follow the
// order of a topological sort. Each excluded cycle of the resulting graph becomes a clause over the
// pairs that the cycle assumes. The cycle exists in every order that agrees with these pairs, even
// if other versions come in between. A later version is then reached by rw and then ww, which
// excludes as much as rw [ADYA99 §3, CERONE18]. The number of pairs is finite, so the loop
// terminates.
#include "common/systems/check/transaction_orders.hpp"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <tuple>

#include "common/solve/sat/cadical.hpp"

namespace ldfi::check {
namespace {

using sat::Literal;

constexpr std::size_t cycles_per_round = 256;
constexpr std::uint64_t conflicts_per_question = 20'000;
/// Number of steps that each call of the SAT solver counts, in addition to the steps for its
/// clauses.
constexpr std::uint64_t steps_per_question = 10'000;

/// Adds edges rw from the transactions that read the version of `earlier` to the transaction `to`.
void add_anti(Dependencies& graph, const KeyVersions& versions, std::uint32_t earlier,
              std::uint32_t to, Label label) {
  label.why = Why::rw;
  label.earlier = earlier;
  for (const KeyVersions::Read& read : versions.reads) {
    if (read.of == earlier) graph.add(read.by, to, label);
  }
}

/// Adds edges rw from `readers` to the writers of all versions with an unknown position. Also adds
/// edges ww from `last` to these writers, if `last` is given.
void add_to_free(Dependencies& graph, const KeyVersions& versions,
                 const std::vector<std::uint32_t>& readers, Label label,
                 std::optional<std::uint32_t> last) {
  const std::vector<std::uint32_t>& free = versions.free;
  if (free.empty()) return;
  const std::uint32_t target = free.size() == 1 ? free.front() : graph.add_relay(free);
  label.why = Why::ww;
  if (last) graph.add(*last, target, label);
  label.why = Why::rw;
  for (const std::uint32_t reader : readers) {
    if (!std::ranges::binary_search(free, reader)) {
      graph.add(reader, target, label);
      continue;
    }
    for (const std::uint32_t to : free) graph.add(reader, to, label);
  }
}

/// Adds the dependencies of the versions whose order is known, and of the versions that follow
/// them.
void add_fixed(Dependencies& graph, const KeyVersions& versions, bool anti, Label label) {
  const std::vector<std::uint32_t>& fixed = versions.fixed;
  for (std::size_t i = 1; i < fixed.size(); ++i) {
    label.why = Why::ww;
    graph.add(fixed[i - 1], fixed[i], label);
  }
  std::map<std::uint32_t, std::size_t> place;
  for (std::size_t i = 0; i < fixed.size(); ++i) place[fixed[i]] = i + 1;
  std::vector<std::uint32_t> of_last;
  label.why = Why::rw;
  for (const KeyVersions::Read& read : versions.reads) {
    if (!anti || (read.of && !place.contains(*read.of))) continue;
    const std::size_t next = read.of ? place[*read.of] : 0;
    if (next < fixed.size()) {
      graph.add(read.by, fixed[next], label);
    } else {
      of_last.push_back(read.by);
    }
  }
  add_to_free(graph, versions, of_last, label,
              fixed.empty() ? std::nullopt : std::optional(fixed.back()));
}

/// Adds the dependencies of transactions that read a version of the key and also write the key.
/// Their own version must be later than the version read, because otherwise there is a cycle of
/// shape G1c.
void add_updates(Dependencies& graph, const KeyVersions& versions, Label label) {
  for (const KeyVersions::Read& read : versions.reads) {
    if (!read.of || *read.of == read.by) continue;
    const bool is_free = std::ranges::binary_search(versions.free, *read.of);
    if (!is_free || !std::ranges::binary_search(versions.free, read.by)) continue;
    label.why = Why::ww;
    graph.add(*read.of, read.by, label);
    add_anti(graph, versions, *read.of, read.by, label);
  }
}

/// Adds an edge from each reader of a version to the next writer that began after the writer of
/// that version had ended. Writers that began even later are reached by edges for real time.
void add_in_real_time(Dependencies& graph, const KeyVersions& versions, Label label,
                      const RealTime& time) {
  std::vector<std::uint32_t> by_begin = versions.free;
  std::ranges::stable_sort(by_begin, {}, [&](std::uint32_t one) { return time.invoked[one]; });
  for (const std::uint32_t earlier : versions.free) {
    std::int64_t first_over = Dependencies::never;
    auto next = std::ranges::upper_bound(by_begin, time.returned[earlier], {},
                                         [&](std::uint32_t one) { return time.invoked[one]; });
    for (; next != by_begin.end() && time.invoked[*next] <= first_over; ++next) {
      first_over = std::min(first_over, time.returned[*next]);
      add_anti(graph, versions, earlier, *next, label);
    }
  }
}

/// Variables of the SAT solver, one for each pair of writers of one key. A variable is true if the
/// writer with the higher number comes first.
class Pairs {
 public:
  struct Pair {
    std::uint32_t key = 0;
    std::uint32_t low = 0;
    std::uint32_t high = 0;
  };

  /// Returns a literal that is true in exactly those orders in which an edge with this label to
  /// `to` exists.
  Literal literal_of(sat::Solver& solver, const Label& label, std::uint32_t to) {
    const auto [low, high] = std::minmax(label.earlier, to);
    const auto [found, fresh] = variables_.try_emplace(std::tuple(label.key, low, high), 0);
    if (fresh) {
      found->second = solver.new_variable();
      all_.push_back({label.key, low, high});
    }
    return label.earlier == low ? -found->second : found->second;
  }
  /// Returns the pairs of writers that the variables stand for, beginning with variable 1.
  [[nodiscard]] const std::vector<Pair>& all() const { return all_; }

 private:
  std::map<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>, Literal> variables_;
  std::vector<Pair> all_;
};

/// Returns a clause over the order of writers. Every order in which this cycle does not exist
/// satisfies the clause.
std::vector<Literal> clause_of(const Cycle& cycle, Pairs& pairs, sat::Solver& solver) {
  std::set<Literal> out;
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Label& label = cycle[i].label;
    const std::uint32_t to = cycle[(i + 1) % cycle.size()].from;
    if (label.assumed) out.insert(-pairs.literal_of(solver, label, to));
  }
  return {out.begin(), out.end()};
}

class Orders {
 public:
  Orders(const Dependencies& certain, const std::vector<KeyVersions>& keys, Excluded excluded,
         Work& work)
      : certain_(certain), keys_(keys), excluded_(excluded), work_(work) {
    solver_->set_check([this] { work_.check(); });
    solver_->set_conflict_limit(conflicts_per_question);
  }

  /// Returns true if there is an order of all versions without an excluded cycle.
  bool find() {
    while (solve(*solver_, {})) {
      Dependencies chosen = certain_;
      choose(chosen);
      if (learn(chosen)) continue;
      Dependencies ordered = certain_;
      order(ordered, chosen.positions(excluded_));
      if (!learn(ordered)) return true;
    }
    return false;
  }

  /// Returns found cycles that together exclude every order, and none of which can be removed.
  /// Requires that find() returned false. Tries to remove one cycle after the other. Keeps the
  /// cycles not yet tried if the budget is exceeded.
  std::vector<Cycle> core() {
    const auto solver = sat::make_cadical(0);
    solver->set_check([this] { work_.check(); });
    solver->set_conflict_limit(conflicts_per_question);
    for (std::size_t i = 0; i < pairs_.all().size(); ++i) (void)solver->new_variable();
    std::map<Literal, std::size_t> cycle_of;
    std::vector<Literal> left;
    for (std::size_t i = 0; i < cycles_.size(); ++i) {
      std::vector<Literal> clause = clause_of(cycles_[i], pairs_, *solver);
      left.push_back(solver->new_variable());
      cycle_of[left.back()] = i;
      clause.push_back(-left.back());
      solver->add(clause);
    }
    try {
      shrink(*solver, left);
    } catch (const TooHard&) {
      // the cycles in `left` still exclude every order
    }
    std::vector<Cycle> out;
    for (const Literal one : left) out.push_back(cycles_[cycle_of[one]]);
    return out;
  }

 private:
  bool solve(sat::Solver& solver, std::span<const Literal> assumptions) {
    work_.count(steps_per_question + solver.clauses() + assumptions.size());
    const sat::Answer answer = solver.solve(assumptions);
    if (answer == sat::Answer::unknown) throw TooHard{};
    return answer == sat::Answer::satisfiable;
  }

  void shrink(sat::Solver& solver, std::vector<Literal>& left) {
    if (!solve(solver, left)) keep_failed(solver, left);
    for (std::size_t i = left.size(); i-- > 0;) {
      std::vector<Literal> without = left;
      without.erase(without.begin() + static_cast<std::ptrdiff_t>(i));
      if (solve(solver, without)) continue;
      keep_failed(solver, without);
      left = std::move(without);
      i = std::min(i, left.size());
    }
  }

  static void keep_failed(const sat::Solver& solver, std::vector<Literal>& assumptions) {
    std::erase_if(assumptions, [&](Literal one) { return !solver.failed(one); });
  }

  /// Adds the dependencies that follow from the SAT solver's choice for each pair of writers.
  void choose(Dependencies& graph) const {
    for (std::size_t i = 0; i < pairs_.all().size(); ++i) {
      const Pairs::Pair& pair = pairs_.all()[i];
      const bool swapped = solver_->value(static_cast<Literal>(i + 1));
      const std::uint32_t first = swapped ? pair.high : pair.low;
      assume(graph, pair.key, first, swapped ? pair.low : pair.high);
    }
  }

  void assume(Dependencies& graph, std::uint32_t key, std::uint32_t first,
              std::uint32_t second) const {
    const Label label{.why = Why::ww, .key = key, .earlier = first, .assumed = true};
    graph.add(first, second, label);
    add_anti(graph, keys_[key], first, second, label);
  }

  /// Adds the dependencies that follow if versions with unknown order follow the given positions of
  /// their writers.
  void order(Dependencies& graph, const std::vector<std::uint32_t>& positions) const {
    for (std::uint32_t k = 0; k < keys_.size(); ++k) {
      std::vector<std::uint32_t> versions = keys_[k].free;
      std::ranges::sort(versions, {}, [&](std::uint32_t one) { return positions[one]; });
      for (std::size_t i = 1; i < versions.size(); ++i) {
        assume(graph, k, versions[i - 1], versions[i]);
      }
    }
  }

  /// Adds a clause for each excluded cycle of the graph, up to a limit. Returns false if there is
  /// no excluded cycle.
  bool learn(const Dependencies& graph) {
    std::vector<Cycle> found = graph.cycles(excluded_, cycles_per_round);
    const bool any = !found.empty();
    for (Cycle& cycle : found) {
      std::vector<Literal> clause = clause_of(cycle, pairs_, *solver_);
      if (!known_.insert(clause).second) continue;
      solver_->add(clause);
      cycles_.push_back(std::move(cycle));
    }
    return any;
  }

  const Dependencies& certain_;
  const std::vector<KeyVersions>& keys_;
  Excluded excluded_;
  Work& work_;
  std::unique_ptr<sat::Solver> solver_ = sat::make_cadical(0);
  Pairs pairs_;
  std::set<std::vector<Literal>> known_;
  std::vector<Cycle> cycles_;  ///< for each clause, the cycle that it excludes
};

}  // namespace

void add_certain(Dependencies& graph, std::uint32_t key, const KeyVersions& versions, bool anti,
                 const RealTime* time) {
  const Label label{.key = key};
  for (const KeyVersions::Read& read : versions.reads) {
    if (read.of) graph.add(*read.of, read.by, {.why = Why::wr, .key = key});
  }
  add_fixed(graph, versions, anti, label);
  if (!anti) return;
  add_updates(graph, versions, label);
  if (time != nullptr) add_in_real_time(graph, versions, label, *time);
}

std::optional<std::vector<Cycle>> conflict_of_orders(const Dependencies& certain,
                                                     const std::vector<KeyVersions>& keys,
                                                     Excluded excluded, Work& work) {
  Orders orders(certain, keys, excluded, work);
  if (orders.find()) return std::nullopt;
  return orders.core();
}

}  // namespace ldfi::check
