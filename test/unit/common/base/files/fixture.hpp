// A fixture with a folder of files, for the tests of this folder.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "common/base/files/file.hpp"
#include "test/support/temporary_folder.hpp"

namespace ldfi::files {

namespace fs = std::filesystem;

class FilesTest : public testing::Test {
 protected:
  [[nodiscard]] std::string path(const std::string& name) const { return folder_.path(name); }
  void put(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  [[nodiscard]] std::string text(const std::string& name) const {
    std::ifstream in(path(name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
  [[nodiscard]] std::vector<std::string> listing() const {
    std::vector<std::string> names;
    for (const auto& entry : fs::directory_iterator(path(""))) {
      names.push_back(entry.path().filename());
    }
    std::sort(names.begin(), names.end());
    return names;
  }
  [[nodiscard]] File fresh(const std::string& name, const std::string& text) const {
    File file(path(name), File::Mode::fresh);
    file.write(text);
    return file;
  }

 private:
  test::TemporaryFolder folder_;
};

}  // namespace ldfi::files
