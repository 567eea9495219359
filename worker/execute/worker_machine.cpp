#include "worker/execute/worker_machine.hpp"

#include <fmt/core.h>

#include "common/core/contract.hpp"
#include "common/wire/failure.hpp"

namespace ldfi::execute {

WorkerMachine::WorkerMachine(wire::Transport& transport, ExecutorFactory factory)
    : transport_(transport), factory_(std::move(factory)) {
  LDFI_REQUIRE(factory_ != nullptr, "a worker needs a way to make its executor");
  LDFI_REQUIRE(transport_.rank() != master_rank, "rank 0 is the master");
}

StepResult WorkerMachine::step() {
  const auto envelope = transport_.receive();
  if (!envelope) return StepResult::idle;
  try {
    return handle(*envelope);
  } catch (...) {
    fail();
    return StepResult::busy;
  }
}

StepResult WorkerMachine::handle(const wire::Envelope& envelope) {
  LDFI_ENSURE(envelope.from == master_rank,
              fmt::format("a message from rank {}, which is no master", envelope.from));
  wire::Message message = wire::decode(envelope.bytes);
  if (std::holds_alternative<wire::Stop>(message)) return StepResult::finished;
  if (auto* setup = std::get_if<wire::Setup>(&message)) {
    executor_.reset();  // before anything new is built: both may be large
    setup_ = std::move(*setup);
    failed_ = false;
  } else if (const auto* job = std::get_if<wire::Job>(&message)) {
    if (!failed_) work(*job);
  } else {
    LDFI_ENSURE(false, fmt::format("the master sent a message of kind {}", message.index()));
  }
  return StepResult::busy;
}

void WorkerMachine::work(const wire::Job& job) {
  LDFI_ENSURE(setup_.has_value(), "Setup comes before the first Job");
  if (!executor_) {
    executor_ = factory_(*setup_);
    executor_->set_alive([this] { say_alive(); });
  }
  said_alive_ = std::chrono::steady_clock::now();
  wire::Report report = executor_->execute(job);
  LDFI_ENSURE(report.job == job.id, "a report answers its own job");
  transport_.send(master_rank, wire::encode(std::move(report)));
}

void WorkerMachine::say_alive() {
  const auto now = std::chrono::steady_clock::now();
  if (std::chrono::duration<double>(now - said_alive_).count() < alive_interval_s) return;
  said_alive_ = now;
  transport_.send(master_rank, wire::encode(wire::Alive{}));
}

void WorkerMachine::fail() {
  wire::Failure failure = wire::to_failure(std::current_exception());
  executor_.reset();
  if (failed_) return;  // the master knows already
  failed_ = true;
  transport_.send(master_rank, wire::encode(std::move(failure)));
}

void WorkerMachine::request_stop(const std::string& why) {
  transport_.send(master_rank,
                  wire::encode(wire::Failure{fmt::format("stopped on {}", why),
                                             static_cast<std::int32_t>(ExitStatus::stopped)}));
}

void run_worker(wire::Transport& transport, ExecutorFactory factory,
                const std::function<std::optional<std::string>()>& stop_requested) {
  WorkerMachine machine(transport, std::move(factory));
  bool told = !stop_requested;
  for (;;) {
    if (const auto why = told ? std::nullopt : stop_requested()) {
      machine.request_stop(*why);
      told = true;
    }
    const StepResult result = machine.step();
    if (result == StepResult::finished) return;
    if (result == StepResult::idle) transport.idle();
  }
}

}  // namespace ldfi::execute
