#include "results/app/output.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <system_error>

#include "common/core/errors.hpp"
#include "common/files/file.hpp"

namespace ldfi::results {
namespace {

[[noreturn]] void failed(const char* call, const std::string& path, int code) {
  throw EnvironmentError(
      fmt::format("{} {}: {}", call, path, std::generic_category().message(code)));
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  struct stat status {};
  if (::lstat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISLNK(status.st_mode)) {
    throw EnvironmentError(fmt::format("write {}: it is not a regular file", path));
  }
  files::File file(path, files::File::Mode::fresh);
  file.write(text);
  file.close();
  file.replace(path);
}

void write_folder(const std::string& folder, const std::vector<ExportFile>& files) {
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) failed("mkdir", folder, errno);
  for (const ExportFile& file : files) write_file(folder + "/" + file.name, file.text);
}

void write_output(const std::string& path, const std::string& text) {
  if (!path.empty()) return write_file(path, text);
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) failed("write to", "stdout", errno);
}

}  // namespace ldfi::results
