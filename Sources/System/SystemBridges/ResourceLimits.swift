// A release compiles all files of the module together, and then `rlimit` comes from this header.
import CSandbox
import Foundation

/// The limits that the system sets for this process.
package enum ResourceLimits {
    /// With fewer descriptors, a store and an import can't be open at the same time. Threads need about 200 MB of addresses.
    private static let fewestFiles = 20
    private static let leastMemory = 256 << 20

    /// Returns the limit that keeps the process from working, with the next step; nil if none does. Raises the limit of open files first, if
    /// that is allowed.
    package static func shortage() -> String? {
        #if os(Linux)
        var files = rlimit()
        let kindOfFiles = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        if unsafe getrlimit(kindOfFiles, &files) == 0, files.rlim_cur < fewestFiles {
            guard files.rlim_max >= fewestFiles else { return shortage(ofFiles: Int(files.rlim_max)) }
            let given = Int(files.rlim_cur)
            files.rlim_cur = rlim_t(fewestFiles)
            guard unsafe setrlimit(kindOfFiles, &files) == 0 else { return shortage(ofFiles: given) }
        }
        var memory = rlimit()
        if unsafe getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &memory) == 0, memory.rlim_cur < leastMemory {
            return "this process may use only \(memory.rlim_cur >> 20) MB of address space, and tally needs \(leastMemory >> 20) MB: "
                + "raise the limit with `ulimit -v`"
        }
        #endif
        return nil
    }

    private static func shortage(ofFiles count: Int) -> String {
        "this process may open only \(count) files at a time, and tally needs \(fewestFiles): raise the limit with `ulimit -n`"
    }
}
