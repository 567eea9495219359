#include "common/minimise/ddmin.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>

namespace ldfi::minimise {
namespace {

class DeltaDebugging {
 public:
  DeltaDebugging(Elements all, const Fails& fails) : now_(std::move(all)), fails_(fails) {}

  Elements run() {
    if (!now_.empty() && test({})) return {};
    for (std::size_t parts = 2; now_.size() > 1;) {
      parts = std::min(parts, now_.size());
      if (to_part(parts)) {
        parts = 2;
      } else if (parts > 2 && to_complement(parts)) {
        --parts;
      } else if (parts == now_.size()) {
        break;
      } else {
        parts *= 2;
      }
    }
    return std::move(now_);
  }

 private:
  /// The i-th of so many parts, whose sizes differ by one at most.
  [[nodiscard]] Elements part(std::size_t i, std::size_t parts) const {
    const std::size_t n = now_.size();
    const auto at = [&](std::size_t p) {
      return now_.begin() + static_cast<std::ptrdiff_t>(n * p / parts);
    };
    return {at(i), at(i + 1)};
  }
  [[nodiscard]] Elements complement(std::size_t i, std::size_t parts) const {
    const Elements without = part(i, parts);
    Elements out;
    std::ranges::set_difference(now_, without, std::back_inserter(out));
    return out;
  }

  bool to_part(std::size_t parts) {
    for (std::size_t i = 0; i < parts; ++i) {
      if (take(part(i, parts))) return true;
    }
    return false;
  }
  bool to_complement(std::size_t parts) {
    for (std::size_t i = 0; i < parts; ++i) {
      if (take(complement(i, parts))) return true;
    }
    return false;
  }
  bool take(const Elements& some) {
    if (!test(some)) return false;
    now_ = some;
    return true;
  }

  bool test(const Elements& some) {
    const auto [it, fresh] = known_.try_emplace(some, false);
    if (fresh) it->second = fails_(some);
    return it->second;
  }

  Elements now_;
  const Fails& fails_;
  std::map<Elements, bool> known_;
};

}  // namespace

Elements ddmin(Elements all, const Fails& fails) {
  return DeltaDebugging(std::move(all), fails).run();
}

bool each_subset(std::uint32_t n, std::uint32_t size,
                 const std::function<bool(const Elements&)>& take) {
  if (size > n) return false;
  Elements now(size);
  std::iota(now.begin(), now.end(), 0U);
  while (true) {
    if (take(now)) return true;
    std::uint32_t i = size;
    while (i > 0 && now[i - 1] == n - size + i - 1) --i;
    if (i == 0) return false;
    ++now[i - 1];
    for (std::uint32_t j = i; j < size; ++j) now[j] = now[j - 1] + 1;
  }
}

}  // namespace ldfi::minimise
