#include "master/journal/journal.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <thread>

#include "common/base/errors.hpp"
#include "master/journal/cell_codec.hpp"
#include "test/support/faults.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::journal {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

Header some_header() {
  return {0, "1.2.3", {{"eot", "6"}, {"program text a.ded", "9 bytes"}}, "now", {"ldfi-farm"}};
}

wire::Setup setup_of(int eot) {
  wire::Setup setup;
  setup.sources = {{"a.ded"}, {{"a.ded", "p(a)@1;"}}};
  setup.fspec = {eot, 1, 0, {"a", "b"}, EffMode::inclusive, CrashModel::silent};
  return setup;
}

wire::Job job_of(std::uint64_t id, int tick) {
  return {id, wire::ExecuteJob{test::fault_set({{NodeId(0), NodeId(1), Time(tick)}}, {})}};
}

wire::Report report_of(std::uint64_t id, const std::string& text) {
  wire::ExecuteReport result;
  result.lineage.fired = {1, 2, 3};
  result.violated = {text};
  return {id, 0xfee, 5, result};
}

std::string text_of(const wire::Report& report) {
  return std::get<wire::ExecuteReport>(report.result).violated.at(0);
}

struct JournalTest : testing::Test {
  test::TemporaryFolder folder;
  std::string path = folder.path("run.journal");

  /// Three answers and a cell in two searches.
  void write_some() const {
    Journal journal(File(path, File::Mode::fresh), some_header());
    journal.replace(path);
    journal.begin(setup_of(3));
    journal.keep(job_of(1, 1), wire::encode(report_of(1, "one")));
    journal.keep(job_of(2, 2), wire::encode(report_of(2, "two")));
    journal.begin(setup_of(4));
    journal.keep(job_of(1, 1), wire::encode(report_of(1, "other")));
    journal.keep_cell(setup_of(4), results::sample_run().cells.at(0));
  }
  [[nodiscard]] std::string bytes() const {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  void write(const std::string& bytes) const {
    std::ofstream(path, std::ios::binary | std::ios::trunc) << bytes;
  }
  /// What can be recalled of write_some, in its order.
  static std::vector<std::string> recalled(Journal& journal) {
    std::vector<std::string> out;
    for (const auto& [eot, tick] : {std::pair(3, 1), std::pair(3, 2), std::pair(4, 1)}) {
      journal.begin(setup_of(eot));
      if (const auto report = journal.recall(job_of(9, tick))) out.push_back(text_of(*report));
    }
    if (journal.finished_cell(setup_of(4))) out.emplace_back("cell");
    return out;
  }
  [[nodiscard]] std::string open_error(bool resume) const {
    try {
      open_journal(path, some_header(), resume);
    } catch (const EnvironmentError& e) {
      return e.what();
    }
    return "no error";
  }
};

const std::vector<std::string> everything{"one", "two", "other", "cell"};

std::vector<std::string> first_of_everything(std::size_t count) {
  auto out = everything;
  out.resize(count);
  return out;
}

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
  moved.max_facts = 17;
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
  journal->each_not_recalled(setup_of(3), [&](const wire::Job&, const wire::Report& report) {
    rest.push_back(text_of(report));
  });
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

// Whatever suffix is lost, what stands before it is recalled, and nothing else.
TEST_F(JournalTest, CutAnywhere) {
  write_some();
  const std::string whole = bytes();
  std::size_t most = 0;
  for (std::size_t cut = 1; cut < whole.size(); ++cut) {
    SCOPED_TRACE(cut);
    write(whole.substr(0, cut));
    try {
      auto [journal, notes] = open_journal(path, some_header(), true);
      const auto got = recalled(*journal);
      ASSERT_EQ(got, first_of_everything(got.size()));
      EXPECT_GE(got.size(), most);
      most = got.size();
      if (notes.empty()) continue;  // between two records
      EXPECT_THAT(notes.at(0), HasSubstr("is damaged (the file ends within a record)"));
      journal->begin(setup_of(3));
      journal->keep(job_of(7, 5), wire::encode(report_of(7, "after")));
      journal.reset();
      auto again = open_journal(path, some_header(), true);
      EXPECT_THAT(again.notes, ElementsAre());
      EXPECT_EQ(recalled(*again.journal), got);
      again.journal->begin(setup_of(3));
      EXPECT_TRUE(again.journal->recall(job_of(7, 5)));
    } catch (const EnvironmentError& e) {
      EXPECT_EQ(most, 0U);
      EXPECT_EQ(bytes(), whole.substr(0, cut));
    }
  }
  EXPECT_EQ(most, 3U);
}

TEST_F(JournalTest, FlippedAnywhere) {
  write_some();
  const std::string whole = bytes();
  std::size_t refused = 0;
  for (std::size_t at = 0; at < whole.size(); ++at) {
    SCOPED_TRACE(at);
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ (1 << (at % 8)));
    write(damaged);
    try {
      auto [journal, notes] = open_journal(path, some_header(), true);
      const auto got = recalled(*journal);
      ASSERT_LT(got.size(), everything.size());
      ASSERT_EQ(got, first_of_everything(got.size()));
      ASSERT_EQ(notes.size(), 1U);
      EXPECT_THAT(notes[0], HasSubstr("the record at byte "));
    } catch (const EnvironmentError& e) {
      ++refused;
      EXPECT_THAT(e.what(), testing::ContainsRegex("is damaged|is no journal"));
      EXPECT_EQ(bytes(), damaged);
    }
  }
  EXPECT_LT(refused, 300U);  // the header's own bytes
}

