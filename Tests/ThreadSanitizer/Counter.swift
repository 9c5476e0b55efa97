import Foundation
import Synchronization

/// Shows that the thread sanitizer is quiet about what a `Mutex` guards, and loud about what nothing guards.
///
/// Without an argument, threads that often wait for each other count under a lock. With one, they also count without it: a race.
@main struct Counter {
    private final class Counts: @unchecked Sendable {
        let guarded = Mutex(0)
        var bare = 0
    }

    static func main() {
        let isRace = CommandLine.arguments.count > 1
        let counts = Counts()
        let start = DispatchSemaphore(value: 0)
        let end = DispatchSemaphore(value: 0)
        let threads = 4
        for _ in 0..<threads {
            Thread.detachNewThread {
                start.wait()
                for _ in 0..<50_000 {
                    counts.guarded.withLock { $0 += 1 }
                    if isRace { counts.bare += 1 }
                }
                end.signal()
            }
        }
        for _ in 0..<threads { start.signal() }
        for _ in 0..<threads { end.wait() }
        print(counts.guarded.withLock { $0 } == threads * 50_000 ? "counted" : "lost counts")
    }
}
