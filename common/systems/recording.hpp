// The recording of one execution of a real system. docs/reference/recording-format.md defines its
// text.
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
  pause,  ///< a node is paused from this time on
  hear,   ///< a resumed node receives a request that a client made during the pause
  hold    ///< a message has arrived and waits for activations of its receiver
};

struct Event {
  EventKind kind = EventKind::send;
  std::int64_t time = 0;                       ///< nanoseconds from the start of the execution
  MessageId message{};                         ///< of send, recv and hold
  std::string node{};                          ///< where the event happens; may be empty for a
                                               ///< return
  Fate fate = Fate::ok;                        ///< fate of a sent message
  std::optional<std::int64_t> arrives{};       ///< arrival of a sent message, if known
  std::optional<std::int64_t> again{};         ///< second arrival of a sent message that is
                                               ///< duplicated
  std::optional<std::uint64_t> said_before{};  ///< for a crash during an activation: messages sent
                                               ///< in it before
  /// Time of the restart after a crash, or nullopt if there is none. Time at which a paused node
  /// resumes.
  std::optional<std::int64_t> back{};
  bool waits = false;  ///< true for an invoke at a paused node, which receives it later
  /// The operation that an invoke begins, a hear passes on or a return answers, as JSON writes its
  /// "op". Empty if the line has none.
  std::string operation{};
  std::string client{};  ///< client of an invoke or a return; empty if the line has none
  /// True for a send or return while its node starts, so that the event belongs to no activation.
  bool starting = false;
  std::optional<std::uint64_t> cause{};  ///< line of the event that this one follows from
  std::vector<std::string> carries{};    ///< values of clients in a sent message or an invoke
  bool silent = false;  ///< true for a receipt after which the node changed no state and sent
                        ///< nothing
  /// Text of everything in the line that another fate of this event would not change. Executions of
  /// a deterministic system have the same texts until a fate differs.
  std::string said{};
};

/// The events of one recording, in order. Recordings share equal events, because most events
/// repeat.
class Events {
 public:
  /// Adds an event. `line` is its line in the recording, from 1.
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
  std::string name;    ///< name of its file
  std::string system;  ///< name of the system; recordings of different systems are not compared
  std::string seed;
  /// False if executions may differ each time. Then nothing follows from an execution that passed.
  bool deterministic = true;
  Fspec fspec;
  FaultSet faults;        ///< faults that were injected
  Deliveries deliveries;  ///< messages between nodes that may arrive; nullopt: all
  Events events;
  Result result = Result::pass;
  std::vector<std::string> violated;
  std::string why;  ///< reason why the recording is invalid (`x_why`); empty if none was given
  bool undecided = false;  ///< invalid because its checker could not judge it (`x_undecided`)
};

/// Returns true if the message is sent between two different nodes, so that it may be pending.
[[nodiscard]] inline bool may_be_pending(const Recording& recording, const MessageId& id) {
  return id.from != id.to && recording.fspec.has_node(id.from) && recording.fspec.has_node(id.to);
}
/// Returns true if the message may be pending and is not among the requested deliveries.
[[nodiscard]] inline bool is_pending(const Recording& recording, const MessageId& id) {
  return recording.deliveries && may_be_pending(recording, id) &&
         !recording.deliveries->contains(id);
}

}  // namespace ldfi::systems
