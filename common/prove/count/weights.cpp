#include "common/prove/count/weights.hpp"

#include <cmath>
#include <numbers>

namespace ldfi::count {
namespace {

struct Legendre {
  double value;
  double slope;
};

/// Computes the Legendre polynomial of this degree at x by recurrence. Requires -1 < x < 1.
Legendre legendre(std::size_t degree, double x) {
  double before = 1;
  double now = x;
  for (std::size_t k = 2; k <= degree; ++k) {
    const auto n = static_cast<double>(k);
    const double next = ((2 * n - 1) * x * now - (n - 1) * before) / n;
    before = now;
    now = next;
  }
  const auto n = static_cast<double>(degree);
  return {now, n * (x * now - before) / (x * x - 1)};
}

double choose(std::size_t n, std::size_t k) {
  if (k > n) return 0;
  double out = 1;
  for (std::size_t i = 1; i <= k; ++i) {
    out *= static_cast<double>(n - k + i) / static_cast<double>(i);
  }
  return out;
}

}  // namespace

BigInt Numbers::unused(const Links::Unused& number, const Links& links) {
  using boost::multiprecision::pow;
  BigInt out = 1;
  for (std::size_t s = 0; s < Links::sorts; ++s) {
    const Menu& menu = links.menu(s);
    const BigInt unit = menu.choices.size();
    const BigInt link = pow(unit, static_cast<unsigned>(links.units())) + (menu.lossy ? 1 : 0);
    out *= pow(link, number.links[s]) * pow(unit, number.units[s]);
  }
  return out;
}

// Computes the points and weights of Gauss's rule. The points are the roots of Legendre's
// polynomial, moved from (-1, 1) to (0, 1), and are symmetric. Newton's method starts close to each
// root.
Quadrature gauss_legendre(std::size_t points, Meter& meter) {
  Quadrature out{std::valarray<double>(points), std::valarray<double>(points),
                 std::valarray<double>(points)};
  const auto n = static_cast<double>(points);
  for (std::size_t i = 0; i < (points + 1) / 2; ++i) {
    double x = std::cos(std::numbers::pi * (static_cast<double>(i) + 0.75) / (n + 0.5));
    Legendre p = legendre(points, x);
    for (int round = 0; round < 100; ++round) {
      for (std::size_t k = 0; k < points; ++k) meter.step();
      const double step = p.value / p.slope;
      x -= step;
      p = legendre(points, x);
      if (std::abs(step) < 1e-15) break;
    }
    const std::size_t mirrored = points - 1 - i;
    const double far = (1 + x) / 2;
    const double near = (1 - x) / 2;
    out.at[i] = near;
    out.rest[i] = far;
    out.at[mirrored] = far;
    out.rest[mirrored] = near;
    out.weight[i] = out.weight[mirrored] = 1 / ((1 - x * x) * p.slope * p.slope);
  }
  return out;
}

// The sampler chooses nodes among all nodes, and ignores a chosen node that may not crash. The
// probabilities must account for that.
std::vector<double> crash_chances(const Fspec& fspec) {
  const std::size_t nodes = fspec.node_count();
  std::size_t others = 0;
  for (std::uint32_t n = 0; n < nodes; ++n) {
    if (!fspec.crashable(NodeId(n))) ++others;
  }
  const auto most = static_cast<std::size_t>(fspec.crashes());
  std::vector<double> out(most + 1);
  for (std::size_t crashed = 0; crashed <= most; ++crashed) {
    double sum = 0;
    for (std::size_t drawn = crashed; drawn <= most; ++drawn) {
      sum += choose(others, drawn - crashed) / choose(nodes, drawn);
    }
    out[crashed] = sum / static_cast<double>(most + 1) *
                   std::pow(static_cast<double>(fspec.eot()), -static_cast<double>(crashed));
  }
  return out;
}

}  // namespace ldfi::count
