#include "common/systems/check/transactions.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "common/systems/check/dependencies.hpp"
#include "common/systems/check/transaction.hpp"
#include "common/systems/check/transaction_orders.hpp"
#include "common/systems/check/transaction_reads.hpp"

namespace ldfi::check {
namespace {

using systems::Consistency;

constexpr std::uint64_t most_steps = 300'000'000;

class Transactions {
 public:
  Transactions(Reads reads, Consistency promised, Judgement& out)
      : promised_(promised), out_(out), reads_(std::move(reads)) {
    for (std::uint32_t i = 0; i < reads_.all.size(); ++i) {
      const Transaction& one = reads_.all[i];
      time_.invoked.push_back(one.call->invoked);
      time_.returned.push_back(one.end == Transaction::End::committed ? *one.call->returned
                                                                      : Dependencies::never);
    }
  }

  void run(Work& work) {
    Dependencies graph(reads_.all.size(), work);
    const bool strict = promised_ == Consistency::strict_serializable;
    const bool anti = promised_ >= Consistency::snapshot_isolation;
    std::vector<KeyVersions> keys;
    for (std::uint32_t k = 0; k < reads_.keys.size(); ++k) {
      keys.push_back(versions_of(reads_.keys[k]));
      if (anti) report_lost_updates(reads_.keys[k], keys.back());
      add_certain(graph, k, keys.back(), anti, strict ? &time_ : nullptr);
    }
    if (strict) graph.add_real_time(time_.invoked, time_.returned);
    find_cycle(graph);
    if (!out_.violated.empty() || !anti) return;
    const Excluded excluded =
        promised_ == Consistency::snapshot_isolation ? Excluded::nonadjacent : Excluded::all;
    if (const auto conflict = conflict_of_orders(graph, keys, excluded, work)) {
      out_.violated.push_back(text_of_conflict(*conflict));
    }
  }

