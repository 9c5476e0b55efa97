import Foundation
import HealthModel
import Synchronization

// Sendable: only the thread that takes the job out of the mutex uses the rows and the outcome. The reader takes it or waits for that thread.
/// The decoding of a block on another thread. Its memory is used again for later blocks.
///
/// If all threads are busy, perhaps with readers that wait, the reader decodes the block itself.
final class BlockDecoding: @unchecked Sendable {
    private struct Job {
        var bytes: [UInt8]
        var count: Int
        var columns: SampleColumns
    }

    private(set) var rows = SampleBatch()
    private var outcome: Result<Void, any Error> = .success(())
    private let job = Mutex<Job?>(nil)
    private let isDone = DispatchSemaphore(value: 0)

    /// Starts to decode. An error of `bytes` is thrown by `wait`.
    func start(_ bytes: Result<[UInt8], any Error>, count: Int, columns: SampleColumns) {
        switch bytes {
        case .failure(let error):
            outcome = .failure(error)
            isDone.signal()
        case .success(let bytes):
            job.withLock { $0 = Job(bytes: bytes, count: count, columns: columns) }
            DispatchQueue.global(qos: .userInitiated).async {
                if self.decode() { self.isDone.signal() }
            }
        }
    }

    /// Waits for the rows. Throws the error of the block.
    func wait() throws {
        if !decode() { isDone.wait() }
        try outcome.get()
    }

    /// Decodes the block, unless another thread does or did.
    private func decode() -> Bool {
        guard let job = job.withLock({ $0.take() }) else { return false }
        outcome = Result { try BlockCodec.decode(job.bytes.span, count: job.count, columns: job.columns, into: &rows) }
        return true
    }
}
