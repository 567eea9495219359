// The keys in the sections `fspec` and `sweep` of real systems' configs. The keys of each kind of
// fault are derived from the rows of its limits (common/systems/faults/limit_rows.hpp).
#include "common/config/key_row.hpp"

namespace ldfi::config {
namespace {

using systems::LimitForm;

template <class FaultKind>
std::string path_of(std::string_view key) {
  return fmt::format("fspec.{}.{}", FaultKind::key.name, key);
}

OptionRow with_words(OptionRow row, const systems::LimitWords& words) {
  row.help = words.help;
  row.missing = words.missing;
  return row;
}

/// Makes the rows of the keys for one kind of fault from the rows of its limits.
template <class FaultKind>
class KindKeys {
 public:
  std::vector<OptionRow> rows() {
    out_.push_back(own_key());
    [this]<std::size_t... Index>(std::index_sequence<Index...>) {
      (this->template add<Index>(std::get<Index>(FaultKind::rows)), ...);
    }
    (std::make_index_sequence<std::tuple_size_v<decltype(FaultKind::rows)>>());
    return std::move(out_);
  }

 private:
  static constexpr LimitForm form = FaultKind::key.form;
  static constexpr bool is_alone = form == LimitForm::number || form == LimitForm::amount;

  static OptionRow own_key() {
    const std::string_view yaml = lasting(fmt::format("fspec.{}", FaultKind::key.name));
    const Kind kind = form == LimitForm::map ? Kind::section : Kind::nothing;
    return key(kind, yaml, FaultKind::key.help);
  }

  /// Adds the limit itself. It is the value of the kind's own key, or of a key in its map.
  template <std::size_t Index, class Limits, class Number>
  void add(const systems::Most<Limits, Number>& row) {
    constexpr auto field = std::get<Index>(FaultKind::rows).field;
    const Range range{0, row.largest};
    OptionRow most = with_words(
        key<field, Kind::integer>(lasting(path_of<FaultKind>(row.key)), "", range), row.words);
    if (form == LimitForm::amount) most.missing = most.help;
    most.required = !most.missing.empty();
    OptionRow& own = out_.front();
    if constexpr (form == LimitForm::number) {
      own = key<field, Kind::integer>(own.yaml, own.help, range);
    } else if constexpr (form == LimitForm::amount) {
      own = otherwise(key(Kind::amount, own.yaml, own.help, range), "all");
    }
    (is_alone ? own : most).name = row.option;
    out_.push_back(std::move(most));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::Lengths<Limits>& row) {
    out_.push_back(needed(value_key(Kind::times, row.key, row.words), row.words.missing));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::Times<Limits>& row) {
    out_.push_back(value_key(Kind::times, row.key, row.words));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::NodeNames<Limits>& row) {
    out_.push_back(value_key(Kind::words, row.key, row.words, {1, any}));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::Toggle<Limits>& row) {
    constexpr auto field = std::get<Index>(FaultKind::rows).field;
    out_.push_back(key<field, Kind::toggle>(lasting(path_of<FaultKind>(row.key)), row.words.help));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::Latenesses<Limits>& row) {
    const Range range{0, systems::most_behind};
    out_.push_back(value_key(Kind::times, row.key, row.words));
    out_.push_back(otherwise(
        named(row.behind_option, value_key(Kind::integer, row.behind_key, row.behind_words, range)),
        "0"));
    out_.push_back(value_key(Kind::time, row.within_key, row.within_words));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::Windows<Limits>& row) {
    out_.push_back(needed(value_key(Kind::words, row.borders_key, row.borders_words, {1, any}),
                          row.borders_words.missing));
    out_.push_back(
        needed(value_key(Kind::time, row.window_key, row.window_words), row.window_words.missing));
  }
  template <std::size_t Index, class Limits>
  void add(const systems::Order<Limits>&) {}  // does nothing, because order_key() makes this key

  /// Returns the row of a key whose value read_limits() stores.
  static OptionRow value_key(Kind kind, std::string_view name, const systems::LimitWords& words,
                             Range range = {0, any}) {
    return with_words(key(kind, lasting(path_of<FaultKind>(name)), "", range), words);
  }

