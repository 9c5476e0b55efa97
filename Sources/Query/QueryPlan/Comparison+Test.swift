import QueryVocabulary

extension Comparison {
    /// Returns the test of a number against `literal`.
    package func test(against literal: Double) -> (Double) -> Bool {
        switch self {
        case .equal: { $0 == literal }
        case .notEqual: { $0 != literal }
        case .less: { $0 < literal }
        case .lessOrEqual: { $0 <= literal }
        case .greater: { $0 > literal }
        case .greaterOrEqual: { $0 >= literal }
        }
    }
}
