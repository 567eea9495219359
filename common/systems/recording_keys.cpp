#include "common/systems/recording_keys.hpp"

#include <initializer_list>
#include <map>

namespace ldfi::systems {
namespace {

constexpr Key name_key{"e", KeyType::text, true};
constexpr Key time_key{"t", KeyType::time, true};
constexpr Key cause_key{"cause", KeyType::line};
constexpr Key message_key{"id", KeyType::message, true};
constexpr Key node_key{"node", KeyType::name, true};
constexpr Key some_node_key{"node", KeyType::name};
constexpr Key operation_key{"op", KeyType::operation};
constexpr Key client_key{"client", KeyType::word};
constexpr Key body_key{"body", KeyType::anything};
constexpr Key carries_key{"carries", KeyType::texts};
constexpr Key starting_key{"starting", KeyType::flag};
constexpr Key status_key{"status", KeyType::integer};
constexpr Key back_key{"back", KeyType::time};

EventKeys event_with(EventKind kind, std::initializer_list<Key> own) {
  EventKeys out{kind, {name_key, time_key, cause_key}};
  out.keys.insert(out.keys.end(), own);
  return out;
}

}  // namespace

const EventKeys* keys_of_event(std::string_view name) {
  static const std::map<std::string_view, EventKeys> all{
      {"send", event_with(EventKind::send, {message_key,
                                            {"fate", KeyType::text, true},
                                            {"arrive", KeyType::time},
                                            {"again", KeyType::time},
                                            {"fp", KeyType::text},
                                            body_key,
                                            carries_key,
                                            starting_key})},
      {"hold", event_with(EventKind::hold, {message_key, some_node_key})},
      {"recv",
       event_with(EventKind::recv, {message_key, some_node_key, {"silent", KeyType::flag}})},
      {"timer", event_with(EventKind::timer, {node_key})},
      {"invoke",
       event_with(
           EventKind::invoke,
           {node_key, operation_key, client_key, body_key, carries_key, {"waits", KeyType::flag}})},
      {"return", event_with(EventKind::answer,
                            {some_node_key, operation_key, client_key, body_key, starting_key})},
      {"crash",
       event_with(EventKind::crash, {node_key, status_key, back_key, {"said", KeyType::count}})},
      {"exit", event_with(EventKind::exit, {node_key, status_key})},
      {"restart", event_with(EventKind::restart, {node_key})},
      {"pause", event_with(EventKind::pause, {node_key, back_key})},
      {"hear", event_with(EventKind::hear, {node_key, operation_key, client_key})}};
  const auto found = all.find(name);
  return found == all.end() ? nullptr : &found->second;
}

std::span<const Key> keys_of_header() {
  // RecordingReader::Reading::header() checks the types of the last three keys, because they are
  // lists or objects.
  static constexpr Key keys[]{
      {"ldfi_trace", KeyType::integer, true}, {"run", KeyType::text},
      {"system", KeyType::text, true},        {"seed", KeyType::text},
      {"deterministic", KeyType::flag},       {"spec", KeyType::anything},
      {"deliveries", KeyType::anything},      {"faults", KeyType::anything}};
  return keys;
}

std::span<const Key> keys_of_verdict() {
  static constexpr Key keys[]{name_key,
                              {"t", KeyType::time},
                              cause_key,
                              {"result", KeyType::text, true},
                              {"violated", KeyType::texts}};
  return keys;
}

}  // namespace ldfi::systems
