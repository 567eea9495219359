#include "results/app/output.hpp"

#include <fmt/core.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <memory>
#include <system_error>

#include "common/core/errors.hpp"

namespace ldfi::results {
namespace {

[[noreturn]] void failed(const char* call, const std::string& path, int code) {
  throw EnvironmentError(
      fmt::format("{} {}: {}", call, path, std::generic_category().message(code)));
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  const std::string temporary = fmt::format("{}.tmp-{}", path, ::getpid());
  std::FILE* file = std::fopen(temporary.c_str(), "wbxe");
  if (file == nullptr) failed("open", path, errno);
  const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int code = errno;
  const bool closed = std::fclose(file) == 0;
  if (written && !closed) code = errno;
  if (written && closed && std::rename(temporary.c_str(), path.c_str()) == 0) return;
  if (written && closed) code = errno;
  ::unlink(temporary.c_str());
  failed("write", path, code);
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
