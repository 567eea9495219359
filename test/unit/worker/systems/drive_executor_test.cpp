#include "worker/systems/drive_executor.hpp"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <filesystem>
#include <fstream>
#include <thread>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::execute {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

/// A node that speaks the protocol ldfi/1, but sends no messages. A test may replace SLOW by a
/// command that takes time.
const char* const node = R"(#!/bin/sh
while read -r line; do
  case $line in
  *'"init"'*) echo '{"dest": "c0", "body": {"type": "init_ok", "in_reply_to": 1, "ldfi": {"version": 1}}}' ;;
  esac
  SLOW
  echo '{"dest": "$farm", "body": {"type": "done"}}'
done
)";
/// The sandbox is off, because AddressSanitizer needs more memory than the sandbox grants.
const char* const config = R"(
system: {kind: nodes, command: [sh, node.sh], nodes: 2, time: extended, sandbox: off}
workload: {kind: echo, operations: 1}
fspec: {eot: 1s, crashes: 1}
)";

class Drive : public ::testing::Test {
 protected:
  Drive() { write_node(""); }

  void write_node(const std::string& slow) {
    std::string text = node;
    text.replace(text.find("SLOW"), 4, slow);
    std::ofstream(path("node.sh")) << text;
    setup_.system.config = config;
    setup_.system.path = path("c.yaml");
    setup_.system.files = {{"node.sh", text, false}};
    setup_.system.fingerprint = fingerprint();
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return fs::path(folder_.path()) / name;
  }
  /// Returns the fingerprint of the files beside the config, taken from the error about a wrong
  /// fingerprint.
  std::uint64_t fingerprint() {
    try {
      make_drive_executor(setup_, *nursery_);
    } catch (const EnvironmentError& e) {
      const std::string text = e.what();
      const std::string before = "their fingerprint is ";
      return std::stoull(text.substr(text.find(before) + before.size(), 16), nullptr, 16);
    }
    return setup_.system.fingerprint;
  }
  std::string recording(campaign::Executor& executor, systems::FaultSet faults = {}) {
    const Report report = executor.execute({7, DriveJob{std::move(faults), 1}});
    EXPECT_EQ(report.job, 7U);
    EXPECT_EQ(report.fingerprint, setup_.system.fingerprint);
    return std::get<DriveReport>(report.result).recording;
  }

  test::TemporaryFolder folder_;
  std::unique_ptr<drive::Nursery> nursery_ = drive::Nursery::begin();
  wire::Setup setup_;
};

TEST_F(Drive, Executes) {
  const auto executor = make_drive_executor(setup_, *nursery_);
  EXPECT_THAT(recording(*executor), HasSubstr(R"("result":"vacuous")"));
  const std::string crashed = recording(*executor, {systems::Crash{"n0", {1}}});
  EXPECT_THAT(crashed, HasSubstr("\"faults\":[\"C(n0,#1)\"]"));
  EXPECT_THAT(crashed, HasSubstr(fmt::format("{:016x}", setup_.system.fingerprint)));
}

TEST_F(Drive, TakesTheFilesThatWereSentIfTheyAreNotHere) {
  const std::string here = recording(*make_drive_executor(setup_, *nursery_));
  fs::remove(path("node.sh"));
  EXPECT_EQ(recording(*make_drive_executor(setup_, *nursery_)), here);
  // The file now differs from the file that the fingerprint describes.
  std::ofstream(path("node.sh")) << "exit 1\n";
  EXPECT_EQ(recording(*make_drive_executor(setup_, *nursery_)), here);
}

TEST_F(Drive, RefusesOtherFiles) {
  fs::remove(path("node.sh"));
  setup_.system.files[0].bytes += "\n";
  EXPECT_THROW(make_drive_executor(setup_, *nursery_), EnvironmentError);
  setup_.system.files.clear();
  EXPECT_THROW(make_drive_executor(setup_, *nursery_), EnvironmentError);
}

TEST_F(Drive, LeavesNoFolder) {
  const fs::path own = folder_.path() / fs::path("own");
  fs::create_directory(own);
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", own.c_str(), 1);
  fs::remove(path("node.sh"));
  auto executor = make_drive_executor(setup_, *nursery_);
  EXPECT_EQ(std::distance(fs::directory_iterator(own), fs::directory_iterator()), 2);
  executor.reset();
  EXPECT_TRUE(fs::is_empty(own));
  const pid_t killed = ::fork();
  if (killed == 0) {
    const auto nursery = drive::Nursery::begin();
    const auto other = make_drive_executor(setup_, *nursery);
    ::kill(::getpid(), SIGKILL);
  }
  ::waitpid(killed, nullptr, 0);
  for (int i = 0; i < 500 && !fs::is_empty(own); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(fs::is_empty(own));
  kept.empty() ? ::unsetenv("TMPDIR") : ::setenv("TMPDIR", kept.c_str(), 1);
}

TEST_F(Drive, KeepsItsBudgetAndShowsSignsOfLife) {
  write_node("sleep 100");
  setup_.budget.time_left_ms = 1500;  // long enough for some heartbeats on a busy machine, too
  const auto executor = make_drive_executor(setup_, *nursery_);
  int signs = 0;
  executor->set_alive([&signs] { ++signs; });
  EXPECT_THROW((void)recording(*executor), BudgetExceeded);
  EXPECT_GT(signs, 1);
  setup_.budget.time_left_ms = 0;
  setup_.budget.memory_limit_bytes = 1;
  EXPECT_THROW((void)recording(*make_drive_executor(setup_, *nursery_)), BudgetExceeded);
}

TEST_F(Drive, WhatANodeSaidWhileTheFarmWasHeldUpCounts) {
  setup_.system.config = std::string(config) + "limits: {step: 200ms}\n";
  setup_.system.fingerprint = fingerprint();
  const auto executor = make_drive_executor(setup_, *nursery_);
  int held_up = 0;
  executor->set_alive([&held_up] {
    ++held_up;
    std::this_thread::sleep_for(std::chrono::milliseconds(300));
  });
  EXPECT_THAT(recording(*executor), HasSubstr(R"("result":"vacuous")"));
  EXPECT_GE(held_up, 2);
}

}  // namespace
}  // namespace ldfi::execute
