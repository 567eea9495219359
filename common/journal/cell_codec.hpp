// Converts a Cell to bytes and back, so that a resumed run need not repeat a finished search.
#pragma once

#include <span>

#include "common/farm/wire/codec.hpp"
#include "common/record/cell.hpp"

namespace ldfi::journal {

wire::Bytes encode_cell(const Cell& cell);
/// Returns the cell. Throws wire::DecodeError if `bytes` are not a cell.
Cell decode_cell(std::span<const char> bytes);

}  // namespace ldfi::journal
