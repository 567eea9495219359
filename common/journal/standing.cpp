#include "common/journal/standing.hpp"

#include <fmt/core.h>

#include "common/farm/wire/record_fields.hpp"

namespace ldfi::journal {

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Standing>
void fields(Archive& ar, T& standing) {
  auto& [elapsed_s, phase, cell, executed, busy, workers, frontier, runs_left, seconds_left,
         cells_done, cells_total] = standing;
  const auto number = [&ar](auto& value) { ar(value); };
  record_fields::real(ar, elapsed_s);
  ar(phase, cell, executed, busy, workers);
  record_fields::maybe(ar, frontier, number);
  record_fields::maybe(ar, runs_left, number);
  record_fields::maybe(ar, seconds_left, [&ar](auto& value) { record_fields::real(ar, value); });
  record_fields::maybe(ar, cells_done, number);
  record_fields::maybe(ar, cells_total, number);
}

wire::Bytes encode_standing(const Standing& standing) {
  wire::Bytes bytes;
  wire::OutputArchive ar(bytes);
  ar(standing);
  return bytes;
}

Standing decode_standing(std::span<const char> bytes) {
  Standing standing;
  try {
    wire::InputArchive ar(bytes.data(), bytes.size());
    ar(standing);
    if (ar.left() != 0) throw wire::DecodeError(fmt::format("{} bytes too many", ar.left()));
  } catch (const boost::archive::archive_exception& e) {
    throw wire::DecodeError(fmt::format("it ends early ({})", e.what()));
  }
  return standing;
}

}  // namespace ldfi::journal
