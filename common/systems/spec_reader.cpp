#include "common/systems/spec_reader.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/base/text.hpp"
#include "common/systems/fault_text.hpp"

namespace ldfi::systems {
namespace {

/// Cuts of one window; each is looked at for each message.
constexpr std::size_t max_borders = 10'000;

class SpecReader {
 public:
  explicit SpecReader(Fields& fields) : fields_(fields) {}

  Fspec read(const Fields::Json& object) {
    fields_.keys(object, {"nodes", "from", "eff", "omissions", "crashes", "crashable",
                          "crash_times", "midway", "restarts", "delays", "duplicates", "order",
                          "partitions", "pauses", "faults"});
    out_.nodes = fields_.names_of(object, "nodes");
    if (fields_.good() && out_.nodes.empty()) fields_.fail("a system has a node");
    out_.from = object.contains("from") ? fields_.time_of(object, "from") : 0;
    out_.eff = fields_.time_of(object, "eff");
    if (object.contains("omissions") && object["omissions"] != "all") {
      out_.omissions = fields_.count_of(object, "omissions");
    }
    out_.faults = fields_.count_of(object, "faults");
    crashes(object);
    if (const Fields::Json* const late =
            map(object, "delays", {"values", "behind", "within", "count"})) {
      delays(*late);
    }
    if (const Fields::Json* const twice = map(object, "duplicates", {"most", "after"})) {
      out_.duplicates = most_of(*twice, "duplicates");
      out_.again = fields_.spans_of(*twice, "after");
    }
    order(object);
    if (const Fields::Json* const cuts = map(object, "partitions", {"most", "cuts", "window"})) {
      partitions(*cuts);
    }
    if (const Fields::Json* const still = map(object, "pauses", {"most", "for", "nodes"})) {
      pauses(*still);
    }
    if (out_.from > out_.eff) fields_.fail("no message can be lost: from is later than eff");
    return std::move(out_);
  }

 private:
  const Fields::Json* map(const Fields::Json& object, const char* key,
                          std::initializer_list<std::string_view> keys) {
    if (!object.contains(key)) return nullptr;
    const Fields::Json& out = object[key];
    if (!out.is_object()) {
      fields_.fail(fmt::format("\"{}\" must be an object", key));
      return nullptr;
    }
    fields_.keys(out, keys);
    return &out;
  }

  std::uint64_t most_of(const Fields::Json& object, const char* whose) {
    if (!object.contains("most")) fields_.fail(fmt::format("\"{}\" has no \"most\"", whose));
    return fields_.count_of(object, "most").value_or(0);
  }

  /// 0: nothing is held; also if it says no number.
  std::uint64_t behind_of(const Fields::Json& object) {
    if (!object.contains("behind")) return 0;
    const Fields::Json& value = object["behind"];
    if (value.is_number_unsigned() && value.get<std::uint64_t>() <= most_behind) return value;
    fields_.fail(
        fmt::format("\"behind\" of the spec's \"delays\" must be an integer from 0 to {}, not {}",
                    most_behind, shown(value.dump())));
    return 0;
  }

  void delays(const Fields::Json& object) {
    const std::uint64_t most = behind_of(object);
    for (std::uint64_t k = 1; k <= most; ++k) out_.delays.push_back(behind(k));
    if (most > 0) out_.behind_within = fields_.time_of(object, "within");
    if (most > 0 && fields_.good() && out_.behind_within == 0) {
      fields_.fail("\"within\" of the spec's \"delays\" is above 0");
    }
    if (!object.contains("behind") && object.contains("within")) {
      fields_.fail("\"within\" of the spec's \"delays\" is for \"behind\", which is not there");
    }
    if (!object.contains("behind") || object.contains("values")) {
      const std::vector<std::int64_t> times = fields_.spans_of(object, "values");
      out_.delays.insert(out_.delays.end(), times.begin(), times.end());
    }
    out_.delayed = fields_.count_of(object, "count");
  }

  void order(const Fields::Json& object) {
    if (!object.contains("order")) return;
    out_.fifo = object["order"] == "fifo";
    if (!out_.fifo && object["order"] != "any") {
      fields_.fail("\"order\" must be \"any\" or \"fifo\"");
    }
  }

  void crashes(const Fields::Json& object) {
    out_.crashes = fields_.count_of(object, "crashes").value_or(0);
    if (object.contains("crashable")) out_.crashable = fields_.names_of(object, "crashable");
    for (const std::string& node : out_.crashable.value_or(std::vector<std::string>())) {
      if (!out_.has_node(node)) fields_.fail(fmt::format("{} may crash, but is no node", node));
    }
    if (object.contains("crash_times")) {
      out_.crash_times = fields_.spans_of(object, "crash_times");
      if (out_.crash_times.empty())
        fields_.fail("\"crash_times\" is empty: nothing crashes at no time");
    }
    out_.midway = fields_.flag_of(object, "midway");
    if (const Fields::Json* const restarts = map(object, "restarts", {"most", "down"})) {
      out_.restarts = most_of(*restarts, "restarts");
      out_.down = fields_.spans_of(*restarts, "down");
    }
  }

  void partitions(const Fields::Json& object) {
    out_.partitions = most_of(object, "partitions");
    out_.window = fields_.time_of(object, "window");
    const bool list = object.contains("cuts") && object["cuts"].is_array();
    if (!list || out_.window == 0) {
      return fields_.fail("\"partitions\" takes \"cuts\", a list, and a \"window\" above 0");
    }
    if (object["cuts"].size() > max_borders) {
      return fields_.fail(fmt::format("more than {} cuts are too many", max_borders));
    }
    std::set<Border> seen;
    for (const Fields::Json& one : object["cuts"]) {
      const std::string text = one.is_string() ? one.get<std::string>() : one.dump();
      const auto border = one.is_string() ? read_border(text) : std::nullopt;
      if (!border || !seen.insert(*border).second) {
        fields_.fail(fmt::format("{} is no cut, or stands there twice", shown(text)),
                     {"a cut is some nodes, \"n0 n1\", which lose the others, or a channel, "
                      "\"n0>n1\""});
        continue;
      }
      names(*border);
      out_.borders.push_back(*border);
    }
  }

  void pauses(const Fields::Json& object) {
    out_.pauses = most_of(object, "pauses");
    out_.standing = fields_.spans_of(object, "for");
    if (object.contains("nodes")) out_.pausable = fields_.names_of(object, "nodes");
    for (const std::string& node : out_.pausable.value_or(std::vector<std::string>())) {
      if (!out_.has_node(node)) fields_.fail(fmt::format("{} may pause, but is no node", node));
    }
  }

  void names(const Border& border) {
    std::set<std::string> all = border.side;
    if (!border.to.empty()) all.insert(border.to);
    for (const std::string& name : all) {
      if (!out_.has_node(name)) fields_.fail(fmt::format("{} is cut off, but is no node", name));
    }
  }

  Fields& fields_;
  Fspec out_;
};

}  // namespace

Fspec read_spec(const Fields::Json& object, Fields& fields) {
  return SpecReader(fields).read(object);
}

}  // namespace ldfi::systems
