#include "common/faults/kinds/outage.hpp"

#include <fmt/core.h>

#include "common/base/text.hpp"
#include "common/faults/fault_reader.hpp"
#include "common/faults/fault_schedule.hpp"
#include "common/faults/spans.hpp"

namespace ldfi {
namespace {

/// A tick in the text of a fault. A `+` after the tick means: after the writes of this tick.
struct Moment {
  FaultReader::Word word;
  bool after = false;
};

Moment read_moment(FaultReader& reader) {
  Moment out{reader.time_word()};
  out.after = reader.skip('+');
  return out;
}

/// Returns true if the limits allow the number of ticks for which the node is down. Requires an
/// outage that ends with a restart.
bool lasts_as_allowed(const Fspec& fspec, const Outage& o) {
  const FaultLimits& limits = fspec.limits();
  const int ticks = o.back.tick() - o.down.tick();
  return ticks >= limits.least_down && (!limits.most_down || ticks <= *limits.most_down);
}

}  // namespace

bool Outage::loses(const Channel& channel) const {
  const Time next = channel.sent.next();
  switch (channel.kind) {
    case ChannelKind::message:
      return (channel.from == node && at <= channel.sent && channel.sent < up()) ||
             (channel.to == node && is_down(next));
    case ChannelKind::memory:
    case ChannelKind::itself:
    case ChannelKind::stay:
      return channel.from == node && (is_down(channel.sent) || is_down(next));
    case ChannelKind::write:
      return channel.from == node && is_down(channel.sent);
    case ChannelKind::keep:
    case ChannelKind::copy:
      return false;
  }
  return false;
}

bool admits(const Fspec& fspec, const Outage& o) {
  if (fspec.crash_model() != CrashModel::stop || o.at.tick() < 1) return false;
  if (!o.restarts()) return fspec.crashable(o.node) && o.at.tick() <= fspec.eot();
  const int last = fspec.last_omission();
  return fspec.restartable(o.node) && o.at.tick() <= last && o.back.tick() <= last + 1 &&
         lasts_as_allowed(fspec, o);
}

std::string in_words(const Outage& o, const Fspec& fspec) {
  return fmt::format("{} crashes at {}{}{}", word_or_quoted(fspec.name(o.node)), o.at.tick(),
                     o.after() ? " before it sends" : "",
                     o.restarts() ? fmt::format(", restarts at {}", o.back.tick()) : "");
}

std::string as_cause(const Outage& o, const Fspec& fspec) {
  return fmt::format("{} crashed at {}{}{}", word_or_quoted(fspec.name(o.node)), o.at.tick(),
                     o.after() ? " before it sent" : "",
                     o.restarts() ? fmt::format(", restarted at {}", o.back.tick()) : "");
}

std::string arguments(const Outage& o, const std::vector<std::string>& nodes) {
  return fmt::format("{},{}{}{}", word_or_quoted(nodes.at(o.node.index())), o.at.tick(),
                     o.after() ? "+" : "", o.restarts() ? fmt::format(",{}", o.back.tick()) : "");
}

const char* excludes(const Outage& one, const Outage& other) {
  return one.node == other.node && other.down <= one.up()
             ? "a node crashes again only after it has run for a tick"
             : nullptr;
}

const char* excludes(const Crash&, const Outage&) {
  return "all crashes of a set have the crash model of the Fspec";
}

namespace {

/// Returns the number of nodes that may crash or restart.
std::size_t number_of_stopping_nodes(const Fspec& fspec) {
  std::size_t out = 0;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    out += fspec.crashable(NodeId(n)) || fspec.restartable(NodeId(n)) ? 1U : 0U;
  }
  return out;
}

}  // namespace

void add_candidates(const Fspec& fspec, Candidates& out, Outage*) {
  if (fspec.crash_model() != CrashModel::stop || fspec.crashes() + fspec.restarts() == 0) return;
  const int last = fspec.restarts() > 0 ? fspec.last_omission() : 0;
  const auto add = [&](const Outage& outage) {
    if (admits(fspec, outage)) out.add(outage);
  };
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    for (Time at(1); at <= Time(fspec.eot()) && !out.full(); at = at.next()) {
      for (const Time down : {at, at.next()}) {
        if (fspec.crashes() > 0) add({NodeId(n), at, down});
        const Time latest(at.tick() <= last ? last + 1 : 0);
        for (Time back = down.next(); back <= latest; back = back.next()) {
          add({NodeId(n), at, down, back});
        }
      }
    }
  }
}

std::uint64_t choices(const Fspec& fspec, Outage*) {
  if (fspec.crash_model() != CrashModel::stop) return 0;
  const auto eot = static_cast<std::uint64_t>(fspec.eot());
  const auto last = static_cast<std::uint64_t>(fspec.last_omission());
  return number_of_stopping_nodes(fspec) * (2 * eot + last * last);
}

std::size_t most_at_once(const Fspec& fspec, Outage* kind) {
  const auto last = static_cast<std::size_t>(fspec.last_omission());
  return at_most_allowed(fspec.node_count() * (last / 2 + 1), fspec, kind);
}