TEST_F(JournalTest, RecordsThatChangePlacesAreNoticed) {
  write_some();
  const std::string whole = bytes();
  File file(path, File::Mode::read);
  Reader reader(file);
  std::vector<std::uint64_t> ends;
  while (reader.next()) ends.push_back(reader.good_bytes());
  ASSERT_EQ(ends.size(), 5U);
  write(whole.substr(0, ends[0]) + whole.substr(ends[1], ends[2] - ends[1]) +
        whole.substr(ends[0], ends[1] - ends[0]) + whole.substr(ends[2]));
  auto [journal, notes] = open_journal(path, some_header(), true);
  EXPECT_EQ(journal->acknowledged(), 0U);
  EXPECT_EQ(notes.size(), 1U);
}

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
  EXPECT_THAT(first.notes.at(0), HasSubstr("is kept as " + folder.path("run.prev.journal")));
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
      EXPECT_THAT(opened.notes,
                  ElementsAre("nothing was written to " + path + ": this run begins anew"));
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

/// One run waits for the lock of a journal while another one gives its name to a new journal.
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
  EXPECT_TRUE(File(path, File::Mode::append).stands_at(opened.journal->path()));
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

TEST_F(JournalTest, ALengthThatLiesTakesNoMemory) {
  write_some();
  std::string lie(frame_bytes, '\0');
  lie[3] = '\x7f';  // almost 2 GiB
  write(bytes() + lie);
  std::filesystem::resize_file(path, std::uintmax_t{1} << 20);
  auto [journal, notes] = open_journal(path, some_header(), true);
  EXPECT_THAT(notes.at(0), HasSubstr("the file ends within a record"));
  EXPECT_EQ(recalled(*journal), everything);
}

TEST(JournalName, StandsBesideTheOutput) {
  EXPECT_EQ(journal_name("a/x.h5"), "a/x.journal");
  EXPECT_EQ(journal_name("x"), "x.journal");
  EXPECT_EQ(journal_name("x.journal"), "x.journal.journal");
  EXPECT_EQ(journal_name(".h5"), ".h5.journal");
}

TEST(CellCodec, BringsEveryCellBack) {
  for (const Cell& cell : results::sample_run().cells) {
    const wire::Bytes once = encode_cell(cell);
    const Cell back = decode_cell(once);
    EXPECT_EQ(encode_cell(back), once);
    EXPECT_EQ(back.verdict, cell.verdict);
    EXPECT_EQ(back.executions.size(), cell.executions.size());
    EXPECT_EQ(back.wall_s, cell.wall_s);
    for (std::size_t cut = 0; cut < once.size(); ++cut) {
      EXPECT_THROW(decode_cell(std::span(once).first(cut)), wire::DecodeError);
    }
  }
}

}  // namespace
}  // namespace ldfi::journal
