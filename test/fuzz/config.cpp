// The YAML layer: any bytes become options, or are refused with located diagnostics.
#include "common/base/contract.hpp"
#include "common/config/config_file.hpp"
#include "test/fuzz/target.hpp"

namespace ldfi::fuzz {

void run(std::string_view bytes) {
  SourceSet sources;
  const FileId file = sources.add("fuzz.yaml", std::string(bytes));
  std::vector<Diagnostic> problems;
  const config::ConfigFile config =
      config::read_config(sources.text(file), "folder/fuzz.yaml", file, problems);
  LDFI_ENSURE(config.readable || has_errors(problems), "unreadable without an error");
  LDFI_ENSURE(problems.size() <= 200, "problems are bounded");
  render(problems, sources);
}

}  // namespace ldfi::fuzz
