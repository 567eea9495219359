#include "worker/machine/worker_machine.hpp"

#include <fmt/core.h>

#include <chrono>

#include "common/base/contract.hpp"
#include "common/base/overloaded.hpp"
#include "common/farm/wire/failure.hpp"

namespace ldfi::execute {

WorkerMachine::WorkerMachine(wire::Transport& transport, ExecutorFactory factory,
                             wire::Heartbeat* heartbeat, std::function<double()> clock)
    : transport_(transport),
      factory_(std::move(factory)),
      heartbeat_(heartbeat),
      clock_(clock),
      master_(transport.rank(), std::move(clock)) {
  LDFI_REQUIRE(factory_ != nullptr, "a worker needs a way to make its executor");
  LDFI_REQUIRE(transport_.rank() != master_rank, "a worker is not rank 0");
}

double WorkerMachine::steady_seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

StepResult WorkerMachine::step() {
  const auto envelope = next_message();
  if (!envelope) {
    master_.look();
    return StepResult::idle;
  }
  try {
    return handle(*envelope);
  } catch (const MasterSilent&) {
    throw;
  } catch (...) {
    fail();
    return StepResult::busy;
  }
}

std::optional<wire::Envelope> WorkerMachine::next_message() {
  if (waiting_.empty()) {
    auto envelope = transport_.receive();
    if (envelope) master_.heard();
    return envelope;
  }
  auto envelope = std::move(waiting_.front());
  waiting_.pop_front();
  return envelope;
}

StepResult WorkerMachine::handle(const wire::Envelope& envelope) {
  LDFI_ENSURE(envelope.from == master_rank,
              fmt::format("a message from rank {}, which is not a master", envelope.from));
  wire::Message message = wire::decode(envelope.bytes);
  StepResult result = StepResult::busy;
  const auto of_a_worker = [&](const auto&) {
    LDFI_ENSURE(false, fmt::format("the master sent a message of kind {}", message.index()));
  };
  std::visit(Overloaded{[&](const wire::Stop&) { result = StepResult::finished; },
                        [&](wire::Setup& setup) { take(std::move(setup)); },
                        [&](const Job& job) {
                          if (!failed_) work(job);
                        },
                        [&](const wire::MasterHeartbeat& beat) { master_.heard(beat); },
                        [&](const Report& m) { of_a_worker(m); },
                        [&](const wire::Failure& m) { of_a_worker(m); },
                        [&](const wire::WorkerHeartbeat& m) { of_a_worker(m); }},
             message);
  return result;
}

void WorkerMachine::take(wire::Setup setup) {
  executor_.reset();  // the old executor is deleted first, because both may need much memory
  setup_ = std::move(setup);
  failed_ = false;
}

void WorkerMachine::work(const Job& job) {
  LDFI_ENSURE(setup_.has_value(), "a worker gets Setup before its first Job");
  if (!executor_) {
    executor_ = factory_(*setup_);
    executor_->set_alive([this] { say_alive(); });
    executor_->set_suspend([this](bool suspended) { say_suspended(suspended); });
  }
  said_alive_ = clock_();
  Report report = executor_->execute(job);
  LDFI_ENSURE(report.job == job.id, "a report answers its own job");
  transport_.send(master_rank, wire::encode(std::move(report)));
}

void WorkerMachine::say_alive() {
  const double now = clock_();
  if (now - said_alive_ < master_.alive_interval_s()) return;
  said_alive_ = now;
  transport_.send(master_rank, wire::encode(wire::WorkerHeartbeat{}));
  while (auto envelope = transport_.receive()) {
    master_.heard();
    if (!heard_beat(*envelope)) waiting_.push_back(std::move(*envelope));
  }
  master_.look();
}

bool WorkerMachine::heard_beat(const wire::Envelope& envelope) {
  try {
    const wire::Message message = wire::decode(envelope.bytes);
    if (!std::holds_alternative<wire::MasterHeartbeat>(message)) return false;
    master_.heard(std::get<wire::MasterHeartbeat>(message));
    return true;
  } catch (const wire::DecodeError&) {
    return false;  // the message stays in waiting_, and handle() reports the error later
  }
}

void WorkerMachine::say_suspended(bool suspended) {
  if (heartbeat_ == nullptr) return;
  if (suspended) {
    heartbeat_->beat(wire::encode(wire::WorkerHeartbeat{}), master_.alive_interval_s());
  } else {
    heartbeat_->rest();
  }
}

void WorkerMachine::fail() {
  wire::Failure failure = wire::to_failure(std::current_exception());
  executor_.reset();
  say_suspended(false);
  if (failed_) return;  // the worker has already sent a Failure to the master
  failed_ = true;
  transport_.send(master_rank, wire::encode(std::move(failure)));
}

void WorkerMachine::request_stop(const std::string& why) {
  transport_.send(master_rank,
                  wire::encode(wire::Failure{fmt::format("stopped on {}", why),
                                             static_cast<std::int32_t>(ExitStatus::stopped)}));
}

MasterWatch run_worker(wire::Transport& transport, ExecutorFactory factory,
                       wire::Heartbeat* heartbeat,
                       const std::function<std::optional<std::string>()>& stop_requested) {
  WorkerMachine machine(transport, std::move(factory), heartbeat);
  bool told = !stop_requested;
  for (;;) {
    if (const auto why = told ? std::nullopt : stop_requested()) {
      machine.request_stop(*why);
      told = true;
    }
    const StepResult result = machine.step();
    if (result == StepResult::finished) return machine.master();
    if (result == StepResult::idle) transport.idle();
  }
}

}  // namespace ldfi::execute
