#include "common/systems/faults/spec_reader.hpp"

#include <fmt/core.h>

#include <set>
#include <utility>

#include "common/base/text.hpp"
#include "common/systems/faults/kinds.hpp"
#include "common/systems/faults/place.hpp"
#include "common/systems/node_name.hpp"

namespace ldfi::systems {
namespace {

/// Largest number of borders that partitions may have. It is limited because each message is
/// compared with every border.
constexpr std::size_t max_borders = 10'000;
constexpr std::string_view order_key = "order";

/// Adds the names of the keys of this kind's limits. Keys directly in the spec are added to `spec`,
/// and keys in the kind's own map to `map`.
template <class Kind>
void add_keys(std::vector<std::string_view>& spec, std::vector<std::string_view>& map) {
  std::vector<std::string_view>& own = Kind::key.flat ? spec : map;
  spec.push_back(Kind::key.name);
  each_limit<Kind>([&](const auto& row) {
    if constexpr (requires { row.behind_key; }) {
      own.insert(own.end(), {row.key, row.behind_key, row.within_key});
    } else if constexpr (requires { row.window_key; }) {
      own.insert(own.end(), {row.borders_key, row.window_key});
    } else if constexpr (requires { row.recorded; }) {
      own.push_back(row.recorded);
    } else if constexpr (requires { row.key; }) {
      if (!Kind::key.flat) own.push_back(row.key);
    } else {
      spec.push_back(order_key);
    }
  });
}

/// Reads the limits of one kind of fault, one after the other, from a map or from the spec.
class LimitsReader {
 public:
  /// `map` contains the limits of the kind. It is null if the limits are directly in the spec, or
  /// if the spec has no limits of this kind.
  LimitsReader(Fields& fields, const LimitKey& key, const Fields::Json& spec,
               const Fields::Json* map, Fspec& out)
      : fields_(fields), key_(key), spec_(spec), map_(map), out_(out) {}

  template <class Limits>
  void operator()(const Most<Limits>& row) {
    if (map_ == nullptr) return;
    if (!key_.flat && !map_->contains(row.key)) {
      fields_.fail(fmt::format("\"{}\" has no \"{}\"", key_.name, row.key));
    }
    out_.*row.field = fields_.count_of(*map_, key_.flat ? key_.name : row.key).value_or(0);
  }
  template <class Limits>
  void operator()(const Most<Limits, std::optional<std::uint64_t>>& row) {
    if (map_ == nullptr) return;
    const std::string_view key = key_.flat ? key_.name : row.key;
    const bool all = key_.flat && map_->contains(key) && map_->at(key) == "all";
    if (!all) out_.*row.field = fields_.count_of(*map_, key);
  }
  template <class Limits>
  void operator()(const Lengths<Limits>& row) {
    if (map_ != nullptr) out_.*row.field = fields_.spans_of(*map_, row.key);
  }
  template <class Limits>
  void operator()(const Times<Limits>& row) {
    if (map_ == nullptr || !map_->contains(row.recorded)) return;
    out_.*row.field = fields_.spans_of(*map_, row.recorded);
    if ((out_.*row.field).empty()) {
      fields_.fail(fmt::format("\"{}\" is empty: {}", row.recorded, row.empty));
    }
  }
  template <class Limits>
  void operator()(const NodeNames<Limits>& row) {
    if (map_ == nullptr || !map_->contains(row.recorded)) return;
    const auto& nodes = (out_.*row.field).emplace(fields_.names_of(*map_, row.recorded));
    for (const std::string& node : nodes) {
      if (!out_.has_node(node))
        fields_.fail(fmt::format("{} {}, but is not a node", node, row.may));
    }
  }
  template <class Limits>
  void operator()(const Toggle<Limits>& row) {
    if (map_ != nullptr) out_.*row.field = fields_.flag_of(*map_, row.recorded);
  }
  template <class Limits>
  void operator()(const Latenesses<Limits>& row) {
    if (map_ == nullptr) return;
    const auto says = [this](std::string_view key) { return map_->contains(key); };
    std::vector<Lateness>& values = out_.*row.field;
    const std::uint64_t most = says(row.behind_key) ? behind_of(row.behind_key) : 0;
    for (std::uint64_t k = 1; k <= most; ++k) values.push_back(behind(k));
    if (most > 0) out_.*row.within = fields_.time_of(*map_, row.within_key);
    if (most > 0 && fields_.good() && out_.*row.within == 0) {
      fields_.fail(
          fmt::format("\"{}\" of the spec's \"{}\" is above 0", row.within_key, key_.name));
    }
    if (!says(row.behind_key) && says(row.within_key)) {
      fields_.fail(fmt::format("\"{}\" of the spec's \"{}\" is for \"{}\", which is not there",
                               row.within_key, key_.name, row.behind_key));
    }
    if (!says(row.behind_key) || says(row.key)) {
      const std::vector<std::int64_t> times = fields_.spans_of(*map_, row.key);
      values.insert(values.end(), times.begin(), times.end());
    }
  }
  template <class Limits>
  void operator()(const Windows<Limits>& row) {
    if (map_ == nullptr) return;
    out_.*row.window = fields_.time_of(*map_, row.window_key);
    const bool list = map_->contains(row.borders_key) && map_->at(row.borders_key).is_array();
    if (!list || out_.*row.window == 0) {
      return fields_.fail(fmt::format("\"{}\" needs \"{}\", a list, and a \"{}\" above 0",
                                      key_.name, row.borders_key, row.window_key));
    }
    borders(map_->at(row.borders_key), out_.*row.borders);
  }
  template <class Limits>
  void operator()(const Order<Limits>& row) {
    if (!spec_.contains(order_key)) return;
    const Fields::Json& value = spec_.at(order_key);
    const std::string word = value.is_string() ? value.get<std::string>() : "";
    const auto* const found = std::ranges::find(arrival_orders, word);
    if (found == arrival_orders.end()) {
      return fields_.fail(R"("order" must be "any", "fifo" or "connection")");
    }
    out_.*row.field = static_cast<ArrivalOrder>(found - arrival_orders.begin());
  }

