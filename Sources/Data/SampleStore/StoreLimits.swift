/// Limits that all stores share.
package enum StoreLimits {
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
