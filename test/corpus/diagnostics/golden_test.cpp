// Every NAME.ded of this folder renders to NAME.err, byte for byte, and every diagnostic code of
// the front end is seen. LDFI_UPDATE_GOLDENS=1 rewrites the goldens; read the difference before you
// commit it.
//
// The first lines of a case may set options: `// nodes: a, b`, `// data: x`, `// eot: 4`,
// `// thorough: yes`, `// programs: more.ded`, `// specs: a.spec`, `// include: folder`.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "common/dedalus/language/codes.hpp"
#include "common/dedalus/language/load.hpp"

namespace ldfi::dedalus {
namespace {

namespace fs = std::filesystem;

const fs::path folder = "test/corpus/diagnostics";  // relative, as the goldens show it

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> files_with(const std::string& extension) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(folder)) {
    if (entry.path().extension() == extension) out.push_back(entry.path());
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<std::string> words(std::string text) {
  std::replace(text.begin(), text.end(), ',', ' ');
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

struct Case {
  std::vector<std::string> programs;
  std::vector<std::string> folders;
  std::vector<std::string> specifications;
  CheckOptions options;
};

Case case_of(const fs::path& path) {
  Case out{{path.generic_string()}, {}, {}, {}};
  std::istringstream in(read(path));
  for (std::string line; std::getline(in, line) && line.starts_with("// ");) {
    const auto colon = line.find(": ");
    if (colon == std::string::npos) break;
    const std::string key = line.substr(3, colon - 3);
    const std::string value = line.substr(colon + 2);
    if (key == "nodes") out.options.nodes = words(value);
    if (key == "data") out.options.data_names = words(value);
    if (key == "thorough") out.options.thorough = true;
    if (key == "eot") out.options.eot = std::stoi(value);
    if (key != "programs" && key != "include" && key != "specs") continue;
    auto& paths = key == "programs" ? out.programs
                  : key == "specs"  ? out.specifications
                                    : out.folders;
    for (const std::string& name : words(value)) paths.push_back((folder / name).generic_string());
  }
  return out;
}

std::string report_of(const fs::path& path) {
  const Case c = case_of(path);
  try {
    const Program program =
        check_program(read_sources(c.programs, c.folders, {}, c.specifications), c.options);
    return render(program.warnings, program.sources);
  } catch (const SourcedError& e) {
    return render(e.diagnostics(), e.sources());
  }
}

class Golden : public testing::TestWithParam<fs::path> {
 protected:
  void SetUp() override { fs::current_path(LDFI_SOURCE_DIR); }
};

TEST_P(Golden, RendersAsRecorded) {
  fs::path golden = GetParam();
  golden.replace_extension(".err");
  const std::string actual = report_of(GetParam());
  if (std::getenv("LDFI_UPDATE_GOLDENS") != nullptr) {
    std::ofstream(golden, std::ios::binary) << actual;
    return;
  }
  ASSERT_TRUE(fs::exists(golden)) << "no " << golden;
  EXPECT_EQ(actual, read(golden));
}

std::vector<fs::path> cases() {
  fs::current_path(LDFI_SOURCE_DIR);
  return files_with(".ded");
}

INSTANTIATE_TEST_SUITE_P(Diagnostics, Golden, testing::ValuesIn(cases()),
                         [](const auto& param) { return param.param.stem().string(); });

TEST(Goldens, ShowEveryCode) {
  fs::current_path(LDFI_SOURCE_DIR);
  std::string all;
  for (const fs::path& golden : files_with(".err")) all += read(golden);
  for (const CodeInfo& code : code_table) {
    EXPECT_NE(all.find("[" + std::string(code.name) + "]"), std::string::npos)
        << "no golden shows the code " << code.name;
  }
}

TEST(Goldens, HaveTheirPrograms) {
  fs::current_path(LDFI_SOURCE_DIR);
  EXPECT_GE(files_with(".ded").size(), 35U);
  for (fs::path golden : files_with(".err")) {
    EXPECT_TRUE(fs::exists(golden.replace_extension(".ded"))) << golden;
  }
}

}  // namespace
}  // namespace ldfi::dedalus