 private:
  std::uint64_t behind_of(std::string_view key) {
    const Fields::Json& value = map_->at(key);
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most_behind) return value;
    fields_.fail(fmt::format("\"{}\" of the spec's \"{}\" must be an integer from 0 to {}, not {}",
                             key, key_.name, most_behind, shown(value.dump())));
    return 0;
  }

  void borders(const Fields::Json& list, std::vector<Border>& out) {
    if (list.size() > max_borders) {
      return fields_.fail(fmt::format("more than {} cuts are too many", max_borders));
    }
    std::set<Border> seen;
    for (const Fields::Json& one : list) {
      const std::string text = one.is_string() ? one.get<std::string>() : one.dump();
      const auto border = one.is_string() ? read_border(text) : std::nullopt;
      if (!border || !seen.insert(*border).second) {
        fields_.fail(fmt::format("{} is not a cut, or is listed twice", shown(text)),
                     {"a cut is some nodes, \"n0 n1\", which lose the others, or a channel, "
                      "\"n0>n1\""});
        continue;
      }
      names(*border);
      out.push_back(*border);
    }
  }

  void names(const Border& border) {
    std::set<std::string> all = border.side;
    if (!border.to.empty()) all.insert(border.to);
    for (const std::string& name : all) {
      if (!out_.has_node(name)) fields_.fail(fmt::format("{} is cut off, but is not a node", name));
    }
  }

  Fields& fields_;
  const LimitKey& key_;
  const Fields::Json& spec_;
  const Fields::Json* map_;
  Fspec& out_;
};

class SpecReader {
 public:
  explicit SpecReader(Fields& fields) : fields_(fields) {}

  Fspec read(const Fields::Json& object) {
    std::vector<std::string_view> keys{"nodes", "from", "eff"};
    std::vector<std::string_view> in_maps;
    each_kind([&]<class Kind>(Kind*) { add_keys<Kind>(keys, in_maps); });
    keys.emplace_back("faults");
    keys.emplace_back("reliable");
    fields_.keys(object, keys);
    out_.nodes = fields_.names_of(object, "nodes");
    for (const std::string& name : out_.nodes) {
      if (const auto problem = problem_of_node_name(name)) {
        fields_.fail(problem->message, {problem->hint});
      }
    }
    if (fields_.good() && out_.nodes.empty()) fields_.fail("a system has a node");
    if (object.contains("reliable")) out_.reliable = fields_.names_of(object, "reliable");
    for (const std::string& name : out_.reliable) {
      if (!out_.has_node(name))
        fields_.fail(fmt::format("{} is reliable, but is not a node", name));
    }
    out_.from = object.contains("from") ? fields_.time_of(object, "from") : 0;
    out_.eff = fields_.time_of(object, "eff");
    each_kind([&]<class Kind>(Kind*) {
      const LimitKey& key = Kind::key;
      const Fields::Json* const map = key.flat ? &object : map_of<Kind>(object);
      LimitsReader reader(fields_, key, object, map, out_);
      each_limit<Kind>([&](const auto& row) { reader(row); });
      if (std::is_same_v<Kind, Loss>) out_.faults = fields_.count_of(object, "faults");
    });
    if (out_.from > out_.eff) fields_.fail("no message can be lost: from is later than eff");
    return std::move(out_);
  }

 private:
  /// Returns the map with this kind's limits. Returns null if the spec has no such key, or if its
  /// value is not a map.
  template <class Kind>
  const Fields::Json* map_of(const Fields::Json& object) {
    if (!object.contains(Kind::key.name)) return nullptr;
    const Fields::Json& out = object.at(Kind::key.name);
    if (!out.is_object()) {
      fields_.fail(fmt::format("\"{}\" must be an object", Kind::key.name));
      return nullptr;
    }
    std::vector<std::string_view> of_spec;
    std::vector<std::string_view> keys;
    add_keys<Kind>(of_spec, keys);
    fields_.keys(out, keys);
    return &out;
  }

  Fields& fields_;
  Fspec out_;
};

}  // namespace

Fspec read_spec(const Fields::Json& object, Fields& fields) {
  return SpecReader(fields).read(object);
}

}  // namespace ldfi::systems
