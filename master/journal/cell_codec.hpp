// A Cell as bytes, so that a search which has come to its end need not be run again.
#pragma once

#include <span>

#include "common/farm/wire/codec.hpp"
#include "results/sink.hpp"

namespace ldfi::journal {

wire::Bytes encode_cell(const Cell& cell);
/// Throws wire::DecodeError.
Cell decode_cell(std::span<const char> bytes);

}  // namespace ldfi::journal
