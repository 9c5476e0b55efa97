/// Which samples take part at the ends of the range, and with how much (S4).
public enum EdgeRule: String, Sendable, CaseIterable {
    /// Overlaps the window; only the part inside counts.
    case clip
    /// `end ≥ S and start < E`, whole.
    case overlap
    /// Start and end in `[S, E)`, whole.
    case strict
    /// `S ≤ start < E`, whole.
    case strictStart = "strict start"
    /// `S ≤ end < E`, whole.
    case strictEnd = "strict end"

    /// The clause that asks for it.
    package var phrase: String { self == .clip || self == .overlap ? "edges \(rawValue)" : rawValue }
}

/// Which bucket gets a sample that crosses an edge (S3.9).
public enum Assignment: String, Sendable, CaseIterable {
    case share, start, end
}

/// How sources are brought together (S6.4).
public enum SourceRule: String, Sendable, CaseIterable {
    case merged, raw, separate
}

/// What becomes of partial rows.
public enum PartialRule: String, Sendable, CaseIterable {
    case mark, keep, drop
}

/// How two values are compared.
public enum Comparison: String, Sendable, CaseIterable {
    case equal = "="
    case notEqual = "!="
    case less = "<"
    case lessOrEqual = "<="
    case greater = ">"
    case greaterOrEqual = ">="
}
