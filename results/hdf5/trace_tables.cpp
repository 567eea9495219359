#include "results/hdf5/trace_tables.hpp"

#include <fmt/core.h>

#include "common/base/diagnostic.hpp"
#include "results/hdf5/checked_values.hpp"
#include "results/hdf5/table.hpp"

namespace ldfi::results {
namespace {

class Writer {
 public:
  explicit Writer(const Cell& cell)
      : cell_(cell), messages_(message_columns(!cell.fspec.delays.none())) {}

  void add(const Trace& trace) {
    runs_.text(to_text(trace.faults, cell_.fspec));
    runs_.boolean(trace.matter.has_value()).boolean(trace.held.has_value());
    for (const Tick& tick : trace.ticks) {
      for (const NodeId node : tick.crashes) crashes_.u32(run_).u32(node.raw()).i64(tick.tick);
      for (const NodeId node : tick.restarts) restarts_.u32(run_).u32(node.raw()).i64(tick.tick);
      for (const Message& m : tick.arrived) add(trace, tick.tick, m, true);
      for (const Message& m : tick.lost) add(trace, tick.tick, m, false);
    }
    if (trace.held) {
      for (const Held& h : *trace.held) {
        held_.u32(run_).i64(h.node ? static_cast<std::int64_t>(h.node->raw()) : -1);
        held_.text(h.text).i64(h.first).i64(h.last);
      }
    }
    for (const auto& tuple : trace.pre) outcomes_.u32(run_).text(pre).text(tuple);
    for (const auto& tuple : trace.post) outcomes_.u32(run_).text(post).text(tuple);
    for (const auto& tuple : trace.violated) outcomes_.u32(run_).text(violated).text(tuple);
    ++run_;
  }

  void write(hid_t group, const BudgetCheck& budget) const {
    runs_.write(group, "runs");
    messages_.write(group, "messages", budget);
    crashes_.write(group, "crashes");
    if (cell_.fspec.crash_model == CrashModel::stop) restarts_.write(group, "restarts");
    held_.write(group, "held", budget);
    outcomes_.write(group, "outcomes", budget);
  }

  inline static const std::string pre = "pre";
  inline static const std::string post = "post";
  inline static const std::string violated = "violated";

 private:
  void add(const Trace& trace, int sent, const Message& m, bool arrived) {
    messages_.u32(run_).i64(sent).u32(m.from.raw()).u32(m.to.raw());
    messages_.text(m.type).u32(m.type_number).text(m.head).boolean(arrived);
    messages_.boolean(arrived && trace.matters(sent, m));
    if (!cell_.fspec.delays.none()) messages_.i64(m.late);
  }

  static std::vector<ColumnSpec> message_columns(bool late) {
    std::vector<ColumnSpec> out{
        {"run", Column::u32},    {"sent", Column::i64},        {"from", Column::u32},
        {"to", Column::u32},     {"type", Column::text},       {"type_number", Column::u32},
        {"tuple", Column::text}, {"arrived", Column::boolean}, {"matters", Column::boolean}};
    if (late) out.push_back({"late", Column::i64});
    return out;
  }

  const Cell& cell_;
  std::uint32_t run_ = 0;
  Table runs_{{{"faults", Column::text},
               {"matters_known", Column::boolean},
               {"held_known", Column::boolean}}};
  Table messages_;
  Table crashes_{{{"run", Column::u32}, {"node", Column::u32}, {"tick", Column::i64}}};
  Table restarts_{{{"run", Column::u32}, {"node", Column::u32}, {"tick", Column::i64}}};
  Table held_{{{"run", Column::u32},
               {"node", Column::i64},
               {"tuple", Column::text},
               {"first", Column::i64},
               {"last", Column::i64}}};
  Table outcomes_{{{"run", Column::u32}, {"list", Column::text}, {"tuple", Column::text}}};
};

class TraceReader {
 public:
  TraceReader(Reader& reader, std::string group, Cell& cell)
      : reader_(reader), group_(std::move(group)), cell_(cell) {}

  void read() {
    runs();
    messages();
    node_events("/crashes", &Tick::crashes);
    if (cell_.fspec.crash_model == CrashModel::stop) node_events("/restarts", &Tick::restarts);
    held();
    outcomes();
    for (Trace& trace : cell_.traces) {
      trace.sort_held();
      if (const char* problem = malformed(trace)) reader_.damaged(group_, problem);
    }
  }

 private:
  void runs() {
    const std::string table = group_ + "/runs";
    const auto faults = reader_.texts(table, "faults");
    const auto matters = reader_.counts(table, "matters_known");
    const auto held = reader_.counts(table, "held_known");
    const auto eot = static_cast<std::size_t>(cell_.fspec.eot);
    if (faults.size() > max_trace_ticks / eot) {
      reader_.damaged(table, fmt::format("the traces have more than {} ticks", max_trace_ticks));
    }
    const Fspec fspec(cell_.fspec);
    for (std::size_t i = 0; i < faults.size(); ++i) {
      Trace& trace = cell_.traces.emplace_back();
      trace.fspec = cell_.fspec;
      trace.faults = checked_fault_set(reader_, table + ".faults", fspec, faults[i]);
      if (matters[i] != 0) trace.matter.emplace();
      if (held[i] != 0) trace.held.emplace();
      trace.ticks.resize(eot);
      for (std::size_t t = 0; t < eot; ++t) trace.ticks[t].tick = static_cast<int>(t) + 1;
    }
  }

