#include "results/hdf5/hdf5_sink.hpp"

#include <fmt/core.h>
#include <sys/stat.h>

#include <cerrno>
#include <system_error>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/base/files/file.hpp"
#include "results/hdf5/layout.hpp"
#include "results/hdf5/seal.hpp"

namespace ldfi::results {
namespace {

/// Throws EnvironmentError if `path` exists and is not a results file.
void check_place(const std::string& path) {
  files::check_place(path);
  if (!files::exists(path) || begins_as_hdf5(path)) return;
  throw EnvironmentError(fmt::format(
      "{} exists and is not a results file, so it was not changed; choose another --output", path));
}

}  // namespace

void Hdf5Sink::probe() const {
  check_place(path_);
  const files::File file(path_, files::File::Mode::fresh);
}

void Hdf5Sink::write(const RunRecord& run, const BudgetCheck& check) {
  LDFI_REQUIRE(!path_.empty(), "results need a file name");
  check_place(path_);
  std::vector<std::byte> image = file_image(run, check);
  seal(image);
  files::File file(path_, files::File::Mode::fresh);
  file.write({reinterpret_cast<const char*>(image.data()), image.size()});
  file.sync();
  files::replace_and_keep(file, path_);
  file.sync_name();
}

}  // namespace ldfi::results
