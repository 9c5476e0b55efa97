import HealthModel

/// The error for a `matches` text that is not a regular expression.
package struct UnreadablePattern: Error, Equatable {
    package var pattern: String

    package init(pattern: String) { self.pattern = pattern }
}

extension TextTest {
    /// Returns a function that tests whether a text matches.
    package func matcher() throws(UnreadablePattern) -> (String) -> Bool {
        switch self {
        case .equals(let texts):
            let keys = Set(texts.map(Source.fold))
            return { keys.contains(Source.fold($0)) }
        case .contains(let text):
            let key = Source.fold(text)
            return { key.isEmpty || Source.fold($0).contains(key) }
        case .startsWith(let text):
            let key = Source.fold(text)
            return { Source.fold($0).hasPrefix(key) }
        case .matches(let pattern):
            guard PatternCost.flaw(of: pattern) == nil, let expression = try? Regex(pattern) else {
                throw UnreadablePattern(pattern: pattern)
            }
            return { $0.firstMatch(of: expression) != nil }
        }
    }
}
