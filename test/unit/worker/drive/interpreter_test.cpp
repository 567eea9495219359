#include "worker/drive/interpreter.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace ldfi::drive {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;

/// A folder with shims and interpreters that are scripts. PATH leads to the shims.
class InterpreterTest : public testing::Test {
 protected:
  InterpreterTest() {
    std::string name = fs::temp_directory_path() / "shims-XXXXXX";
    base_ = ::mkdtemp(name.data());
    fs::create_directories(base_ / "shims");
    fs::create_directories(base_ / "bin");
    ::setenv("PATH", ((base_ / "shims").string() + ":/usr/bin:/bin").c_str(), 1);
  }
  ~InterpreterTest() override {
    ::setenv("PATH", before_.c_str(), 1);
    fs::remove_all(base_);
  }

  std::string write(const std::string& name, const std::string& text) {
    const fs::path path = base_ / name;
    std::ofstream(path) << text;
    fs::permissions(path, fs::perms::owner_all);
    return path.string();
  }

  /// Adds a shim that appends a line to the file `count` each time it runs. The interpreter behind
  /// the shim always prints `answer`.
  void add_shim(const std::string& name, const std::string& answer) {
    const std::string real = write("bin/" + name, "#!/bin/sh\necho " + answer + "\n");
    write("shims/" + name,
          "#!/bin/sh\necho x >> " + (base_ / "count").string() + "\nexec " + real + " \"$@\"\n");
  }

  [[nodiscard]] int runs() const {
    std::ifstream file(base_ / "count");
    int out = 0;
    for (std::string line; std::getline(file, line);) ++out;
    return out;
  }

  [[nodiscard]] std::vector<std::string> command(std::vector<std::string> words) const {
    systems::Plan plan;
    plan.folder = base_.string();
    plan.command = std::move(words);
    return without_shims(plan).command;
  }

  std::string before_ = std::getenv("PATH");
  fs::path base_;
};

TEST_F(InterpreterTest, IsFoundOnce) {
  for (const std::string name : {"python3", "ruby3.1", "node", "php"}) {
    fs::remove(base_ / "count");
    const std::string real = (base_ / "bin" / name).string();
    add_shim(name, real);
    for (int i = 0; i < 3; ++i) EXPECT_THAT(command({name, "x"}), ElementsAre(real, "x"));
    EXPECT_EQ(runs(), 1) << name;
  }
}

TEST_F(InterpreterTest, OfJavaIsBelowItsHome) {
  const std::string real =
      write("bin/java", "#!/bin/sh\necho '    java.home = " + base_.string() + "' >&2\n");
  write("shims/java", "#!/bin/sh\nexec " + real + " \"$@\"\n");
  EXPECT_THAT(command({"java", "-cp", "."}), ElementsAre(real, "-cp", "."));
}

TEST_F(InterpreterTest, RunsScriptsThatNameAShim) {
  const std::string real = (base_ / "bin" / "python3").string();
  add_shim("python3", real);
  write("node.py", "#!/usr/bin/env python3\nprint()\n");
  write("other.py", "#!/usr/bin/python3\nprint()\n");
  EXPECT_THAT(command({"node.py", "x"}), ElementsAre(real, "node.py", "x"));
  EXPECT_THAT(command({"other.py", "x"}), ElementsAre("other.py", "x"));
}

TEST_F(InterpreterTest, ALinkToAnotherProgramIsAShim) {
  const std::string real = write("bin/python3", "#!/bin/sh\n");
  write("bin/launcher", "#!/bin/sh\necho " + real + "\n");
  fs::create_symlink(base_ / "bin" / "launcher", base_ / "shims" / "python3");
  EXPECT_THAT(command({"python3"}), ElementsAre(real));
}

TEST_F(InterpreterTest, WhatGivesNoAnswerStays) {
  for (const std::string answer : {"''", "python3", "/no/such/file", "oh/no"}) {
    fs::remove_all(base_ / "shims" / "python3");
    add_shim("python3", answer);
    EXPECT_THAT(command({"python3", "x"}), ElementsAre("python3", "x")) << answer;
  }
  write("shims/server", "#!/bin/sh\necho /bin/sh\n");
  EXPECT_THAT(command({"server"}), ElementsAre("server")) << "no interpreter";
  EXPECT_THAT(command({"ruby-no-such"}), ElementsAre("ruby-no-such"));
}

TEST_F(InterpreterTest, PathIsSearchedInOrder) {
  write("shims/tool", "");
  EXPECT_EQ(on_path("tool"), (base_ / "shims" / "tool").string());
  EXPECT_EQ(on_path("./tool"), "./tool");
  EXPECT_EQ(on_path("no-such-tool"), "");
}

}  // namespace
}  // namespace ldfi::drive
