public import Foundation

/// The operators that compare two values: `NSComparisonPredicate.Operator`.
///
/// Foundation on Linux has this type inside a deprecated class, so naming it there gives a warning. Here it has a name without one.
public typealias PredicateOperator = OperatorOfFoundation.Operator

/// The type of a value, which the compiler finds without its name.
public protocol TypeOfValue {
    /// The type.
    associatedtype Operator
    /// A value of the type.
    static var example: Operator { get }
}

/// Names Foundation's type of operators.
public enum OperatorOfFoundation: TypeOfValue {
    /// An operator.
    @available(*, deprecated, message: "It only gives its type a name.")
    public static var example: NSComparisonPredicate.Operator { .equalTo }
}

extension NSSortDescriptor {
    /// Creates an order by `startDate` or `endDate` of samples. Traps for other keys, as a query does.
    public convenience init(key: String?, ascending: Bool) {
        switch key {
        case "startDate": self.init(keyPath: \HKSample.startDate, ascending: ascending)
        case "endDate": self.init(keyPath: \HKSample.endDate, ascending: ascending)
        default: fatalError("Invalid sort descriptor key: \(key ?? "nil"). Samples have an order by `startDate` and `endDate`")
        }
    }
    /// Creates an order by `quantity` of samples. Foundation has it only for values with an order of their types.
    public convenience init<Sample: HKQuantitySample>(keyPath: KeyPath<Sample, HKQuantity>, ascending: Bool) {
        self.init(keyPath: keyPath, ascending: ascending) { a, b in
            if let a = a as? HKQuantity, let b = b as? HKQuantity { a.compare(b) } else { .orderedSame }
        }
    }
}

/// The creation of predicates from a format, which Foundation on Linux does not have.
public protocol PredicateCreation {}

extension NSPredicate: PredicateCreation {}

extension PredicateCreation {
    /// Creates a predicate from a format, such as `"%K >= %@"`. Traps for formats that objects of HealthKit have no test for.
    ///
    /// - Parameters:
    ///   - format: Comparisons of the keys `HKPredicateKeyPath…` with values, by `==`, `!=`, `<`, `<=`, `>`, `>=`, `BETWEEN` and `IN`,
    ///     joined by `AND`, `OR`, `NOT` and parentheses. `metadata.KEY` is a value of metadata.
    ///   - arguments: The keys in the place of `%K`, and the values in the place of `%@`, `%d` and `%f`.
    public init(format: String, _ arguments: Any...) { self.init(format: format, argumentArray: arguments) }

    /// Creates a predicate from a format and its arguments. Traps for formats that objects of HealthKit have no test for.
    public init(format: String, argumentArray arguments: [Any]?) {
        guard let predicate = PredicateFormat.predicate(format, arguments ?? []) as? Self else {
            fatalError("Unable to parse the format string \"\(format)\": it does not make a \(Self.self)")
        }
        self = predicate
    }
}
