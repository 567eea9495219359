#include "common/systems/check/transaction_reads.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <unordered_map>
#include <utility>

#include "common/systems/check/calls.hpp"

namespace ldfi::check {
namespace {

using Json = nlohmann::json;
using Kind = MicroOperation::Kind;
using End = Transaction::End;
using systems::Consistency;

class Reader {
 public:
  Reader(const History& history, Consistency promised, Judgement& out)
      : promised_(promised), out_(out) {
    for (std::size_t i = 0; i < history.calls.size(); ++i) {
      std::string wrong;
      auto one = transaction_of(history.calls[i], i, wrong);
      if (one) {
        out_.judged = out_.judged || one->end == End::committed;
        reads_.all.push_back(std::move(*one));
      }
      if (!wrong.empty()) out_.violated.push_back(wrong);
    }
  }

  Reads run() {
    for (std::uint32_t i = 0; i < reads_.all.size(); ++i) write(i);
    if (!out_.undecided.empty()) return {};
    for (const Transaction& one : reads_.all) {
      reads_.took_effect.push_back(one.end == End::committed);
      find_lists(one);
    }
    for (std::uint32_t i = 0; i < reads_.all.size(); ++i) {
      if (reads_.all[i].end == End::committed) read(i);
    }
    for (const Key& key : reads_.keys) {
      for (const ExternalRead& one : key.reads) seen(key, one);
    }
    return std::move(reads_);
  }

 private:
  /// The contents of a key that one transaction can infer from its own operations.
  struct State {
    /// True after the transaction has read the key or, if it is a register, written it.
    bool is_known = false;
    std::vector<std::string> values;  ///< elements of the list, or the one value of a register
    /// Values that the transaction has appended to the list, or the last value that it wrote to the
    /// register.
    std::vector<std::string> own;
  };

  template <class... Args>
  void violated(fmt::format_string<Args...> text, Args&&... args) {
    out_.violated.push_back(fmt::format(text, std::forward<Args>(args)...));
  }

  [[nodiscard]] std::string text(std::uint32_t transaction) const {
    return text_of(reads_.all[transaction]);
  }

  Key& key(const std::string& name) {
    const auto [found, fresh] = numbers_.emplace(name, reads_.keys.size());
    if (fresh) reads_.keys.push_back({name});
    return reads_.keys[found->second];
  }

  void write(std::uint32_t i) {
    std::map<std::string, std::pair<Writer*, std::string>> last;
    for (const MicroOperation& one : reads_.all[i].operations) {
      if (one.kind == Kind::read) continue;
      Key& of = key(one.key);
      const bool is_list = one.kind == Kind::append;
      if (of.writers.empty()) of.is_list = is_list;
      if (of.is_list != is_list) {
        out_.undecided = fmt::format("key {} is both written and appended to", one.key);
      }
      const std::string value = identity_of(one.value);
      const auto [writer, fresh] = of.writers.emplace(value, Writer{i});
      if (!fresh || one.value.is_null()) {
        out_.undecided = fmt::format(
            "{} is written twice to key {}, or is null, so a read of it could be of either write",
            shown(one.value), one.key);
      }
      auto& [before, before_value] = last[one.key];
      if (before != nullptr) {
        before->last = false;
        if (is_list) writer->second.before = before_value;
      }
      before = &writer->second;
      before_value = value;
    }
  }

  /// A key that no transaction writes becomes a list if an answer contains a list for the key.
  void find_lists(const Transaction& one) {
    if (one.end != End::committed) return;
    for (const MicroOperation& operation : one.operations) {
      if (operation.kind != Kind::read || !operation.value.is_array()) continue;
      Key& of = key(operation.key);
      if (of.writers.empty()) of.is_list = true;
    }
  }

  /// Returns a value as texts. Returns nullopt if the key is a list, but the value is not a list.
  [[nodiscard]] static std::optional<std::vector<std::string>> values_of(const Key& of,
                                                                         const Json& value) {
    std::vector<std::string> out;
    if (value.is_null()) return out;
    if (!of.is_list) return std::vector{identity_of(value)};
    if (!value.is_array()) return std::nullopt;
    for (const Json& one : value) out.push_back(identity_of(one));
    return out;
  }

