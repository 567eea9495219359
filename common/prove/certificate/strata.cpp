#include "common/prove/certificate/strata.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

#include "common/prove/certificate/index.hpp"

namespace ldfi::certificate {
namespace {

constexpr std::uint64_t most_bits = std::uint64_t{1} << 30U;

/// For each relation, the relations that it reads within a tick. The computation takes linear time,
/// because programs may come from untrusted sources. Only the sets of relations that are read
/// indirectly take quadratic memory: one bit for each pair of relations.
class Reads {
 public:
  Reads(const Program& program, const std::function<void()>& check)
      : check_(check),
        of_(program.relations.size()),
        place_(of_.size(), -1),
        low_(of_.size()),
        together_(of_.size(), -1) {
    for (const Rule& rule : program.rules) {
      for (const Literal& l : rule.body) {
        if (rule.when == When::now)  // a literal with `@T` may be about this tick
          of_[index(rule.relation)].push_back(l.relation);
      }
    }
    for (std::size_t i = 0; i < of_.size(); ++i) {
      if (place_[i] < 0) visit(static_cast<int>(i));
    }
  }

  /// Returns the number of the relation's group. The relations of a group read each other, directly
  /// or indirectly.
  [[nodiscard]] int together(int relation) const { return together_[index(relation)]; }
  /// Returns all groups, each after the groups that it reads.
  [[nodiscard]] const std::vector<std::vector<int>>& groups() const { return groups_; }
  [[nodiscard]] bool recursive(int group) const {
    const std::vector<int>& members = groups_[index(group)];
    return members.size() > 1 || std::ranges::count(of_[index(members[0])], members[0]) > 0;
  }

  /// Returns for each group how many relations it reads directly or indirectly, including its own
  /// relations.
  [[nodiscard]] std::vector<std::size_t> sizes() const {
    const std::size_t words = of_.size() / 64 + 1;
    std::vector<std::vector<std::uint64_t>> all(groups_.size());
    std::vector<std::size_t> out;
    std::uint64_t bits = 0;
    for (const std::vector<int>& members : groups_) {
      const bool alone = members.size() == 1 && of_[index(members[0])].empty();
      out.push_back(1);
      if (alone) continue;
      bits += words * 64;
      if (bits > most_bits) throw Rejected("there are more relations than ldfi-check accepts");
      std::vector<std::uint64_t>& set = all[out.size() - 1];
      set.resize(words);
      for (const int r : members) {
        add(set, r);
        for (const int other : of_[index(r)]) {
          add(set, other);
          const std::vector<std::uint64_t>& theirs = all[index(together(other))];
          if (&theirs == &set) continue;
          if (check_) check_();
          for (std::size_t w = 0; w < theirs.size(); ++w) set[w] |= theirs[w];
        }
      }
      out.back() = 0;
      for (const std::uint64_t word : set) out.back() += index(std::popcount(word));
    }
    return out;
  }

 private:
  static void add(std::vector<std::uint64_t>& set, int relation) {
    set[index(relation) / 64] |= std::uint64_t{1} << (index(relation) % 64);
  }

  void enter(int relation) {
    place_[index(relation)] = low_[index(relation)] = entered_++;
    open_.push_back(relation);
    path_.emplace_back(relation, 0);
  }

  /// Finds strongly connected components [Tarjan 1972]. Does not use recursion, because the call
  /// stack is limited.
  void visit(int root) {
    enter(root);
    while (!path_.empty()) {
      auto& [relation, next] = path_.back();
      const std::size_t r = index(relation);
      if (next < of_[r].size()) {
        const std::size_t other = index(of_[r][next++]);
        if (place_[other] < 0) {
          enter(static_cast<int>(other));
        } else if (together_[other] < 0) {
          low_[r] = std::min(low_[r], place_[other]);
        }
        continue;
      }
      path_.pop_back();
      if (!path_.empty()) {
        int& above = low_[index(path_.back().first)];
        above = std::min(above, low_[r]);
      }
      if (low_[r] == place_[r]) close(static_cast<int>(r));
    }
  }

  void close(int root) {
    const auto group = static_cast<int>(groups_.size());
    std::vector<int>& members = groups_.emplace_back();
    for (int last = -1; last != root;) {
      last = open_.back();
      open_.pop_back();
      together_[index(last)] = group;
      members.push_back(last);
    }
    std::ranges::sort(members);
  }

  const std::function<void()>& check_;
  std::vector<std::vector<int>> of_;
  int entered_ = 0;
  /// For each relation, its number in the order of visits, and the smallest such number that is
  /// reachable from it.
  std::vector<int> place_, low_;
  std::vector<int> together_;
  std::vector<int> open_;
  std::vector<std::pair<int, std::size_t>> path_;
  std::vector<std::vector<int>> groups_;
};

}  // namespace

std::vector<Component> components(const Program& program, const std::function<void()>& check) {
  const Reads reads(program, check);
  for (const Rule& rule : program.rules) {
    if (rule.when != When::now) continue;
    const bool aggregates =
        std::ranges::any_of(rule.head, [](const auto& c) { return !c.aggregate.empty(); });
    for (const Literal& l : rule.body) {
      if ((l.negated || aggregates) && reads.together(l.relation) == reads.together(rule.relation))
        throw Rejected(rule.where + ": a relation depends on its own absence within one tick");
    }
  }
  // The group that reads the fewest relations comes first. The order determines the numbers of
  // gates, and proofs depend on these numbers.
  const std::vector<std::size_t> sizes = reads.sizes();
  std::vector<std::pair<std::pair<std::size_t, int>, int>> by_size;
  for (std::size_t g = 0; g < sizes.size(); ++g)
    by_size.push_back({{sizes[g], reads.groups()[g][0]}, static_cast<int>(g)});
  std::ranges::sort(by_size);
  std::vector<Component> out;
  for (const auto& [size, group] : by_size)
    out.push_back({reads.groups()[index(group)], reads.recursive(group)});
  return out;
}

}  // namespace ldfi::certificate
