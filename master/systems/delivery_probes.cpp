#include "master/systems/delivery_probes.hpp"

#include <algorithm>
#include <utility>

#include "common/base/contract.hpp"
#include "common/systems/course.hpp"
#include "common/systems/pending.hpp"

namespace ldfi::app {

using minimise::Elements;
using systems::FaultSet;
using systems::MessageId;

DeliveryProbes::DeliveryProbes(const systems::Plan& plan, const config::Options& options,
                               const systems::Recording& found, const FaultSet& faults, Fails fails)
    : options_(options),
      found_(found),
      faults_(faults),
      fails_(std::move(fails)),
      all_(systems::deliveries_of(found)) {
  LDFI_REQUIRE(plan.deterministic() && plan.kind == systems::Kind::nodes,
               "the system is deterministic and consists of nodes");
}

std::set<MessageId> DeliveryProbes::named(const Elements& some) const {
  std::set<MessageId> out;
  for (const std::uint32_t one : some) out.insert(all_[one]);
  return out;
}

FaultSet DeliveryProbes::faults_with(const Elements& some) const {
  const std::set<MessageId> arriving = named(some);
  std::set<MessageId> pending;
  for (const systems::Event& event : found_.events) {
    if (event.kind == systems::EventKind::send && !arriving.contains(event.message)) {
      pending.insert(event.message);
    }
  }
  std::erase_if(pending, [this](const MessageId& one) { return !may_be_pending(found_, one); });
  return systems::faults_without(found_, faults_, pending);
}

Job DeliveryProbes::job(Asked asked) {
  DriveJob work{{faults_with(asked.some), named(asked.some)},
                options_.seed,
                asked.tries_before == 0 ? DriveWay::planned : DriveWay::fresh,
                asked.tries_before};
  asked_.emplace(++last_id_, std::move(asked));
  return {last_id_, std::move(work)};
}

std::optional<Job> DeliveryProbes::repeated() {
  if (invalid_.empty()) return std::nullopt;
  Asked asked = std::move(invalid_.front());
  invalid_.pop_front();
  return job(std::move(asked));
}

std::optional<search::Probes::Answer> DeliveryProbes::answer(const Report& report) {
  const auto found = asked_.find(report.job);
  LDFI_ENSURE(found != asked_.end(), "the answer is about an execution that was requested");
  Asked asked = std::move(found->second);
  asked_.erase(found);
  std::vector<Diagnostic> problems;
  const std::string& text = result_of<DriveReport>(report).recording;
  auto recording = reader_.read("probe", text, FileId(0), problems);
  LDFI_ENSURE(recording.has_value(), problems.empty() ? "no recording" : problems.front().message);
  const bool invalid = recording->result == systems::Result::invalid && !recording->undecided;
  if (invalid && asked.tries_before == 0) {
    invalid_.push_back({std::move(asked.some), 1});
    return std::nullopt;
  }
  const bool fails = fails_(*recording);
  if (fails && asked.some.empty()) {
    struck_ = systems::follow(*recording, problems).struck;
    LDFI_ENSURE(problems.empty(), problems.front().message);
  }
  Elements more = more_than(asked.some, *recording);
  return Answer{std::move(asked.some), fails, std::move(more)};
}

Elements DeliveryProbes::more_than(const Elements& some,
                                   const systems::Recording& recording) const {
  std::set<MessageId> sent;
  for (const systems::Event& event : recording.events) {
    if (event.kind == systems::EventKind::send) sent.insert(event.message);
  }
  // The moment of a crash or pause depends on which messages the node received before. So with such
  // a fault, the result for a set of messages cannot be derived from another set, and all sets are
  // executed.
  const bool counts = counts_activations();
  const std::vector<MessageId> arrived = systems::deliveries_of(recording);
  const auto arrives = [&](std::uint32_t one) {
    return std::ranges::find(arrived, all_[one]) != arrived.end();
  };
  Elements out;
  if (!counts && !std::ranges::all_of(some, arrives)) return out;
  for (std::uint32_t one = 0; one < all_.size(); ++one) {
    const bool has = std::ranges::binary_search(some, one);
    if (!has && (counts || sent.contains(all_[one]))) out.push_back(one);
  }
  return out;
}

}  // namespace ldfi::app
