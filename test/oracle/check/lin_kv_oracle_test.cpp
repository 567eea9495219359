// Compares the checker `lin-kv` with brute force, on small random histories of registers. Brute
// force tries each order of the operations that docs/reference/checkers.md allows. It does not use
// the checker's algorithm.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

#include "common/systems/check/check.hpp"
#include "test/oracle/check/verdict_counts.hpp"
#include "test/oracle/seeds.hpp"

namespace ldfi::check {
namespace {

using nlohmann::json;

/// One operation. The members have the names that docs/reference/checkers.md uses.
struct Operation {
  const Call* call = nullptr;
  bool judged = false;
};

std::string type_in(const json& body) {
  return body.is_object() && body.contains("type") && body["type"].is_string()
             ? body["type"].get<std::string>()
             : "";
}

json value_in(const json& body, const char* name) {
  return body.is_object() && body.contains(name) ? body[name] : json();
}

/// Returns the code of an error, or -1 if the answer is not an error.
std::int64_t code_in(const Call& call) {
  if (!call.returned || type_in(call.response) != "error") return -1;
  const json code = value_in(call.response, "code");
  return code.is_number_integer() ? code.get<std::int64_t>() : 0;
}

bool acknowledged(const Call& call) {
  return call.returned && type_in(call.response) == type_in(call.body) + "_ok";
}

/// Returns the operations that an order may have. An order must have all operations with an answer.
std::vector<Operation> operations_of(const std::vector<const Call*>& calls,
                                     const systems::Accept& accept) {
  std::vector<Operation> out;
  for (const Call* call : calls) {
    const std::string type = type_in(call->body);
    const auto code = code_in(*call);
    const bool failed = code > 0 && code != 13;
    bool judged = acknowledged(*call);
    if (type == "read") judged = judged || code == 20 || code == 22;
    if (type == "cas") judged = judged || (!accept.cas_code && (code == 20 || code == 22));
    const bool open = !acknowledged(*call) && !failed;
    if (judged || (open && type != "read")) out.push_back({call, judged});
  }
  return out;
}

using State = std::vector<json>;  ///< empty if the key does not exist

bool possible(const Call& call, bool judged, const systems::Accept& accept, State& state) {
  const std::string type = type_in(call.body);
  const auto code = judged ? code_in(call) : -1;
  if (type == "read") {
    if (code == 22) return false;
    if (code == 20) return state.empty();
    const json value = value_in(call.response, "value");
    return state.empty() ? accept.initial_null && value.is_null() : state[0] == value;
  }
  if (type == "write") {
    state = {value_in(call.body, "value")};
    return true;
  }
  const bool creates = value_in(call.body, "create_if_not_exists") == json(true);
  const json from = value_in(call.body, "from");
  if (code == 22) return !state.empty() && state[0] != from;
  if (code == 20) return state.empty() && !creates;
  if (state.empty() ? !creates : state[0] != from) return false;
  state = {value_in(call.body, "to")};
  return true;
}

bool some_order(const std::vector<Operation>& all, unsigned done, const State& state,
                const systems::Accept& accept) {
  bool complete = true;
  for (std::size_t i = 0; i < all.size(); ++i)
    complete = complete && (!all[i].judged || (done >> i & 1U) != 0);
  if (complete) return true;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if ((done >> i & 1U) != 0) continue;
    bool first = true;
    for (std::size_t j = 0; j < all.size(); ++j) {
      const bool before = all[j].judged && *all[j].call->returned < all[i].call->invoked;
      first = first && (!before || (done >> j & 1U) != 0);
    }
    State next = state;
    if (first && possible(*all[i].call, all[i].judged, accept, next) &&
        some_order(all, done | 1U << i, next, accept))
      return true;
  }
  return false;
}

bool linearizable(const std::vector<const Call*>& calls, const systems::Accept& accept) {
  return some_order(operations_of(calls, accept), 0, {}, accept);
}

/// Returns the first answer such that no order explains all answers up to it. Operations that are
/// answered later count as unanswered.
const Call* first_misfit(const std::vector<const Call*>& calls, const systems::Accept& accept) {
  std::vector<Operation> all = operations_of(calls, accept);
  std::vector<const Call*> answers;
  for (const Operation& one : all) {
    if (one.judged) answers.push_back(one.call);
  }
  std::ranges::stable_sort(answers, {}, [](const Call* call) { return *call->returned; });
  for (std::size_t count = 1; count <= answers.size(); ++count) {
    std::vector<Operation> part;
    for (const Operation& one : all) {
      const auto end = answers.begin() + static_cast<std::ptrdiff_t>(count);
      const bool judged = std::find(answers.begin(), end, one.call) != end;
      const bool refused = code_in(*one.call) > 0 && code_in(*one.call) != 13;
      if (judged || (type_in(one.call->body) != "read" && !refused))
        part.push_back({one.call, judged});
    }
    if (!some_order(part, 0, {}, accept)) return answers[count - 1];
  }
  return nullptr;
}

std::string words_that_help(const std::vector<const Call*>& calls, const systems::Accept& accept) {
  systems::Accept code = accept;
  code.cas_code = true;
  systems::Accept null = accept;
  null.initial_null = true;
  systems::Accept both = code;
  both.initial_null = true;
  if (!accept.cas_code && linearizable(calls, code)) return "(checker.accept: cas-code)";
  if (!accept.initial_null && linearizable(calls, null)) return "(checker.accept: initial-null)";
  if (!accept.cas_code && !accept.initial_null && linearizable(calls, both))
    return "(checker.accept: cas-code, initial-null)";
  return "";
}

/// Makes the history of a register that answers correctly, and then replaces some answers by wrong
/// ones.
class Maker {
 public:
  explicit Maker(std::uint64_t seed) : random_(seed) {}

