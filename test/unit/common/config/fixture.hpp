// Fixtures that write configs, for the tests of this folder.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "common/config/command_line.hpp"

namespace ldfi::config {

namespace fs = std::filesystem;

/// A fixture with a new folder for each test.
class CommandLineTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = fs::path(::testing::TempDir()) /
              ("ldfi_config_" + std::to_string(::getpid()) + "_" +
               ::testing::UnitTest::GetInstance()->current_test_info()->name());
    fs::create_directories(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  /// Returns the diagnostics of a config as text. Empty if the config is right.
  static std::string error_text(const std::string& config) {
    try {
      parse_command_line({config});
    } catch (const SourcedError& e) {
      return render(e.diagnostics(), e.sources());
    }
    return "";
  }

  fs::path folder_;
};

inline const char* const valid = "program: [p/a.ded, ../b.ded]\nfspec: {eot: 6, eff: 4}\n";

}  // namespace ldfi::config
