// One execution of a real system as views of it need it: what its recording says, with the words of
// clients and nodes. All views read recordings here.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/record/system_result.hpp"
#include "common/systems/recording.hpp"

namespace ldfi::results {

/// Something that a client asks, and what it hears.
struct Asked {
  std::string client;
  std::string node;
  std::int64_t at = 0;                   ///< nanoseconds, as all times here
  std::string request;                   ///< `broadcast message=100`
  std::optional<std::int64_t> answered;  ///< nothing: never
  std::string answer;                    ///< `broadcast_ok`
  std::size_t event = 0;                 ///< where it is asked
  std::size_t answer_event = 0;
};

/// What the line of an event says besides the event itself; texts are as they came, not printable.
struct Words {
  std::string client;
  std::string body;         ///< `gossip message=5`; empty: it was not recorded
  std::string last_words;   ///< the end of what a node that ended wrote there
  std::string fingerprint;  ///< of a message
  std::optional<std::uint64_t> operation;
  std::optional<std::size_t> answers;  ///< of History::asked, what a return answers
};

struct History {
  systems::Recording recording;
  std::vector<Words> words;  ///< one for each event
  std::vector<Asked> asked;  ///< by time
  /// The event at which each message arrives, by the event that sends it; nothing: it does not.
  std::vector<std::optional<std::size_t>> received;

  [[nodiscard]] const systems::Events& events() const { return recording.events; }
  [[nodiscard]] bool failed() const { return recording.result == systems::Result::fail; }
};

/// Reads the text of a recording. Throws SourcedError, which names `name` and the line.
[[nodiscard]] History read_history(const std::string& name, const std::string& text);

/// The same of a recording that somebody else made. Throws SourcedError, too, if it cannot have happened.
[[nodiscard]] History read_foreign_history(const std::string& name, const std::string& text);

/// The recording of an execution. Throws UsageError if it was not kept.
[[nodiscard]] History history_of(const SystemResult& system, std::size_t execution);

/// Of messages between nodes, those that may arrive in it, as --deliveries takes them; nothing: all may, as far as is
/// known.
[[nodiscard]] std::optional<std::string> deliveries_in(const SystemResult& system,
                                                       std::size_t execution);

/// `50 ms`, `1203.25 ms`: what people read.
[[nodiscard]] std::string time_text(std::int64_t nanoseconds);
/// `gossip#0 from n0 to n1`
[[nodiscard]] std::string message_text(const systems::MessageId& id);

/// Of the executions that passed and whose recordings are here, the one whose faults differ in
/// fewest from those of `execution`; of equals the first.
[[nodiscard]] std::optional<std::size_t> nearest_good(const SystemResult& system,
                                                      std::size_t execution);

}  // namespace ldfi::results
