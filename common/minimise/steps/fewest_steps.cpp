#include "common/minimise/steps/fewest_steps.hpp"

#include <algorithm>
#include <numeric>
#include <span>
#include <utility>

#include "common/base/contract.hpp"

namespace ldfi::minimise {
namespace {

using Holds = StepWorld::Holds;
using Item = StepWorld::Item;
using Word = std::uint32_t;

/// A state of the search: the facts that each node holds, and the messages that have not arrived.
struct State {
  std::vector<Holds> holds;
  std::vector<Item> under_way;  ///< messages that have not arrived, ascending
};

std::uint64_t hash_of(std::span<const Word> words) {
  std::uint64_t out = words.size();
  for (const Word word : words) {
    out ^= word;
    out *= 0x9e3779b97f4a7c15ULL;
    out ^= out >> 29U;
  }
  return out;
}

/// A set of states. Each state is a sequence of words.
class States {
 public:
  /// Adds a state. Returns its number, and true if it was not in the set.
  std::pair<Word, bool> add(std::span<const Word> words) {
    if (2 * (size() + 1) > slots_.size()) grow();
    for (std::uint64_t i = hash_of(words);; ++i) {
      Word& slot = slots_[i & (slots_.size() - 1)];
      if (slot == 0) {
        words_.insert(words_.end(), words.begin(), words.end());
        begin_.push_back(words_.size());
        slot = static_cast<Word>(size());
        return {slot - 1, true};
      }
      if (std::ranges::equal((*this)[slot - 1], words)) return {slot - 1, false};
    }
  }
  [[nodiscard]] std::size_t size() const { return begin_.size() - 1; }
  [[nodiscard]] std::span<const Word> operator[](std::size_t i) const {
    return {words_.data() + begin_[i], begin_[i + 1] - begin_[i]};
  }

 private:
  void grow() {
    slots_.assign(std::max<std::size_t>(1024, 2 * slots_.size()), 0);
    for (std::size_t s = 0; s < size(); ++s) {
      std::uint64_t i = hash_of((*this)[s]);
      while (slots_[i & (slots_.size() - 1)] != 0) ++i;
      slots_[i & (slots_.size() - 1)] = static_cast<Word>(s + 1);
    }
  }

  std::vector<Word> words_;
  std::vector<std::size_t> begin_{0};
  /// Hash table of numbers of states, plus one; 0 if free; the size is a power of two.
  std::vector<Word> slots_;
};

class Search {
 public:
  Search(StepWorld& world, const FewestSettings& settings, const BudgetCheck& check,
         FewestSteps& out)
      : world_(world), settings_(settings), check_(check), nodes_(world.nodes()), out_(out) {}

  void run() {
    State first;
    first.holds = world_.start();
    best_steps_ = settings_.fewer_than;
    if (best_steps_ == 0) return;
    if (world_.violated(first.holds)) throw NotExplored("it is violated without any step");
    keep(first, {nobody_before, 0, 0}, 0);
    std::uint64_t expanded = 0;
    for (std::uint64_t in_all = 0; in_all < best_steps_; ++in_all) {
      out_.bound = in_all;
      while (in_all < open_.size() && !open_[in_all].empty() && in_all < best_steps_) {
        const auto [number, steps] = open_[in_all].back();
        open_[in_all].pop_back();
        // A shorter way to this state was found in the meantime.
        if (came_[number].steps != steps) continue;
        if (expanded++ % 256 == 0 && check_) check_();
        lead_on(number, in_all);
        if (full_) return finish();
      }
    }
    out_.bound = best_steps_;
    finish();
  }

 private:
  static constexpr Word nobody_before = ~0U;

  void lead_on(Word number, std::uint64_t in_all) {
    const State from = read(states_[number]);
    Item before = ~0U;
    for (const Item item : from.under_way) {
      if (item != before) take(from, number, item, in_all);
      before = item;
    }
    for (const Item item : world_.externals()) take(from, number, item, in_all);
  }

