#include "common/journal/cell_codec.hpp"

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
  wire::read_whole(bytes, "the cell", [&cell](wire::InputArchive& ar) {
    ar(cell);
    return true;
  });
  return cell;
}

}  // namespace ldfi::journal
