// Decides linearizability by blocks. A block is a write of a value together with all reads of this
// value. In an order of all operations, each block is contiguous, because its value is written only
// once. Block A must come before block B if an operation of A ends before an operation of B begins.
// This is so if A's first answer is earlier than B's last request. Such an order of the blocks
// exists unless two blocks must each come before the other. Longer cycles need no check: they
// contain two such blocks, namely the block with the last request of all and its successor.
//
// The answers are added in the order of time, so that the first impossible answer is found. Only a
// read can cause a conflict, because its request may be later than the first answer of another
// block. A write without an answer is in no block if no call reads its value.
#include "common/systems/check/register_zones.hpp"

#include <algorithm>
#include <limits>
#include <unordered_map>

#include "common/base/contract.hpp"

namespace ldfi::check {
namespace {

constexpr std::uint32_t no_block_call = LastState::unknown;
constexpr std::int64_t lowest_time = std::numeric_limits<std::int64_t>::min();

/// Finds the largest time in a range of a list of times.
class Largest {
 public:
  explicit Largest(std::size_t places) {
    while (size_ < places) size_ *= 2;
    tree_.assign(2 * size_, lowest_time);
  }
  void raise(std::size_t place, std::int64_t value) {
    for (std::size_t i = place + size_; i > 0 && tree_[i] < value; i /= 2) tree_[i] = value;
  }
  [[nodiscard]] std::int64_t at(std::size_t place) const { return tree_[place + size_]; }
  /// Returns the largest time at the positions from `begin` to before `end`.
  [[nodiscard]] std::int64_t of(std::size_t begin, std::size_t end) const {
    std::int64_t out = lowest_time;
    for (begin += size_, end += size_; begin < end; begin /= 2, end /= 2) {
      if (begin % 2 == 1) out = std::max(out, tree_[begin++]);
      if (end % 2 == 1) out = std::max(out, tree_[--end]);
    }
    return out;
  }

 private:
  std::size_t size_ = 1;
  std::vector<std::int64_t> tree_;
};

struct Block {
  std::int64_t first_answer = lowest_time;
  std::uint32_t answered = no_block_call;   ///< call of the block whose answer came first
  std::uint32_t requested = no_block_call;  ///< call of the block whose request came last
};

class Blocks {
 public:
  explicit Blocks(const std::vector<RegisterCall>& calls)
      : calls_(calls), place_of_(calls.size(), no_place), requests_(calls.size() + 1) {
    // The block of the missing key. Its write counts as answered before everything else.
    blocks_.push_back({});
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
      if (calls[i].kind == RegisterKind::write) write_of_.emplace(calls[i].value, i);
    }
  }

  /// Adds the next answer. Returns the conflict that the answer causes, or nullopt. Answers must be
  /// added in the order of time.
  std::optional<Conflict> add(std::uint32_t which) {
    const RegisterCall& call = calls_[which];
    std::size_t place = 0;
    if (call.kind == RegisterKind::write) {
      place = place_of_write(which, call, which);
    } else if (const auto write = write_of_.find(call.value);
               call.kind == RegisterKind::read && write != write_of_.end()) {
      place = place_of_write(write->second, call, which);
    }
    request(place, which);
    if (call.kind == RegisterKind::write) return std::nullopt;
    const auto other = later_block(place, call.invoked);
    if (!other) return std::nullopt;
    Conflict out;
    out.call = which;
    out.last = {{false, writer_of(*other)}};
    out.contradiction = {blocks_[place].answered, blocks_[*other].requested,
                         blocks_[*other].answered};
    return out;
  }

 private:
  static constexpr std::size_t no_place = std::numeric_limits<std::size_t>::max();

  /// Returns the index of the block of a write. Creates the block if `call` is its first answered
  /// call.
  std::size_t place_of_write(std::uint32_t write, const RegisterCall& call, std::uint32_t which) {
    std::size_t& place = place_of_[write];
    if (place == no_place) {
      place = blocks_.size();
      blocks_.push_back({call.returned, which, no_block_call});
      request(place, write);
    }
    return place;
  }

  void request(std::size_t place, std::uint32_t which) {
    Block& block = blocks_[place];
    if (calls_[which].invoked < requests_.at(place)) return;
    if (block.requested != no_block_call && calls_[which].invoked == requests_.at(place)) return;
    block.requested = which;
    requests_.raise(place, calls_[which].invoked);
  }

  /// Returns the last block that must come after the block at `place` and before a request at
  /// `time`. Returns nullopt if there is none.
  [[nodiscard]] std::optional<std::size_t> later_block(std::size_t place, std::int64_t time) const {
    const auto end = static_cast<std::size_t>(
        std::ranges::lower_bound(blocks_, time, {}, &Block::first_answer) - blocks_.begin());
    const std::int64_t after = blocks_[place].first_answer;
    const std::size_t skipped = std::min(place, end);
    if (requests_.of(0, skipped) <= after && requests_.of(std::min(place + 1, end), end) <= after) {
      return std::nullopt;
    }
    for (std::size_t i = end; i-- > 0;) {
      if (i != place && requests_.at(i) > after) return i;
    }
    LDFI_ENSURE(false, "one of the blocks has the latest request");
  }

  [[nodiscard]] std::uint32_t writer_of(std::size_t place) const {
    const RegisterCall& call = calls_[blocks_[place].answered];
    return call.kind == RegisterKind::write ? blocks_[place].answered : write_of_.at(call.value);
  }

  const std::vector<RegisterCall>& calls_;
  std::unordered_map<ValueNumber, std::uint32_t> write_of_;  ///< for each value, a write of it
  std::vector<std::size_t> place_of_;  ///< for each write, the index of its block
  std::vector<Block> blocks_;          ///< blocks in the order of their first answers
  Largest requests_;                   ///< for each block, the time of its last request
};

}  // namespace

bool has_distinct_values(const std::vector<RegisterCall>& calls) {
  constexpr int many = 2;
  std::unordered_map<ValueNumber, int> writes;
  for (const RegisterCall& call : calls) {
    if (call.kind == RegisterKind::cas || call.kind == RegisterKind::differs) return false;
    if (call.kind == RegisterKind::write) ++writes[call.value];
  }
  return std::ranges::all_of(calls, [&writes](const RegisterCall& call) {
    const auto found = writes.find(call.value);
    if (call.kind != RegisterKind::read || found == writes.end()) return true;
    return found->second < many && !call.or_absent;
  });
}

std::optional<Conflict> conflict_of_zones(const std::vector<RegisterCall>& calls,
                                          const std::vector<std::uint32_t>& answers,
                                          std::size_t count, Meter& meter) {
  Blocks blocks(calls);
  for (std::size_t i = 0; i < count; ++i) {
    meter.step();
    auto conflict = blocks.add(answers[i]);
    if (!conflict) continue;
    conflict->ordered = i;
    return conflict;
  }
  return std::nullopt;
}

}  // namespace ldfi::check
