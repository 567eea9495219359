#include "common/base/errors.hpp"

#include <algorithm>
#include <array>
#include <cerrno>

namespace ldfi {

bool is_about_the_path(int code) {
  constexpr std::array codes{ENOENT,       ENOTDIR, EISDIR, EACCES, EPERM,   ELOOP,
                             ENAMETOOLONG, EINVAL,  ENXIO,  ENODEV, ETXTBSY, EILSEQ};
  return std::find(codes.begin(), codes.end(), code) != codes.end();
}

}  // namespace ldfi
