#include "worker/drive/fingerprint.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>

#include "common/base/errors.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::drive {
namespace {

using ::testing::HasSubstr;

namespace fs = std::filesystem;

class Fingerprint : public ::testing::Test {
 protected:
  Fingerprint() {
    plan_.folder = folder_.path();
    plan_.command = {"sh", "node.sh"};
    std::ofstream(path("node.sh")) << "#!/bin/sh\n";
    std::ofstream(path("data")) << "12345";
  }
  [[nodiscard]] fs::path path(const std::string& name) const {
    return fs::path(folder_.path()) / name;
  }
  /// Returns the error about a file with this name in `system.files`.
  std::string refusal(const std::string& name, std::uint64_t most = max_files_bytes) {
    plan_.files = {name};
    try {
      (void)fingerprint(plan_, "config", {}, most);
    } catch (const InputError& e) {
      return e.what();
    }
    return "";
  }

  test::TemporaryFolder folder_;
  systems::Plan plan_;
};

TEST_F(Fingerprint, IsOfTheBytesOfAllFiles) {
  const std::string before = fingerprint(plan_, "config");
  EXPECT_EQ(refusal("data"), "");
  const std::string with = fingerprint(plan_, "config");
  EXPECT_NE(with, before);
  std::ofstream(path("data")) << "12346";
  EXPECT_NE(fingerprint(plan_, "config"), with);
}

TEST_F(Fingerprint, HasABoundForAllFilesTogether) {
  EXPECT_EQ(refusal("data", 15), "");
  EXPECT_THAT(refusal("data", 14), HasSubstr("the config names data, which is too large"));
  EXPECT_EQ(::truncate(path("node.sh").c_str(), 1L << 40U), 0);
  EXPECT_THAT(refusal("data"), HasSubstr("the config names node.sh, which is too large: the files "
                                         "of a system may have 256 MiB together"));
}

TEST_F(Fingerprint, IsOfOrdinaryFilesAlone) {
  EXPECT_EQ(::mkfifo(path("fifo").c_str(), S_IRWXU), 0);
  fs::create_directory(path("folder"));
  fs::create_symlink("/dev/zero", path("zero"));
  fs::create_symlink("/proc/self/environ", path("environ"));
  EXPECT_THAT(refusal("fifo"), HasSubstr("is a FIFO"));
  EXPECT_THAT(refusal("folder"), HasSubstr("is a directory"));
  EXPECT_THAT(refusal("zero"), HasSubstr("is a device"));
  EXPECT_THAT(refusal("environ"), HasSubstr("that the kernel makes up"));
  EXPECT_THAT(refusal("/etc/passwd"), HasSubstr("begins at the config's folder"));
  EXPECT_THAT(refusal("none"), HasSubstr("is not a file beside it"));
}

TEST_F(Fingerprint, AsksWhetherItMayContinue) {
  EXPECT_THROW((void)fingerprint(plan_, "config", [] { throw BudgetExceeded("time", "time"); }),
               BudgetExceeded);
}

}  // namespace
}  // namespace ldfi::drive