  void read(std::uint32_t i) {
    std::map<std::string, State> states;
    for (const MicroOperation& one : reads_.all[i].operations) {
      State& state = states[one.key];
      if (one.kind == Kind::read) {
        read_key(i, one, state);
        continue;
      }
      const std::string value = identity_of(one.value);
      if (one.kind == Kind::append) {
        state.own.push_back(value);
        state.values.push_back(value);
      } else {
        state.is_known = true;
        state.own = state.values = {value};
      }
    }
  }

  void read_key(std::uint32_t i, const MicroOperation& one, State& state) {
    Key& of = key(one.key);
    const auto values = values_of(of, one.value);
    if (!values) {
      violated("{} reads key {} as {}, which is not a list", text(i), one.key, shown(one.value));
      return;
    }
    if (std::set(values->begin(), values->end()).size() < values->size()) {
      violated("{} reads a value twice in key {}: {}", text(i), one.key, shown(one.value));
    }
    const bool has_own = values->size() >= state.own.size() &&
                         std::equal(state.own.rbegin(), state.own.rend(), values->rbegin());
    const bool fits = !state.is_known || *values == state.values;
    if ((!has_own || !fits) && promised_ >= Consistency::snapshot_isolation) {
      violated("internal: {} reads key {} as {}, after it read or did something else", text(i),
               one.key, shown(one.value));
    }
    state.is_known = true;
    state.values = *values;
    const std::size_t own = has_own ? state.own.size() : 0;
    if (!of.is_list && own > 0) return;
    std::vector<std::string> others(values->begin(),
                                    values->end() - static_cast<std::ptrdiff_t>(own));
    early(i, of, others, state.own);
    of.reads.push_back({i, std::move(others)});
  }

  /// Reports a transaction that reads a value before it writes that value itself.
  void early(std::uint32_t i, const Key& of, const std::vector<std::string>& values,
             const std::vector<std::string>& own) {
    if (promised_ < Consistency::read_committed) return;
    for (const std::string& value : values) {
      const auto writer = of.writers.find(value);
      if (writer == of.writers.end() || writer->second.transaction != i) continue;
      // Another rule (G1b) reports a register's value that its own transaction overwrote later.
      if (std::ranges::find(own, value) != own.end() || (!of.is_list && !writer->second.last)) {
        continue;
      }
      violated("G1c: {} reads {} from key {} before it {} it", text(i), value, of.name,
               of.is_list ? "appends" : "writes");
    }
  }

  /// Checks the values that a transaction read of other transactions. Their writers must not have
  /// failed, and the last value must be the last one that its writer wrote to the key.
  void seen(const Key& of, const ExternalRead& read) {
    std::set<std::string> before;
    for (const std::string& value : read.values) {
      const auto found = of.writers.find(value);
      if (found == of.writers.end()) {
        violated("T{} reads {} from key {}, which no transaction {}",
                 reads_.all[read.transaction].number, value, of.name,
                 of.is_list ? "appended" : "wrote");
        continue;
      }
      const Writer& writer = found->second;
      if (reads_.all[writer.transaction].end == End::open) {
        reads_.took_effect[writer.transaction] = true;
      }
      if (promised_ >= Consistency::read_committed) committed(of, read, value, writer, before);
      before.insert(value);
    }
  }

  void committed(const Key& of, const ExternalRead& read, const std::string& value,
                 const Writer& writer, const std::set<std::string>& before) {
    const std::string by = text(read.transaction);
    if (reads_.all[writer.transaction].end == End::aborted) {
      violated("G1a: {} reads {} in key {}, and {} was aborted", by, value, of.name,
               text(writer.transaction));
    }
    if (!writer.before.empty() && !before.contains(writer.before)) {
      violated("G1b: {} reads {} in key {}, but not {}, which {} appended before it", by, value,
               of.name, writer.before, text(writer.transaction));
    }
    if (&value == &read.values.back() && !writer.last) {
      violated("G1b: {} reads {} in key {}, but {} writes the key again later", by, value, of.name,
               text(writer.transaction));
    }
  }

  Consistency promised_;
  Judgement& out_;
  Reads reads_;
  std::unordered_map<std::string, std::size_t> numbers_;
};

}  // namespace

Reads read_history(const History& history, Consistency promised, Judgement& out) {
  return Reader(history, promised, out).run();
}

}  // namespace ldfi::check
