import Foundation

/// The processor cores of this machine.
package enum Cores {
    /// The number of cores in use, at least 1.
    package static let count = max(Int(sysconf(CInt(_SC_NPROCESSORS_ONLN))), 1)
}