  void take(const State& from, Word number, Item item, std::uint64_t in_all) {
    const Word node = world_.receiver(item);
    const StepWorld::StepEffect& does = world_.receive(from.holds[node], item);
    ++out_.received;
    const bool changes = does.holds != from.holds[node];
    if (!changes && does.says.empty()) return;
    const std::uint32_t steps = came_[number].steps + 1;
    State to = from;
    to.holds[node] = does.holds;
    if (changes && world_.violated(to.holds)) {
      if (steps >= best_steps_) return;
      LDFI_ENSURE(world_.steps_to_go(to.holds) == 0,
                  "no more steps are needed in a state that violates");
      best_steps_ = steps;
      last_ = {number, item, steps};
      return;
    }
    const auto it = std::ranges::lower_bound(to.under_way, item);
    if (it != to.under_way.end() && *it == item) to.under_way.erase(it);
    const auto middle = to.under_way.insert(to.under_way.end(), does.says.begin(), does.says.end());
    std::inplace_merge(to.under_way.begin(), middle, to.under_way.end());
    keep(to, {number, item, steps}, in_all);
  }

  struct MessageOutcome {
    Word before = 0;
    Item item = 0;
    std::uint32_t steps = 0;
  };

  /// Keeps a state for later. `in_all` is the estimate of all steps to a violation, and at least
  /// the estimate of the state before.
  void keep(const State& state, const MessageOutcome& came, std::uint64_t in_all) {
    const std::uint64_t more = settings_.estimate ? world_.steps_to_go(state.holds) : 1;
    in_all = std::max(in_all, came.steps + std::max<std::uint64_t>(more, 1));
    if (in_all >= best_steps_) return;
    full_ = full_ || out_.states >= settings_.most_states;
    if (full_) return;
    canonical(state);
    const auto [number, fresh] = states_.add(best_);
    if (fresh) {
      came_.push_back(came);
      ++out_.states;
    } else if (came.steps < came_[number].steps) {
      came_[number] = came;
    } else {
      return;
    }
    if (open_.size() <= in_all) open_.resize(in_all + 1);
    open_[in_all].emplace_back(number, came.steps);
  }

  void write(const State& state, std::vector<Word>& out) const {
    out.clear();
    out.insert(out.end(), state.holds.begin(), state.holds.end());
    out.insert(out.end(), state.under_way.begin(), state.under_way.end());
  }

  [[nodiscard]] State read(std::span<const Word> words) const {
    State out;
    out.holds.assign(words.begin(), words.begin() + long(nodes_));
    out.under_way.assign(words.begin() + long(nodes_), words.end());
    return out;
  }

  void rename(const State& state, std::size_t renaming, State& out) {
    const auto& to = world_.renamings()[renaming];
    for (std::size_t n = 0; n < nodes_; ++n) {
      out.holds[to[n]] = world_.renamed_holds(renaming, state.holds[n]);
    }
    out.under_way.resize(state.under_way.size());
    for (std::size_t i = 0; i < state.under_way.size(); ++i) {
      out.under_way[i] = world_.renamed_item(renaming, state.under_way[i]);
    }
    std::ranges::sort(out.under_way);
  }

  /// Writes the canonical form of the state to best_ and returns the renaming of nodes that leads
  /// to this form. The form is the least state that renamings make of this state, among those in
  /// which interchangeable nodes are in order.
  std::size_t canonical(const State& state) {
    const auto& renamings = world_.renamings();
    std::size_t by = 0;
    if (!settings_.rename || renamings.size() == 1) {
      write(state, best_);
      return by;
    }
    std::vector<Holds> signs;
    for (const Holds holds : state.holds) signs.push_back(sign(holds));
    bool any = false;
    State image;
    image.holds.resize(nodes_);
    for (std::size_t r = 0; r < renamings.size(); ++r) {
      if (!in_order(signs, renamings[r])) continue;
      rename(state, r, image);
      write(image, words_);
      if (any && !std::ranges::lexicographical_compare(words_, best_)) continue;
      any = true;
      by = r;
      best_ = words_;
    }
    return by;
  }

  /// Returns a number for these facts of a node. The number does not change if interchangeable
  /// nodes are renamed.
  Holds sign(Holds holds) {
    if (signs_.size() <= holds) signs_.resize(2 * std::size_t{holds} + 1, ~0U);
    if (signs_[holds] == ~0U) {
      Holds least = holds;
      for (std::size_t r = 0; r < world_.renamings().size(); ++r) {
        least = std::min(least, world_.renamed_holds(r, holds));
      }
      if (signs_.size() <= holds) signs_.resize(2 * std::size_t{holds} + 1, ~0U);
      signs_[holds] = least;
    }
    return signs_[holds];
  }

