#include "common/config/system_cells.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>

#include "common/base/text.hpp"
#include "common/config/config_reader.hpp"
#include "common/config/system_axis.hpp"
#include "common/config/system_config.hpp"
#include "common/config/system_keys.hpp"
#include "common/config/system_reader.hpp"
#include "common/systems/faults/fault_text.hpp"

namespace ldfi::config {
namespace {

using Axes = std::vector<std::vector<SystemValue>>;

constexpr std::size_t most_cells = 1000;
// Number of rows that are in the name of every cell: EOT, EFF and crashes.
constexpr std::size_t always_named = 3;

const YamlNode* child(const YamlNode& node, std::string_view key) {
  const auto found = std::ranges::find(node.children, key, &YamlNode::key);
  return found == node.children.end() ? nullptr : &*found;
}

bool says(const std::vector<SystemValue>& values, std::string_view name) {
  return std::ranges::find(values, name, &SystemValue::name) != values.end();
}

/// Returns the index of the row in system_rows_of_sweeps() whose values the axis has.
std::size_t place_of(const std::vector<SystemValue>& axis) {
  return static_cast<std::size_t>(system_row(axis.front().name) - system_rows_of_sweeps().data());
}

class SweepReader {
 public:
  SweepReader(const YamlNode& root, const std::string& path, const ReplacedValues& said,
              std::vector<Diagnostic>& problems)
      : root_(root), path_(path), said_(said), problems_(problems) {}

  ConfigFile read() {
    const Axes axes = said_.one ? Axes() : all_axes();
    if (axes.empty()) return one(said_.values);
    std::size_t count = 1;
    for (const auto& axis : axes) count = std::min(count * axis.size(), most_cells + 1);
    if (count > most_cells) {
      report(place(), fmt::format("the sweep has more than {} cells", most_cells));
    }
    if (!has_errors(problems_)) return cells(axes);
    std::vector<SystemValue> values = said_.values;
    for (const auto& axis : axes) values.push_back(axis.front());
    return one(values);
  }

 private:
  /// Returns the axes of the command line, and those axes of the config that the command line does
  /// not replace.
  Axes all_axes() {
    Axes out = said_.axes;
    if (const YamlNode* const section = child(root_, "sweep")) {
      where_ = section->key_where;
      Axes more = configured(*section);
      for (auto& axis : more) {
        const std::string& name = axis.front().name;
        const bool given =
            says(said_.values, name) || std::ranges::any_of(said_.axes, [&](const auto& other) {
              return other.front().name == name;
            });
        if (!given) out.push_back(std::move(axis));
      }
    }
    std::ranges::sort(out, {}, place_of);
    return out;
  }

  Axes configured(const YamlNode& section) {
    Axes out;
    MapReader map(section, "sweep", problems_);
    map.only();
    if (section.type == YamlNode::Type::refused) return out;
    for (const SystemRow& row : system_rows_of_sweeps()) {
      const YamlNode* const node = row.axis.empty() ? nullptr : map.find(row.name);
      if (node == nullptr) continue;
      std::vector<SystemValue> axis = read_system_axis(row, *node, problems_);
      if (!axis.empty()) out.push_back(std::move(axis));
    }
    if (section.children.empty() && section.type != YamlNode::Type::scalar) {
      std::vector<std::string_view> keys;
      for (const OptionRow* row : system_keys_in("sweep")) keys.push_back(last_part(row->yaml));
      report(where_, "the sweep has no axis",
             {fmt::format("the keys here are {}", fmt::join(keys, ", "))});
    }
    return out;
  }

