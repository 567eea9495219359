// Measures processor time and memory of the checker lin-kv, for one key: bench_checkers. Compares it with a
// plain search after Wing and Gong, with Lowe's linked list and a memory of states, as public checkers have
// it.
#include <fmt/core.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <string>
#include <unordered_set>

#include "common/base/errors.hpp"
#include "test/unit/common/systems/check/register_histories.hpp"

namespace {

using namespace ldfi;
using namespace ldfi::check;

/// The plain search. Operations are removed from a linked list of requests and answers, and put back.
class PlainSearch {
 public:
  explicit PlainSearch(const std::vector<RegisterCall>& calls)
      : calls_(calls), done_((calls.size() + 63) / 64) {
    struct Event {
      std::int64_t time;
      bool answer;
      std::uint32_t call;
    };
    std::vector<Event> events;
    for (std::uint32_t i = 0; i < calls.size(); ++i) {
      events.push_back({calls[i].invoked, false, i});
      events.push_back({calls[i].returned, true, i});
      open_ += calls[i].is_open() ? 1U : 0U;
    }
    std::ranges::stable_sort(events, [](const Event& a, const Event& b) {
      return std::pair(a.time, a.answer) < std::pair(b.time, b.answer);
    });
    entries_.resize(events.size() + 1);
    answer_of_.resize(calls.size());
    for (std::uint32_t i = 0; i < events.size(); ++i) {
      entries_[i + 1] = {events[i].call, events[i].answer, i, i + 2 > events.size() ? 0 : i + 2};
      entries_[i].next = i + 1;
      if (events[i].answer) answer_of_[events[i].call] = i + 1;
    }
  }

  bool run() {
    std::size_t answered_left = calls_.size() - open_;
    std::vector<std::pair<std::uint32_t, ValueNumber>> stack;
    std::unordered_set<std::string> seen;
    ValueNumber state = missing_key;
    std::uint32_t at = entries_[0].next;
    while (answered_left > 0) {
      const Entry& entry = entries_[at];
      const RegisterCall& call = calls_[entry.call];
      if (at != 0 && !entry.answer) {
        ValueNumber next = state;
        if (takes_effect(call, next) && seen.insert(key(entry.call, next)).second) {
          stack.emplace_back(at, state);
          mark(entry.call, true);
          take_out(at);
          answered_left -= call.is_open() ? 0U : 1U;
          state = next;
          at = entries_[0].next;
        } else {
          at = entry.next;
        }
        continue;
      }
      if (stack.empty()) return false;
      std::tie(at, state) = stack.back();
      stack.pop_back();
      mark(entries_[at].call, false);
      put_back(at);
      answered_left += calls_[entries_[at].call].is_open() ? 0U : 1U;
      at = entries_[at].next;
    }
    return true;
  }

 private:
  struct Entry {
    std::uint32_t call = 0;
    bool answer = false;
    std::uint32_t previous = 0;
    std::uint32_t next = 0;
  };

  static bool takes_effect(const RegisterCall& call, ValueNumber& state) {
    if (!call.changes_state()) return is_possible(call, state);
    if (call.kind == RegisterKind::cas && state != call.expected) return false;
    state = call.value;
    return true;
  }
  void mark(std::uint32_t call, bool done) {
    const std::uint64_t bit = std::uint64_t{1} << (call % 64);
    done_[call / 64] = done ? done_[call / 64] | bit : done_[call / 64] & ~bit;
  }
  std::string key(std::uint32_t call, ValueNumber state) {
    mark(call, true);
    std::string out(reinterpret_cast<const char*>(done_.data()),
                    done_.size() * sizeof(std::uint64_t));
    out.append(reinterpret_cast<const char*>(&state), sizeof state);
    mark(call, false);
    return out;
  }
  void unlink(std::uint32_t i) {
    entries_[entries_[i].previous].next = entries_[i].next;
    if (entries_[i].next != 0) entries_[entries_[i].next].previous = entries_[i].previous;
  }
  void link(std::uint32_t i) {
    entries_[entries_[i].previous].next = i;
    if (entries_[i].next != 0) entries_[entries_[i].next].previous = i;
  }
  void take_out(std::uint32_t request) {
    unlink(request);
    unlink(answer_of_[entries_[request].call]);
  }
  void put_back(std::uint32_t request) {
    link(answer_of_[entries_[request].call]);
    link(request);
  }

  const std::vector<RegisterCall>& calls_;
  std::vector<std::uint64_t> done_;
  std::vector<Entry> entries_;  ///< the first entry is the head; a `next` of 0 is the end
  std::vector<std::uint32_t> answer_of_;
  std::size_t open_ = 0;
};

/// Runs `action` in a process of its own. Returns its answer, processor time and memory.
template <class Action>
std::string measured(Action action) {
  const pid_t child = fork();
  if (child == 0) {
    constexpr rlim_t most_seconds = 2;
    constexpr rlim_t most_bytes = rlim_t{2} << 30U;
    const rlimit time{most_seconds, most_seconds};
    const rlimit memory{most_bytes, most_bytes};
    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_AS, &memory);
    try {
      _exit(action() ? 0 : 1);
    } catch (const BudgetExceeded&) {
      _exit(2);
    } catch (const std::bad_alloc&) {
      _exit(3);
    }
  }
  int status = 0;
  rusage used{};
  wait4(child, &status, 0, &used);
  if (!WIFEXITED(status)) return "> 2 s";
  if (WEXITSTATUS(status) == 3) return "> 2 GiB";
  const double seconds = static_cast<double>(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                         static_cast<double>(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
  static constexpr const char* answers[] = {"yes", "no", "undecided"};
  return fmt::format("{} {:.3f} s {} MiB", answers[WEXITSTATUS(status)], seconds,
                     used.ru_maxrss / 1024);
}

void row(const char* kind, const check::test::Shape& shape) {
  const auto calls = check::test::random_history(1, shape);
  const std::string ours = measured([&] {
    Meter meter;
    return !find_conflict(calls, meter);
  });
  const std::string plain = measured([&] { return PlainSearch(calls).run(); });
  fmt::print("| {} | {} | {} | {} | {} |\n", kind, shape.calls, shape.clients, ours, plain);
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  const int most = count > 1 ? std::atoi(words[1]) : 100'000;
  fmt::print(
      "| history | operations | clients | lin-kv | plain search |\n| --- | --- | --- | --- | --- "
      "|\n");
  for (int calls = 100; calls <= most; calls *= 10) {
    for (const int clients : {1, 10, 100}) {
      row("reads, writes", {.calls = calls, .clients = clients});
      row("… 10 % open", {.calls = calls, .clients = clients, .open_percent = 10});
      row("30 % cas, 5 values",
          {.calls = calls, .clients = clients, .cas_percent = 30, .values = 5});
      row("… 5 % open",
          {.calls = calls, .clients = clients, .cas_percent = 30, .open_percent = 5, .values = 5});
      row("reads, writes, 5 values", {.calls = calls, .clients = clients, .values = 5});
    }
  }
}
