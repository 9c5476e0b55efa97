import Foundation
import SwiftUI

/// A property of the elements of a collection that a plot shows, with a label for people.
public struct PlottableProjection<Element, Value: Plottable> {
    package let value: (Element) -> PlottableValue<Value>

    /// Returns a property with a label.
    public static func value(_ label: LocalizedStringKey, _ keyPath: KeyPath<Element, Value>) -> PlottableProjection {
        PlottableProjection { .value(label, $0[keyPath: keyPath]) }
    }

    /// Returns a property with a label.
    public static func value(_ label: Text, _ keyPath: KeyPath<Element, Value>) -> PlottableProjection {
        PlottableProjection { .value(label, $0[keyPath: keyPath]) }
    }

    /// Returns a property with a label.
    @_disfavoredOverload
    public static func value(_ label: some StringProtocol, _ keyPath: KeyPath<Element, Value>) -> PlottableProjection {
        let label = String(label)
        return PlottableProjection { .value(label, $0[keyPath: keyPath]) }
    }

    /// Returns a value with a label that is the same for all elements.
    public static func value(_ label: LocalizedStringKey, _ value: Value) -> PlottableProjection {
        PlottableProjection { _ in .value(label, value) }
    }

    /// Returns the range of a bin with a label.
    public static func value(_ label: LocalizedStringKey, _ keyPath: KeyPath<Element, ChartBinRange<Value>>) -> PlottableProjection {
        PlottableProjection { .value(label, $0[keyPath: keyPath]) }
    }

    /// Returns a range with a label.
    public static func value(_ label: LocalizedStringKey, _ keyPath: KeyPath<Element, Range<Value>>) -> PlottableProjection
    where Value: Comparable { PlottableProjection { .value(label, $0[keyPath: keyPath]) } }
}

extension PlottableProjection where Value == Date {
    /// Returns a property with a label. Dates stand for the whole unit of the calendar that contains them.
    public static func value(
        _ label: LocalizedStringKey, _ keyPath: KeyPath<Element, Date>, unit: Calendar.Component, calendar: Calendar? = nil
    ) -> PlottableProjection { PlottableProjection { .value(label, $0[keyPath: keyPath], unit: unit, calendar: calendar) } }
}