  ConfigFile cells(const Axes& axes) {
    ConfigFile out;
    out.readable = true;
    out.system.emplace();
    std::set<std::pair<std::string, std::string>> used;
    std::vector<std::size_t> at(axes.size());
    bool more = true;
    while (more) {
      SystemCell cell;
      for (std::size_t i = 0; i < axes.size(); ++i) cell.values.push_back(axes[i][at[i]]);
      std::ranges::copy_if(said_.values, std::back_inserter(cell.values),
                           [&](const SystemValue& v) { return !says(cell.values, v.name); });
      if (eff_after_eot(cell.values)) {
        ++out.skipped;
      } else if (!add(std::move(cell), axes, out)) {
        return out;
      } else {
        for (const SystemValue& v : out.cells.back().values) used.emplace(v.name, v.value);
      }
      more = false;
      for (std::size_t i = axes.size(); i-- > 0 && !more;) {
        more = ++at[i] < axes[i].size();
        if (!more) at[i] = 0;
      }
    }
    if (out.cells.empty()) {
      report(place(), "no cell is left: no combination has EFF <= EOT");
    } else {
      check_used(axes, used);
    }
    return out;
  }

  /// Reads the config for this cell (an Fspec of the sweep) and adds the cell to `out`. Returns
  /// false if there is a problem.
  bool add(SystemCell cell, const Axes& axes, ConfigFile& out) {
    const std::size_t before = problems_.size();
    ConfigFile read = one(cell.values);
    if (problems_.size() > before) {
      std::string values;
      for (std::size_t i = 0; i < axes.size(); ++i) {
        values += fmt::format(" {}={}", cell.values[i].name, cell.values[i].value);
      }
      for (std::size_t i = before; i < problems_.size(); ++i) {
        problems_[i].hints.push_back("in the cell" + values);
      }
      return false;
    }
    cell.name = cell_name(*read.system);
    for (std::size_t i = 0; i < axes.size(); ++i) {
      if (place_of(axes[i]) < always_named || axes[i].size() < 2) continue;
      cell.name += fmt::format(",{}={}", cell.values[i].name, cell.values[i].value);
    }
    if (out.cells.empty()) {
      out.options = std::move(read.options);
      out.system = std::move(read.system);
    }
    out.cells.push_back(std::move(cell));
    return true;
  }

  [[nodiscard]] bool eff_after_eot(const std::vector<SystemValue>& values) const {
    const YamlNode tree = with(values);
    const YamlNode* const fspec = child(tree, "fspec");
    const auto time = [&](const char* key) {
      const YamlNode* const node = fspec == nullptr ? nullptr : child(*fspec, key);
      return node == nullptr ? std::nullopt : systems::read_duration(node->text);
    };
    const auto eot = time("eot");
    const auto eff = time("eff");
    return eot && eff && *eff > *eot;
  }

  /// Reports values of an axis that no search uses, because they are probably mistakes. Does
  /// nothing if the command line sets EOT or EFF.
  void check_used(const Axes& axes, const std::set<std::pair<std::string, std::string>>& used) {
    if (says(said_.values, "eot") || says(said_.values, "eff")) return;
    for (const auto& axis : axes) {
      for (const SystemValue& v : axis) {
        if (used.contains({v.name, v.value}) || (v.name != "eff" && v.name != "eot")) continue;
        report(v.where, fmt::format("sweep.{0}: {1} is in no cell: it is {2}", v.name, v.value,
                                    v.name == "eff" ? "later than every EOT" : "before every EFF"));
      }
    }
  }

  [[nodiscard]] YamlNode with(const std::vector<SystemValue>& values) const {
    YamlNode out = root_;
    for (const SystemValue& value : values) put_system_value(out, value);
    return out;
  }

  /// Reads the config with these values in place of its own.
  ConfigFile one(const std::vector<SystemValue>& values) {
    const std::size_t before = problems_.size();
    SystemConfig read = read_system_config(with(values), path_, problems_);
    for (std::size_t i = before; i < problems_.size(); ++i) name_options(problems_[i]);
    for (const SystemRow& row : system_rows_of_sweeps()) {
      const auto found = std::ranges::find(values, row.name, &SystemValue::name);
      if (found == values.end() || row.name == "seed") continue;
      read.plan.said.push_back(fmt::format("{}={}", row.option, found->value));
    }
    ConfigFile out;
    out.options = std::move(read.options);
    out.system = std::move(read.plan);
    out.readable = true;
    return out;
  }

