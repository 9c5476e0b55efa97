import Foundation
import SystemBridges

/// A result file. Only its owner can read it, and it is created complete or not at all.
struct ResultFile {
    let path: String
    let mayReplace: Bool

    /// Writes the text from `body` to a temporary file, then moves it to `path`.
    func write(_ body: ((String) -> Void) throws -> Void) throws {
        guard mayReplace || !FileManager.default.fileExists(atPath: path) else {
            throw SessionError(.unavailable, "\(path) already exists. Delete it, or use `set overwrite = yes`")
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
        SessionError(.unavailable, "can't \(what) \(path): \(failure.reason)")
    }
}
