#include "common/check/transactions.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "common/check/calls.hpp"
#include "common/check/dependencies.hpp"
#include "common/check/transaction.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;
using Kind = MicroOperation::Kind;
using systems::Consistency;

/// Who wrote or appended a value. Texts of JSON stand for values.
struct Writer {
  std::uint32_t transaction = 0;
  bool last = true;      ///< of what the transaction does to the key
  std::string before{};  ///< what it appended to the key just before
};

/// What a committed transaction read of a key before it wrote to it.
struct Read {
  std::uint32_t transaction = 0;
  std::vector<std::string> values;  ///< of a register: none, or one
};

struct Key {
  std::string name;
  std::optional<Kind> kind;  ///< append or write, once that is known
  std::unordered_map<std::string, Writer> writers;
  std::vector<Read> reads;
};

class Transactions {
 public:
  Transactions(const History& history, Consistency promised, Judgement& out)
      : promised_(promised), out_(out) {
    for (std::size_t i = 0; i < history.calls.size(); ++i) {
      std::string wrong;
      if (auto one = transaction_of(history.calls[i], i, wrong)) all_.push_back(std::move(*one));
      if (!wrong.empty()) out_.violated.push_back(wrong);
    }
  }

  void run() {
    out_.judged = std::ranges::any_of(
        all_, [](const Transaction& one) { return one.end == Transaction::End::committed; });
    for (std::uint32_t i = 0; i < all_.size(); ++i) write(i);
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      if (all_[i].end == Transaction::End::committed) read(i);
    }
    if (!out_.undecided.empty()) return;
    for (const Key& key : keys_) {
      for (const Read& one : key.reads) seen(key, one);
    }
    Dependencies graph(all_.size());
    for (std::uint32_t k = 0; k < keys_.size(); ++k) {
      keys_[k].kind == Kind::write ? order_register(k, graph) : order_list(k, graph);
    }
    if (promised_ == Consistency::strict_serializable) add_real_time(graph);
    find_cycle(graph);
  }

 private:
  template <class... Args>
  void violated(fmt::format_string<Args...> text, Args&&... args) {
    out_.violated.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  Key& key(const std::string& name) {
    const auto [found, fresh] = numbers_.emplace(name, keys_.size());
    if (fresh) keys_.push_back({name, {}, {}, {}});
    return keys_[found->second];
  }

  /// It happened, as far as anybody can say.
  [[nodiscard]] bool happened(std::uint32_t i) const {
    return all_[i].end == Transaction::End::committed || observed_.contains(i);
  }

  void write(std::uint32_t i) {
    std::map<std::string, std::pair<Writer*, std::string>> last;
    for (const MicroOperation& one : all_[i].operations) {
      if (one.kind == Kind::read) continue;
      Key& of = key(one.key);
      if (of.kind.value_or(one.kind) != one.kind) {
        out_.undecided = fmt::format("key {} is both written and appended to", one.key);
      }
      of.kind = one.kind;
      const auto [writer, fresh] = of.writers.emplace(one.value.dump(), Writer{i, true});
      if (!fresh || one.value.is_null()) {
        out_.undecided = fmt::format(
            "{} is written twice to key {}, or is null: who reads it could "
            "have read either",
            shown(one.value), one.key);
      }
      auto& [before, value] = last[one.key];
      if (before != nullptr) {
        before->last = false;
        if (one.kind == Kind::append) writer->second.before = value;
      }
      before = &writer->second;
      value = one.value.dump();
    }
  }

  /// What a list, or a register, holds for whoever reads this; nothing if it is no such value.
  [[nodiscard]] static std::optional<std::vector<std::string>> values_of(const Key& of,
                                                                         const Json& value) {
    std::vector<std::string> out;
    if (value.is_null()) return out;
    if (of.kind == Kind::write) return std::vector{value.dump()};
    if (!value.is_array()) return std::nullopt;
    for (const Json& one : value) out.push_back(one.dump());
    return out;
  }

  /// Takes apart what was there before the transaction, and what it did itself.
  void read(std::uint32_t i) {
    struct State {
      bool known = false;               ///< what there is for the transaction
      std::vector<std::string> values;  ///< that
      bool wrote = false;               ///< to a register: what was there before is gone
      std::vector<std::string> own;     ///< what it did
      std::vector<std::string> others;  ///< what it read of others at last
    };
    std::map<std::string, State> states;
    for (const MicroOperation& one : all_[i].operations) {
      Key& of = key(one.key);
      State& state = states[one.key];
      if (one.kind == Kind::write) {
        state.known = state.wrote = true;
        state.values = state.own = {one.value.dump()};
        continue;
      }
      if (one.kind == Kind::append) {
        state.own.push_back(one.value.dump());
        state.values.push_back(one.value.dump());
        continue;
      }
      const auto values = values_of(of, one.value);
      if (!values) {
        violated("{} reads key {} as {}, which is no list", text_of(all_[i]), one.key,
                 shown(one.value));
        continue;
      }
      const bool has_own = values->size() >= state.own.size() &&
                           std::equal(state.own.rbegin(), state.own.rend(), values->rbegin());
      if (!has_own) {
        internal(i, one, Consistency::read_committed);
        continue;
      }
      if (state.known && *values != state.values) {
        internal(i, one, Consistency::snapshot_isolation);
      }
      std::vector<std::string> others(
          values->begin(), values->end() - static_cast<std::ptrdiff_t>(state.own.size()));
      if (!state.wrote && (!state.known || others != state.others)) of.reads.push_back({i, others});
      state.known = true;
      state.values = *values;
      state.others = std::move(others);
    }
  }

  void internal(std::uint32_t i, const MicroOperation& one, Consistency least) {
    if (promised_ < least) return;
    violated("internal: {} reads key {} as {}, after it read or did something else",
             text_of(all_[i]), one.key, shown(one.value));
  }

  /// What was read is what somebody did, who went through with it, and did nothing more to the key.
  void seen(const Key& of, const Read& read) {
    std::set<std::string> once;
    for (const std::string& value : read.values) {
      const auto writer = of.writers.find(value);
      if (writer == of.writers.end()) {
        violated("{} reads {} in key {}, which nobody wrote", text_of(all_[read.transaction]),
                 value, of.name);
        continue;
      }
      if (!once.insert(value).second) {
        violated("{} reads {} twice in key {}", text_of(all_[read.transaction]), value, of.name);
      }
      const Transaction& by = all_[writer->second.transaction];
      if (const std::string& before = writer->second.before;
          !before.empty() && !once.contains(before)) {
        violated("{} reads {} in key {}, and not before it {}, which {} appended first",
                 text_of(all_[read.transaction]), value, of.name, before, text_of(by));
      }
      if (writer->second.transaction == read.transaction) {
        violated("internal: {} reads {} in key {} before it writes it", text_of(by), value,
                 of.name);
      }
      if (by.end == Transaction::End::aborted && promised_ >= Consistency::read_committed) {
        violated("G1a: {} reads {} in key {}, and {} was aborted", text_of(all_[read.transaction]),
                 value, of.name, text_of(by));
      }
      if (by.end == Transaction::End::open) observed_.insert(writer->second.transaction);
    }
    if (read.values.empty() || promised_ < Consistency::read_committed) return;
    const auto writer = of.writers.find(read.values.back());
    if (writer == of.writers.end() || writer->second.last ||
        writer->second.transaction == read.transaction) {
      return;
    }
    violated("G1b: {} reads {} in key {}, and {} does more to it", text_of(all_[read.transaction]),
             read.values.back(), of.name, text_of(all_[writer->second.transaction]));
  }

  /// Of those that happened.
  [[nodiscard]] std::optional<std::uint32_t> writer_of(const Key& of,
                                                       const std::string& value) const {
    const auto found = of.writers.find(value);
    if (found == of.writers.end() || !happened(found->second.transaction)) return std::nullopt;
    return found->second.transaction;
  }

  [[nodiscard]] std::set<std::uint32_t> writers_of(const Key& of) const {
    std::set<std::uint32_t> out;
    for (const auto& [value, writer] : of.writers) {
      if (happened(writer.transaction)) out.insert(writer.transaction);
    }
    return out;
  }

  /// The longest list that was read is the order of what is in it; what happened and is not in it
  /// comes behind.
  void order_list(std::uint32_t k, Dependencies& graph) {
    const Key& of = keys_[k];
    const Read* longest = nullptr;
    for (const Read& one : of.reads) {
      if (longest == nullptr || one.values.size() > longest->values.size()) longest = &one;
    }
    const std::vector<std::string> order =
        longest == nullptr ? std::vector<std::string>() : longest->values;
    bool agreed = true;
    for (const Read& one : of.reads) {
      if (std::equal(one.values.begin(), one.values.end(), order.begin())) continue;
      agreed = false;
      if (promised_ == Consistency::read_uncommitted) continue;
      violated("{} and {} read key {} in orders that do not fit", text_of(all_[one.transaction]),
               text_of(all_[longest->transaction]), of.name);
    }
    if (!agreed) return;
    lost_updates(of, writers_of(of));
    for (std::size_t i = 1; i < order.size(); ++i) {
      const auto from = writer_of(of, order[i - 1]);
      const auto to = writer_of(of, order[i]);
      if (from && to) graph.add(*from, *to, Why::ww, k);
    }
    const std::vector<std::uint32_t> behind = not_in(of, order);
    const auto last = order.empty() ? std::nullopt : writer_of(of, order.back());
    for (const std::uint32_t one : behind) {
      if (last) graph.add(*last, one, Why::ww, k);
    }
    for (const Read& one : of.reads) {
      const std::size_t length = one.values.size();
      const auto from = length > 0 ? writer_of(of, order[length - 1]) : std::nullopt;
      if (from) graph.add(*from, one.transaction, Why::wr, k);
      if (length < order.size()) {
        if (const auto next = writer_of(of, order[length]))
          graph.add(one.transaction, *next, Why::rw, k);
        continue;
      }
      for (const std::uint32_t next : behind) graph.add(one.transaction, next, Why::rw, k);
    }
  }

  [[nodiscard]] std::vector<std::uint32_t> not_in(const Key& of,
                                                  const std::vector<std::string>& order) const {
    const std::set<std::string> in(order.begin(), order.end());
    std::set<std::uint32_t> out;
    for (const auto& [value, writer] : of.writers) {
      if (!in.contains(value) && happened(writer.transaction)) out.insert(writer.transaction);
    }
    return {out.begin(), out.end()};
  }

  /// Who reads a version and writes the key writes a later one; and so does, in real time, who begins
  /// when the writer of a version is done. All versions are later than none.
  void order_register(std::uint32_t k, Dependencies& graph) {
    const Key& of = keys_[k];
    const std::set<std::uint32_t> writers = writers_of(of);
    std::map<std::uint32_t, std::vector<std::uint32_t>> after;  // by who wrote the version
    for (const Read& one : of.reads) {
      const auto from = one.values.empty() ? std::nullopt : writer_of(of, one.values.front());
      if (from) graph.add(*from, one.transaction, Why::wr, k);
      if (!from || !writers.contains(one.transaction)) continue;
      if (promised_ == Consistency::read_uncommitted) continue;  // versions may be in any order
      if (*from == one.transaction) continue;
      graph.add(*from, one.transaction, Why::ww, k);
      after[*from].push_back(one.transaction);
    }
    lost_updates(of, writers);
    if (promised_ == Consistency::strict_serializable) in_real_time(writers, k, graph, after);
    for (const Read& one : of.reads) {
      if (one.values.empty()) {
        for (const std::uint32_t next : writers) graph.add(one.transaction, next, Why::rw, k);
      } else if (const auto from = writer_of(of, one.values.front())) {
        for (const std::uint32_t next : after[*from]) graph.add(one.transaction, next, Why::rw, k);
      }
    }
  }

  /// Of two who read the same version and write the next one, one did not see what it overwrites.
  void lost_updates(const Key& of, const std::set<std::uint32_t>& writers) {
    if (promised_ < Consistency::snapshot_isolation) return;
    std::map<std::vector<std::string>, std::uint32_t> first;
    for (const Read& one : of.reads) {
      if (!writers.contains(one.transaction)) continue;
      const auto [other, fresh] = first.emplace(one.values, one.transaction);
      if (fresh || other->second == one.transaction) continue;
      violated("lost update: {} and {} read the same of key {}, and write it",
               text_of(all_[other->second]), text_of(all_[one.transaction]), of.name);
    }
  }

  void in_real_time(const std::set<std::uint32_t>& writers, std::uint32_t k, Dependencies& graph,
                    std::map<std::uint32_t, std::vector<std::uint32_t>>& after) const {
    for (const std::uint32_t one : writers) {
      for (const std::uint32_t other : writers) {
        if (one == other || returned(one) >= all_[other].call->invoked) continue;
        graph.add(one, other, Why::ww, k);
        after[one].push_back(other);
      }
    }
  }

  [[nodiscard]] std::int64_t returned(std::uint32_t i) const {
    const Transaction& one = all_[i];
    return one.end == Transaction::End::committed ? *one.call->returned : Dependencies::never;
  }

  void add_real_time(Dependencies& graph) const {
    std::vector<std::int64_t> began;
    std::vector<std::int64_t> over;
    for (std::uint32_t i = 0; i < all_.size(); ++i) {
      began.push_back(all_[i].call->invoked);
      over.push_back(returned(i));
    }
    graph.add_real_time(began, over);
  }

  void find_cycle(Dependencies& graph) {
    constexpr Shape excluded[] = {Shape::g0, Shape::g1c, Shape::g_nonadjacent, Shape::g2,
                                  Shape::g2};
    const Shape last = excluded[static_cast<std::size_t>(promised_)];
    for (const bool real_time : {false, true}) {
      if (real_time && promised_ != Consistency::strict_serializable) continue;
      for (std::uint8_t shape = 0; shape <= static_cast<std::uint8_t>(last); ++shape) {
        const auto found = graph.cycle(static_cast<Shape>(shape), real_time);
        if (!found) continue;
        constexpr const char* names[] = {"G0", "G1c", "G-single", "G-nonadjacent", "G2"};
        violated("{}{}: {}", names[shape], real_time ? " in real time" : "", text_of_cycle(*found));
        return;
      }
    }
  }

  [[nodiscard]] std::string text_of_cycle(const std::vector<Step>& cycle) const {
    constexpr std::size_t most = 12;
    constexpr const char* names[] = {"ww", "wr", "rw", "rt"};
    std::string out;
    for (std::size_t i = 0; i < cycle.size() && i < most; ++i) {
      const Step& step = cycle[i];
      const std::string of = step.why == Why::rt ? "" : " " + keys_[step.key].name;
      out += fmt::format("{} -{}{}-> ", text_of(all_[step.from]),
                         names[static_cast<std::size_t>(step.why)], of);
    }
    if (cycle.size() > most) out += "… -> ";
    return out + fmt::format("T{}", all_[cycle.front().from].number);
  }

  Consistency promised_;
  Judgement& out_;
  std::vector<Transaction> all_;
  std::vector<Key> keys_;
  std::unordered_map<std::string, std::size_t> numbers_;
  std::set<std::uint32_t> observed_;  ///< open ones, of which somebody read something
};

}  // namespace

void transactions(const History& history, Consistency promised, Judgement& out, Meter& /*meter*/) {
  try {
    Transactions(history, promised, out).run();
  } catch (const TooHard&) {
    out.undecided = "the transactions depend on each other in too many ways to judge them";
  }
}

}  // namespace ldfi::check
