// Whole numbers of any size: fault spaces have thousands of digits.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace ldfi {

using BigInt = boost::multiprecision::cpp_int;

}  // namespace ldfi
