// Whole numbers of any size. Sizes of fault spaces need them, because these have thousands of
// digits.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace ldfi {

using BigInt = boost::multiprecision::cpp_int;

}  // namespace ldfi
