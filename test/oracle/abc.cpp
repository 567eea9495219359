#include "test/oracle/abc.hpp"

#include <gtest/gtest.h>

#include <cstdio>
#include <fstream>
#include <memory>
#include <sstream>

#include "test/support/temporary_folder.hpp"

namespace ldfi::test {
namespace {

constexpr std::size_t most_at_once = 500;

std::string output_of(const std::string& command) {
  const auto end = [](FILE* pipe) { ::pclose(pipe); };
  const std::unique_ptr<FILE, decltype(end)> pipe(::popen(command.c_str(), "r"), end);
  std::string out;
  for (char part[4096]; pipe != nullptr;) {
    const std::size_t count = std::fread(part, 1, sizeof part, pipe.get());
    if (count == 0) break;
    out.append(part, count);
  }
  return out;
}

/// Returns for each circuit, in the order of abc's output, true if abc proved that its wire is
/// never true.
std::vector<bool> answers(const std::string& output) {
  std::vector<bool> out;
  std::istringstream lines(output);
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("Property proved.")) out.push_back(true);
    if (line.find("was asserted in frame") != std::string::npos) out.push_back(false);
  }
  return out;
}

}  // namespace

Abc::Abc() : installed_(!output_of("command -v berkeley-abc").empty()) {}

void Abc::expect(const forever::Aig& aig, forever::Wire bad, bool never, std::string what) {
  if (!installed_) return;
  const forever::Output output{"bad", bad};
  questions_.push_back({forever::to_aiger(aig, {&output, 1}), never, std::move(what)});
  if (questions_.size() == most_at_once) finish();
}

void Abc::finish() {
  if (questions_.empty()) return;
  const TemporaryFolder folder;
  std::ofstream script(folder.path("script"));
  for (std::size_t i = 0; i < questions_.size(); ++i) {
    const std::string name = std::to_string(i) + ".aig";
    std::ofstream(folder.path(name), std::ios::binary) << questions_[i].circuit;
    script << "read_aiger " << name << "; pdr\n";
  }
  script.close();
  const std::string output =
      output_of("cd '" + folder.path() + "' && berkeley-abc -f script 2>&1 </dev/null");
  const std::vector<bool> told = answers(output);
  EXPECT_EQ(told.size(), questions_.size()) << output;
  for (std::size_t i = 0; i < told.size() && told.size() == questions_.size(); ++i) {
    EXPECT_EQ(told[i], questions_[i].never) << "berkeley-abc, " << questions_[i].what;
    ++(told[i] ? proved_ : broken_);
  }
  questions_.clear();
}

}  // namespace ldfi::test
