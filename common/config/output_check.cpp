#include "common/config/output_check.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <filesystem>

#include "common/base/files/file.hpp"

namespace ldfi::config {
namespace {

/// Returns false if the folder of this relative path is outside of the working directory.
bool is_below_working_directory(const std::string& path) {
  namespace fs = std::filesystem;
  std::error_code missing;  // a missing folder is not reported here, but when the output is written
  const fs::path here = fs::canonical(".", missing);
  const fs::path folder = fs::canonical("." / fs::path(path).parent_path(), missing);
  return missing ||
         std::mismatch(here.begin(), here.end(), folder.begin(), folder.end()).first == here.end();
}

}  // namespace

std::vector<std::string> check_output(const Options& options, bool by_config) {
  const std::string& output = options.output;
  std::vector<std::string> errors;
  std::vector<std::string> inputs = options.programs;
  inputs.insert(inputs.end(), options.specifications.begin(), options.specifications.end());
  inputs.push_back(options.config_path);
  if (std::any_of(inputs.begin(), inputs.end(), [&](const std::string& input) {
        return input == output || files::is_same_file(input, output);
      })) {
    errors.push_back(fmt::format("the output {} would replace an input", output));
  }
  if (by_config && !is_below_working_directory(output)) {
    errors.push_back(
        fmt::format("a symbolic link leads the output {} out of the working directory", output));
  }
  return errors;
}

void choose_output(Options& o, bool given) {
  // The results of counts and proofs are stored only if the command line names a file.
  if (o.count || o.forever) {
    if (!given) o.output.clear();
    return;
  }
  if (!o.output.empty() || (o.config_path.empty() && o.programs.empty())) return;
  std::string stem = o.config_path.empty() ? o.programs.front() : o.config_path;
  stem.erase(0, stem.find_last_of('/') + 1);  // if there is no slash, npos + 1 is 0
  stem = stem.substr(0, stem.find_last_of('.'));
  o.output = stem + ".h5";
}

}  // namespace ldfi::config
