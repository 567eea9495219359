// Reads the recording of an execution of a real system, including the texts that clients and nodes
// sent. All views of real systems use these functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record/system_result.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::results {

/// A request of a client, and its answer.
struct Asked {
  std::string client;
  std::string node;
  std::int64_t at = 0;  ///< time of the request; all times here are in nanoseconds
  std::string request;  ///< text of the request, such as `broadcast message=100`
  /// Time of the first answer. Nullopt if there is no answer.
  std::optional<std::int64_t> answered;
  std::string answer;     ///< text of the first answer, such as `broadcast_ok`
  std::size_t event = 0;  ///< index of the event of the request
  /// Index of the event of the answer. Equals `event` if there is no answer.
  std::size_t answer_event = 0;
};

/// Texts of an event that systems::Event does not contain. They must be made printable before they
/// are shown.
struct Words {
  std::string client;
  /// Contents of a message or request, such as `gossip message=5`. Empty if they were not recorded.
  std::string body;
  std::string last_words;   ///< last text that a node wrote to stderr before it ended by itself
  std::string fingerprint;  ///< fingerprint of a message's contents
  std::optional<std::uint64_t> operation;
  /// For an answer, the index in History::asked of its request.
  std::optional<std::size_t> answers;
};

struct History {
  systems::Recording recording;
  std::vector<Words> words;  ///< texts of each event, by the index of the event
  std::vector<Asked> asked;  ///< requests, sorted by time
  /// For each event, the index of the event at which its message arrives. Nullopt if the message
  /// does not arrive, or if the event does not send a message.
  std::vector<std::optional<std::size_t>> received;

  [[nodiscard]] const systems::Events& events() const { return recording.events; }
  [[nodiscard]] bool failed() const { return recording.result == systems::Result::fail; }
};

/// Reads the text of a recording. If it is not a recording, throws SourcedError with `name` and the
/// line.
[[nodiscard]] History read_history(const std::string& name, const std::string& text);

/// Reads a recording that may be from another program. Also throws SourcedError if the recorded
/// events cannot happen.
[[nodiscard]] History read_foreign_history(const std::string& name, const std::string& text);

/// Returns the recording of an execution. Throws UsageError if the recording was not kept.
[[nodiscard]] History history_of(const SystemResult& system, std::size_t execution);

/// Returns the messages between nodes that may arrive in the execution, in the form of the option
/// --deliveries. Returns nullopt if all messages may arrive, or if the recording was not kept.
[[nodiscard]] std::optional<std::string> deliveries_in(const SystemResult& system,
                                                       std::size_t execution);

/// Returns a time in milliseconds for people: `50 ms`, `1203.25 ms`.
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);
/// Returns a message as text: `gossip#0 from n0 to n1`.
[[nodiscard]] std::string message_text(const systems::MessageId& id);

/// Returns the index of the passing execution whose faults differ least from those of `execution`.
/// If there are several, returns the first. Only considers executions whose recordings were kept,
/// and returns nullopt if there are none.
[[nodiscard]] std::optional<std::size_t> nearest_good(const SystemResult& system,
                                                      std::size_t execution);

}  // namespace ldfi::results
