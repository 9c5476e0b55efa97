/// Limits that all stores share.
package enum StoreLimits {
    /// The limit of times in milliseconds, counts and numbers, in both directions: 140,000 years. Sums of a few of them do not overflow.
    package static let greatest: Int64 = 1 << 52

    /// True if the numbers are from `-greatest` until `greatest`.
    ///
    /// - Parameter bits: The bits that are set in any of the numbers plus `greatest`.
    package static func hasPlausible(_ bits: UInt64) -> Bool { bits < UInt64(greatest) * 2 }

    /// The name of the store's setting for the number of deletions that it remembers.
    package static let keptDeletionsSetting = "keptDeletions"

    /// Returns the number of deletions that a store remembers.
    ///
    /// - Parameter setting: The store's setting; nil if it has none.
    package static func keptDeletions(_ setting: String?) -> Int { setting.flatMap(Int.init) ?? 100_000 }

    /// The name of the store's setting for the number of changes that it can take back.
    package static let undoStepsSetting = "undoSteps"

    /// Returns the number of changes that a store can take back.
    ///
    /// - Parameter setting: The store's setting; nil if it has none.
    package static func undoSteps(_ setting: String?) -> Int { setting.flatMap(Int.init) ?? 20 }

    /// Returns false if `value` is that of a limit and not a number that it can have.
    package static func isValid(_ value: String, of setting: String) -> Bool {
        ![keptDeletionsSetting, undoStepsSetting].contains(setting) || Int(value).map { $0 >= 0 } ?? false
    }
}
