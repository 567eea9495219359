// Whole numbers of any size. They are needed to count the fault sets of an Fspec, because such
// counts have thousands of digits.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>

namespace ldfi {

using BigInt = boost::multiprecision::cpp_int;

}  // namespace ldfi
