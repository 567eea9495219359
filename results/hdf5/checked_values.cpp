#include "results/hdf5/checked_values.hpp"

#include <fmt/core.h>

#include "common/base/errors.hpp"
#include "common/base/text.hpp"

namespace ldfi::results {

std::uint32_t checked_row(const Reader& reader, const std::string& where, std::uint64_t row,
                          std::size_t size) {
  if (row >= size) reader.damaged(where, fmt::format("row {} of {}", row, size));
  return static_cast<std::uint32_t>(row);
}

FaultSet checked_fault_set(const Reader& reader, const std::string& where, const Fspec& fspec,
                           const std::string& text) {
  try {
    return parse_fault_set(text, fspec, FileId(0));
  } catch (const InputError& e) {
    reader.damaged(where, fmt::format("`{}` is not a fault set: {}", shown_line(text),
                                      e.diagnostics().front().message));
  }
}

}  // namespace ldfi::results
