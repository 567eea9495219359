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
  pause,  ///< the node is paused from this time on
  hear,   ///< a node that has resumed receives a request that a client made during the pause
  hold    ///< a message has arrived, but its receiver handles other messages first
};

struct Event {
  EventKind kind = EventKind::send;
  std::int64_t time = 0;  ///< nanoseconds from the start of the execution
  MessageId message{};    ///< message that is sent, received or held back
  std::string node{};     ///< node at which the event happens; may be empty for an answer to a
                          ///< client
  Fate fate = Fate::ok;   ///< fate of a sent message
  std::optional<std::int64_t> arrives{};  ///< planned time of arrival of a sent message, if known
  /// Planned time of the second arrival of a sent message that is duplicated.
  std::optional<std::int64_t> again{};
  /// Number of messages that the node sent in an activation before crashing in it; nullopt for
  /// other events.
  std::optional<std::uint64_t> said_before{};
  /// After a crash, the time of the restart, or nullopt if there is none. For a pause, the time at
  /// which the node resumes.
  std::optional<std::int64_t> back{};
  /// True for a client's request to a node that is paused, and so receives the request later.
  bool waits = false;
  /// Text that identifies the operation of a client's request or answer, from the key "op". Empty
  /// if the line has no such key.
  std::string operation{};
  std::string client{};  ///< client of a request or an answer; empty if the line names none
  /// True for a message or answer that a starting node sends outside of any activation.
  bool starting = false;
  std::optional<std::uint64_t> cause{};  ///< line of the event that caused this event
  /// Values of clients that a sent message or a request contains.
  std::vector<std::string> carries{};
  /// True for a receipt after which the node changed no state and sent nothing.
  bool silent = false;
  /// Text of the whole line without the parts that a fault of this event may change. Executions of
  /// a deterministic system have the same texts up to the first different fault.
  std::string said{};
};

/// The events of one recording, in order. Recordings of one system share equal events to save
/// memory.
class Events {
 public:
  /// Adds an event. `line` is the number of its line in the recording, from 1.
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
  std::string name;  ///< name of the recording's file
  /// Name of the system; recordings of different systems are not compared with each other.
  std::string system;
  std::string seed;
  /// False if executions with the same faults may differ. A passing execution then proves nothing
  /// about other executions.
  bool deterministic = true;
  Fspec fspec;
  FaultSet faults;        ///< faults that were injected
  Deliveries deliveries;  ///< messages between nodes that may be delivered; nullopt if all messages
                          ///< may be delivered
  Events events;
  Result result = Result::pass;
  std::vector<std::string> violated;
  std::string why;  ///< reason why the recording is invalid (key `x_why`); empty if no reason is
                    ///< given
  /// True if the recording is invalid because its checker could not decide (key `x_undecided`).
  bool undecided = false;
};

/// Returns true if the message is between two different nodes. Only such a message can stay
/// pending, which means that it is never delivered.
[[nodiscard]] inline bool may_be_pending(const Recording& recording, const MessageId& id) {
  return id.from != id.to && recording.fspec.has_node(id.from) && recording.fspec.has_node(id.to);
}
/// Returns true if the message is never delivered, because it is not among the requested
/// deliveries.
[[nodiscard]] inline bool is_pending(const Recording& recording, const MessageId& id) {
  return recording.deliveries && may_be_pending(recording, id) &&
         !recording.deliveries->contains(id);
}

}  // namespace ldfi::systems
