// The command `show`: prints an execution, tick by tick and node by node.
#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "common/base/text.hpp"
#include "common/record/summary_text.hpp"
#include "results/app/choose.hpp"
#include "results/app/commands.hpp"
#include "results/json/values.hpp"
#include "results/views/trace/stage.hpp"
#include "results/views/trace/traces.hpp"

namespace ldfi::results {
namespace {

class Show {
 public:
  Show(const Trace& trace, bool all_state, bool invariant, std::set<SentMessage> pending = {})
      : trace_(trace), all_state_(all_state), invariant_(invariant), pending_(std::move(pending)) {}

  std::string ticks() {
    std::vector<const Held*> before;
    for (const Tick& tick : trace_.ticks) {
      const std::vector<const Held*> now = trace_.held_at(tick.tick);
      lines_.clear();
      crashes(tick);
      held(now, before, tick.tick);
      sent(tick);
      out_ += fmt::format("\ntick {}\n", tick.tick);
      print();
      before = now;
    }
    return std::move(out_);
  }

  [[nodiscard]] std::string outcome() const {
    std::string out = "\n";
    const auto list = [&out](const char* label, const std::vector<std::string>& tuples) {
      out += labelled(label, tuples.empty() ? "-" : tuples[0]);
      for (std::size_t i = 1; i < tuples.size(); ++i) {
        out += labelled("", tuples[i]);
      }
    };
    if (invariant_) {
      list("pre", trace_.pre);
      list("post", trace_.post);
    }
    list("violated", trace_.violated);
    return out + labelled("outcome", trace_.holds() ? "holds" : "violates");
  }

 private:
  using Place = std::optional<NodeId>;

  void say(Place place, std::string text) {
    // Tuples that belong to no node are sorted last.
    lines_[{!place.has_value(), place}].push_back(std::move(text));
  }

  void crashes(const Tick& tick) {
    const bool stops = trace_.fspec.crash_model == CrashModel::stop;
    for (const NodeId node : tick.restarts) say(node, "RESTART  has only its stable tuples");
    for (const NodeId node : tick.crashes) {
      const bool works = stops && trace_.faults.state_of(node, Time(tick.tick)) == NodeState::up;
      say(node, !stops  ? "CRASH    sends nothing from now on"
                : works ? "CRASH    after its work, before it sends"
                        : "CRASH    is down from now on");
    }
    for (const Pause& pause : trace_.faults.all<Pause>()) {
      if (pause.is_on(Time(tick.tick))) say(pause.node, "PAUSED   does nothing");
    }
    each_kind_of<ldfi::Place::disk>([&]<class Kind>(Kind*) {
      for (const Kind& fault : trace_.faults.all<Kind>()) {
        if (!is_on(fault, Time(tick.tick))) continue;
        say(fault.node, "DISK     " + fmt::format(fmt::runtime(Kind::words.without_node),
                                                  trace_.stored(fault.relation)));
      }
    });
  }

  void held(const std::vector<const Held*>& now, const std::vector<const Held*>& before, int tick) {
    for (const Held* h : now) {
      if (h->first == tick) {
        say(h->node, "+        " + h->text + source_of(*h, tick));
      } else if (all_state_) {
        say(h->node, "         " + h->text);
      }
    }
    for (const Held* h : before) {
      if (!h->at(tick)) say(h->node, "-        " + h->text);
    }
  }

  /// If the tuple arrived as a message, returns its senders. Otherwise returns an empty text.
  [[nodiscard]] std::string source_of(const Held& held, int tick) const {
    std::string from;
    if (!held.node) return from;
    for (int sent = 1; sent < tick; ++sent) {
      for (const Message& m : trace_.ticks[static_cast<std::size_t>(sent) - 1].arrived) {
        if (sent + 1 + m.late != tick || m.to != *held.node || m.head != held.text) continue;
        from += (from.empty() ? "   from " : ", ") + name(m.from) + lateness_in_words(m);
      }
    }
    return from;
  }

  void sent(const Tick& tick) {
    for (const Message& m : tick.arrived) {
      say(m.from, fmt::format("sends    {} to {}{}", m.head, name(m.to), lateness_in_words(m)));
    }
    for (const Message& m : tick.lost) {
      const bool pending = pending_.contains({Time(tick.tick), m});
      say(m.from, fmt::format("{:<8} {} to {}", pending ? "pending" : "LOST", m.head, name(m.to)));
    }
  }

  [[nodiscard]] std::string name(NodeId node) const { return word_or_quoted(trace_.name(node)); }

  void print() {
    if (lines_.empty()) out_ += "  nothing new\n";
    for (const auto& [place, texts] : lines_) {
      std::string label = place.second ? name(*place.second) : "observer";
      for (const std::string& text : texts) {
        out_ += fmt::format("  {:<10}  {}\n", label, text);
        label.clear();
      }
    }
  }

  const Trace& trace_;
  bool all_state_;
  bool invariant_;  ///< true if an invariant, and not specifications, judges the program
  std::set<SentMessage> pending_;
  std::map<std::pair<bool, Place>, std::vector<std::string>> lines_;
  std::string out_;
};

}  // namespace

std::string show_text(const RunRecord& run, std::size_t cell, const std::string& chosen,
                      bool all_state) {
  const ChosenRun choice = choose_run(run.cells[cell], chosen);
  const Trace trace = Traces(run, run.cells[cell]).of(choice.faults);
  std::string out = labelled("run", choice.name);
  out += labelled("faults", to_text(choice.faults, trace.fspec));
  out += labelled("Fspec", fspec_text(run.cells[cell]));
  if (const auto share = violating_share(run.cells[cell])) {
    out += labelled("violating", *run.cells[cell].violating == 0
                                     ? "no fault set"
                                     : percent(*share) + " of all fault sets");
  }
  const auto& falsifiers = run.cells[cell].falsifiers;
  const auto& minimised = run.cells[cell].minimisation;
  if (minimised && !falsifiers.empty() && falsifiers.front().faults == choice.faults) {
    out += labelled("minimised", minimisation_line(*minimised));
  }
  Show show(trace, all_state, has_invariant(run.cells[cell]));
  out += show.ticks();
  return out + show.outcome();
}

std::string show_stage_text(const RunRecord& run, std::size_t cell, const std::string& stage,
                            bool all_state) {
  const Cell& one = run.cells[cell];
  const StageRun done = run_stage(run, one, stage_named(one, stage, "show: --stage"));
  std::string out = labelled("stage", stage);
  out += labelled("faults", to_text(done.trace.faults, done.trace.fspec));
  out += labelled("Fspec", fspec_text(one));
  out += labelled("nodes", fmt::format("{}", fmt::join(done.trace.fspec.nodes, " ")));
  out += labelled("EOT", std::to_string(done.trace.fspec.eot));
  Show show(done.trace, all_state, has_invariant(one), done.pending);
  out += show.ticks();
  return out + show.outcome();
}

std::string schedule_text(const RunRecord& run, std::size_t cell, const std::string& stage) {
  const Cell& one = run.cells[cell];
  const MinimisationStage& found = stage_named(one, stage, "export: --schedule");
  return schedule_lines(*one.minimisation, found);
}

}  // namespace ldfi::results
