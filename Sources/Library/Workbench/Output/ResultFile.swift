import Foundation
import SystemBridges

/// A file that takes a result: readable by its owner alone, and complete or not there.
struct ResultFile {
    let path: String
    let mayReplace: Bool

    /// Writes the pieces that `body` hands over beside the file, then puts them in its place.
    func write(_ body: ((String) -> Void) throws -> Void) throws {
        guard mayReplace || !FileManager.default.fileExists(atPath: path) else {
            throw SessionError(.unavailable, "\(path) exists and is left alone; remove it, or `set overwrite = yes`")
        }
        let temporary = path + ".part\(ProcessInfo.processInfo.processIdentifier)"
        let file: Descriptor
        do { file = try Descriptor.open(temporary, O_WRONLY | O_CREAT | O_EXCL) } catch { throw failure("write to", error) }
        var fault: SystemFailure?
        do {
            defer { file.close() }
            try body { text in
                guard fault == nil else { return }
                do throws(SystemFailure) { try file.writeAll(Array(text.utf8)[...]) } catch { fault = error }
            }
        } catch {
            try? FilePath.remove(temporary)
            throw error
        }
        if let fault {
            try? FilePath.remove(temporary)
            throw failure("write to", fault)
        }
        do throws(SystemFailure) { try FilePath.move(temporary, to: path) } catch {
            try? FilePath.remove(temporary)
            throw failure("create", error)
        }
    }

    private func failure(_ what: String, _ failure: SystemFailure) -> SessionError {
        SessionError(.unavailable, "cannot \(what) \(path): \(failure.reason)")
    }
}
