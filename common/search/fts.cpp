#include "common/search/fts.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "common/base/contract.hpp"
#include "common/search/run_list.hpp"

namespace ldfi::search {
namespace {

/// The tick of an event, and true if the event is a message.
using Hit = std::pair<Time, bool>;

/// A combination of failures: the sorted numbers of their ids.
using Combination = std::vector<std::uint32_t>;

class Fts final : public Strategy {
 public:
  Fts(const Fspec& fspec, FtsOptions options)
      : fspec_(fspec), options_(std::move(options)), meter_(options_.check), runs_(options_.all) {
    runs_.add({}, std::nullopt);
    points_.emplace_back();
    known_.insert(Combination());
  }

  std::optional<Job> next_job() override {
    if (runs_.all_handed_out()) settle();
    if (finished() || runs_.stops() || runs_.all_handed_out()) return std::nullopt;
    return runs_.hand_out(true);
  }

  void accept(const Report& report) override {
    const std::size_t run = runs_.accept(report, finished());
    if (finished()) return;
    points_[run].offers = result_of<ExecuteReport>(report).offers;
    settle();
  }

  [[nodiscard]] bool finished() const override { return done_ || !gave_up_.empty(); }

  void give_up(const std::string& reason) override {
    if (!finished()) gave_up_ = reason;
  }

  [[nodiscard]] SearchProgress standing() const override { return {runs_.left(), std::nullopt, 0}; }

  [[nodiscard]] SearchResult result() const override {
    SearchResult out = runs_.result(gave_up_, false);
    if (found_something(out)) return out;
    out.reason = nothing_found(gave_up_);
    const UnendedRuns unended = runs_.unended();
    if (!unended.empty()) out.reason += "; " + unended.text(fspec_);
    return out;
  }

 private:
  /// The position of a run in the tree of combinations.
  struct Point {
    Combination ids;
    Hit last{};                   ///< the event that the run's last fault hits
    std::vector<Offer> offers{};  ///< offers of the run; empty after its extensions were added
  };

  std::uint32_t number(const std::string& id) {
    return numbers_.try_emplace(id, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  /// Adds the run that extends `parent` by the offered fault, unless that run is known.
  void extend(std::size_t parent, const Offer& offer) {
    meter_.step();
    const FaultSet& before = runs_[parent].faults;
    const Hit hit{offer.at, offer.sending};
    if (hit < points_[parent].last) return;
    Combination ids = points_[parent].ids;
    for (const std::string& id : offer.ids) ids.push_back(number(id));
    std::ranges::sort(ids);
    const auto twice = std::ranges::unique(ids);
    if (!twice.empty() || !known_.insert(ids).second) return;
    std::vector<Fault> faults = before.faults();
    faults.insert(faults.end(), offer.fault.begin(), offer.fault.end());
    FaultSet more(std::move(faults));
    LDFI_ENSURE(more.size() == before.size() + 1 && fspec_.admits(more),
                "an execution offers sets with one more fault, which the Fspec admits");
    if (!sets_.insert(more).second) return;
    runs_.add(std::move(more), parent + 1);
    points_.push_back({std::move(ids), hit});
  }

  /// Adds the runs of the next level. Requires that all runs of this level are done.
  void grow() {
    const std::size_t end = runs_.size();
    for (; level_ < end; ++level_) {
      const std::vector<Offer> offers = std::move(points_[level_].offers);
      points_[level_].offers.clear();
      for (const Offer& offer : offers) extend(level_, offer);
    }
    done_ = runs_.size() == end;
  }

  /// Notes whether the level or the whole search has ended.
  void settle() {
    if (finished()) return;
    if (runs_.stops()) {
      done_ = runs_.stopped();
      return;
    }
    if (runs_.running() == 0 && runs_.all_handed_out()) grow();
  }

  Fspec fspec_;
  FtsOptions options_;
  Meter meter_;
  RunList runs_;
  std::vector<Point> points_;  ///< positions in the tree of combinations for the runs in runs_, in
                               ///< the same order
  std::set<Combination> known_;
  std::set<FaultSet> sets_;  ///< fault sets of the runs in runs_, except the empty set
  std::map<std::string, std::uint32_t> numbers_;  ///< number of each failure id
  std::size_t level_ = 0;  ///< index of the first run that was not extended yet
  bool done_ = false;
  std::string gave_up_;
};

}  // namespace

std::unique_ptr<Strategy> make_fts(const Fspec& fspec, FtsOptions options) {
  return std::make_unique<Fts>(fspec, std::move(options));
}

}  // namespace ldfi::search
