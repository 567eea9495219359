#include "common/dedalus/explore/label.hpp"

namespace ldfi::explore {

FaultSet Label::faults() const {
  constexpr Code node_mask = (Code{1} << node_bits) - 1;
  constexpr Code time_mask = (Code{1} << time_bits) - 1;
  std::vector<Omission> omissions;
  std::vector<Crash> crashes;
  for (std::size_t i = 0; i < size_; ++i) {
    const Code code = codes_[i];
    const Time at(static_cast<int>(code & time_mask));
    const NodeId to(static_cast<std::uint32_t>(code >> time_bits & node_mask));
    const NodeId from(static_cast<std::uint32_t>(code >> (time_bits + node_bits) & node_mask));
    if (code >> (time_bits + 2 * node_bits) == 0) {
      omissions.push_back({from, to, at});
    } else {
      crashes.push_back({from, at});
    }
  }
  return {std::move(omissions), std::move(crashes)};
}

}  // namespace ldfi::explore
