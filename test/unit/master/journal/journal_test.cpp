#include "master/journal/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "common/farm/wire/messages.hpp"
#include "test/unit/master/journal/fixture.hpp"

// This file replaces fdatasync() and fsync() by functions that count the calls of a journal.
namespace {

int data_syncs = 0;
int name_syncs = 0;

}  // namespace

extern "C" int fdatasync(int fd) {
  ++data_syncs;
  return static_cast<int>(::syscall(SYS_fdatasync, fd));
}

extern "C" int fsync(int fd) {
  ++name_syncs;
  return static_cast<int>(::syscall(SYS_fsync, fd));
}

namespace ldfi::journal {
namespace {

using testing::ElementsAre;

TEST_F(JournalTest, RecallsWhatItKept) {
  write_some();
  auto [journal, notes] = open_journal(path, some_header(), true);
  EXPECT_THAT(notes, ElementsAre());
  EXPECT_EQ(journal->acknowledged(), 3U);
  EXPECT_EQ(recalled(*journal), everything);
  journal->begin(setup_of(3));
  EXPECT_FALSE(journal->recall(job_of(1, 3)));
  EXPECT_FALSE(journal->finished_cell(setup_of(3)));
  EXPECT_EQ(journal->header().command_line, some_header().command_line);
}

TEST_F(JournalTest, WhereFilesLieAndLimitsDoNotMatter) {
  write_some();
  auto [journal, notes] = open_journal(path, some_header(), true);
  wire::Setup moved = setup_of(3);
  moved.sources.programs = {"elsewhere/a.ded"};
  moved.sources.files[0].name = "elsewhere/a.ded";
  moved.budget.max_facts = 17;
  journal->begin(moved);
  EXPECT_TRUE(journal->recall(job_of(1, 1)));
  moved.sources.files[0].text += " ";
  journal->begin(moved);
  EXPECT_FALSE(journal->recall(job_of(1, 1)));
}

TEST_F(JournalTest, KnowsWhatWasNotRecalled) {
  write_some();
  auto [journal, notes] = open_journal(path, some_header(), true);
  journal->begin(setup_of(3));
  ASSERT_TRUE(journal->recall(job_of(1, 2)));
  std::vector<std::string> rest;
  journal->each_not_recalled(
      setup_of(3), [&](const Job&, const Report& report) { rest.push_back(text_of(report)); });
  EXPECT_EQ(rest, std::vector<std::string>{"one"});
}

TEST_F(JournalTest, GoesOn) {
  write_some();
  for (int tick = 3; tick < 6; ++tick) {
    auto [journal, notes] = open_journal(path, some_header(), true);
    journal->begin(setup_of(3));
    journal->keep(job_of(3, tick), wire::encode(report_of(3, "more")));
  }
  auto [journal, notes] = open_journal(path, some_header(), true);
  EXPECT_EQ(journal->acknowledged(), 6U);
  EXPECT_EQ(recalled(*journal), everything);
}

TEST_F(JournalTest, IsDoneUntilSomethingFollows) {
  write_some();
  open_journal(path, some_header(), true).journal->finish("certified");
  auto journal = open_journal(path, some_header(), true).journal;
  EXPECT_EQ(journal->done(), "certified");
  journal->begin(setup_of(3));
  journal->keep(job_of(3, 4), wire::encode(report_of(3, "more")));
  journal.reset();
  EXPECT_FALSE(open_journal(path, some_header(), true).journal->done());
}

TEST(JournalSync, IsDueFiveSecondsAfterTheLast) {
  const test::TemporaryFolder folder;
  const Header header{0, "1.2.3", {}, "now", {"ldfi-farm"}};
  const auto opened = open_journal(folder.path("run.journal"), header, false);
  Journal& journal = *opened.journal;
  double now = 100;
  journal.set_clock([&now] { return now; });
  journal.begin({});
  const wire::Bytes report = wire::encode(Report{});
  data_syncs = 0;
  name_syncs = 0;
  const auto syncs_at = [&](double time, const auto& add) {
    now = time;
    add();
    return data_syncs;
  };
  const auto keep = [&] { journal.keep({1, ExecuteJob{}}, report); };
  EXPECT_EQ(syncs_at(104.9, keep), 0);
  EXPECT_EQ(name_syncs, 0);
  EXPECT_EQ(syncs_at(105, keep), 1);
  EXPECT_EQ(name_syncs, 1);
  EXPECT_EQ(syncs_at(109.9, keep), 1);
  EXPECT_EQ(syncs_at(110, keep), 2);
  EXPECT_EQ(syncs_at(115, [&] { journal.keep_cell({}, results::sample_run().cells.at(0)); }), 3);
  EXPECT_EQ(syncs_at(120, [&] { journal.finish("certified"); }), 4);
  EXPECT_EQ(name_syncs, 1);  // the file keeps its name, so the folder needs no second sync
}

TEST(JournalName, StandsBesideTheOutput) {
  EXPECT_EQ(journal_name("a/x.h5"), "a/x.journal");
  EXPECT_EQ(journal_name("x"), "x.journal");
  EXPECT_EQ(journal_name("x.journal"), "x.journal.journal");
  EXPECT_EQ(journal_name(".h5"), ".h5.journal");
}

}  // namespace
}  // namespace ldfi::journal