  /// Adds a hint to a problem without a place: the options of the command line that caused it.
  void name_options(Diagnostic& problem) const {
    if (problem.where.file != FileId(~0U)) return;
    for (const SystemValue& value : said_.values) {
      const SystemRow& row = *system_row(value.name);
      const std::string_view path = row.key->yaml;
      const std::string_view about = path.substr(0, path.find('.', path.find('.') + 1));
      if (problem.message.find(about) == std::string::npos) continue;
      problem.hints.push_back(
          fmt::format("the command line has --{} {}", row.option, shown(value.value)));
    }
  }

  [[nodiscard]] SourceRange place() const {
    return said_.axes.empty() ? where_ : SourceRange{FileId(~0U), 0, 0, 1};
  }
  void report(const SourceRange& where, std::string message, std::vector<std::string> hints = {}) {
    problems_.push_back(
        {Severity::error, "config-sweep", where, std::move(message), std::move(hints)});
  }

  const YamlNode& root_;
  const std::string& path_;
  const ReplacedValues& said_;
  std::vector<Diagnostic>& problems_;
  SourceRange where_{FileId(~0U), 0, 0, 1};
};

}  // namespace

std::string cell_name(const systems::Plan& plan) {
  return fmt::format("{},{},{}", systems::duration_text(plan.eot),
                     systems::duration_text(plan.fspec.eff), plan.fspec.crashes);
}

ReplacedValues parse_replaced_values(const std::vector<std::string>& said) {
  ReplacedValues out;
  out.one = true;
  for (const std::string& text : said) {
    const std::size_t sign = text.find('=');
    for (const SystemRow& row : system_rows_of_sweeps()) {
      if (text.substr(0, sign) != row.option) continue;
      out.values.push_back({std::string(row.name), text.substr(sign + 1)});
    }
  }
  return out;
}

bool is_system_value(std::string_view option) {
  return std::ranges::any_of(system_rows_of_sweeps(), [option](const SystemRow& row) {
    return row.option == option || row.axis == option;
  });
}

ReplacedValues read_system_options(const GivenValues& given, std::vector<std::string>& problems) {
  const auto wrong = [&problems](std::string text) { problems.push_back(std::move(text)); };
  ReplacedValues out;
  out.one = given("replay") != nullptr;
  for (const SystemRow& row : system_rows_of_sweeps()) {
    const auto* const single = given(row.option);
    const auto* const axis = row.axis.empty() ? nullptr : given(row.axis);
    if (single != nullptr && axis != nullptr) {
      wrong(fmt::format("--{} and --{} exclude each other", row.axis, row.option));
    }
    for (const auto* const values : {single, axis}) {
      if (values == nullptr || values->size() == 1) continue;
      wrong(fmt::format("--{} is given {} times", values == single ? row.option : row.axis,
                        values->size()));
    }
    if (single != nullptr) {
      if (const auto value = read_system_value(row, single->front())) {
        out.values.push_back({std::string(row.name), *value});
      } else {
        wrong(fmt::format("--{}: it takes {}, not {}", row.option, kind_of(row),
                          shown(single->front())));
      }
    }
    if (axis == nullptr) continue;
    if (out.one) wrong(fmt::format("--{} and --replay exclude each other", row.axis));
    std::string problem;
    auto values = read_system_axis(row, axis->front(), problem);
    if (!problem.empty()) wrong(fmt::format("--{}: {}", row.axis, problem));
    if (problem.empty() && !values.empty()) out.axes.push_back(std::move(values));
  }
  return out;
}

void take_unplaced(std::vector<Diagnostic>& problems, std::vector<std::string>& usage) {
  const auto placed = [](const Diagnostic& one) { return one.where.file != FileId(~0U); };
  const auto rest = std::ranges::stable_partition(problems, placed);
  for (const Diagnostic& one : rest) {
    std::string text = one.message;
    for (const std::string& hint : one.hints) text += "\n  hint: " + hint;
    usage.push_back(std::move(text));
  }
  problems.erase(rest.begin(), rest.end());
}

ConfigFile read_system(const YamlNode& root, const std::string& path, const ReplacedValues& said,
                       std::vector<Diagnostic>& problems) {
  return SweepReader(root, path, said, problems).read();
}

}  // namespace ldfi::config
