#include "common/prove/certificate/rup.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <unordered_map>

#include "common/prove/certificate/rejected.hpp"

namespace ldfi::certificate {
namespace {

/// Largest number of literals in a proof, so that 32 bits can number them.
constexpr std::size_t most_literals = 1'000'000'000;

class Checker {
 public:
  /// Adds a clause. Returns false if unit propagation shows that the clauses contradict each other.
  bool add(Clause clause) {
    std::ranges::sort(clause);
    clause.erase(std::unique(clause.begin(), clause.end()), clause.end());
    for (const int x : clause) fit(x);
    if (literals_.size() > most_literals)
      throw Rejected("the proof has more than a billion literals");
    const auto number = static_cast<std::uint32_t>(starts_.size());
    numbers_[hash(clause)].push_back(number);
    // Unit propagation watches the first two literals of a clause. They must not be false if the
    // clause has other literals.
    std::ranges::stable_partition(clause, [this](int x) { return value(x) >= 0; });
    starts_.push_back(
        {static_cast<std::uint32_t>(literals_.size()), static_cast<std::uint32_t>(clause.size())});
    literals_.insert(literals_.end(), clause.begin(), clause.end());
    if (clause.empty() || value(clause[0]) < 0) return false;
    if (clause.size() > 1) {
      watchers(clause[0]).push_back({number, clause[1]});
      watchers(clause[1]).push_back({number, clause[0]});
    }
    if (clause.size() > 1 && value(clause[1]) >= 0) return true;
    if (value(clause[0]) == 0) assign(clause[0]);
    return propagate();
  }

  /// Returns true if the clause follows by unit propagation.
  bool follows(const Clause& clause) {
    const std::size_t kept = trail_.size();
    bool conflict = false;
    for (const int x : clause) {
      fit(x);
      if (value(x) > 0) conflict = true;
      if (value(x) == 0) assign(-x);
    }
    conflict = conflict || !propagate();
    for (; trail_.size() > kept; trail_.pop_back())
      values_[place(trail_.back())] = values_[place(-trail_.back())] = 0;
    done_ = kept;
    return conflict;
  }

  /// Removes a clause. Keeps a clause whose first literal is true, because that value may have been
  /// derived from the clause.
  void remove(Clause clause) {
    std::ranges::sort(clause);
    const auto it = numbers_.find(hash(clause));
    if (it == numbers_.end()) return;
    for (std::size_t i = 0; i < it->second.size(); ++i) {
      Span& found = starts_[it->second[i]];
      const int* const literals = literals_.data() + found.start;
      Clause sorted(literals, literals + found.size);
      std::ranges::sort(sorted);
      if (sorted != clause || (found.size > 0 && value(literals[0]) > 0)) continue;
      found.size = 0;
      it->second.erase(it->second.begin() + static_cast<std::ptrdiff_t>(i));
      return;
    }
  }

 private:
  struct Span {
    std::uint32_t start = 0, size = 0;
  };
  struct Watch {
    std::uint32_t clause = 0;
    int other = 0;  ///< if this literal is true, the clause is satisfied and need not be read
  };

  static std::size_t place(int x) {
    return 2 * static_cast<std::size_t>(std::abs(x)) + (x < 0 ? 1U : 0U);
  }
  void fit(int x) {
    const std::size_t most = std::max(place(x), place(-x)) + 1;
    if (most <= values_.size()) return;
    values_.resize(most);
    watchers_.resize(most);
  }
  [[nodiscard]] int value(int x) const { return values_[place(x)]; }
  std::vector<Watch>& watchers(int x) { return watchers_[place(x)]; }
  void assign(int x) {
    values_[place(x)] = 1;
    values_[place(-x)] = -1;
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
      const int falsified = -trail_[done_];
      std::vector<Watch>& watching = watchers(falsified);
      std::size_t kept = 0;
      for (std::size_t i = 0; i < watching.size(); ++i) {
        const Watch watch = watching[i];
        if (value(watch.other) > 0) {
          watching[kept++] = watch;
          continue;
        }
        const Span span = starts_[watch.clause];
        if (span.size == 0) continue;  // the clause was removed
        int* const c = literals_.data() + span.start;
        if (c[0] == falsified) std::swap(c[0], c[1]);
        const int* const end = c + span.size;
        int* other = c + 2;
        if (value(c[0]) <= 0) {
          while (other != end && value(*other) < 0) ++other;
          if (other != end) {
            std::swap(c[1], *other);
            watchers(c[1]).push_back({watch.clause, c[0]});
            continue;
          }
        }
        watching[kept++] = {watch.clause, c[0]};
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

  std::vector<int> literals_;  ///< literals of all clauses, clause after clause
  /// For each clause, its position and size in literals_; removed clauses have size 0.
  std::vector<Span> starts_;
  std::unordered_map<std::size_t, std::vector<std::uint32_t>> numbers_;
  std::vector<std::vector<Watch>> watchers_;
  std::vector<signed char> values_;  ///< for each literal, its value
  std::vector<int> trail_;
  std::size_t done_ = 0;
};

}  // namespace

std::string refutes(const std::vector<Clause>& clauses, std::istream& proof,
                    const std::function<void()>& check) {
  Checker checker;
  int most = 1;  // largest variable so far, because lemmas may only use existing variables
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
    if (!proof || x != 0) return "line " + std::to_string(line) + " is not a clause";
    if (removes) {
      checker.remove(clause);
    } else if (!checker.follows(clause)) {
      return "the clause in line " + std::to_string(line) + " does not follow from earlier clauses";
    } else if (!checker.add(clause)) {
      return "";
    }
  }
  return "the proof ends without a contradiction";
}

}  // namespace ldfi::certificate
