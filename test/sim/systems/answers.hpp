// A memory for answers of jobs that replaces the journal in tests.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <optional>

#include "common/base/errors.hpp"
#include "common/farm/wire/codec.hpp"
#include "master/schedule/memory.hpp"

namespace ldfi::test {

/// Keeps answers in memory. Fails the test if the same work is answered twice. Throws
/// EnvironmentError if it must keep another answer and already has `fails_at` answers.
class Answers final : public schedule::Memory {
 public:
  void begin(const wire::Setup&) override {}
  std::optional<Report> recall(const Job& job) override {
    const auto found = kept_.find(wire::encode(Job{0, job.work}));
    if (found == kept_.end()) return std::nullopt;
    return std::get<Report>(wire::decode(found->second));
  }
  void keep(const Job& job, const wire::Bytes& report) override {
    if (fails_at && kept_.size() == *fails_at) throw EnvironmentError("the disk is full");
    EXPECT_TRUE(kept_.emplace(wire::encode(Job{0, job.work}), report).second) << "executed twice";
  }
  [[nodiscard]] std::size_t size() const { return kept_.size(); }
  std::optional<std::size_t> fails_at{};

 private:
  std::map<wire::Bytes, wire::Bytes> kept_;
};

}  // namespace ldfi::test
