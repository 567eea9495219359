// A Cell as bytes, so that a finished search need not be run again.
#pragma once

#include <span>

#include "common/farm/wire/codec.hpp"
#include "common/record/cell.hpp"

namespace ldfi::journal {

wire::Bytes encode_cell(const Cell& cell);
/// Throws wire::DecodeError if `bytes` are no cell.
Cell decode_cell(std::span<const char> bytes);

}  // namespace ldfi::journal
