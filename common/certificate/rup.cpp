#include "common/certificate/rup.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>

namespace ldfi::certificate {
namespace {

class Checker {
 public:
  /// False if the clauses contradict each other by propagation alone.
  bool add(Clause clause) {
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    for (const int x : clause) fit(x);
    // Two that are not false are watched, if there are two.
    std::ranges::stable_partition(clause, [this](int x) { return value(x) >= 0; });
    const auto number = clauses_.size();
    Clause key = clause;
    std::ranges::sort(key);
    numbers_[hash(key)].push_back(number);
    clauses_.push_back(clause);
    if (clause.empty() || value(clause[0]) < 0) return false;
    if (clause.size() > 1) {
      watchers(clause[0]).push_back(number);
      watchers(clause[1]).push_back(number);
    }
    if (clause.size() > 1 && value(clause[1]) >= 0) return true;
    if (value(clause[0]) == 0) assign(clause[0]);
    return propagate();
  }

  /// Whether the clause follows by propagation.
  bool follows(const Clause& clause) {
    const std::size_t kept = trail_.size();
    bool conflict = false;
    for (const int x : clause) {
      fit(x);
      if (value(x) > 0) conflict = true;
      if (value(x) == 0) assign(-x);
    }
    conflict = conflict || !propagate();
    for (; trail_.size() > kept; trail_.pop_back()) values_[var(trail_.back())] = 0;
    done_ = kept;
    return conflict;
  }

  /// Clauses that hold by propagation alone stay: what follows from them was said already.
  void remove(Clause clause) {
    std::ranges::sort(clause);
    const auto it = numbers_.find(hash(clause));
    if (it == numbers_.end()) return;
    for (std::size_t i = 0; i < it->second.size(); ++i) {
      Clause& found = clauses_[it->second[i]];
      Clause sorted = found;
      std::ranges::sort(sorted);
      if (sorted != clause || (!found.empty() && value(found[0]) > 0)) continue;
      found.clear();
      it->second.erase(it->second.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

 private:
  static std::size_t var(int x) { return static_cast<std::size_t>(std::abs(x)); }
  void fit(int x) {
    if (var(x) < values_.size()) return;
    values_.resize(var(x) + 1);
    watchers_.resize(2 * values_.size());
  }
  [[nodiscard]] int value(int x) const { return x > 0 ? values_[var(x)] : -values_[var(x)]; }
  std::vector<std::size_t>& watchers(int x) { return watchers_[2 * var(x) + (x < 0 ? 1U : 0U)]; }
  void assign(int x) {
    values_[var(x)] = static_cast<signed char>(x > 0 ? 1 : -1);
    trail_.push_back(x);
  }
  static std::size_t hash(const Clause& sorted) {
    std::size_t out = sorted.size();
    for (const int x : sorted)
      out = (out ^ static_cast<std::size_t>(x + (1LL << 32))) * 0x9E3779B97F4A7C15U;
    return out;
  }

  bool propagate() {
    for (; done_ < trail_.size(); ++done_) {
      std::vector<std::size_t>& watching = watchers(-trail_[done_]);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < watching.size(); ++i) {
        Clause& c = clauses_[watching[i]];
        if (c.empty()) continue;  // removed
        if (c[0] == -trail_[done_]) std::swap(c[0], c[1]);
        const auto other = value(c[0]) > 0 ? c.end()
                                           : std::find_if(c.begin() + 2, c.end(),
                                                          [this](int x) { return value(x) >= 0; });
        if (other != c.end()) {
          std::swap(c[1], *other);
          watchers(c[1]).push_back(watching[i]);
          continue;
        }
        watching[kept++] = watching[i];
        if (value(c[0]) == 0) assign(c[0]);
        if (value(c[0]) > 0) continue;
        while (++i < watching.size()) watching[kept++] = watching[i];
        watching.resize(kept);
        return false;
      }
      watching.resize(kept);
    }
    return true;
  }

  std::vector<Clause> clauses_;
  std::map<std::size_t, std::vector<std::size_t>> numbers_;
  std::vector<std::vector<std::size_t>> watchers_;
  std::vector<signed char> values_;
  std::vector<int> trail_;
  std::size_t done_ = 0;
};

}  // namespace

std::string refutes(const std::vector<Clause>& clauses, std::istream& proof,
                    const std::function<void()>& check) {
  Checker checker;
  int most = 1;  // a lemma says something of the variables that there are
  for (const Clause& clause : clauses) {
    for (const int x : clause) most = std::max(most, std::abs(x));
    if (!checker.add(clause)) return "";
  }
  for (std::size_t line = 1; !(proof >> std::ws).eof(); ++line) {
    if (check && line % 64 == 0) check();
    const bool removes = proof.peek() == 'd';
    if (removes) proof.get();
    Clause clause;
    int x = 0;
    while (proof >> x && x != 0 && x <= most && x >= -most &&
           clause.size() < 2 * static_cast<std::size_t>(most))
      clause.push_back(x);
    if (!proof || x != 0) return "line " + std::to_string(line) + " is no clause";
    if (removes) {
      checker.remove(clause);
    } else if (!checker.follows(clause)) {
      return "the lemma of line " + std::to_string(line) + " does not follow";
    } else if (!checker.add(clause)) {
      return "";
    }
  }
  return "the proof ends without a contradiction";
}

}  // namespace ldfi::certificate
