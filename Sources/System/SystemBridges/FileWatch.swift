import Foundation

/// Becomes readable when files are written to, so that a process can sleep until another one writes.
package final class FileWatch: Sendable {
    package let descriptor: Descriptor

    /// Returns nil if a file does not exist, or if the system can't tell.
    package init?(_ paths: [String]) {
        #if os(Linux)
        let number = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard number >= 0 else { return nil }
        descriptor = Descriptor(number)
        for path in paths where unsafe inotify_add_watch(number, path, UInt32(IN_MODIFY)) < 0 { return nil }
        if paths.isEmpty { return nil }
        #else
        return nil
        #endif
    }

    deinit { descriptor.close() }

    /// Waits until a file is written to, a signal arrives, or the time has passed. Returns true if a file was written to.
    package func wait(seconds: Double) -> Bool {
        let ready = Descriptor.wait(for: [descriptor], within: Int32(seconds * 1000))
        return ready?[0] == true && takeEvents()
    }

    /// Removes the events that have arrived. Returns true if there were any.
    package func takeEvents() -> Bool {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var found = false
        while let count = try? descriptor.read(into: &buffer, buffer.indices), count > 0 { found = true }
        return found
    }
}
