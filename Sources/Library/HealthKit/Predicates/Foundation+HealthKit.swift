public import Foundation

/// The operators of predicates. Foundation on Linux has its own, which are deprecated there.
public enum NSComparisonPredicate {
    /// An operator that compares two values.
    public enum Operator: UInt, Sendable {
        case lessThan = 0
        case lessThanOrEqualTo = 1
        case greaterThan = 2
        case greaterThanOrEqualTo = 3
        case equalTo = 4
        case notEqualTo = 5
    }
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
