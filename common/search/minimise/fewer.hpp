// A strategy that reduces a counterexample to the elements that it needs, by delta debugging
// [DEMi16 §3]. The executions are spread over all workers, but the result is the same as with one
// worker (docs/explanation/minimising.md).
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/minimise/speculation.hpp"
#include "common/search/minimise/probes.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

class Fewer final : public Strategy {
 public:
  /// `probes` must outlive this object. The result uses at most `most` executions, and at least
  /// one.
  Fewer(Probes& probes, std::uint64_t most);

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || path_.finished(); }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// Returns the verdict and the numbers of executions. The elements that remain are in elements().
  [[nodiscard]] SearchResult result() const override;

  /// Returns why delta debugging ended early, or an empty text.
  [[nodiscard]] std::string reason() const;
  /// Returns the smallest set of elements that is known to fail. If reason() is empty, no single
  /// element can be removed from this set.
  [[nodiscard]] const minimise::Elements& elements() const { return path_.result(); }
  /// Returns the number of executions that the result uses. It is the same for any number of
  /// workers.
  [[nodiscard]] std::uint64_t executions() const { return path_.tests(); }

 private:
  Probes& probes_;
  minimise::Speculation path_;
  std::string reason_;
};

}  // namespace ldfi::search
