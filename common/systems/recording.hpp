// One execution of a real system, as somebody recorded it: docs/reference/recording-format.md says how it is written.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/diagnostic.hpp"
#include "common/systems/faults/assignment.hpp"
#include "common/systems/result.hpp"

namespace ldfi::systems {

enum class EventKind : std::uint8_t {
  send,
  recv,
  timer,
  crash,
  restart,
  exit,
  invoke,
  answer,
  pause,  ///< a node stands still from then on
  hear,   ///< it is told what a client asked while it did
  hold    ///< a message has come, and waits until its receiver has done other things
};

struct Event {
  EventKind kind = EventKind::send;
  std::int64_t time = 0;                       ///< nanoseconds from the start of the execution
  MessageId message{};                         ///< of send, recv and hold
  std::string node{};                          ///< where it happens; of a return perhaps none
  Fate fate = Fate::ok;                        ///< of a send
  std::optional<std::int64_t> arrives{};       ///< of a send, if it is known
  std::optional<std::int64_t> again{};         ///< of a send that is doubled: the second time
  std::optional<std::uint64_t> said_before{};  ///< of a crash in the middle of an activation: in it
  /// Of a crash that is not for good: when the node restarts; of a pause: when it goes on.
  std::optional<std::int64_t> back{};
  bool waits = false;  ///< of an invoke: the node stands still, and hears it later
  /// The operation that an invoke begins, a hear passes on or a return answers, as JSON writes its "op". Empty
  /// if the line has none.
  std::string operation{};
  std::string client{};  ///< client of an invoke or a return; empty if the line has none
  /// Of a send or return: its node is starting, so the event belongs to no activation at this time.
  bool starting = false;
  std::optional<std::uint64_t> cause{};  ///< line of the event that this one follows from
  std::vector<std::string> carries{};    ///< of send and invoke: which values of clients are in it
  bool silent = false;  ///< of a recv: it changed nothing in the node, which said nothing
  /// All that the line says, but for what another fate of this very event would change. Two
  /// executions of a deterministic system agree in it until a fate differs.
  std::string said{};
};

/// Of one recording, in order. Most of them are those of other executions as well, and are shared.
class Events {
 public:
  /// `line`: where it stands in the recording, from 1 on.
  void add(std::shared_ptr<const Event> event, int line) {
    all_.push_back(std::move(event));
    lines_.push_back(line);
  }
  void reserve(std::size_t count) {
    all_.reserve(count);
    lines_.reserve(count);
  }
  [[nodiscard]] std::size_t size() const { return all_.size(); }
  [[nodiscard]] bool empty() const { return all_.empty(); }
  [[nodiscard]] const Event& operator[](std::size_t i) const { return *all_[i]; }
  [[nodiscard]] const Event& back() const { return *all_.back(); }
  [[nodiscard]] const std::shared_ptr<const Event>& last() const { return all_.back(); }
  [[nodiscard]] int line(std::size_t i) const { return lines_[i]; }

  class Iterator {
   public:
    explicit Iterator(const std::shared_ptr<const Event>* at) : at_(at) {}
    const Event& operator*() const { return **at_; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator==(const Iterator&) const = default;

   private:
    const std::shared_ptr<const Event>* at_;
  };
  [[nodiscard]] Iterator begin() const { return Iterator(all_.data()); }
  [[nodiscard]] Iterator end() const { return Iterator(all_.data() + all_.size()); }

 private:
  std::vector<std::shared_ptr<const Event>> all_;
  std::vector<int> lines_;
};

struct Recording {
  FileId file{};
  std::string name;  ///< of its file
  std::string
      system;  ///< what was executed: recordings of different systems have nothing in common
  std::string seed;
  /// False: executions are not the same each time, so nothing follows from one that passed.
  bool deterministic = true;
  Fspec fspec;
  FaultSet faults;        ///< that were asked for
  Deliveries deliveries;  ///< of messages between nodes these alone arrive; nothing: all do
  Events events;
  Result result = Result::pass;
  std::vector<std::string> violated;
  std::string why;  ///< reason why the recording is invalid (`x_why`); empty if none was given
  bool undecided = false;  ///< invalid because its checker could not judge it (`x_undecided`)
};

/// It is sent between two different nodes.
[[nodiscard]] inline bool may_be_pending(const Recording& recording, const MessageId& id) {
  return id.from != id.to && recording.fspec.has_node(id.from) && recording.fspec.has_node(id.to);
}
/// And it is not among the deliveries that were asked for.
[[nodiscard]] inline bool is_pending(const Recording& recording, const MessageId& id) {
  return recording.deliveries && may_be_pending(recording, id) &&
         !recording.deliveries->contains(id);
}

}  // namespace ldfi::systems
