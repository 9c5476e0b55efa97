import Synchronization
import Testing
import Threading

@Suite("Threads and what they pass to each other")
struct ThreadTests {
    private struct Failure: Error {}

    @Test("A started thread gives its result to all who wait")
    func promise() {
        let promise = Threads.start("test") { 7 }
        #expect(promise.wait() == 7)
        #expect(promise.wait() == 7)
    }

    @Test("A parallel loop calls its body once with each number")
    func loop() {
        let counts = Mutex([Int](repeating: 0, count: 1000))
        Threads.forEach(1000) { number in counts.withLock { $0[number] += 1 } }
        #expect(counts.withLock(\.self).allSatisfy { $0 == 1 })
        Threads.forEach(0) { _ in Issue.record("a loop over nothing called its body") }
    }

    @Test("A queue passes all elements in order, however few fit into it", arguments: [1, 2, 100])
    func queue(capacity: Int) {
        let queue = BoundedQueue<Int>(capacity: capacity)
        let sender = Threads.start("test") {
            defer { queue.finish() }
            return (0..<500).allSatisfy(queue.push)
        }
        var received: [Int] = []
        while let element = queue.pop() { received.append(element) }
        #expect(received == Array(0..<500))
        #expect(sender.wait())
        #expect(queue.pop() == nil)
    }

    @Test("A closed queue ends its sender and its receiver")
    func closedQueue() {
        let queue = BoundedQueue<Int>(capacity: 1)
        let sender = Threads.start("test") {
            while queue.push(1) {}
            return true
        }
        #expect(queue.pop() == 1)
        queue.close()
        #expect(sender.wait())
        #expect(queue.pop() == nil)
    }

    @Test("A receiver gives up while it waits, but takes an element that is there")
    func givingUp() {
        let queue = BoundedQueue<Int>(capacity: 1)
        #expect(queue.pop(unless: { true }) == nil)
        _ = queue.push(1)
        #expect(queue.pop(unless: { true }) == 1)
    }

    @Test("Results come in the order of the jobs, errors included", arguments: [0, 1, 3])
    func orderedWork(helperCount: Int) throws {
        let jobs = OrderedWork<Int, Int>(helperCount: helperCount) { number in
            if number == 50 { throw Failure() }
            return number * 2
        }
        defer { jobs.close() }
        for number in 0..<100 { jobs.add(number) }
        for number in 0..<100 {
            var result = jobs.takeResult(number)
            while result == nil {
                jobs.workOrWait()
                result = jobs.takeResult(number)
            }
            #expect((try? result?.get()) == (number == 50 ? nil : number * 2))
        }
    }

    @Test("No two threads use an object of a pool at the same time")
    func pool() {
        final class Counter: Sendable {
            let users = Atomic(0)
        }
        let pool = WorkerPool { Counter() }
        Threads.forEach(200) { _ in
            pool.with { counter in
                #expect(counter.users.add(1, ordering: .relaxed).newValue == 1)
                counter.users.subtract(1, ordering: .relaxed)
            }
        }
    }
}