/// Draws outages that end with a restart. Crash draws the others.
void draw(FaultDraw& draw, Outage*) {
  const Fspec& fspec = draw.fspec();
  const int last = fspec.last_omission();
  if (fspec.restarts() == 0 || last < 1) return;
  std::vector<NodeId> nodes;
  for (std::size_t n = 0; n < fspec.node_count(); ++n) {
    if (fspec.restartable(NodeId(n))) nodes.emplace_back(n);
  }
  const auto count = draw.number<Outage>(static_cast<std::uint64_t>(fspec.restarts()));
  for (std::uint64_t i = 0; i < count; ++i) {
    Outage outage;
    outage.node = nodes[draw.below(nodes.size())];
    outage.at = draw.tick(last);
    outage.down = draw.below(2) == 1 ? outage.at.next() : outage.at;
    const FaultLimits& limits = fspec.limits();
    const int first = outage.down.tick() + limits.least_down;
    const int latest =
        std::min(last + 1, limits.most_down ? outage.down.tick() + *limits.most_down : last + 1);
    if (first > latest) continue;
    outage.back = Time(first - 1 + draw.tick(latest + 1 - first).tick());
    draw.add(outage);
  }
}

void Outage::strike(FaultTick& tick) const {
  FaultTick::Node& state = tick.nodes[node.index()];
  state.down |= is_down(tick.now);
  state.down_next |= is_down(tick.now.next());
  state.quiet |= at <= tick.now && tick.now < up();
  tick.some_stop |= state.down || state.down_next || state.quiet;
  if (back == tick.now) tick.facts.push_back({FaultFact::Kind::restart, node, tick.now});
}

bool in_use(const Fspec& fspec, Outage*) {
  return fspec.crash_model() == CrashModel::stop;
}

void read(FaultReader& reader, Outage*) {
  const auto name = reader.name();
  reader.expect(',', "a name");
  const Moment moment = read_moment(reader);
  std::optional<FaultReader::Word> restart;
  if (reader.skip(',')) restart = reader.time_word();
  reader.expect(')', "a crash's time");

  const Fspec& fspec = reader.fspec();
  const int last = fspec.last_omission();
  const char* mode = fspec.eff_mode() == EffMode::exclusive ? ", exclusive" : "";
  const std::string by_eff = fmt::format("restarts end with EFF ({}{})", fspec.eff(), mode);
  const std::string by_eot = fmt::format("the run ends at EOT ({})", fspec.eot());
  const auto node = reader.node_of(name);
  const auto at =
      restart ? reader.time_of(
                    moment.word, last,
                    last < 1 ? fmt::format("EFF is {}{}, so no node can restart", fspec.eff(), mode)
                             : by_eff)
              : reader.time_of(moment.word, fspec.eot(), by_eot);
  Outage outage;
  bool whole = node && at;
  if (restart) {
    const auto back = reader.time_of(*restart, last + 1, by_eff);
    outage.back = back.value_or(Outage::never);
    whole = whole && back;
  }
  if (!whole) return;
  outage.node = *node;
  outage.at = *at;
  outage.down = moment.after ? at->next() : *at;
  if (outage.malformed() != nullptr) {
    reader.report("fault-restart",
                  fmt::format("{} is down from {} on and cannot restart at {}", shown(name.text),
                              outage.down.tick(), outage.back.tick()));
  } else if (restart ? !fspec.restartable(*node) : !fspec.crashable(*node)) {
    reader.report(
        "fault-crashable",
        fmt::format("{} is not among the nodes that may {}", shown(name.text),
                    restart && !fspec.limits().restartable.empty() ? "restart" : "crash"));
  } else if (restart && !lasts_as_allowed(fspec, outage)) {
    const std::string allowed = in_words(FaultLimits{.least_down = fspec.limits().least_down,
                                                     .most_down = fspec.limits().most_down});
    reader.report(
        "fault-restart",
        fmt::format("{} is down for {} tick{}, but it{}", shown(name.text),
                    outage.back.tick() - outage.down.tick(),
                    outage.back.tick() - outage.down.tick() == 1 ? "" : "s", allowed.substr(1)));
  } else {
    reader.add(outage);
  }
}

void check_count(FaultReader& reader, Outage*) {
  const FaultReader::Placed* too_many[2] = {nullptr, nullptr};
  int count[2] = {0, 0};
  const int admitted[2] = {reader.fspec().crashes(), reader.fspec().restarts()};
  for (const auto& placed : reader.read()) {
    const auto* outage = std::get_if<Outage>(&placed.fault);
    if (outage == nullptr) continue;
    const int kind = outage->restarts() ? 1 : 0;
    if (count[kind]++ == admitted[kind]) too_many[kind] = &placed;
    for (const auto& other : reader.read()) {
      const auto* later = std::get_if<Outage>(&other.fault);
      if (later == nullptr || !(*outage < *later)) continue;
      if (const char* why = excludes(*outage, *later)) {
        reader.report_at("fault-crash-twice", other, why);
        return;
      }
    }
  }
  if (too_many[0] != nullptr) {
    reader.report_at("fault-crashes", *too_many[0],
                     fmt::format("{} for good, but the Fspec admits {}",
                                 counted(count[0], "node crashes", "nodes crash"), admitted[0]),
                     {limit_hint(static_cast<std::size_t>(count[0]), "-c", Crash::number.key)});
  }
  if (too_many[1] != nullptr) {
    reader.report_at(
        "fault-restarts", *too_many[1],
        fmt::format("{} in a restart, but the Fspec admits {}",
                    counted(count[1], "crash ends", "crashes end"), admitted[1]),
        {limit_hint(static_cast<std::size_t>(count[1]), "--restarts", Outage::number.key)});
  }
}

}  // namespace ldfi