  std::vector<OptionRow> out_;
};

OptionRow order_key() {
  OptionRow out =
      otherwise(named("order", choice_key("fspec.order", {"any", "fifo"},
                                          "fifo: a message waits for earlier messages of its "
                                          "channel that are late or duplicated")),
                "any");
  out.assign = [](ValueTarget to, const Value& value) {
    to.system->plan.fspec.order =
        static_cast<systems::ArrivalOrder>(std::get<std::uint64_t>(value));
  };
  return out;
}

OptionRow faults_key() {
  return named("max-faults",
               key<&systems::Fspec::faults, Kind::integer>(
                   "fspec.faults", "how many faults there are in all at most; otherwise any number",
                   {0, systems::any_number}));
}

/// The row of the option with which a sweep varies a limit, and its position among all such
/// options.
using Axis = std::pair<std::size_t, OptionRow>;

template <class FaultKind>
Axis axis_of(Kind kind, std::string_view option, std::string_view key_name,
             const systems::LimitAxis& axis, std::uint64_t largest) {
  const std::string_view name = lasting(fmt::format("sweep-{}", option));
  std::string yaml = fmt::format("sweep.{}", option);
  std::ranges::replace(yaml, '-', '_');
  const std::string_view help =
      axis.help.empty() ? lasting(path_of<FaultKind>(key_name)) : axis.help;
  return {axis.position, named(name, key(kind, lasting(std::move(yaml)), help, {0, largest}))};
}

/// Returns the options with which a sweep varies limits on faults, in the order of their positions.
std::vector<Axis> axes_of_kinds() {
  std::vector<Axis> out;
  systems::each_kind([&]<class FaultKind>(FaultKind*) {
    const bool amount = FaultKind::key.form == LimitForm::amount;
    systems::each_limit<FaultKind>([&](const auto& row) {
      if constexpr (requires { row.largest; }) {
        const Kind kind = amount ? Kind::amount_axis : Kind::axis;
        out.push_back(axis_of<FaultKind>(kind, row.option, row.key, row.axis, row.largest));
      } else if constexpr (requires { row.behind_axis; }) {
        out.push_back(axis_of<FaultKind>(Kind::axis, row.behind_option, row.behind_key,
                                         row.behind_axis, systems::most_behind));
      }
    });
  });
  std::ranges::stable_sort(out, {}, &Axis::first);
  return out;
}

}  // namespace

std::vector<OptionRow> system_fspec_keys() {
  std::vector<OptionRow> rows{
      needed(key(Kind::section, "fspec",
                 "the failure specification: how long an execution takes, and which faults there "
                 "may be"),
             "which faults there may be"),
      key<&systems::Fspec::from, Kind::time>("fspec.from",
                                             "messages sent earlier than this cannot fail"),
      named("eff", key(Kind::time, "fspec.eff",
                       "messages sent later than this are not lost, late, duplicated or cut off; "
                       "otherwise fspec.eot")),
      needed(
          named("eot", key<&systems::Plan::eot, Kind::time>("fspec.eot", "when an execution ends")),
          "when an execution ends, such as 2s"),
  };
  // The keys of `fspec`, in the order in which messages list them.
  systems::each_kind([&]<class FaultKind>(FaultKind*) {
    if (std::is_same_v<FaultKind, systems::Restart>) rows.push_back(faults_key());
    const std::vector<OptionRow> keys = KindKeys<FaultKind>().rows();
    rows.insert(rows.end(), keys.begin(), keys.end());
  });
  rows.push_back(key(Kind::reserved, "fspec.disk", "faults of disks"));
  rows.push_back(order_key());
  return rows;
}

std::vector<OptionRow> system_sweep_keys() {
  constexpr Range any_number{0, systems::any_number};
  std::vector<OptionRow> rows{
      key(Kind::section, "sweep",
          "many Fspecs in one run: each combination of these values is a cell, which is searched "
          "by itself"),
      named("sweep-eot", key(Kind::time_axis, "sweep.eot", "when executions of the cells end")),
      named("sweep-eff", key(Kind::time_axis, "sweep.eff",
                             "messages sent later than this cannot fail; not after eot")),
  };
  for (Axis& axis : axes_of_kinds()) rows.push_back(std::move(axis.second));
  const std::vector<OptionRow> others{
      named("sweep-max-faults", key(Kind::axis, "sweep.faults",
                                    "how many faults there are in all at most", any_number)),
      named("sweep-seed", key(Kind::axis, "sweep.seed", "for random choices of nodes", any_number)),
      named("sweep-workload-seed",
            key(Kind::axis, "sweep.workload_seed",
                "workload.seed: for random choices of the requests of clients", any_number)),
  };
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace ldfi::config
