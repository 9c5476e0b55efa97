/// When queries read quarter hours instead of samples. The answer is the same in all cases.
package enum QuarterUse: String, Sendable, CaseIterable {
    /// If they are less data to read.
    case automatic
    /// Whenever they can answer the query.
    case always
    case off
}
