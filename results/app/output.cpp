#include "results/app/output.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string_view>
#include <system_error>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "common/base/printable_output.hpp"

namespace ldfi::results {
namespace {

[[noreturn]] void failed(const char* call, const std::string& path, int code) {
  throw EnvironmentError(
      fmt::format("{} {}: {}", call, path, std::generic_category().message(code)));
}

/// Returns true if this is the content of a results file or a journal. Such a file must not be
/// overwritten by a mistyped name. Files that were derived from it may be overwritten, because they
/// can be made again.
bool belongs_to_a_run(std::string_view content) {
  const bool hdf5 = content.starts_with("\x89HDF\r\n\x1a\n") &&
                    content.find("ldfi-farm derived") == std::string_view::npos;
  return hdf5 || content.starts_with("LDFI\x1aJ");
}

/// Returns the contents of the file at `path`, or nullopt if there is none. Throws EnvironmentError
/// if the file must not be overwritten.
std::optional<std::string> older_content(const std::string& path) {
  files::check_place(path);
  if (!files::exists(path)) return std::nullopt;
  const files::File file(path, files::File::Mode::read);
  std::string out(file.size(), '\0');
  out.resize(file.read(0, out));
  if (belongs_to_a_run(out)) {
    throw EnvironmentError(fmt::format(
        "{} belongs to a run of ldfi-farm, so it was not changed; choose another -o", path));
  }
  return out;
}

}  // namespace

void write_file(const std::string& path, const std::string& text) {
  if (older_content(path) == text) return;
  files::remove_leftovers({path});
  files::File file(path, files::File::Mode::fresh);
  file.write(text);
  file.sync();
  files::replace_and_keep(file, path);
}

void write_folder(const std::string& folder, const std::vector<ExportFile>& files) {
  if (::mkdir(folder.c_str(), 0777) != 0 && errno != EEXIST) failed("mkdir", folder, errno);
  for (const ExportFile& file : files) write_file(folder + "/" + file.name, file.text);
}

void write_output(const std::string& path, const std::string& text) {
  if (!path.empty()) return write_file(path, text);
  write_terminal(printable_output(text));
}

void write_terminal(const std::string& text) {
  const bool written =
      std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0;
  if (!written) failed("write to", "stdout", errno);
}

}  // namespace ldfi::results
