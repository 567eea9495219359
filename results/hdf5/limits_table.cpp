#include "results/hdf5/limits_table.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <string>
#include <type_traits>

#include "common/faults/budgets.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

/// Visits the limits that all versions of the table have. Calls `number(name, field)` for each
/// number, and `lists(name, field)` for each list.
template <class Limits, class Number, class Lists>
void each_limit(Limits& limits, Number number, Lists lists) {
  number("omissions", limits.omissions);
  lists("omissions_from", limits.omissions_from);
  lists("omissions_to", limits.omissions_to);
  lists("reliable", limits.reliable);
  number("partitions", limits.partitions);
  lists("partition_sets", limits.partition_sets);
  number("faults", limits.faults);
}

/// Visits the limits of dead disks and write-backs, like each_limit().
template <class Disk, class Number, class Lists>
void each_of_later_disks(Disk& disk, Number number, Lists lists) {
  number("disk_dead", disk.dead);
  number("disk_writeback", disk.writeback);
  lists("disk_buffered", disk.buffered);
}
/// Visits the limits of corruptions of disks, like each_limit().
template <class Disk, class Number, class Lists>
void each_of_corruptions(Disk& disk, Number number, Lists lists) {
  number("disk_corrupt", disk.corrupt);
  number("disk_detected", disk.detected);
  lists("disk_damaged", disk.damaged);
  lists("disk_columns", disk.columns);
}
/// Visits the limits on the directions of partitions, like each_limit().
template <class Limits, class Number>
void each_of_ways(Limits& limits, Number number) {
  number("one_way", limits.one_way);
}
/// Visits named sets of nodes and the choice of restarts, like each_limit().
template <class Limits, class Number, class Lists>
void each_of_choices(Limits& limits, Number number, Lists lists) {
  lists("named_sets", limits.named_sets);
  lists("restartable", limits.restartable);
  number("least_down", limits.least_down);
  number("most_down", limits.most_down);
}
/// Visits the limits of delayed and duplicated messages, like each_limit().
template <class Late, class Number>
void each_of_delays(Late& delays, Number number) {
  number("delay_max", delays.most);
  number("delay_until", delays.until);
  number("delay_budget", delays.budget);
  number("delay_count", delays.count);
  number("duplicates", delays.duplicates);
  number("duplicates_within", delays.within);
}
/// Visits the limits of pauses, like each_limit().
template <class Limits, class Number, class Lists>
void each_of_pauses(Limits& limits, Number number, Lists lists) {
  number("pauses", limits.most.template of<Pause>());
  lists("pausable", limits.pausable);
}

/// Visits the limits of failed writes, like each_limit().
template <class Disk, class Number, class Lists>
void each_of_disk(Disk& disk, Number number, Lists lists) {
  number("disk_write", disk.write);
  lists("disk_relations", disk.relations);
  lists("disk_nodes", disk.nodes);
  number("disk_silent", disk.silent);
}

/// Calls `action(name, kind)` for each kind of fault whose name is not in `names`. The order is
/// that of the axes of a sweep.
template <class Action>
void each_other_kind(const std::set<std::string>& names, Action action) {
  each_axis([&]<class Kind>(Kind* kind) {
    std::string name(Kind::option);
    std::ranges::replace(name, '-', '_');
    // Outages are left out, because the table of cells already has a column for restarts.
    if (!std::is_same_v<Kind, Outage> && !names.contains(name)) action(name.c_str(), kind);
  });
}

class LimitsSource {
 public:
  LimitsSource(Reader& reader, std::string table) : reader_(reader), table_(std::move(table)) {}

  void read(FspecParameters& fspec) {
    FaultLimits& limits = fspec.limits;
    DiskFaults& disk = fspec.disk;
    Delays& delays = fspec.delays;
    std::set<std::string> names;
    names_ = reader_.texts(table_, "limit");
    lists_ = reader_.integers(table_, "list");
    values_ = reader_.texts(table_, "value");
    const auto number_of = [&](const char* name, auto& field) {
      names.insert(name);
      if (is(name)) field = number();
    };
    const auto lists_of = [&](const char* name, auto& field) {
      for (; is(name); ++row_) add(field);
    };
    each_limit(limits, number_of, lists_of);
    each_of_disk(disk, number_of, lists_of);
    each_of_later_disks(disk, number_of, lists_of);
    each_of_pauses(limits, number_of, lists_of);
    each_of_corruptions(disk, number_of, lists_of);
    each_of_ways(limits, number_of);
    each_of_choices(limits, number_of, lists_of);
    each_of_delays(delays, number_of);
    number_of("fifo", delays.fifo);
    number_of("late_self", delays.self);
    lists_of("late_relations", delays.relations);
    delays.by_relation = !delays.relations.empty();
    each_other_kind(std::set(names), [&]<class Kind>(const char* name, Kind*) {
      number_of(name, Kind::most(fspec));
    });
    if (row_ < names_.size()) reader_.damaged(table_, "it names a limit that cannot stand here");
  }

