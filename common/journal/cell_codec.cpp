#include "common/journal/cell_codec.hpp"

#include <fmt/core.h>

#include "common/farm/wire/record_fields.hpp"

namespace ldfi::journal {

wire::Bytes encode_cell(const Cell& cell) {
  wire::Bytes bytes;
  wire::OutputArchive ar(bytes);
  ar(cell);
  return bytes;
}

Cell decode_cell(std::span<const char> bytes) {
  Cell cell;
  try {
    wire::InputArchive ar(bytes.data(), bytes.size());
    ar(cell);
    if (ar.left() != 0) throw wire::DecodeError(fmt::format("{} bytes too many", ar.left()));
  } catch (const boost::archive::archive_exception& e) {
    throw wire::DecodeError(fmt::format("the cell ends early ({})", e.what()));
  }
  return cell;
}

}  // namespace ldfi::journal
