// Opening a journal that exists already: whether it belongs to this run, and whether it is kept.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <thread>

#include "common/base/errors.hpp"
#include "test/unit/master/journal/fixture.hpp"

namespace ldfi::journal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST_F(JournalTest, RefusesAnotherRunAndNamesTheDifference) {
  write_some();
  Header other = some_header();
  other.settings[0].value = "7";
  other.settings.push_back({"seed", "1"});
  other.version = "2";
  try {
    open_journal(path, other, true);
    FAIL();
  } catch (const UsageError& e) {
    EXPECT_THAT(e.what(), HasSubstr("version is 1.2.3 there and 2 here; eot is 6 there and 7 "
                                    "here; seed is unknown there and 1 here"));
  }
}

TEST_F(JournalTest, WithoutResumeNothingIsLost) {
  write_some();
  const std::string whole = bytes();
  auto first = open_journal(path, some_header(), false);
  EXPECT_THAT(first.notes.at(0), HasSubstr("was renamed to " + folder.path("run.prev.journal")));
  EXPECT_EQ(first.journal->acknowledged(), 0U);
  first.journal->begin(setup_of(3));
  first.journal->keep(job_of(1, 1), wire::encode(report_of(1, "one")));
  first.journal.reset();
  auto second = open_journal(path, some_header(), false);
  EXPECT_THAT(second.notes.at(0), HasSubstr("run.prev-2.journal"));
  second.journal->finish("certified");
  second.journal.reset();
  EXPECT_THAT(open_journal(path, some_header(), false).notes, ElementsAre());
  path = folder.path("run.prev.journal");
  EXPECT_EQ(bytes(), whole);
}

TEST_F(JournalTest, WhatALossOfPowerLeavesIsNoJournalYet) {
  for (const std::size_t zeros : {0U, 1U, 100'000U}) {
    for (const bool resume : {false, true}) {
      write(std::string(zeros, '\0'));
      auto opened = open_journal(path, some_header(), resume);
      EXPECT_THAT(opened.notes, ElementsAre("nothing was written to " + path +
                                            ", so this run starts from the beginning"));
      EXPECT_EQ(opened.journal->acknowledged(), 0U);
      opened.journal->finish("certified");
      opened.journal.reset();
      EXPECT_EQ(open_journal(path, some_header(), true).journal->done(), "certified");
    }
  }
  write(std::string(100'000, '\0') + "x");
  EXPECT_THAT(open_error(true), HasSubstr("nothing was changed"));
}

TEST_F(JournalTest, RefusesWhatIsNoJournal) {
  for (const std::string text : {"not a journal", "LDFI\x1aJ1\n"}) {
    write(text);
    for (const bool resume : {false, true}) {
      EXPECT_THAT(open_error(resume), HasSubstr("nothing was changed"));
      EXPECT_EQ(bytes(), text);
    }
  }
  std::filesystem::remove(path);
  ASSERT_EQ(::mkfifo(path.c_str(), 0600), 0);
  EXPECT_THAT(open_error(false), HasSubstr("not a regular file"));
  std::filesystem::remove(path);
  std::filesystem::create_directory(path);
  EXPECT_THAT(open_error(true), HasSubstr(path));
}

TEST_F(JournalTest, OneRunAtATime) {
  write_some();
  auto opened = open_journal(path, some_header(), true);
  File other(path, File::Mode::append);
  EXPECT_FALSE(other.lock());
  opened.journal.reset();
  EXPECT_TRUE(other.lock());
}

/// A run waits for the lock of a journal while another run puts a new journal in its place. Then
/// the lock is that of a file without a name.
TEST_F(JournalTest, TheLockOfAJournalThatWasReplacedIsWorthNothing) {
  write_some();
  auto held = std::make_optional<File>(path, File::Mode::append);
  ASSERT_TRUE(held->lock());
  std::thread replaced([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    write_some();
    held.reset();
  });
  const auto opened = open_journal(path, some_header(), true);
  replaced.join();
  EXPECT_TRUE(File(path, File::Mode::append).has_path(opened.journal->path()));
  File other(path, File::Mode::append);
  EXPECT_FALSE(other.lock());
}

TEST_F(JournalTest, FollowsNoLink) {
  write_some();
  const std::string target = folder.path("target");
  std::filesystem::rename(path, target);
  std::filesystem::create_symlink(target, path);
  EXPECT_THAT(open_error(false), HasSubstr("symbolic link"));
}

}  // namespace
}  // namespace ldfi::journal
