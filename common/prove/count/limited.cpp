#include "common/prove/count/limited.hpp"

#include <map>
#include <optional>

namespace ldfi::count {
namespace {

std::array<std::optional<int>, Spent::kinds> limits_of(const Fspec& fspec) {
  const Delays& delays = fspec.delays();
  const FaultLimits& limits = fspec.limits();
  std::array<std::optional<int>, Spent::kinds> out;
  if (limits.omissions.value_or(0) > 0) out[Spent::omissions] = limits.omissions;
  if (delays.most > 0) {
    out[Spent::delays] = delays.count;
    out[Spent::ticks] = delays.budget;
  }
  if (delays.duplicates > 0) out[Spent::duplicates] = delays.duplicates;
  out[Spent::faults] = limits.faults;
  return out;
}

Spent sum(Spent a, const Spent& b) {
  for (std::size_t k = 0; k < Spent::kinds; ++k) a.number[k] += b.number[k];
  return a;
}

}  // namespace

ByNumber& ByNumber::operator+=(const ByNumber& other) {
  if (other.terms_.empty()) return *this;
  std::vector<Term> out;
  out.reserve(terms_.size() + other.terms_.size());
  auto it = terms_.begin();
  for (const Term& term : other.terms_) {
    while (it != terms_.end() && it->first < term.first) out.push_back(std::move(*it++));
    if (it != terms_.end() && it->first == term.first) {
      out.emplace_back(term.first, it->second + term.second);
      ++it;
    } else {
      out.push_back(term);
    }
  }
  for (; it != terms_.end(); ++it) out.push_back(std::move(*it));
  terms_ = std::move(out);
  return *this;
}

bool Limited::needed(const Fspec& fspec) {
  for (const auto& limit : limits_of(fspec)) {
    if (limit) return true;
  }
  return false;
}

Limited::Limited(const Fspec& fspec, const Ticks& /*ticks*/, Meter& meter) : meter_(&meter) {
  const auto limits = limits_of(fspec);
  for (std::size_t k = 0; k < Spent::kinds; ++k) {
    limited_[k] = limits[k].has_value();
    most_.number[k] = limits[k].value_or(0);
  }
}

Spent Limited::spent_by(const Choice& choice) const {
  Spent out;
  out.number[Spent::delays] = choice.delay > 0 ? 1 : 0;
  out.number[Spent::ticks] = choice.delay;
  out.number[Spent::duplicates] = choice.again > 0 ? 1 : 0;
  out.number[Spent::faults] = out.number[Spent::delays] + out.number[Spent::duplicates];
  return limited(out);
}

Spent Limited::spent_by_loss() const {
  Spent out;
  out.number[Spent::omissions] = out.number[Spent::faults] = 1;
  return limited(out);
}

/// Sets the numbers of those kinds of faults to 0 that have no limit, because these numbers need
/// not be counted.
Spent Limited::limited(Spent spent) const {
  for (std::size_t k = 0; k < Spent::kinds; ++k) {
    if (!limited_[k]) spent.number[k] = 0;
  }
  return spent;
}

bool Limited::affords(const Spent& spent, std::size_t crashed) const {
  for (std::size_t k = 0; k < Spent::kinds; ++k) {
    if (spent.number[k] > most_.number[k]) return false;
  }
  return !limited_[Spent::faults] ||
         spent.number[Spent::faults] + static_cast<int>(crashed) <= most_.number[Spent::faults];
}

ByNumber Limited::with(const Of& ways, const Choice& choice) const {
  return both(ways, Of({spent_by(choice), 1}));
}

ByNumber Limited::lost(const Of& ways) const {
  return both(ways, Of({spent_by_loss(), 1}));
}

ByNumber Limited::both(const Of& one, const Of& other) const {
  std::map<Spent, BigInt> out;
  for (const auto& [a, sets] : one.terms()) {
    for (const auto& [b, others] : other.terms()) {
      meter_->step();
      const Spent spent = sum(a, b);
      if (affords(spent)) out[spent] += sets * others;
    }
  }
  return ByNumber(std::vector<ByNumber::Term>(out.begin(), out.end()));
}

ByNumber Limited::times(Of ways, const Of& each, std::size_t number) const {
  for (std::size_t n = 0; n < number; ++n) ways = both(ways, each);
  return ways;
}

ByNumber Limited::unused(const Links::Unused& number, const Links& links) const {
  Of out = one();
  for (std::size_t s = 0; s < Links::sorts; ++s) {
    const Menu& menu = links.menu(s);
    Of unit;
    for (const Choice& choice : menu.choices) unit += Of({spent_by(choice), 1});
    Of link = times(one(), unit, links.units());
    if (menu.lossy) link += Of({spent_by_loss(), 1});
    out = times(times(std::move(out), link, number.links[s]), unit, number.units[s]);
  }
  return out;
}

ByNumber Limited::ended(const Of& ways, std::size_t crashed) const {
  std::vector<ByNumber::Term> out;
  for (const auto& term : ways.terms()) {
    if (affords(term.first, crashed)) out.push_back(term);
  }
  return ByNumber(std::move(out));
}

}  // namespace ldfi::count