 private:
  [[nodiscard]] bool is(const char* name) const {
    return row_ < names_.size() && names_[row_] == name;
  }
  int number() { return number(values_[row_++]); }
  int number(const std::string& text) {
    int out = 0;
    const char* end = text.data() + text.size();
    const auto [stop, error] = std::from_chars(text.data(), end, out);
    if (error != std::errc() || stop != end || out < 0) {
      reader_.damaged(table_, "one of its numbers is not a number");
    }
    return out;
  }
  void add(FaultLimits::Names& names) {
    if (lists_[row_] != 0) reader_.damaged(table_, "its lists are out of order");
    names.push_back(values_[row_]);
  }
  void add(std::vector<std::uint32_t>& numbers) {
    if (lists_[row_] != 0) reader_.damaged(table_, "its lists are out of order");
    numbers.push_back(static_cast<std::uint32_t>(number(values_[row_])));
  }
  void add(std::vector<FaultLimits::Names>& lists) {
    const auto list = static_cast<std::uint64_t>(lists_[row_]);
    if (list == lists.size()) lists.emplace_back();
    if (list + 1 != lists.size()) reader_.damaged(table_, "its lists are out of order");
    lists.back().push_back(values_[row_]);
  }

  Reader& reader_;
  std::string table_;
  std::vector<std::string> names_;
  std::vector<std::int64_t> lists_;
  std::vector<std::string> values_;
  std::size_t row_ = 0;
};

void put(Table& table, const char* name, int number) {
  table.text(std::string(name)).i64(0).text(std::to_string(number));
}
void put(Table& table, const char* name, std::optional<int> number) {
  if (number) put(table, name, *number);
}
void put(Table& table, const char* name, const FaultLimits::Names& names, std::size_t list = 0) {
  for (const std::string& one : names) {
    table.text(std::string(name)).i64(static_cast<std::int64_t>(list)).text(one);
  }
}
void put(Table& table, const char* name, const std::vector<std::uint32_t>& numbers) {
  for (const std::uint32_t one : numbers) put(table, name, static_cast<int>(one));
}
void put(Table& table, const char* name, const std::vector<FaultLimits::Names>& lists) {
  for (std::size_t i = 0; i < lists.size(); ++i) put(table, name, lists[i], i);
}

}  // namespace

bool has_choices(const FaultLimits& limits) {
  return limits.has_restart_limits() || !limits.named_sets.empty();
}

void write_limits(hid_t group, const FspecParameters& fspec) {
  Table table({{"limit", Column::text}, {"list", Column::i64}, {"value", Column::text}});
  std::set<std::string> names;
  const auto write = [&](const char* name, const auto& field) {
    names.insert(name);
    put(table, name, field);
  };
  each_limit(fspec.limits, write, write);
  if (!fspec.disk.none()) each_of_disk(fspec.disk, write, write);
  if (fspec.disk.dead + fspec.disk.writeback > 0) each_of_later_disks(fspec.disk, write, write);
  if (fspec.limits.most.of<Pause>() > 0) each_of_pauses(fspec.limits, write, write);
  if (fspec.disk.corrupt > 0) each_of_corruptions(fspec.disk, write, write);
  if (fspec.limits.one_way) each_of_ways(fspec.limits, write);
  if (has_choices(fspec.limits)) each_of_choices(fspec.limits, write, write);
  if (!fspec.delays.none()) each_of_delays(fspec.delays, write);
  if (fspec.delays.fifo) put(table, "fifo", 1);
  if (fspec.delays.self) put(table, "late_self", 1);
  put(table, "late_relations", fspec.delays.relations);
  each_other_kind(names, [&]<class Kind>(const char* name, Kind*) {
    if (limits_number_of<Kind>(fspec)) put(table, name, Kind::most(fspec));
  });
  table.write(group, "limits");
}

void read_limits(Reader& reader, const std::string& group, FspecParameters& fspec) {
  LimitsSource(reader, group + "/limits").read(fspec);
}

}  // namespace ldfi::results
