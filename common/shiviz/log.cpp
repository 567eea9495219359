#include "common/shiviz/log.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>

#include "common/base/text.hpp"

namespace ldfi::shiviz {
namespace {

/// The only accepted first line of a log. Other regular expressions could take exponential time.
constexpr std::string_view form = R"((?<clock>.*\}) (?<host>[^:]*): (?<event>.*))";
constexpr std::uint32_t most_ticks = 1'000'000'000;

/// The number of events of each host, in the order in which the hosts first occur. Hosts without a
/// number have 0.
using Clock = std::vector<std::uint32_t>;

std::uint32_t of(const Clock& clock, std::size_t host) {
  return host < clock.size() ? clock[host] : 0;
}

bool same(const Clock& one, const Clock& other) {
  for (std::size_t i = 0; i < std::max(one.size(), other.size()); ++i) {
    if (of(one, i) != of(other, i)) return false;
  }
  return true;
}

void join(Clock& one, const Clock& other) {
  one.resize(std::max(one.size(), other.size()));
  for (std::size_t i = 0; i < other.size(); ++i) one[i] = std::max(one[i], other[i]);
}

class LogReader {
 public:
  LogReader(const SourceSet& sources, FileId file, std::vector<Diagnostic>& problems)
      : file_(file), text_(sources.text(file)), problems_(problems) {}

  std::vector<LogEvent> run() {
    if (const auto bad = first_non_text(text_)) {
      line_ = 1 + static_cast<int>(std::count(text_.begin(), text_.begin() + long(*bad), '\n'));
      fail(1, 1, "this is not text in UTF-8");
      return {};
    }
    std::string_view rest = text_;
    while (!rest.empty() && problems_.size() < most_problems) {
      const std::size_t end = std::min(rest.find('\n'), rest.size());
      now_ = rest.substr(0, end);
      rest.remove_prefix(std::min(end + 1, rest.size()));
      if (now_.ends_with('\r')) now_.remove_suffix(1);
      ++line_;
      if (line_ == 1) {
        if (now_ != form) return no_form();
      } else if (!now_.empty()) {
        if (events_.size() == most_events) {
          fail(1, now_.size(), fmt::format("there are more than {} events", most_events));
          return {};
        }
        read_event();
      }
    }
    if (line_ == 0) return no_form();
    if (events_.empty() && problems_.empty()) fail(1, 1, "there are no events");
    return std::move(events_);
  }

 private:
  std::vector<LogEvent> no_form() {
    line_ = 1;
    fail(1, now_.size(), "the first line is not the regular expression of this form of log",
         {fmt::format("it is {}", form)});
    return {};
  }

  void fail(std::size_t column, std::size_t length, std::string message,
            std::vector<std::string> hints = {}) {
    problems_.push_back({Severity::error,
                         "shiviz",
                         {file_, line_, static_cast<int>(column),
                          static_cast<int>(std::clamp<std::size_t>(length, 1, 400))},
                         std::move(message),
                         std::move(hints)});
  }

  [[nodiscard]] std::size_t column_of(std::string_view rest) const {
    return now_.size() - rest.size() + 1;
  }

  static bool take(std::string_view& rest, std::string_view word) {
    if (!rest.starts_with(word)) return false;
    rest.remove_prefix(word.size());
    return true;
  }

  static void skip_blanks(std::string_view& rest) {
    while (rest.starts_with(' ')) rest.remove_prefix(1);
  }

  /// Returns the index of the host. Returns nullopt if there are too many hosts, or if `name` is
  /// not a plain word.
  std::optional<std::size_t> host(std::string_view name) {
    if (!is_plain_word(name)) return std::nullopt;
    const auto it = numbers_.find(name);
    if (it != numbers_.end()) return it->second;
    if (numbers_.size() == most_hosts) return std::nullopt;
    return numbers_.emplace(std::string(name), numbers_.size()).first->second;
  }

  std::optional<Clock> clock(std::string_view& rest) {
    const auto wrong = [&](std::string_view what) -> std::optional<Clock> {
      fail(column_of(rest), 1, std::string(what));
      return std::nullopt;
    };
    if (!take(rest, "{")) return wrong("a clock is expected, such as {\"a\" : 1}");
    Clock out;
    for (bool first = true;; first = false) {
      skip_blanks(rest);
      if (!first && take(rest, "}")) return out;
      if (!first && !take(rest, ",")) return wrong("a comma or } is expected");
      skip_blanks(rest);
      if (!take(rest, "\"")) return wrong("a name in quotes is expected");
      const std::size_t end = std::min(rest.find('"'), rest.size());
      const auto at = host(rest.substr(0, end));
      if (!at)
        return wrong(fmt::format(
            "this is not the name of a host, or the log has more than {} hosts", most_hosts));
      rest.remove_prefix(end);
      if (!take(rest, "\"")) return wrong("the name has no end");
      skip_blanks(rest);
      if (!take(rest, ":")) return wrong("a colon is expected");
      skip_blanks(rest);
      std::uint32_t number = 0;
      const auto read = std::from_chars(rest.data(), rest.data() + rest.size(), number);
      if (read.ec != std::errc() || number == 0 || number > most_ticks) {
        return wrong(fmt::format("a number from 1 to {} is expected", most_ticks));
      }
      if (of(out, *at) != 0) return wrong("the clock has this host twice");
      rest.remove_prefix(static_cast<std::size_t>(read.ptr - rest.data()));
      out.resize(std::max(out.size(), *at + 1));
      out[*at] = number;
    }
  }