  /// Returns true if the renaming puts interchangeable nodes in the order of their signs.
  bool in_order(const std::vector<Holds>& signs, const std::vector<std::uint32_t>& renaming) {
    std::vector<Holds> after(nodes_);
    for (std::size_t n = 0; n < nodes_; ++n) after[renaming[n]] = signs[n];
    for (std::size_t n = 0; n < nodes_; ++n) {
      for (std::size_t m = n + 1; m < nodes_; ++m) {
        if (after[n] > after[m] && alike(n, m)) return false;
      }
    }
    return true;
  }

  bool alike(std::size_t n, std::size_t m) {
    if (alike_.empty()) {
      alike_.assign(nodes_ * nodes_, false);
      for (const auto& renaming : world_.renamings()) {
        for (std::size_t i = 0; i < nodes_; ++i) alike_[i * nodes_ + renaming[i]] = true;
      }
    }
    return alike_[n * nodes_ + m];
  }

  /// Writes the steps that lead to the violation, with the names of nodes that the first state has.
  void finish() {
    if (last_.steps == 0) return;
    std::vector<Item> items{last_.item};
    for (Word at = last_.before; came_[at].before != nobody_before; at = came_[at].before) {
      items.push_back(came_[at].item);
    }
    std::ranges::reverse(items);
    // for each node of the canonical state, its name in the first state
    std::vector<std::uint32_t> names(nodes_);
    std::iota(names.begin(), names.end(), 0U);
    State state;
    state.holds = world_.start();
    names = after(names, canonical(state));
    state = read(best_);
    for (const Item one : items) {
      LDFI_ENSURE(world_.steps_to_go(state.holds) <= items.size() - out_.steps.size(),
                  "no more steps are needed than there are");
      out_.steps.push_back(world_.step_of(world_.renamed_item(number_of(names), one)));
      const Word node = world_.receiver(one);
      const StepWorld::StepEffect does = world_.receive(state.holds[node], one);
      state.holds[node] = does.holds;
      const auto it = std::ranges::lower_bound(state.under_way, one);
      if (it != state.under_way.end() && *it == one) state.under_way.erase(it);
      state.under_way.insert(state.under_way.end(), does.says.begin(), does.says.end());
      std::ranges::sort(state.under_way);
      names = after(names, canonical(state));
      state = read(best_);
    }
  }

  /// Returns the names after the nodes are renamed once more.
  [[nodiscard]] std::vector<std::uint32_t> after(const std::vector<std::uint32_t>& names,
                                                 std::size_t renaming) const {
    std::vector<std::uint32_t> out(nodes_);
    for (std::size_t n = 0; n < nodes_; ++n) out[world_.renamings()[renaming][n]] = names[n];
    return out;
  }

  [[nodiscard]] std::size_t number_of(const std::vector<std::uint32_t>& renaming) const {
    const auto& all = world_.renamings();
    return static_cast<std::size_t>(std::ranges::find(all, renaming) - all.begin());
  }

  StepWorld& world_;
  const FewestSettings& settings_;
  const BudgetCheck& check_;
  const std::size_t nodes_;
  States states_;
  std::vector<MessageOutcome> came_;  ///< for each state, the step that led to it
  bool full_ = false;                 ///< true if states were left out because there were too many
  /// States that were not visited yet, by the estimated number of all steps to a violation. Each
  /// state comes with the number of steps that lead to it.
  std::vector<std::vector<std::pair<Word, std::uint32_t>>> open_;
  std::uint64_t best_steps_ = 0;  ///< the search looks only for fewer steps than this number
  MessageOutcome last_;           ///< the step that leads to the violation
  std::vector<Word> best_;
  std::vector<Word> words_;
  std::vector<Holds> signs_;  ///< for each set of facts (Holds), the result of sign()
  std::vector<bool> alike_;
  FewestSteps& out_;
};

}  // namespace

void fewest_steps(StepWorld& world, const FewestSettings& settings, const BudgetCheck& check,
                  FewestSteps& out) {
  Search(world, settings, check, out).run();
}

}  // namespace ldfi::minimise
