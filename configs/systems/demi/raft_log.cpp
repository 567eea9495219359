// The log of Raft [Ongaro and Ousterhout 2014, section 5.3]. The first entry has the index 1, and 0 is
// the index before it.
#include <algorithm>
#include <demi/raft.hpp>

namespace raft {
namespace {

constexpr std::int64_t between_beats = 50 * ldfi::ms;

}  // namespace

void Raft::add(const json& message) {
  if (knows_.role != Role::leader) {
    return node_.reply(message,
                       {{"type", "error"}, {"code", 11}, {"text", "this is not a leader"}});
  }
  if (!knows_.begun && !is(Defect::early)) return knows_.aside.push_back(message);
  knows_.log.push_back({knows_.term, message["body"]["entry"]});
  knows_.asked[knows_.log.size()] = message;
  for (const std::string& name : others()) send_log(name);
}

void Raft::beat() {
  timer_ = node_.after(between_beats, "beat", [this] { beat(); });
  for (const std::string& name : others()) send_log(name);
}

void Raft::send_log(const std::string& to) {
  const std::size_t before = knows_.next.at(to) - 1;
  json entries = json::array();
  for (std::size_t i = before; i < knows_.log.size(); ++i) {
    entries.push_back({{"term", knows_.log[i].term}, {"entry", knows_.log[i].command}});
  }
  node_.send(to, {{"type", "append"},
                  {"term", knows_.term},
                  {"before", before},
                  {"before_term", before > 0 ? knows_.log[before - 1].term : 0},
                  {"entries", entries},
                  {"commit", knows_.committed}});
}

/// With the defect, the first entry is as good as none: it has the index that also stands for that.
bool Raft::has(std::size_t index, int term) const {
  if (index <= (is(Defect::zero) ? 1 : 0)) return true;
  return index <= knows_.log.size() && knows_.log[index - 1].term == term;
}

void Raft::append(const std::string& from, const json& body) {
  if (body["term"] < knows_.term) return acknowledge(from, {});
  become_follower(body["term"]);
  await_leader();
  std::vector<Entry>& log = knows_.log;
  std::size_t index = body["before"];
  if (!has(index, body["before_term"])) return acknowledge(from, {{"lacks", index}});
  if (is(Defect::cuts)) log.resize(index);
  for (const json& entry : body["entries"]) {
    ++index;
    if (index <= log.size() && log[index - 1].term != entry["term"]) log.resize(index - 1);
    if (index > log.size()) log.resize(index);
    log[index - 1] = {entry["term"], entry["entry"]};
  }
  commit_to(std::min(body["commit"].get<std::size_t>(), index));
  acknowledge(from, {{"match", index}});
}

/// Says up to which index the log matches, or where it lacks something, or neither to who is out of date.
void Raft::acknowledge(const std::string& to, json body) {
  body["type"] = "appended";
  body["term"] = knows_.term;
  body["length"] = knows_.log.size();
  node_.send(to, body);
}

void Raft::appended(const std::string& from, const json& body) {
  if (body["term"] > knows_.term) return become_follower(body["term"]);
  if (!knows_.begun || body["term"] != knows_.term) return;
  std::size_t& next = knows_.next[from];
  std::size_t& match = knows_.match[from];
  if (body.contains("lacks")) {
    next = std::max(match + 1, std::min<std::size_t>(next, body["lacks"]));
    return send_log(from);
  }
  match = std::max<std::size_t>(match, body["match"]);
  next = match + 1;
  const std::size_t index = index_of_majority();
  if (index > 0 && knows_.log[index - 1].term == knows_.term) commit_to(index);
}

std::size_t Raft::index_of_majority() const {
  std::vector<std::size_t> indexes{knows_.log.size()};
  for (const auto& [name, index] : knows_.match) indexes.push_back(index);
  std::ranges::sort(indexes);
  if (!is(Defect::mode)) return indexes[(indexes.size() - 1) / 2];
  const auto share = [&](std::size_t one) { return std::ranges::count(indexes, one); };
  return *std::ranges::max_element(indexes, {}, share);
}

void Raft::commit_to(std::size_t index) {
  while (knows_.committed < std::min(index, knows_.log.size())) {
    const std::size_t next = ++knows_.committed;
    const auto asked = knows_.asked.extract(next);
    if (asked.empty()) continue;
    const int term = knows_.log[next - 1].term;
    node_.reply(asked.mapped(), {{"type", "add_ok"}, {"index", next}, {"term", term}});
  }
}

/// For each entry, by index and term, all entries up to it.
json Raft::prefixes() const {
  json out = json::object();
  std::string all;
  for (std::size_t i = 0; i < knows_.log.size(); ++i) {
    const Entry& entry = knows_.log[i];
    all += (i > 0 ? " " : "") + (entry.term == 0 ? "nothing" : entry.command);
    out[std::to_string(i + 1) + "." + std::to_string(entry.term)] = all;
  }
  return out;
}

/// The commands that the machine has executed, by index.
json Raft::applied() const {
  json out = json::object();
  for (std::size_t i = 0; i < knows_.committed && i < knows_.log.size(); ++i) {
    out[std::to_string(i + 1)] = knows_.log[i].term == 0 ? "nothing" : knows_.log[i].command;
  }
  return out;
}

}  // namespace raft
