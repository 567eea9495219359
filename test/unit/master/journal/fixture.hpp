// A fixture with a journal in a temporary folder, for the tests of this folder.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "master/journal/journal.hpp"
#include "test/support/faults.hpp"
#include "test/support/temporary_folder.hpp"
#include "test/unit/results/sample_run.hpp"

namespace ldfi::journal {

inline Header some_header() {
  return {0, "1.2.3", {{"eot", "6"}, {"program text a.ded", "9 bytes"}}, "now", {"ldfi-farm"}};
}

inline wire::Setup setup_of(int eot) {
  wire::Setup setup;
  setup.sources = {{"a.ded"}, {{"a.ded", "p(a)@1;"}}};
  setup.fspec = {eot, 1, 0, {"a", "b"}, EffMode::inclusive, CrashModel::silent};
  return setup;
}

inline Job job_of(std::uint64_t id, int tick) {
  return {id, ExecuteJob{test::fault_set({{NodeId(0), NodeId(1), Time(tick)}}, {})}};
}

inline Report report_of(std::uint64_t id, const std::string& text) {
  ExecuteReport result;
  result.lineage.fired = {1, 2, 3};
  result.violated = {text};
  return {id, 0xfee, 5, result};
}

inline std::string text_of(const Report& report) {
  return std::get<ExecuteReport>(report.result).violated.at(0);
}

struct JournalTest : testing::Test {
  test::TemporaryFolder folder;
  std::string path = folder.path("run.journal");

  /// Writes a journal with the answers to three jobs and a finished cell, from two searches.
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
  /// Returns the answers written by write_some() that `journal` still holds, in the order of
  /// writing.
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

inline const std::vector<std::string> everything{"one", "two", "other", "cell"};

inline std::vector<std::string> first_of_everything(std::size_t count) {
  auto out = everything;
  out.resize(count);
  return out;
}

}  // namespace ldfi::journal