  void read_event() {
    std::string_view rest = now_;
    const auto said = clock(rest);
    if (!said) return;
    const std::size_t before = column_of(rest);
    const std::size_t colon = rest.find(": ");
    if (!take(rest, " ") || colon == std::string_view::npos) {
      return fail(before, 1, "a blank, the host, a colon and a blank are expected");
    }
    LogEvent event;
    event.host = rest.substr(0, colon - 1);
    const auto self = host(event.host);
    if (!self) {
      return fail(before + 1, event.host.size(),
                  fmt::format("no name of a host, or there are more than {}", most_hosts));
    }
    rest.remove_prefix(colon + 1);
    // The regular expression is greedy: it takes the last brace as the end of the clock.
    if (const std::size_t brace = rest.find("} "); brace != std::string_view::npos) {
      if (rest.find(": ", brace) != std::string_view::npos) {
        return fail(column_of(rest.substr(brace)), 1,
                    "the regular expression would take this for the end of the clock");
      }
    }
    std::optional<std::size_t> peer = self;
    if (!message(rest, event, peer)) return;
    check(event, *said, *self, *peer);
    events_.push_back(std::move(event));
  }

  bool message(std::string_view rest, LogEvent& event, std::optional<std::size_t>& peer) {
    const std::size_t begin = column_of(rest);
    const std::size_t length = rest.size();
    if (take(rest, "Received external message: ")) {
      event.kind = LogEvent::Kind::external;
    } else {
      const bool received = take(rest, "Received message from ");
      event.kind = received ? LogEvent::Kind::receive : LogEvent::Kind::send;
      const std::size_t colon = rest.find(": ");
      if ((!received && !take(rest, "Sending to ")) || colon == std::string_view::npos) {
        fail(begin, length, "there is no such event",
             {"there are: Received external message: …, Received message from HOST: …, "
              "Sending to HOST: …"});
        return false;
      }
      event.peer = rest.substr(0, rest.find(": "));
      peer = host(event.peer);
      if (!peer) {
        fail(column_of(rest), event.peer.size(),
             fmt::format("no name of a host, or there are more than {}", most_hosts));
        return false;
      }
      rest.remove_prefix(event.peer.size() + 2);
    }
    event.message = rest;
    event.where = {file_, line_, static_cast<int>(column_of(rest)),
                   static_cast<int>(std::clamp<std::size_t>(rest.size(), 1, 400))};
    if (!rest.empty()) return true;
    fail(begin, length, "the message is empty");
    return false;
  }

  /// Checks that the clock follows from the events before, and that a received message was sent. The clock of
  /// a receive must include a clock that the sender had when it sent the message, or later.
  void check(const LogEvent& event, const Clock& said, std::size_t self, std::size_t peer) {
    if (histories_.size() < numbers_.size()) histories_.resize(numbers_.size());
    auto& own = histories_[self];
    Clock expected = own.empty() ? Clock() : own.back();
    expected.resize(std::max(expected.size(), self + 1));
    ++expected[self];
    const auto key = [&](const std::string& from, const std::string& to) {
      return std::tuple(from, to, event.message);
    };
    if (event.kind == LogEvent::Kind::send) {
      under_way_[key(event.host, event.peer)].push_back(of(expected, self));
    } else if (event.kind == LogEvent::Kind::receive) {
      auto& sent = under_way_[key(event.peer, event.host)];
      const std::size_t number = of(said, peer);
      const auto& others = histories_[peer];
      if (sent.empty()) {
        fail(
            1, now_.size(),
            fmt::format("{} has not sent this, or it was received already", printable(event.peer)));
      } else if (self != peer) {
        if (number > others.size()) {
          fail(
              1, now_.size(),
              fmt::format("the clock knows {} of {}, which has {} so far", counted(number, "event"),
                          printable(event.peer), counted(others.size(), "event")));
        } else if (number < sent.front()) {
          fail(1, now_.size(),
               fmt::format("the clock does not know that {} has sent this: it is "
                           "its event {}",
                           printable(event.peer), sent.front()));
        } else {
          join(expected, others[number - 1]);
        }
      }
      if (!sent.empty()) sent.pop_front();
    }
    if (!same(said, expected) && problems_.empty()) {
      fail(1, now_.size(),
           fmt::format("the clock does not follow from the events before: it "
                       "should be {}",
                       text_of(expected)));
    }
    own.push_back(said);
  }

  [[nodiscard]] std::string text_of(const Clock& clock) const {
    std::string out;
    for (const auto& [name, number] : numbers_) {
      if (of(clock, number) == 0) continue;
      out += fmt::format("{}\"{}\" : {}", out.empty() ? "" : ", ", name, clock[number]);
    }
    return "{" + out + "}";
  }

  FileId file_;
  std::string_view text_;
  std::vector<Diagnostic>& problems_;
  std::string_view now_;
  int line_ = 0;
  std::map<std::string, std::size_t, std::less<>> numbers_;
  std::vector<std::vector<Clock>> histories_;  ///< for each host: the clocks of its events
  /// For each sender, receiver and message: the numbers of the sender's events that sent a message that has
  /// not been received yet.
  std::map<std::tuple<std::string, std::string, std::string>, std::deque<std::uint32_t>> under_way_;
  std::vector<LogEvent> events_;
};

}  // namespace

std::vector<LogEvent> read_log(const SourceSet& sources, FileId file,
                               std::vector<Diagnostic>& problems) {
  return LogReader(sources, file, problems).run();
}

}  // namespace ldfi::shiviz
