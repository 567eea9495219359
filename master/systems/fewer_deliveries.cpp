#include "master/systems/fewer_deliveries.hpp"

#include <utility>

#include "common/base/contract.hpp"
#include "common/systems/fault_text.hpp"
#include "common/systems/pending.hpp"

namespace ldfi::app {

using minimise::Elements;
using systems::FaultSet;
using systems::MessageId;

FewerDeliveries::FewerDeliveries(const systems::Plan& plan, const config::Options& options,
                                 const systems::Recording& found, const FaultSet& faults,
                                 Fails fails, std::uint64_t most)
    : options_(options),
      found_(found),
      faults_(faults),
      fails_(std::move(fails)),
      all_(systems::deliveries_of(found)),
      path_(minimise::all_elements(all_.size()), most) {
  LDFI_REQUIRE(plan.deterministic() && plan.kind == systems::Kind::nodes,
               "nodes that do the same each time");
}

std::set<MessageId> FewerDeliveries::named(const Elements& some) const {
  std::set<MessageId> out;
  for (const std::uint32_t one : some) out.insert(all_[one]);
  return out;
}

FaultSet FewerDeliveries::faults_with(const Elements& some) const {
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

std::optional<wire::Job> FewerDeliveries::next_job() {
  if (finished()) return std::nullopt;
  std::optional<Elements> some = path_.next();
  if (!some) return std::nullopt;
  wire::DriveJob work{
      systems::to_texts(faults_with(*some)), options_.seed, DriveWay::planned, 0, true,
      systems::to_texts(named(*some))};
  asked_.emplace(++last_id_, *std::move(some));
  return wire::Job{last_id_, std::move(work)};
}

void FewerDeliveries::accept(const wire::Report& report) {
  const auto found = asked_.find(report.job);
  LDFI_ENSURE(found != asked_.end(), "an answer to what was asked");
  const Elements some = std::move(found->second);
  asked_.erase(found);
  std::vector<Diagnostic> problems;
  const std::string& text = wire::result_of<wire::DriveReport>(report).recording;
  const auto recording = reader_.read("probe", text, FileId(0), problems);
  LDFI_ENSURE(recording.has_value(), problems.empty() ? "no recording" : problems.front().message);
  path_.answer(some, fails_(*recording));
}

SearchResult FewerDeliveries::result() const {
  SearchResult out;
  out.reason = reason();
  out.executed = executions();
  out.wasted = wasted();
  return out;
}

std::string FewerDeliveries::reason() const {
  return reason_.empty() && path_.cut_short() ? "runs" : reason_;
}

std::set<MessageId> FewerDeliveries::deliveries() const {
  return named(path_.result());
}

FaultSet FewerDeliveries::faults() const {
  return faults_with(path_.result());
}

}  // namespace ldfi::app
