#include "common/base/files/input.hpp"

#include <fmt/core.h>

#include <utility>

#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"

namespace ldfi::files {
namespace {

std::string size_text(std::uint64_t bytes) {
  constexpr std::uint64_t mebi = std::uint64_t{1} << 20U;
  return bytes % mebi == 0 ? fmt::format("{} MiB", bytes / mebi) : fmt::format("{} bytes", bytes);
}

}  // namespace

void refuse_size(const std::string& path, const InputKind& kind, std::uint64_t bytes) {
  SourceSet sources;
  const FileId file = sources.add(path, "");
  throw SourcedError({{Severity::error,
                       std::string(kind.code),
                       {file, 0, 0, 1},
                       fmt::format("the file has {} bytes, and {} has at most {}", bytes, kind.what,
                                   size_text(kind.most)),
                       {fmt::format("check that this file is {}", kind.what)}}},
                     std::move(sources));
}

std::string read_input(const std::string& path, const InputKind& kind) {
  const File file(path, File::Mode::read);
  const std::uint64_t size = file.size();
  if (size > kind.most) refuse_size(path, kind, size);
  std::string text(size, '\0');
  text.resize(file.read(0, text));
  return text;
}

}  // namespace ldfi::files
