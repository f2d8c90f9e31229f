// A value that stands as long as a block of code runs: whatever ends the block, a search that is
// left by an exception too, the old value is back.
#pragma once

#include <utility>

namespace twixt {

template <class Value> class Scoped {
public:
    Scoped(Value& place, Value value)
        : place_(place), old_(std::exchange(place, std::move(value))) {}
    ~Scoped() { place_ = std::move(old_); }
    Scoped(const Scoped&) = delete;

private:
    Value& place_;
    Value old_;
};

} // namespace twixt