  History make() {
    mistakes_ = below(4) == 0 ? 0 : 30;
    distinct_ = below(3) == 0;
    cas_ = distinct_ && below(2) == 0 ? 0 : 1 + below(5);
    keys_ = below(4) == 0 ? 2 : 1;
    values_ = 2 + below(2);
    const int count = 2 + below(7);
    const int span = 4 + below(20);
    std::vector<Planned> all;
    for (int i = 0; i < count; ++i) all.push_back(plan(i, span));
    std::vector<std::size_t> order(all.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    std::ranges::stable_sort(order, {}, [&all](std::size_t i) { return all[i].point; });
    std::map<std::string, State> states;
    for (const std::size_t i : order)
      answer(all[i], states[value_in(all[i].call.body, "key").dump()]);
    std::ranges::stable_sort(all, {}, [](const Planned& one) { return one.call.invoked; });
    History out;
    for (Planned& one : all) out.calls.push_back(std::move(one.call));
    return out;
  }

 private:
  struct Planned {
    Call call;
    int point = 0;  ///< moment at which the operation takes effect on the register
  };

  int below(int bound) { return static_cast<int>(random_() % static_cast<unsigned>(bound)); }
  bool chance(int percent) { return below(100) < percent; }

  json value() {
    const int which = below(values_ + 1);
    if (which == values_) return chance(50) ? json() : json("x");
    return chance(20) ? json(static_cast<double>(which)) : json(which);
  }

  Planned plan(int number, int span) {
    Planned out;
    out.call.client = "c" + std::to_string(number + 1);
    out.call.node = "n0";
    out.call.invoked = below(span);
    out.call.returned = out.call.invoked + below(8);
    out.point = static_cast<int>(out.call.invoked) +
                below(static_cast<int>(*out.call.returned - out.call.invoked) + 1);
    const int kind = below(5 + cas_);
    json body{{"key", below(keys_)}, {"type", kind < 2 ? "read" : kind < 5 ? "write" : "cas"}};
    if (kind >= 2 && kind < 5) body["value"] = distinct_ ? json(10 + number) : value();
    if (kind >= 5) {
      body["to"] = value();
      if (!chance(15)) body["from"] = value();
      if (chance(25)) body["create_if_not_exists"] = chance(80);
    }
    out.call.body = body;
    return out;
  }

  /// Executes the operation on the register, unless it has no effect, and adds its answer to the
  /// history.
  void answer(Planned& one, State& state) {
    const json& body = one.call.body;
    const std::string type = type_in(body);
    const bool open = chance(20);
    const bool effect = !open || chance(50);
    json said{{"type", type + "_ok"}};
    if (type == "read" && !state.empty()) said["value"] = state[0];
    if (type == "read" && state.empty()) said = error(20);
    if (type == "write" && effect) state = {value_in(body, "value")};
    if (type == "cas") said = compared(body, effect, state);
    if (chance(mistakes_)) said = mistaken(type);
    if (open)
      said = chance(50) ? json() : chance(50) ? error(chance(50) ? 0 : 13) : json{{"type", "what"}};
    if (open && chance(20)) said = json{{"type", "error"}, {"code", "none"}};
    one.call.response = said;
    if (said.is_null()) one.call.returned.reset();
  }

  static json error(int code) { return {{"type", "error"}, {"code", code}}; }

  static json compared(const json& body, bool effect, State& state) {
    const bool creates = value_in(body, "create_if_not_exists") == json(true);
    if (state.empty() && !creates) return error(20);
    if (!state.empty() && state[0] != value_in(body, "from")) return error(22);
    if (effect) state = {value_in(body, "to")};
    return {{"type", "cas_ok"}};
  }

  json mistaken(const std::string& type) {
    if (chance(50))
      return error(std::vector<int>{20, 22, 11, 20, 22}[static_cast<std::size_t>(below(5))]);
    json said{{"type", type + "_ok"}};
    if (type == "read" && chance(85)) said["value"] = distinct_ ? json(10 + below(8)) : value();
    return said;
  }

  std::mt19937_64 random_;
  bool distinct_ = false;
  int mistakes_ = 0;
  int cas_ = 0;
  int keys_ = 1;
  int values_ = 2;
};

void expect_text(const std::vector<std::string>& violated, const std::string& key,
                 const std::vector<const Call*>& calls, const systems::Accept& accept) {
  const Call* misfit = first_misfit(calls, accept);
  ASSERT_NE(misfit, nullptr);
  const std::string begin =
      "key " + key + " is not linearizable: " + misfit->client + "'s " + type_in(misfit->body);
  const auto text = std::ranges::find_if(
      violated, [&](const std::string& one) { return one.starts_with(begin); });
  ASSERT_NE(text, violated.end()) << begin << "\n" << (violated.empty() ? "" : violated.front());
  const std::string word = words_that_help(calls, accept);
  EXPECT_TRUE(word.empty() ? text->find("checker.accept") == std::string::npos
                           : text->ends_with(word))
      << *text << "\n"
      << word;
}

TEST(LinKvOracle, TheSameVerdictAsAllOrders) {
  int good = 0;
  int bad = 0;
  int words = 0;
  test::VerdictCounts counts("lin-kv");
  const auto all = test::seeds({1, 500});
  for (std::uint64_t seed = all.first; seed != all.end(); ++seed) {
    const History history = Maker(seed).make();
    systems::Accept accept;
    accept.cas_code = seed % 8 == 0;
    accept.initial_null = seed % 16 < 3;
    std::map<std::string, std::vector<const Call*>> keys;
    for (const Call& call : history.calls) keys[value_in(call.body, "key").dump()].push_back(&call);
    bool judged = false;
    std::size_t violations = 0;
    const Judgement found = judge({.checker = systems::Checker::lin_kv, .accept = accept}, history);
    SCOPED_TRACE("seed " + std::to_string(seed));
    for (const auto& [key, calls] : keys) {
      for (const Operation& one : operations_of(calls, accept)) judged = judged || one.judged;
      if (linearizable(calls, accept)) continue;
      ++violations;
      words += words_that_help(calls, accept).empty() ? 0 : 1;
      expect_text(found.violated, key, calls, accept);
    }
    counts.count(found.violated.size() == violations && found.judged == judged &&
                 found.undecided.empty());
    EXPECT_EQ(found.violated.size(), violations)
        << (found.violated.empty() ? "" : found.violated.front());
    EXPECT_EQ(found.judged, judged);
    EXPECT_EQ(found.undecided, "");
    (violations > 0 ? bad : good) += 1;
    if (testing::Test::HasFailure() && !test::keeps_going()) return;
  }
  const auto enough = static_cast<int>(all.count / 5);
  EXPECT_GE(good, enough);
  EXPECT_GE(bad, enough);
  EXPECT_GE(words, enough / 10);
}

}  // namespace
}  // namespace ldfi::check
