#include "common/systems/observe/specifications.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/base/errors.hpp"

namespace ldfi::observe {
namespace {

class ObserveTest : public testing::Test {
 protected:
  ~ObserveTest() override { std::filesystem::remove_all(folder_); }

  [[nodiscard]] std::string file(const std::string& text) const {
    std::filesystem::create_directories(folder_);
    const std::string path = (folder_ / "a.spec").string();
    std::ofstream(path) << text;
    return path;
  }

  [[nodiscard]] std::vector<std::string> violated(const std::string& text,
                                                  const std::vector<Fact>& facts,
                                                  const Effort& most = {}) const {
    return Specifications({file(text)}).violated(facts, {}, most);
  }

  /// Returns the first error of the text with its position.
  [[nodiscard]] std::string wrong(const std::string& text) const {
    try {
      const Specifications none({file(text)});
    } catch (const SourcedError& e) {
      return e.diagnostics().front().message + " at " +
             std::to_string(e.diagnostics().front().where.column);
    }
    return "";
  }

 private:
  std::filesystem::path folder_ = std::filesystem::path(testing::TempDir()) /
                                  testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(ObserveTest, SaysWhatViolatesThoseThatCount) {
  const std::string text =
      "spec slow critical always \"too slow\"; slow(Op, T - S) :- invoked(Op, _, _, _, S), "
      "returned(Op, _, T), T > S + 5;\n"
      "spec hurt minor finally; hurt(N) :- crashed(N, _);\n"
      "spec alone major finally; alone(N) :- node(N), notin sent(N, _, _, _, _);\n";
  const std::vector<Fact> facts{{"node", {"n0"}},
                                {"node", {"n 1"}},
                                {"sent", {"n0", "n1", "m", 0, 3}},
                                {"crashed", {"n0", 3}},
                                {"invoked", {0, "c1", "n0", "read", 10}},
                                {"returned", {0, "read_ok", 15}},
                                {"invoked", {1, "c1", "n0", "read", 20}},
                                {"returned", {1, "read_ok", 26}}};
  EXPECT_EQ(violated(text, facts),
            (std::vector<std::string>{"alone(\"n 1\")", "slow(1,6): too slow"}));
  EXPECT_TRUE(violated(text, {}).empty());
}

TEST_F(ObserveTest, JudgesEachExecutionByItself) {
  const Specifications specs({file("spec x critical finally; x(N) :- ended(N, _);")});
  EXPECT_EQ(specs.violated({{"ended", {"n0", 1}}}, {}), std::vector<std::string>{"x(n0)"});
  EXPECT_EQ(specs.violated({{"ended", {"n1", 1}}}, {}), std::vector<std::string>{"x(n1)"});
  EXPECT_TRUE(specs.violated({}, {}).empty());
}

TEST_F(ObserveTest, RefusesWhatNoEventDecides) {
  EXPECT_EQ(wrong("spec x critical finally; x(N) :- gone(N);"),
            "`gone` never holds: no fact gives it and no rule derives it at 34");
  EXPECT_EQ(wrong("spec x critical finally; x(N) :- node(N); y(N)@next :- x(N);"),
            "for a real system all events are at one tick at 43");
  EXPECT_EQ(wrong("spec x critical finally; x(N) :- first.node(N);"),
            "this is an event of a protocol at 34");
  for (const std::string when : {"1", "3"}) {
    EXPECT_EQ(wrong("spec x critical after " + when + "; x(N) :- node(N);"),
              "`x` is never judged at 6");
  }
  EXPECT_EQ(wrong("x(N) :- node(N);"), "no specification is declared at 0");
  EXPECT_EQ(wrong("spec x critical finally; x(N) :- eff(N); node(N) :- x(N);"),
            "`node` belongs to the protocol at 42");
  EXPECT_EQ(wrong("spec x critical finally; x(N) :- node(N), eff(N);"),
            "`N` is a string, but column 1 of `eff` holds integers at 47");
}

TEST_F(ObserveTest, EndsWhatHasNoEnd) {
  EXPECT_THROW((void)violated("spec x critical finally; n(T) :- eot(T); n(T + 1) :- n(T); x(T) :- "
                              "n(T), T > 1000000000000;",
                              {{"eot", {0}}}, {20'000, 40'000'000}),
               BudgetExceeded);
  EXPECT_THROW((void)violated("spec x critical finally; x(T * T) :- eot(T);",
                              {{"eot", {std::int64_t{1} << 40U}}}),
               InputError);
  std::vector<Fact> many;
  for (std::int64_t i = 0; i < 400; ++i) many.push_back({"returned", {i, "x", i}});
  EXPECT_THROW((void)violated("spec x critical finally; x(A) :- returned(A, _, _), returned(B, _, "
                              "_), returned(C, _, _), returned(D, _, _), A + B + C + D < 0;",
                              many, {2'000'000, 1'000'000}),
               BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::observe
