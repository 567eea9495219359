#include "worker/systems/system_files.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "common/base/errors.hpp"
#include "common/farm/wire/messages.hpp"
#include "test/support/temporary_folder.hpp"
#include "worker/drive/fingerprint.hpp"

namespace ldfi::execute {
namespace {

namespace fs = std::filesystem;

void write(const fs::path& path, const std::string& text) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
}

class SystemFiles : public ::testing::Test {
 protected:
  SystemFiles() {
    write(home() / "a/b/node.sh", "#!/bin/sh\n");
    fs::permissions(home() / "a/b/node.sh", fs::perms::owner_all);
    write(home() / "bin/tool", std::string("\0\xff", 2));
    write(home() / "a/b/data/x", "1");
    plan_.folder = home() / "a/b";
    plan_.command = {"sh", "node.sh", "../../bin/tool"};
    plan_.files = {"data/x"};
  }
  [[nodiscard]] fs::path home() const { return folder_.path(); }
  [[nodiscard]] std::string unpacked(const std::vector<wire::SystemFile>& files) const {
    const fs::path to = home() / "unpacked";
    fs::create_directory(to);
    return unpack(files, to);
  }

  test::TemporaryFolder folder_;
  systems::Plan plan_;
};

TEST_F(SystemFiles, AreTheSameSomewhereElse) {
  const std::string before = drive::fingerprint(plan_, "config");
  plan_.folder = unpacked(pack(plan_));
  EXPECT_TRUE(plan_.folder.starts_with((home() / "unpacked").string()));
  EXPECT_EQ(drive::fingerprint(plan_, "config"), before);
  const auto any = fs::perms::owner_exec;
  EXPECT_NE(fs::status(plan_.folder + "/node.sh").permissions() & any, fs::perms::none);
  EXPECT_EQ(fs::status(plan_.folder + "/data/x").permissions() & any, fs::perms::none);
}

TEST_F(SystemFiles, HaveABound) {
  EXPECT_EQ(pack(plan_, 13).size(), 3U);
  EXPECT_THROW((void)pack(plan_, 12), EnvironmentError);
}

TEST_F(SystemFiles, StayInTheirFolder) {
  for (const char* name : {"/tmp/ldfi-absolute", "", "."}) {
    EXPECT_ANY_THROW((void)unpacked({{name, "x", false}})) << name;
  }
  // As many steps up as it likes: the folder is so deep.
  (void)unpacked({{"../../../x", "x", false}, {"a/../../y", "y", false}});
  for (const auto& one : fs::recursive_directory_iterator(home())) {
    const std::string name = one.path().filename();
    if (name != "x" && name != "y") continue;
    EXPECT_TRUE(one.path() == home() / "a/b/data/x" ||
                one.path().string().starts_with((home() / "unpacked").string()))
        << one.path();
  }
}

}  // namespace
}  // namespace ldfi::execute
