// One call of a search at a time. While it runs, Python goes on, in other threads and in `poll`:
// none of them may start another call of the same search.
#pragma once

#include <atomic>
#include <stdexcept>

namespace twixt {

class Call {
public:
    // Throws std::runtime_error when another call is under way.
    explicit Call(std::atomic<bool>& busy) : busy_(busy) {
        if (busy_.exchange(true))
            throw std::runtime_error("this search is running");
    }
    ~Call() { busy_ = false; }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;

private:
    std::atomic<bool>& busy_;
};

} // namespace twixt