 private:
  template <class... Args>
  void violated(fmt::format_string<Args...> text, Args&&... args) {
    out_.violated.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  /// Returns the transaction that wrote the value. Returns nullopt if there is none or it did not
  /// take effect.
  [[nodiscard]] std::optional<std::uint32_t> writer_of(const Key& key,
                                                       const std::string& value) const {
    const auto found = key.writers.find(value);
    if (found == key.writers.end()) return std::nullopt;
    const std::uint32_t writer = found->second.transaction;
    return reads_.took_effect[writer] ? std::optional(writer) : std::nullopt;
  }

  /// Returns the read that returned the longest list. Returns nullptr if another read returned a
  /// list that is not a prefix of it.
  [[nodiscard]] const ExternalRead* longest_of(const Key& key) {
    static const ExternalRead none{};
    const ExternalRead* longest = &none;
    for (const ExternalRead& one : key.reads) {
      if (one.values.size() > longest->values.size()) longest = &one;
    }
    bool fits = true;
    for (const ExternalRead& one : key.reads) {
      if (std::equal(one.values.begin(), one.values.end(), longest->values.begin())) continue;
      fits = false;
      if (promised_ == Consistency::read_uncommitted) continue;
      violated("{} and {} read key {} in orders that do not fit",
               text_of(reads_.all[one.transaction]), text_of(reads_.all[longest->transaction]),
               key.name);
    }
    return fits ? longest : nullptr;
  }

  [[nodiscard]] KeyVersions versions_of(const Key& key) {
    KeyVersions out;
    std::set<std::string> in_order;
    if (key.is_list) {
      const ExternalRead* const longest = longest_of(key);
      if (longest == nullptr) return out;
      for (const std::string& value : longest->values) {
        in_order.insert(value);
        const auto writer = writer_of(key, value);
        if (writer && (out.fixed.empty() || out.fixed.back() != *writer)) {
          out.fixed.push_back(*writer);
        }
      }
    }
    std::set<std::uint32_t> free;
    for (const auto& [value, _] : key.writers) {
      const auto writer = writer_of(key, value);
      const bool is_last = writer && !out.fixed.empty() && out.fixed.back() == *writer;
      if (writer && !is_last && !in_order.contains(value)) free.insert(*writer);
    }
    out.free.assign(free.begin(), free.end());
    std::set<std::pair<std::uint32_t, std::optional<std::uint32_t>>> once;
    for (const ExternalRead& one : key.reads) {
      const auto of = one.values.empty() ? std::nullopt : writer_of(key, one.values.back());
      if (!one.values.empty() && !of) continue;
      if (once.emplace(one.transaction, of).second) out.reads.push_back({one.transaction, of});
    }
    return out;
  }

  /// Reports lost updates: two transactions read the same version and both write the key. Then one
  /// of them did not see the other's write.
  void report_lost_updates(const Key& key, const KeyVersions& versions) {
    std::set<std::uint32_t> writers(versions.free.begin(), versions.free.end());
    writers.insert(versions.fixed.begin(), versions.fixed.end());
    std::map<std::optional<std::uint32_t>, std::uint32_t> first;
    for (const KeyVersions::Read& one : versions.reads) {
      if (!writers.contains(one.by)) continue;
      const auto [other, fresh] = first.emplace(one.of, one.by);
      if (fresh) continue;
      violated("lost update: {} and {} read the same version of key {}, and both write it",
               text_of(reads_.all[other->second]), text_of(reads_.all[one.by]), key.name);
    }
  }

  void find_cycle(const Dependencies& graph) {
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

  [[nodiscard]] std::string text_of_cycle(const Cycle& cycle) const {
    constexpr const char* names[] = {"ww", "wr", "rw", "rt"};
    std::string out;
    for (const Step& step : cycle) {
      const Label& label = step.label;
      const std::string of = label.why == Why::rt ? "" : " " + reads_.keys[label.key].name;
      out += fmt::format("{} -{}{}-> ", whole_text_of(reads_.all[step.from]),
                         names[static_cast<std::size_t>(label.why)], of);
    }
    return out + fmt::format("T{}", reads_.all[cycle.front().from].number);
  }

  [[nodiscard]] std::string text_of_conflict(const std::vector<Cycle>& conflict) const {
    std::set<std::uint32_t> transactions;
    std::set<std::uint32_t> keys;
    bool real_time = false;
    for (const Cycle& cycle : conflict) {
      for (const Step& step : cycle) {
        transactions.insert(step.from);
        real_time = real_time || step.label.why == Why::rt;
        if (!step.label.assumed) continue;
        transactions.insert(step.label.earlier);
        keys.insert(step.label.key);
      }
    }
    std::vector<std::string> names;
    for (const std::uint32_t k : keys) names.push_back("key " + reads_.keys[k].name);
    std::vector<std::string> texts;
    for (const std::uint32_t i : transactions) texts.push_back(whole_text_of(reads_.all[i]));
    const std::string last = texts.back();
    texts.pop_back();
    return fmt::format("no order of the writes of {} fits{}: {} and {} exclude each other",
                       fmt::join(names, " and "), real_time ? " in real time" : "",
                       fmt::join(texts, ", "), last);
  }

  Consistency promised_;
  Judgement& out_;
  Reads reads_;
  RealTime time_;
};

}  // namespace

void transactions(const History& history, Consistency promised, Judgement& out, Meter& meter) {
  Reads reads = read_history(history, promised, out);
  if (!out.undecided.empty()) return;
  Work work(most_steps, meter);
  try {
    Transactions(std::move(reads), promised, out).run(work);
  } catch (const TooHard&) {
    if (!out.violated.empty()) return;
    out.undecided = fmt::format(
        "the transactions are not judged, because the search for an order of the writes took more "
        "than {} steps. Fewer operations help, or lists (values: lists) instead of registers: "
        "reads "
        "of lists show the order",
        most_steps);
  }
}

}  // namespace ldfi::check
