import Foundation

/// An order of samples.
struct SampleOrder: Sendable {
    private enum Key { case start, end, quantity }
    private let keys: [(key: Key, isAscending: Bool)]

    /// Creates the order of sort descriptors. Traps for keys that samples have no order by.
    init(_ descriptors: [NSSortDescriptor]) {
        keys = descriptors.map { descriptor in
            switch descriptor.keyPath {
            case \HKSample.startDate, \HKQuantitySample.startDate, \HKCategorySample.startDate, \HKWorkout.startDate,
                \HKCorrelation.startDate, \HKWorkoutRoute.startDate, \HKHeartbeatSeriesSample.startDate:
                (.start, descriptor.ascending)
            case \HKSample.endDate, \HKQuantitySample.endDate, \HKCategorySample.endDate, \HKWorkout.endDate, \HKCorrelation.endDate,
                \HKWorkoutRoute.endDate, \HKHeartbeatSeriesSample.endDate:
                (.end, descriptor.ascending)
            case \HKQuantitySample.quantity: (.quantity, descriptor.ascending)
            default: fatalError("Invalid sort descriptor: samples have an order by `startDate`, `endDate` and `quantity`")
            }
        }
    }

    init() { keys = [] }

    var isEmpty: Bool { keys.isEmpty }

    /// Returns the samples in this order. Equal ones stay in theirs.
    func sorted(_ samples: [HKSample]) -> [HKSample] {
        guard !keys.isEmpty else { return samples }
        return samples.enumerated().sorted { a, b in
            for (key, isAscending) in keys {
                let order = Self.order(of: a.element, b.element, by: key)
                if order != .orderedSame { return (order == .orderedAscending) == isAscending }
            }
            return a.offset < b.offset
        }.map(\.element)
    }

    private static func order(of a: HKSample, _ b: HKSample, by key: Key) -> ComparisonResult {
        switch key {
        case .start: a.startDate.compare(b.startDate)
        case .end: a.endDate.compare(b.endDate)
        case .quantity:
            if let a = a as? HKQuantitySample, let b = b as? HKQuantitySample { a.quantity.compare(b.quantity) } else { .orderedSame }
        }
    }
}