  void messages() {
    const std::string table = group_ + "/messages";
    const auto run = reader_.counts(table, "run");
    const auto sent = reader_.integers(table, "sent");
    const auto from = reader_.counts(table, "from");
    const auto to = reader_.counts(table, "to");
    const auto type = printable_texts(table, "type");
    const auto number = reader_.counts(table, "type_number");
    const auto tuple = printable_texts(table, "tuple");
    const auto arrived = reader_.counts(table, "arrived");
    const auto matters = reader_.counts(table, "matters");
    const bool delays = !cell_.fspec.delays.none();
    const auto late =
        delays ? reader_.integers(table, "late") : std::vector<std::int64_t>(run.size());
    for (std::size_t i = 0; i < run.size(); ++i) {
      Trace& trace = trace_at(table, run[i]);
      Tick& tick = trace.ticks[tick_of(table + ".sent", sent[i]) - 1];
      const Message message{node(table + ".from", from[i]),
                            node(table + ".to", to[i]),
                            tuple[i],
                            small(table + ".type_number", number[i]),
                            type[i],
                            ticks_late(table, tick.tick, late[i])};
      (arrived[i] != 0 ? tick.arrived : tick.lost).push_back(message);
      if (trace.matter && matters[i] != 0) trace.matter->insert({Time(tick.tick), message});
    }
  }

  /// Returns `late`, the number of ticks by which a message is late. Reports damage if the message
  /// would arrive after EOT.
  std::int32_t ticks_late(const std::string& table, int sent, std::int64_t late) {
    if (late < 0 || late > cell_.fspec.eot - sent) {
      reader_.damaged(table + ".late", "a message arrives before it is sent, or after EOT");
    }
    return static_cast<std::int32_t>(late);
  }

  void node_events(const char* name, std::vector<NodeId> Tick::*list) {
    const std::string table = group_ + name;
    const auto run = reader_.counts(table, "run");
    const auto nodes = reader_.counts(table, "node");
    const auto ticks = reader_.integers(table, "tick");
    for (std::size_t i = 0; i < run.size(); ++i) {
      Tick& tick = trace_at(table, run[i]).ticks[tick_of(table + ".tick", ticks[i]) - 1];
      (tick.*list).push_back(node(table + ".node", nodes[i]));
    }
  }

  void held() {
    const std::string table = group_ + "/held";
    const auto run = reader_.counts(table, "run");
    const auto nodes = reader_.integers(table, "node");
    const auto tuples = printable_texts(table, "tuple");
    const auto first = reader_.integers(table, "first");
    const auto last = reader_.integers(table, "last");
    for (std::size_t i = 0; i < run.size(); ++i) {
      Trace& trace = trace_at(table, run[i]);
      if (!trace.held) reader_.damaged(table, fmt::format("run {} has tuples, or not", run[i]));
      Held one{std::nullopt, tuples[i], static_cast<int>(tick_of(table + ".first", first[i])),
               static_cast<int>(tick_of(table + ".last", last[i]))};
      if (nodes[i] != -1) one.node = node(table + ".node", static_cast<std::uint64_t>(nodes[i]));
      trace.held->push_back(std::move(one));
    }
  }

  void outcomes() {
    const std::string table = group_ + "/outcomes";
    const auto run = reader_.counts(table, "run");
    const auto lists = reader_.texts(table, "list");
    const auto tuples = printable_texts(table, "tuple");
    for (std::size_t i = 0; i < run.size(); ++i) {
      Trace& trace = trace_at(table, run[i]);
      if (lists[i] == Writer::pre) {
        trace.pre.push_back(tuples[i]);
      } else if (lists[i] == Writer::post) {
        trace.post.push_back(tuples[i]);
      } else if (lists[i] == Writer::violated) {
        trace.violated.push_back(tuples[i]);
      } else {
        reader_.damaged(table + ".list", "it is neither pre nor post nor violated");
      }
    }
  }

  /// Returns the texts of a column, made printable, because a file from another program may have
  /// other characters.
  [[nodiscard]] std::vector<std::string> printable_texts(const std::string& table,
                                                         const std::string& column) {
    auto out = reader_.texts(table, column);
    for (std::string& text : out) text = printable(text);
    return out;
  }
  Trace& trace_at(const std::string& where, std::uint64_t run) {
    return cell_.traces[checked_row(reader_, where + ".run", run, cell_.traces.size())];
  }
  [[nodiscard]] std::size_t tick_of(const std::string& where, std::int64_t tick) const {
    if (tick < 1 || tick > cell_.fspec.eot) {
      reader_.damaged(where, fmt::format("tick {} of {}", tick, cell_.fspec.eot));
    }
    return static_cast<std::size_t>(tick);
  }
  [[nodiscard]] NodeId node(const std::string& where, std::uint64_t index) const {
    return NodeId(checked_row(reader_, where, index, cell_.fspec.nodes.size()));
  }
  [[nodiscard]] std::uint32_t small(const std::string& where, std::uint64_t value) const {
    if (value > 0xFFFFFFFFU) reader_.damaged(where, fmt::format("{} is out of range", value));
    return static_cast<std::uint32_t>(value);
  }

  Reader& reader_;
  const std::string group_;
  Cell& cell_;
};

}  // namespace

void write_traces(hid_t group, const Cell& cell, const BudgetCheck& budget) {
  if (cell.traces.empty()) return;
  const Handle traces = create_group(group, "traces");
  Writer writer(cell);
  for (const Trace& trace : cell.traces) writer.add(trace);
  writer.write(traces.get(), budget);
}

void read_traces(Reader& reader, const std::string& group, Cell& cell) {
  if (reader.has(group + "/traces")) TraceReader(reader, group + "/traces", cell).read();
}

}  // namespace ldfi::results
