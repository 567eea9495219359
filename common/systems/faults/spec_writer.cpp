#include "common/systems/faults/spec_writer.hpp"

#include <algorithm>
#include <utility>

namespace ldfi::systems {
namespace {

using SpecJson = nlohmann::ordered_json;

/// Returns true if recordings have a map with the limits of this kind of fault for this Fspec.
template <class Kind>
bool has_map(const Fspec& fspec) {
  if constexpr (Kind::key.form == LimitForm::map) {
    return !Kind::lengths(fspec).empty();
  } else {
    return Kind::most(fspec) != 0U;
  }
}

/// Writes the limits of one kind of fault, one after the other, into a map or directly into the
/// spec.
class LimitsWriter {
 public:
  LimitsWriter(const Fspec& fspec, const LimitKey& key, SpecJson& spec)
      : fspec_(fspec), key_(key), spec_(spec) {}

  template <class Limits>
  void operator()(const Most<Limits>& row) {
    put(key_.flat ? key_.name : row.key, fspec_.*row.field);
  }
  template <class Limits>
  void operator()(const Most<Limits, std::optional<std::uint64_t>>& row) {
    const std::optional<std::uint64_t>& most = fspec_.*row.field;
    if (key_.flat) {
      put(key_.name, most ? SpecJson(*most) : SpecJson("all"));
    } else if (most) {
      put(row.key, *most);
    }
  }
  template <class Limits>
  void operator()(const Lengths<Limits>& row) {
    put(row.key, fspec_.*row.field);
  }
  template <class Limits>
  void operator()(const NodeNames<Limits>& row) {
    const auto& nodes = fspec_.*row.field;
    if (nodes) put(row.recorded, *nodes);
  }
  template <class Limits>
  void operator()(const Times<Limits>& row) {
    if (!(fspec_.*row.field).empty()) put(row.recorded, fspec_.*row.field);
  }
  template <class Limits>
  void operator()(const Toggle<Limits>& row) {
    if (fspec_.*row.field) put(row.recorded, true);
  }
  template <class Limits>
  void operator()(const Latenesses<Limits>& row) {
    const std::vector<Lateness>& values = fspec_.*row.field;
    const auto times = std::ranges::partition_point(values, is_behind);
    if (times != values.begin()) {
      put(row.behind_key, times - values.begin());
      put(row.within_key, fspec_.*row.within);
    }
    if (times != values.end()) put(row.key, std::vector<std::int64_t>(times, values.end()));
  }
  template <class Limits>
  void operator()(const Windows<Limits>& row) {
    SpecJson cuts = SpecJson::array();
    for (const Border& one : fspec_.*row.borders) cuts.push_back(to_text(one));
    put(row.borders_key, std::move(cuts));
    put(row.window_key, fspec_.*row.window);
  }
  template <class Limits>
  void operator()(const Order<Limits>& row) {
    if (fspec_.*row.field != ArrivalOrder::any) spec_["order"] = name_of(fspec_.*row.field);
  }

 private:
  void put(std::string_view key, SpecJson value) {
    SpecJson& map = key_.flat ? spec_ : spec_[std::string(key_.name)];
    map[std::string(key)] = std::move(value);
  }

  const Fspec& fspec_;
  const LimitKey& key_;
  SpecJson& spec_;
};

/// Returns the name of the kind of faults after whose limits recordings have the limit of this row.
/// Empty if the limit follows those of its own kind.
template <class Row>
std::string_view place_of(const Row& row) {
  if constexpr (requires { row.recorded_after; }) return row.recorded_after;
  return "";
}

}  // namespace

nlohmann::ordered_json spec_json(const Fspec& fspec) {
  SpecJson out{{"nodes", fspec.nodes}, {"from", fspec.from}, {"eff", fspec.eff}};
  const auto write = [&]<class Kind>(Kind*, std::string_view after) {
    each_limit<Kind>([&](const auto& row) {
      if (place_of(row) == after) LimitsWriter(fspec, Kind::key, out)(row);
    });
  };
  each_kind([&]<class Kind>(Kind* kind) {
    if (Kind::key.flat || has_map<Kind>(fspec)) write(kind, "");
    each_kind([&](auto* other) { write(other, Kind::key.name); });
  });
  if (fspec.faults) out["faults"] = *fspec.faults;
  if (!fspec.reliable.empty()) out["reliable"] = fspec.reliable;
  return out;
}

}  // namespace ldfi::systems
