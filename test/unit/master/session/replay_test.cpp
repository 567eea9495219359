#include "master/session/replay.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "master/face/log.hpp"
#include "master/journal/journal.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::app {
namespace {

class ScriptedReplay final : public Replay {
 public:
  ScriptedReplay(Session& session, CaseOutcome outcome) : session_(session), outcome_(outcome) {}

 protected:
  Session& session() override { return session_; }
  void search() override { executed_ = true; }
  [[nodiscard]] CaseOutcome outcome() const override {
    return executed_ ? outcome_ : CaseOutcome::not_executed;
  }
  [[nodiscard]] std::string text() const override { return "text\n"; }
  [[nodiscard]] std::string json() const override { return "{}\n"; }

 private:
  Session& session_;
  CaseOutcome outcome_;
  bool executed_ = false;
};

class ReplayTest : public ::testing::Test {
 protected:
  ReplayTest() { options_.output = folder_.path() + "/x.h5"; }

  std::pair<ExitStatus, std::string> run(CaseOutcome outcome) {
    Session session(options_, ranks_, log_);
    Watch watch(Watch::Role::alone);
    ::testing::internal::CaptureStdout();
    const ExitStatus status = ScriptedReplay(session, outcome).run({"ldfi-farm", "x.yaml"}, watch);
    return {status, ::testing::internal::GetCapturedStdout()};
  }

  test::TemporaryFolder folder_;
  config::Options options_;
  Ranks ranks_{nullptr};
  Log log_{config::Verbosity::quiet};
};

TEST_F(ReplayTest, ItsStatusIsWhatTheExecutionShows) {
  EXPECT_EQ(run(CaseOutcome::violated).first, ExitStatus::counterexample);
  EXPECT_EQ(run(CaseOutcome::not_violated).first, ExitStatus::certified);
  for (const CaseOutcome unknown :
       {CaseOutcome::diverged, CaseOutcome::not_executed, CaseOutcome::not_admitted}) {
    EXPECT_EQ(run(unknown).first, ExitStatus::inconclusive);
  }
}

TEST_F(ReplayTest, PrintsTheFormThatIsWanted) {
  EXPECT_EQ(run(CaseOutcome::violated).second, "text\n");
  options_.summary = config::SummaryFormat::json;
  EXPECT_EQ(run(CaseOutcome::violated).second, "{}\n");
}

TEST_F(ReplayTest, WritesNoFile) {
  run(CaseOutcome::violated);
  EXPECT_FALSE(std::ifstream(options_.output).good());
  EXPECT_FALSE(std::ifstream(journal::journal_name(options_.output)).good());
}

}  // namespace
}  // namespace ldfi::app
