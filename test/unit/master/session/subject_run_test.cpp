#include "master/session/subject_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "common/base/errors.hpp"
#include "common/farm/wire/failure.hpp"
#include "master/face/log.hpp"
#include "master/journal/journal.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::app {
namespace {

using ::testing::ElementsAre;

const std::vector<std::string> arguments{"ldfi-farm", "x.yaml"};

/// A session whose journal cannot be written from some moment on.
class LosingSession final : public Session {
 public:
  using Session::Session;
  void lose() {
    answers().add([](journal::Journal&) { throw EnvironmentError("no space"); });
  }
};

/// A subject that only notes which of its functions are called.
class NotedRun final : public SubjectRun {
 public:
  explicit NotedRun(LosingSession& session) : session_(session) {}

  std::vector<std::string> steps;
  bool keeps_journal = true;
  bool loses_journal = false;
  bool is_stopped_in_minimise = false;
  std::string fails_at;
  std::optional<Verdict> verdict = Verdict::certified;

 protected:
  Session& session() override { return session_; }
  void prepare() override { note("prepare"); }
  std::optional<journal::Header> header() override {
    note("header");
    if (!keeps_journal) return std::nullopt;
    journal::Header out;
    out.version = "1";
    return out;
  }
  void execute(const std::function<void()>& work) override {
    note("execute");
    work();
    note("executed");
  }
  void try_known() override { note("known"); }
  void search() override {
    note(session_.journal() == nullptr ? "search" : "journalled search");
    if (loses_journal) session_.lose();
  }
  void minimise() override {
    note("minimise");
    if (is_stopped_in_minimise) throw wire::StopRequested("stopped on SIGTERM");
  }
  void note_failed_minimise() override { note("failed minimise"); }
  void store() override { note("store"); }
  std::optional<Verdict> final_verdict() override { return verdict; }
  std::string summary(bool stored) override {
    note(stored ? "summary" : "summary without file");
    return "the summary\n";
  }
  void certify() override { note("certify"); }
  [[nodiscard]] ExitStatus status() const override { return ExitStatus::inconclusive; }

 private:
  void note(const std::string& step) {
    steps.push_back(step);
    if (step == fails_at) throw EnvironmentError("no " + step);
  }

  LosingSession& session_;
};

class SubjectRunTest : public ::testing::Test {
 protected:
  SubjectRunTest() {
    options_.output = folder_.path() + "/x.h5";
    options_.results_only = false;
  }

  /// Returns the exit status of the run or the text of its exception, and what the run printed.
  std::pair<std::string, std::string> run(NotedRun& run) {
    Watch watch(Watch::Role::alone);
    ::testing::internal::CaptureStdout();
    std::string end;
    try {
      end = std::to_string(static_cast<int>(run.run(arguments, watch)));
    } catch (const std::runtime_error& e) {
      end = e.what();
    }
    return {end, ::testing::internal::GetCapturedStdout()};
  }
  [[nodiscard]] bool has_journal() const {
    return std::ifstream(journal::journal_name(options_.output)).good();
  }

  test::TemporaryFolder folder_;
  config::Options options_;
  Ranks ranks_{nullptr};
  Log log_{config::Verbosity::quiet};
  LosingSession session_{options_, ranks_, log_};
  NotedRun run_{session_};
};

TEST_F(SubjectRunTest, TakesItsStepsInOneOrder) {
  EXPECT_EQ(run(run_), std::pair(std::to_string(static_cast<int>(ExitStatus::inconclusive)),
                                 std::string("the summary\n")));
  EXPECT_THAT(run_.steps, ElementsAre("prepare", "header", "execute", "known", "journalled search",
                                      "minimise", "executed", "store", "summary", "certify"));
  EXPECT_EQ(session_.journal()->done(), "certified");
}

TEST_F(SubjectRunTest, ARunWithoutAHeaderKeepsNoJournal) {
  run_.keeps_journal = false;
  run(run_);
  EXPECT_THAT(run_.steps, ElementsAre("prepare", "header", "execute", "known", "search", "minimise",
                                      "executed", "store", "summary", "certify"));
  EXPECT_FALSE(has_journal());
}

TEST_F(SubjectRunTest, NothingIsOpenedBeforeTheInputsAreChecked) {
  run_.fails_at = "prepare";
  EXPECT_EQ(run(run_), std::pair(std::string("no prepare"), std::string()));
  EXPECT_FALSE(has_journal());
}

TEST_F(SubjectRunTest, PrintsTheSummaryOfResultsThatCannotBeStored) {
  run_.fails_at = "store";
  EXPECT_EQ(run(run_), std::pair(std::string("no store"), std::string("the summary\n")));
  EXPECT_THAT(run_.steps, ElementsAre("prepare", "header", "execute", "known", "journalled search",
                                      "minimise", "executed", "store", "summary without file"));
  EXPECT_EQ(session_.journal()->done(), std::nullopt);
}

TEST_F(SubjectRunTest, AFailedMinimisationLosesNoResult) {
  run_.fails_at = "minimise";
  EXPECT_EQ(run(run_), std::pair(std::string("no minimise"), std::string("the summary\n")));
  EXPECT_THAT(run_.steps,
              ElementsAre("prepare", "header", "execute", "known", "journalled search", "minimise",
                          "failed minimise", "executed", "store", "summary"));
  EXPECT_EQ(session_.journal()->done(), std::nullopt);
}

TEST_F(SubjectRunTest, AStopDuringTheMinimisationIsNoFailure) {
  run_.is_stopped_in_minimise = true;
  EXPECT_EQ(run(run_), std::pair(std::string("stopped on SIGTERM"), std::string()));
  EXPECT_THAT(run_.steps, ElementsAre("prepare", "header", "execute", "known", "journalled search",
                                      "minimise"));
}

TEST_F(SubjectRunTest, PrintsTheSummaryOfARunWhoseJournalCannotBeWritten) {
  run_.loses_journal = true;
  EXPECT_EQ(run(run_), std::pair(std::string("no space"), std::string("the summary\n")));
  EXPECT_THAT(run_.steps, ElementsAre("prepare", "header", "execute", "known", "journalled search",
                                      "minimise", "executed", "store", "summary", "certify"));
  EXPECT_EQ(session_.journal()->done(), std::nullopt);
}

TEST_F(SubjectRunTest, NothingIsAddedToAJournalThatCouldNotBeWritten) {
  JournalMemory answers;
  journal::Header header;
  header.version = "1";
  answers.use(journal::open_journal(folder_.path() + "/y.journal", header, false).journal);
  EXPECT_TRUE(answers.add([](journal::Journal&) {}));
  EXPECT_FALSE(answers.add([](journal::Journal&) { throw EnvironmentError("no space"); }));
  EXPECT_FALSE(answers.add([](journal::Journal&) { FAIL() << "it is not asked again"; }));
  EXPECT_THROW(answers.keep({}, {}), BudgetExceeded);
  EXPECT_EQ(answers.failure(), "no space");
}

TEST_F(SubjectRunTest, AJournalThatIsToBeContinuedIsNotFinished) {
  run_.verdict = std::nullopt;
  run(run_);
  EXPECT_EQ(session_.journal()->done(), std::nullopt);
}

}  // namespace
}  // namespace ldfi::app
