#include "common/farm/mpi/session.hpp"

#define OMPI_SKIP_MPICXX 1
#include <fmt/core.h>
#include <mpi.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <climits>
#include <cstdio>
#include <cstdlib>
#include <list>
#include <mutex>
#include <optional>
#include <thread>

#include "common/base/contract.hpp"
#include "common/base/errors.hpp"
#include "common/farm/heartbeat/awake_clock.hpp"

namespace ldfi::mpi {
namespace {

constexpr int message_tag = 1;

std::string reason(int code) {
  char text[MPI_MAX_ERROR_STRING] = {};
  int length = 0;
  if (MPI_Error_string(code, text, &length) != MPI_SUCCESS) return fmt::format("code {}", code);
  return fmt::format("code {}, {}", code, text);
}

void check(int code, const char* call) {
  if (code != MPI_SUCCESS) throw EnvironmentError(fmt::format("{}: {}", call, reason(code)));
}

void check(int code, const char* call, int rank) {
  if (code == MPI_SUCCESS) return;
  throw EnvironmentError(fmt::format("{} with rank {}: {}", call, rank, reason(code)));
}

std::atomic<bool> under_way{false};

// Waits for a message without using a core for long. First yields to other threads, so that the
// answer to a small job is not delayed. Then sleeps for increasing times, so that idle ranks leave
// the cores to busy ranks.
class Backoff {
 public:
  void reset() { begun_.reset(); }
  void pause() {
    constexpr std::chrono::microseconds yields{400}, first{16}, longest{1000};
    const auto now = Clock::now();
    if (!begun_) {
      begun_ = now;
      sleep_ = first;
    }
    if (now - *begun_ < yields) {
      std::this_thread::yield();
      return;
    }
    std::this_thread::sleep_for(sleep_);
    sleep_ = std::min(longest, 2 * sleep_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  std::optional<Clock::time_point> begun_;  ///< the time at which this wait began
  std::chrono::microseconds sleep_{};
};

// Sends and receives with MPI. Only one thread at a time may call MPI (MPI_THREAD_SERIALIZED): the
// main thread or a heartbeat.
class MpiTransport : public wire::Transport {
 public:
  MpiTransport() {
    check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
    check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
  }

  [[nodiscard]] int rank() const override { return rank_; }
  [[nodiscard]] int size() const override { return size_; }

  void send(int to, wire::Bytes bytes) override {
    LDFI_REQUIRE(to >= 0 && to < size_, "a message goes to a rank of the job");
    LDFI_REQUIRE(bytes.size() <= wire::max_message_bytes, "a message fits into one MPI message");
    static_assert(wire::max_message_bytes <= INT_MAX);
    const std::lock_guard lock(mutex_);
    drop_completed_sends();
    Pending& p = pending_.emplace_back();
    p.to = to;
    p.bytes = std::move(bytes);
    const int code = MPI_Isend(p.bytes.data(), static_cast<int>(p.bytes.size()), MPI_BYTE, to,
                               message_tag, MPI_COMM_WORLD, &p.request);
    if (code != MPI_SUCCESS) pending_.pop_back();
    check(code, "MPI_Isend", to);
  }

  std::optional<wire::Envelope> receive() override {
    const std::lock_guard lock(mutex_);
    drop_completed_sends();
    int arrived = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    check(MPI_Improbe(MPI_ANY_SOURCE, message_tag, MPI_COMM_WORLD, &arrived, &message, &status),
          "MPI_Improbe");
    if (arrived == 0) return std::nullopt;
    backoff_.reset();
    wire::Envelope envelope;
    envelope.from = status.MPI_SOURCE;
    int count = 0;
    check(MPI_Get_count(&status, MPI_BYTE, &count), "MPI_Get_count", envelope.from);
    LDFI_ENSURE(count >= 0, "a message has a length");
    envelope.bytes.resize(static_cast<std::size_t>(count));
    check(MPI_Mrecv(envelope.bytes.data(), count, MPI_BYTE, &message, MPI_STATUS_IGNORE),
          "MPI_Mrecv", envelope.from);
    return envelope;
  }

  void idle() override { backoff_.pause(); }

  [[nodiscard]] bool all_sent() {
    const std::lock_guard lock(mutex_);
    drop_completed_sends();
    return pending_.empty();
  }

 private:
  struct Pending {
    int to = 0;
    wire::Bytes bytes;
    MPI_Request request = MPI_REQUEST_NULL;
  };

  void drop_completed_sends() {
    for (auto it = pending_.begin(); it != pending_.end();) {
      int done = 0;
      check(MPI_Test(&it->request, &done, MPI_STATUS_IGNORE), "MPI_Test", it->to);
      it = done != 0 ? pending_.erase(it) : std::next(it);
    }
  }

  int rank_ = 0;
  int size_ = 1;
  std::mutex mutex_;  // guards MPI and pending_
  // A list has stable addresses, which MPI needs for the bytes and the request.
  std::list<Pending> pending_;
  Backoff backoff_;
};

}  // namespace

class Session::Impl {
 public:
  Impl() {
    int initialized = 0;
    check(MPI_Initialized(&initialized), "MPI_Initialized");
    LDFI_REQUIRE(initialized == 0, "a process has at most one MPI session");
    int provided = 0;
    under_way = true;
    const int code = MPI_Init_thread(nullptr, nullptr, MPI_THREAD_SERIALIZED, &provided);
    under_way = false;
    check(code, "MPI_Init_thread");
    if (provided < MPI_THREAD_SERIALIZED) {
      throw EnvironmentError(
          "MPI_Init_thread: only one thread of a process may speak (no MPI_THREAD_SERIALIZED)");
    }
    check(MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN), "MPI_Comm_set_errhandler");
    transport_ = std::make_unique<MpiTransport>();
  }

