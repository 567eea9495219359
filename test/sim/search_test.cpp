// Runs the strategies of programs on the simulated farm. Verdict and falsifiers must be the same as
// with one worker, for every seed of the network.
#include <gtest/gtest.h>

#include "common/dedalus/ground/ground_program.hpp"
#include "common/farm/wire/messages.hpp"
#include "common/search/exhaustive.hpp"
#include "common/search/lineage.hpp"
#include "common/search/molly.hpp"
#include "common/search/random.hpp"
#include "common/solve/sat/cryptominisat.hpp"
#include "test/sim/farm.hpp"
#include "worker/dedalus/ground_executor.hpp"

namespace ldfi::test {
namespace {

enum class Which : std::uint8_t { lineage, exhaustive, random, molly };

struct Case {
  std::string program;
  FspecParameters fspec;
  bool all = false;
  Which strategy = Which::lineage;
};

/// A program of configs/protocols that can be searched several times.
class Subject {
 public:
  explicit Subject(const Case& c)
      : case_(c),
        sources_(dedalus::read_sources(
            {std::string(LDFI_SOURCE_DIR) + "/configs/protocols/" + c.program})),
        program_(dedalus::check_program(sources_, {c.fspec.nodes, c.fspec.eot, "pre", "post"})),
        fspec_(c.fspec),
        universe_(ground::ground_program(program_, fspec_)) {}

  SearchResult search(SimOptions sim, schedule::MasterOptions options) const {
    SimFarm farm(std::move(sim), std::move(options),
                 [](const wire::Setup& setup) { return execute::make_ground_executor(setup); });
    const auto strategy = make_strategy();
    auto result = farm.search({sources_, fspec_.parameters(), {"pre", "post"}, {}, {}}, *strategy);
    EXPECT_TRUE(farm.shut_down());
    return result;
  }

  [[nodiscard]] std::string answer(const SearchResult& result) const {
    std::string text = std::to_string(static_cast<int>(result.verdict));
    for (const auto& c : result.falsifiers) text += "\n" + to_text(c.faults, fspec_);
    // The number of needed executions depends on the workers only in the lineage search.
    if (case_.strategy != Which::lineage) text += "\n" + result.executed.str() + " executions";
    return text;
  }

 private:
  [[nodiscard]] std::unique_ptr<search::Strategy> make_strategy() const {
    switch (case_.strategy) {
      case Which::exhaustive:
        return search::make_exhaustive(fspec_, {case_.all, 10'000'000, 500});
      case Which::random:
        return search::make_random(fspec_, {3, 5'000});
      case Which::molly:
        return search::make_molly(
            universe_, {Negation::exact, case_.all, [] { return sat::make_cryptominisat(1); }});
      case Which::lineage:
        break;
    }
    return search::make_lineage(universe_, sat::make_cryptominisat(1), {case_.all, 1});
  }

  Case case_;
  dedalus::Sources sources_;
  dedalus::Program program_;
  Fspec fspec_;
  ground::Universe universe_;
};

void expect_one_answer(const Case& c) {
  const Subject subject(c);
  const std::string want = subject.answer(subject.search({.workers = 1, .seed = 0}, {}));
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    SCOPED_TRACE(c.program + ", seed " + std::to_string(seed));
    const int workers = 1 + static_cast<int>(seed);
    const int queue = 1 + static_cast<int>(seed % 3);
    const auto result =
        subject.search({.workers = workers, .seed = seed}, {.jobs_per_worker = queue});
    EXPECT_EQ(subject.answer(result), want);
  }
}

FspecParameters fspec(int eot, int eff, int crashes, std::vector<std::string> nodes) {
  return {eot, eff, crashes, std::move(nodes), EffMode::exclusive, CrashModel::silent};
}

TEST(SimSearch, Kafka) {
  expect_one_answer({"kafka.ded", fspec(6, 4, 1, {"a", "b", "c", "C", "Z"})});
}

TEST(SimSearch, KafkaAll) {
  expect_one_answer({"kafka.ded", fspec(6, 4, 1, {"a", "b", "c", "C", "Z"}), true});
}

TEST(SimSearch, AckDelivProof) {
  expect_one_answer({"ack-deliv.ded", fspec(8, 7, 1, {"a", "b", "c"})});
}

TEST(SimSearch, ClassicDelivAll) {
  expect_one_answer({"classic-deliv.ded", fspec(5, 3, 1, {"a", "b", "c"}), true});
}

TEST(SimSearch, ClassicDelivExhaustive) {
  expect_one_answer(
      {"classic-deliv.ded", fspec(4, 2, 1, {"a", "b", "c"}), true, Which::exhaustive});
  expect_one_answer(
      {"classic-deliv.ded", fspec(4, 2, 1, {"a", "b", "c"}), false, Which::exhaustive});
}

TEST(SimSearch, KafkaRandom) {
  expect_one_answer({"kafka.ded", fspec(6, 4, 1, {"a", "b", "c", "C", "Z"}), false, Which::random});
}

TEST(SimSearch, AckDelivRandomFindsNothing) {
  expect_one_answer({"ack-deliv.ded", fspec(8, 7, 1, {"a", "b", "c"}), false, Which::random});
}

TEST(SimSearch, KafkaMolly) {
  expect_one_answer({"kafka.ded", fspec(6, 4, 1, {"a", "b", "c", "C", "Z"}), false, Which::molly});
}

TEST(SimSearch, AckDelivProofByMolly) {
  expect_one_answer({"ack-deliv.ded", fspec(6, 5, 1, {"a", "b", "c"}), false, Which::molly});
}

TEST(SimSearch, ClassicDelivAllByMolly) {
  expect_one_answer({"classic-deliv.ded", fspec(4, 2, 1, {"a", "b", "c"}), true, Which::molly});
}

TEST(SimSearch, ThreePhaseCommit) {
  expect_one_answer({"3pc.ded", fspec(9, 7, 1, {"a", "b", "C", "d"})});
}

}  // namespace
}  // namespace ldfi::test
