// A node in C++, without a node library, that waits in the requested way and answers with the duration by its
// own clock: {"type": "echo", "echo": WAY}.
#include <fcntl.h>
#include <linux/futex.h>
#include <poll.h>
#include <semaphore.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/select.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <threads.h>
#include <unistd.h>

#include <array>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <future>
#include <iostream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <random>
#include <string>
#include <thread>

namespace {

using Json = nlohmann::json;
using namespace std::chrono_literals;
constexpr auto span = 250ms;
constexpr timespec span_c{0, 250'000'000};

template <class Clock>
void in_condition() {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock lock(mutex);
  condition.wait_until(lock, Clock::now() + span, [] { return false; });
}

/// One thread waits until another one hands over, before its time limit.
void handed_over() {
  std::promise<void> promise;
  std::thread other([&promise] {
    std::this_thread::sleep_for(span);
    promise.set_value();
  });
  promise.get_future().wait_for(10s);
  other.join();
}

void in_select() {
  timeval time{0, 250'000};
  ::select(0, nullptr, nullptr, nullptr, &time);
}

void in_epoll() {
  const int set = ::epoll_create1(0);
  epoll_event event{};
  ::epoll_wait(set, &event, 1, 250);
  ::close(set);
}

void at_semaphore() {
  sem_t semaphore;
  ::sem_init(&semaphore, 0, 0);
  timespec until{};
  ::clock_gettime(CLOCK_REALTIME, &until);
  until.tv_nsec += span_c.tv_nsec;
  until.tv_sec += until.tv_nsec / 1'000'000'000;
  until.tv_nsec %= 1'000'000'000;
  ::sem_timedwait(&semaphore, &until);
}

/// Waits at a futex, as programs in Rust do.
void at_futex() {
  std::uint32_t word = 0;
  timespec until{};
  ::clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_nsec += span_c.tv_nsec;
  until.tv_sec += until.tv_nsec / 1'000'000'000;
  until.tv_nsec %= 1'000'000'000;
  ::syscall(SYS_futex, &word, FUTEX_WAIT_BITSET | FUTEX_PRIVATE_FLAG, 0, &until, nullptr,
            FUTEX_BITSET_MATCH_ANY);
}

/// A child process of the node waits.
void in_a_child() {
  const pid_t child = ::fork();
  if (child == 0) {
    std::this_thread::sleep_for(span);
    ::_exit(0);
  }
  ::waitpid(child, nullptr, 0);
}

const std::map<std::string, std::function<void()>> ways{
    {"sleep_for", [] { std::this_thread::sleep_for(span); }},
    {"sleep_until", [] { std::this_thread::sleep_until(std::chrono::system_clock::now() + span); }},
    {"usleep", [] { ::usleep(250'000); }},
    {"thrd_sleep", [] { ::thrd_sleep(&span_c, nullptr); }},
    {"condition", in_condition<std::chrono::steady_clock>},
    {"condition of the day", in_condition<std::chrono::system_clock>},
    {"handed over", handed_over},
    {"select", in_select},
    {"poll", [] { ::poll(nullptr, 0, 250); }},
    {"ppoll", [] { ::ppoll(nullptr, 0, &span_c, nullptr); }},
    {"epoll", in_epoll},
    {"semaphore", at_semaphore},
    {"futex", at_futex},
    {"child", in_a_child}};

Json answer(const Json& body) {
  const auto before = std::chrono::steady_clock::now();
  const auto before_of_the_day = std::chrono::system_clock::now();
  ways.at(body["echo"])();
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - before;
  const std::chrono::duration<double> by_the_day =
      std::chrono::system_clock::now() - before_of_the_day;
  std::array<std::uint8_t, 16> bytes{};
  [[maybe_unused]] const auto drawn = ::getrandom(bytes.data(), bytes.size(), 0);
  return {{"type", "echo_ok"},
          {"echo", body["echo"]},
          {"took", {took.count(), by_the_day.count()}},
          {"chance", {std::random_device()(), bytes}}};
}

}  // namespace

int main(int count, char** words) {
  const bool speaks_first = count > 1 && std::string(words[1]) == "first";
  for (std::string line; std::getline(std::cin, line);) {
    const Json message = Json::parse(line);
    const Json& body = message["body"];
    Json reply =
        body["type"] == "echo"
            ? speaks_first ? Json{{"type", "echo_ok"}, {"echo", body["echo"]}} : answer(body)
            : Json{{"type", body["type"].get<std::string>() + "_ok"}};
    reply["in_reply_to"] = body["msg_id"];
    std::cout << Json{{"src", message["dest"]}, {"dest", message["src"]}, {"body", reply}}.dump()
              << std::endl;
    for (int i = 0; speaks_first && i < 50; ++i) std::this_thread::sleep_for(5ms);
  }
}
