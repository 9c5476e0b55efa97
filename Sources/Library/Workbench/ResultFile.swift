import Foundation

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
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw failure("write to") }
        var failed = false
        do {
            try body { text in
                var bytes = Array(text.utf8)[...]
                while !bytes.isEmpty, !failed {
                    let written = bytes.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
                    if written <= 0 { failed = true } else { bytes = bytes.dropFirst(written) }
                }
            }
        } catch {
            close(descriptor)
            unlink(temporary)
            throw error
        }
        if failed {
            let error = failure("write to")
            close(descriptor)
            unlink(temporary)
            throw error
        }
        close(descriptor)
        guard rename(temporary, path) == 0 else {
            let error = failure("create")
            unlink(temporary)
            throw error
        }
    }

    private func failure(_ what: String) -> SessionError {
        SessionError(.unavailable, "cannot \(what) \(path): \(String(cString: strerror(errno)))")
    }
}
