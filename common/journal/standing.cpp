#include "common/journal/standing.hpp"

#include "common/farm/wire/record_fields.hpp"

namespace ldfi::journal {

template <class Archive, class T>
requires std::same_as<std::remove_const_t<T>, Standing>
void fields(Archive& ar, T& standing) {
  auto& [elapsed_s, phase, cell, busy, workers, frontier, runs_left, seconds_left, cells_done,
         cells_total] = standing;
  const auto number = [&ar](auto& value) { ar(value); };
  record_fields::real(ar, elapsed_s);
  ar(phase, cell, busy, workers);
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
  wire::read_whole(bytes, "it", [&standing](wire::InputArchive& ar) {
    ar(standing);
    return true;
  });
  return standing;
}

}  // namespace ldfi::journal