  MpiTransport& transport() {
    LDFI_REQUIRE(!finished_, "the MPI session has not ended");
    return *transport_;
  }
  [[nodiscard]] const MpiTransport& transport() const { return *transport_; }

  // Ends MPI without taking a core from other ranks. MPI_Barrier and MPI_Finalize wait in a busy
  // loop, so this rank first sleeps until all ranks have come here. Messages that still arrive must
  // be received, because otherwise their sends might never complete.
  std::optional<int> finish(int status, double grace_s, Grace grace,
                            const std::function<void(int)>& decided) {
    LDFI_REQUIRE(!finished_, "a session ends once");
    Patience patience(grace_s, grace);
    if (!wait(patience, [this] { return transport_->all_sent(); })) return std::nullopt;
    MPI_Request barrier = MPI_REQUEST_NULL;  // this barrier also finds the greatest status
    int greatest = status;
    check(MPI_Iallreduce(&status, &greatest, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD, &barrier),
          "MPI_Iallreduce");
    const bool together = wait(patience, [&barrier] {
      int done = 0;
      check(MPI_Test(&barrier, &done, MPI_STATUS_IGNORE), "MPI_Test");
      return done != 0;
    });
    if (!together) return std::nullopt;
    while (transport_->receive()) {
    }
    finished_ = true;
    if (decided) decided(greatest);
    check(MPI_Finalize(), "MPI_Finalize");
    return greatest;
  }

  [[nodiscard]] bool finished() const { return finished_; }

 private:
  class Patience {
   public:
    Patience(double seconds, Grace grace)
        : seconds_(seconds), each_(grace == Grace::after_each_message) {}
    void heard() {
      if (each_) since_ = look();
    }
    bool ends() { return look() - since_ > seconds_; }

   private:
    double look() {
      const auto now = std::chrono::steady_clock::now().time_since_epoch();
      return awake_.look(std::chrono::duration<double>(now).count(),
                         wire::AwakeClock::longest_look(seconds_));
    }
    double seconds_;
    bool each_;
    double since_ = 0;
    wire::AwakeClock awake_;
  };

  template <class Condition>
  bool wait(Patience& patience, Condition condition) {
    Backoff backoff;
    while (!condition()) {
      if (transport_->receive()) {  // the message is dropped, because nobody reads it any more
        patience.heard();
        continue;
      }
      if (patience.ends()) return false;
      backoff.pause();
    }
    return true;
  }

  std::unique_ptr<MpiTransport> transport_;
  bool finished_ = false;
};

bool beginning() {
  return under_way;
}

Session::Session() : impl_(std::make_unique<Impl>()) {}

Session::~Session() {
  if (!impl_->finished()) abort(static_cast<int>(ExitStatus::environment), "the MPI job was left");
}

int Session::rank() const {
  return std::as_const(*impl_).transport().rank();
}
int Session::size() const {
  return std::as_const(*impl_).transport().size();
}
wire::Transport& Session::transport() {
  return impl_->transport();
}
std::optional<int> Session::finish(int status, double grace_s, Grace grace,
                                   const std::function<void(int)>& decided) {
  return impl_->finish(status, grace_s, grace, decided);
}

void Session::abort(int status, const std::string& text) {
  std::fprintf(stderr, "ldfi-farm: rank %d: %s\n", rank(), text.c_str());
  std::fflush(nullptr);
  MPI_Abort(MPI_COMM_WORLD, status);
  _exit(status);  // reached only if MPI_Abort returns, which it should not
}

}  // namespace ldfi::mpi
