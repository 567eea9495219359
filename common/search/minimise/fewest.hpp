// A strategy that decides whether a smaller set of elements of a counterexample violates the same
// promise. It executes all sets with fewer elements, the smallest first, on all workers. If some
// elements can only be added after others, each answer names the elements that can be added next.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "common/minimise/smaller_sets.hpp"
#include "common/search/minimise/probes.hpp"
#include "common/search/strategy.hpp"

namespace ldfi::search {

class Fewest final : public Strategy {
 public:
  /// `probes` must outlive this object. `few` is a set that violates the promise. The result uses
  /// at most `most` executions.
  /// executions count.
  Fewest(Probes& probes, minimise::Elements few, std::uint64_t most);

  std::optional<Job> next_job() override;
  void accept(const Report& report) override;
  [[nodiscard]] bool finished() const override { return !reason_.empty() || sets_.finished(); }
  void give_up(const std::string& reason) override { reason_ = reason; }
  /// Returns the verdict and the numbers of executions. The elements are in elements().
  [[nodiscard]] SearchResult result() const override;

  /// Returns the name of the budget that ended the search, or an empty text.
  [[nodiscard]] const std::string& reason() const { return reason_; }
  /// Returns the smallest set of elements that is known to violate the promise.
  [[nodiscard]] const minimise::Elements& elements() const {
    return sets_.found() ? *sets_.found() : few_;
  }
  /// Returns a size below which no set violates the promise.
  [[nodiscard]] std::uint64_t bound() const { return sets_.bound(); }
  /// Returns the number of executions that the result uses. It is the same for any number of
  /// workers.
  [[nodiscard]] std::uint64_t executions() const { return sets_.tests(); }

 private:
  Probes& probes_;
  minimise::Elements few_;
  minimise::SmallerSets sets_;
  std::string reason_;
};

}  // namespace ldfi::search
