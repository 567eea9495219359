#include "common/config/sweep_check.hpp"

#include <fmt/core.h>

#include <algorithm>

#include "common/config/option_table.hpp"

namespace ldfi::config {
namespace {

/// Time limit of the sweep of [LDFI15 §5.2], Figure 13, if there is no other limit.
constexpr double published_sweep_s = 120;
constexpr std::size_t max_cells = 10'000;

class SweepCheck {
 public:
  SweepCheck(Options& options, const IsGiven& given, const IsGiven& configured,
             const Problem& problem)
      : options_(options), given_(given), configured_(configured), problem_(problem) {}
  void run();

 private:
  [[nodiscard]] bool replaced(const OptionRow& row) const;
  void choose_budgets();
  [[nodiscard]] bool number_given(const Budgets::Entry& entry) const {
    return given_(entry.option) ||
           (Budgets::set_by(entry, "max-failures") && given_("max-failures"));
  }
  [[nodiscard]] bool varies_budgets(const IsGiven& said) const;
  void check_published_sweep();
  void check_grid();
  void complete_axis(std::string_view axis, std::string_view single, std::vector<int>& values,
                     std::optional<int> value);

  Options& options_;
  const IsGiven& given_;
  const IsGiven& configured_;
  const Problem& problem_;
};

void SweepCheck::run() {
  Options& o = options_;
  bool left = false;
  bool gone = false;
  for (const OptionRow& row : option_table()) {
    const bool off = row.name == "sweep-forever" && !o.sweep_forever;
    const bool given = !off && (given_(row.name) || configured_(row.name));
    if (row.group == Group::sweep && given) (replaced(row) ? gone : left) = true;
  }
  if (left || gone)
    // Otherwise the config decides, because an empty section `sweep` requests a sweep, too.
    o.sweep = left;
  choose_budgets();
  for (const char* const one : {"replay", "replay-schedule"}) {
    if (!given_(one) || o.sweep_params.empty()) continue;
    problem_("config-sweep", {one},
             fmt::format("--{} runs one program: choose a value with -D {}={}", one,
                         o.sweep_params.front()[0], o.sweep_params.front()[1]));
  }
  const bool no_search = given_("replay") || given_("replay-schedule") || given_("check") ||
                         given_("forever") || given_("count");
  if (no_search) o.sweep = false;
  const bool one_fspec = given_("eot") && given_("eff") && given_("crashes") &&
                         o.sweep_params.empty() &&
                         std::ranges::all_of(o.sweep_numbers, &std::vector<int>::empty);
  const bool grid_given = given_("sweep-eot") || given_("sweep-eff") || given_("sweep-crashes");
  if (one_fspec && !grid_given && !given_("sweep")) o.sweep = false;
  if (!o.sweep && o.sweep_forever && given_("sweep-forever")) {
    problem_("config-sweep", {"sweep-forever"},
             "--sweep-forever is for a sweep; --forever proves one program for every EOT");
  }
  if (!o.sweep) return;
  if (o.repeat > 1) {
    problem_("config-sweep", {"repeat"}, "--repeat is for one Fspec, but this is a sweep");
  }
  if (o.grid() || !o.sweep_params.empty() || varies_budgets(given_) ||
      varies_budgets(configured_)) {
    check_grid();
  } else {
    check_published_sweep();
  }
}

namespace {

void set(Options& o, const Budgets& budgets) {
  const auto to = [](auto& number, int value) {
    if (value != Budgets::any) number = value;
  };
  each_axis(
      [&]<class FaultKind>(FaultKind*) { to(o.most.of<FaultKind>(), budgets.of<FaultKind>()); });
  to(o.delay_max, budgets[Budgets::late]);
  to(o.delay_budget, budgets[Budgets::late_ticks]);
  to(o.max_faults, budgets[Budgets::faults]);
}

}  // namespace

/// Returns true if a single value on the command line replaces the values of this option. Such
/// options have the values that a sweep tries for a limit on faults or a constant.
bool SweepCheck::replaced(const OptionRow& row) const {
  if (row.name == "sweep-param") return options_.sweep_params.empty();
  return std::ranges::any_of(Budgets::entries(), [&](const Budgets::Entry& budget) {
    return row.name == axis_name(budget) && number_given(budget) && !given_(row.name);
  });
}

/// Sets each number of the Fspec to the largest value of its axis, so that the Fspec admits
/// everything that its cells admit. An axis with one value becomes a number of the Fspec.
void SweepCheck::choose_budgets() {
  Budgets most;
  for (const Budgets::Entry& budget : Budgets::entries()) {
    const std::string name = axis_name(budget);
    std::vector<int>& values = options_.sweep_numbers.at(budget.index);
    const bool replaced = number_given(budget);
    if (given_(name) && replaced) {
      const auto number = given_(budget.option) ? budget.option : "max-failures";
      problem_("config-sweep", {name},
               fmt::format("--{} and --{} exclude each other", name, number));
    }
    if (replaced) values.clear();
    if (!values.empty()) most[budget] = values.back();
    if (values.size() == 1) values.clear();
  }
  set(options_, most);
  // Without --duplicates-within, all cells would take the default of the cell with the largest
  // delay.
  if (options_.sweep_numbers[Budgets::late.index].size() > 1 && options_.most.of<Duplicate>() > 0 &&
      !options_.duplicates_within) {
    problem_("config-sweep", {"sweep-delay-max", "duplicates"},
             "a sweep over --delay-max needs --duplicates-within: how late a duplicate may arrive");
  }
}

bool SweepCheck::varies_budgets(const IsGiven& said) const {
  return std::ranges::any_of(Budgets::entries(), [&](const Budgets::Entry& budget) {
    return said(axis_name(budget)) && !number_given(budget);
  });
}

void SweepCheck::check_published_sweep() {
  Options& o = options_;
  if (given_("eot") || given_("eff")) {
    if (!given_("sweep")) {
      o.sweep = false;
      return;
    }
    problem_("config-sweep", {"eot", "eff"},
             "--sweep chooses EOT and EFF itself\n"
             "  hint: --sweep-max-eot bounds it; --sweep-eot and --sweep-eff make it a grid");
  }
  if (!o.time_limit_s && !o.sweep_max_eot) o.time_limit_s = published_sweep_s;
}

/// If no values of an axis were given, sets the axis to the single value of the Fspec.
void SweepCheck::complete_axis(std::string_view axis, std::string_view single,
                               std::vector<int>& values, std::optional<int> value) {
  if (given_(axis) && given_(single)) {
    problem_("config-sweep", {axis}, fmt::format("--{} and --{} exclude each other", axis, single));
  }
  if (given_(single) || values.empty()) {
    values.clear();
    if (value) values.push_back(*value);
  }
  if (values.empty() && !given_(axis) && !configured_(axis)) {
    problem_("config-sweep", {axis},
             fmt::format("the grid has no {}: give {} or {}", single, option(axis).yaml,
                         option(single).yaml));
  }
}

void SweepCheck::check_grid() {
  Options& o = options_;
  complete_axis("sweep-eot", "eot", o.sweep_eot, o.eot);
  complete_axis("sweep-eff", "eff", o.sweep_eff, o.eff);
  complete_axis("sweep-crashes", "crashes", o.sweep_crashes, o.most.of<Crash>());
  for (const std::string_view name : {"sweep-max-eot", "sweep-stride"}) {
    if (given_(name) || configured_(name)) {
      problem_(
          "config-sweep", {name},
          fmt::format("{} belongs to the published sweep, which has no axes", option(name).yaml));
    }
  }
  if (o.sweep_eot.empty() || o.sweep_eff.empty() || o.sweep_crashes.empty()) return;
  std::size_t cells = o.sweep_eot.size() * o.sweep_eff.size() * o.sweep_crashes.size();
  for (const auto& axis : o.sweep_params) cells *= axis.size() - 1;
  for (const std::vector<int>& values : o.sweep_numbers) {
    cells *= std::max<std::size_t>(1, values.size());
  }
  if (cells > max_cells) {
    problem_("config-sweep", {"sweep-eot", "sweep-eff", "sweep-crashes"},
             fmt::format("{} cells are too many: the limit is {}", cells, max_cells));
  }
  if (o.sweep_eff.front() >= o.sweep_eot.back()) {
    problem_("config-sweep", {"sweep-eff", "eff", "sweep-eot"},
             "no cell is left: no combination has 0 <= EFF < EOT");
  }
  if (!o.nodes.empty() && static_cast<std::size_t>(o.sweep_crashes.front()) > o.nodes.size()) {
    problem_("config-sweep", {"sweep-crashes", "crashes", "nodes"},
             fmt::format("no cell is left: crashes must be between 0 and the number of nodes, {}",
                         o.nodes.size()));
  }
}

}  // namespace

void check_sweep(Options& options, const IsGiven& given, const IsGiven& configured,
                 const Problem& problem) {
  SweepCheck(options, given, configured, problem).run();
}

}  // namespace ldfi::config
