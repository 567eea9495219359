// The front end neither crashes on any input nor takes more than linear time for large inputs.
#include "common/dedalus/language/load.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <random>

#include "test/support/rounds.hpp"
#include "test/unit/common/dedalus/language/support.hpp"

namespace ldfi::dedalus {
namespace {

const std::vector<std::string> seeds_texts = {
    R"(// broadcast
log(M, P)@async :- log(N, P), peer(N, M), notin crash(N, M, _);
log(N, P)@next :- log(N, P);
missing(A, P) :- log(X, P), peer(X, A), notin log(A, P);
pre(X, P) :- log(X, P), notin bcast(X, P)@1; post(X, P) :- log(X, P), notin missing(_, P);
log("a", "x")@1; peer("a", "b")@1; bcast("a", "x")@1;)",
    R"(include "x.ded"; size(N, count<X>, 1 + 2 * (Y - -3)) :- m(N, X), n(N, Y), Y / 2 >= 1, X != "a\"b";
/* c */ m("a", "b\x41")@2; n("a", -5)@1; best(N, max<Y>) :- n(N, Y), notin m(N, Z);)"};

/// Checks a program. An InputError is expected; a crash or a failed contract makes the test fail.
void survives(const std::string& text) {
  try {
    const Program p = check(text, {.nodes = {"a", "b"}, .eot = 3});
    EXPECT_LE(render(p.warnings, p.sources).size(), 1'000'000U);
    EXPECT_EQ(p.stratum_of.size(), p.relations.size());
    for (const Rule& rule : p.rules) EXPECT_FALSE(rule.positive.empty());
  } catch (const SourcedError& e) {
    EXPECT_TRUE(has_errors(e.diagnostics()));
    EXPECT_FALSE(render(e.diagnostics(), e.sources()).empty());
  }
}

std::string mutate(std::string text, std::mt19937_64& random) {
  const auto below = [&](std::size_t n) { return static_cast<std::size_t>(random() % n); };
  const std::string tokens[] = {"(",      ")", ";", ",",  "@", ":-", "\"",
                                "notin ", "<", "-", "/*", "_", "\\", "1"};
  for (std::size_t n = 1 + below(4); n > 0 && !text.empty(); --n) {
    const std::size_t at = below(text.size());
    switch (below(5)) {
      case 0:
        text[at] = static_cast<char>(below(256));
        break;
      case 1:
        text.erase(at, 1 + below(6));
        break;
      case 2:
        text.insert(at, tokens[below(std::size(tokens))]);
        break;
      case 3:
        text.insert(at, text.substr(below(text.size()), below(40)));
        break;
      default:
        text.resize(at);
        break;
    }
  }
  return text;
}

TEST(Robustness, SurvivesMutations) {
  const auto seed = static_cast<std::uint64_t>(std::random_device{}());
  RecordProperty("seed", std::to_string(seed));
  std::mt19937_64 random(seed);
  for (int i = 0; i < 3'000; ++i) {
    const std::string text = mutate(seeds_texts[random() % seeds_texts.size()], random);
    SCOPED_TRACE(testing::Message() << "seed " << seed << ", mutation " << i << "\n" << text);
    ASSERT_NO_THROW(survives(text));
  }
}

TEST(Robustness, SurvivesPrefixes) {
  for (const std::string& text : seeds_texts) {
    for (std::size_t n = 0; n <= text.size(); ++n)
      ASSERT_NO_THROW(survives(text.substr(0, n))) << n;
  }
}

/// Returns the texts unit(0), unit(1), … one after the other, until the result has about `bytes`
/// bytes.
template <class Unit>
std::string repeat(std::size_t bytes, const Unit& unit) {
  std::string out;
  for (std::size_t i = 0; out.size() < bytes; ++i) out += unit(std::to_string(i));
  return out;
}

TEST(Robustness, LargeInputsTakeLinearTime) {
  constexpr std::size_t bytes = test::rounds(1 << 19);
  const std::vector<std::string> texts = {
      repeat(bytes, [](const auto& i) { return "r(\"v" + i + "\", " + i + ")@1;\n"; }),
      repeat(bytes, [](const auto& i) { return "r(x" + i + ", " + i + ")@1;"; }),
      repeat(bytes, [](const auto& i) { return "r" + i + "(X) :- s" + i + "(X);"; }),
      repeat(bytes, [](const auto& i) { return "r(X, Y" + i + ") :- s(X), notin t(X, Z);\n"; }),
      repeat(bytes, [](const auto& i) { return "r(" + i + ")@async :- s(" + i + ");"; }),
      "r(X) :- s(X)" + repeat(bytes, [](const auto& i) { return ", s(X" + i + ")"; }) + ";",
      "r(X) :- s(X)" + repeat(bytes, [](const auto& i) { return ", X < Y" + i; }) + ";",
      "r(X" + repeat(bytes, [](const auto&) { return "+1"; }) + ") :- s(X);",
      "r(" + repeat(bytes, [](const auto&) { return "1,"; }) + "1)@1;",
      repeat(bytes, [](const auto&) { return "\""; }),
      repeat(bytes, [](const auto&) { return "/*"; }),
      "r0(\"x\")@1;" +
          repeat(bytes,
                 [](const auto& i) { return "p(X) :- r(X), notin p(X); r(X) :- q" + i + "(X);"; }),
      std::string(bytes, 'x') + "(\"a\")@1;",
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto start = std::chrono::steady_clock::now();
    survives(texts[i]);
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
    EXPECT_LT(took.count(), 20.0) << "text " << i << ": a quadratic pass takes minutes";
  }
}

}  // namespace
}  // namespace ldfi::dedalus
