import Foundation

// The description of a chart for people who hear it. It is kept as a value that a test can read.

/// A view that describes its chart.
@MainActor @preconcurrency public protocol AXChartDescriptorRepresentable {
    /// Returns the description.
    func makeChartDescriptor() -> AXChartDescriptor

    /// Changes a description when the view changes.
    func updateChartDescriptor(_ descriptor: AXChartDescriptor)
}

extension AXChartDescriptorRepresentable {
    /// Changes nothing.
    public func updateChartDescriptor(_ descriptor: AXChartDescriptor) {}
}

/// The description of a chart.
public final class AXChartDescriptor {
    /// The title.
    public var title: String?
    /// The sentences about the chart.
    public var summary: String?
    /// The horizontal axis.
    public var xAxis: any AXDataAxisDescriptor
    /// The vertical axis.
    public var yAxis: AXNumericDataAxisDescriptor?
    /// Other axes.
    public var additionalAxes: [any AXDataAxisDescriptor]?
    /// The series.
    public var series: [AXDataSeriesDescriptor]

    /// Creates a description.
    public init(
        title: String?, summary: String?, xAxis: any AXDataAxisDescriptor, yAxis: AXNumericDataAxisDescriptor?,
        additionalAxes: [any AXDataAxisDescriptor]? = nil, series: [AXDataSeriesDescriptor]
    ) {
        (self.title, self.summary, self.xAxis, self.yAxis) = (title, summary, xAxis, yAxis)
        (self.additionalAxes, self.series) = (additionalAxes, series)
    }
}

/// The description of an axis.
public protocol AXDataAxisDescriptor: AnyObject {
    /// The title.
    var title: String { get set }
}

/// The description of an axis of numbers.
public final class AXNumericDataAxisDescriptor: AXDataAxisDescriptor {
    /// How numbers are spread over an axis.
    public enum ScaleType: Hashable, Sendable {
        case linear
        case log10
        case ln
    }

    /// The title.
    public var title: String
    /// The numbers of the axis.
    public var range: ClosedRange<Double>
    /// The numbers with a line.
    public var gridlinePositions: [Double]
    /// Returns a number in words.
    public var valueDescriptionProvider: (Double) -> String
    /// How numbers are spread.
    public var scaleType = ScaleType.linear

    /// Creates a description.
    public init(
        title: String, range: ClosedRange<Double>, gridlinePositions: [Double],
        valueDescriptionProvider: @escaping (Double) -> String
    ) {
        (self.title, self.range, self.gridlinePositions) = (title, range, gridlinePositions)
        self.valueDescriptionProvider = valueDescriptionProvider
    }
}

/// The description of an axis of names.
public final class AXCategoricalDataAxisDescriptor: AXDataAxisDescriptor {
    /// The title.
    public var title: String
    /// The names.
    public var categoryOrder: [String]

    /// Creates a description.
    public init(title: String, categoryOrder: [String]) { (self.title, self.categoryOrder) = (title, categoryOrder) }
}

/// The description of a series.
public final class AXDataSeriesDescriptor {
    /// The name.
    public var name: String?
    /// True if the values between the points count, as in a line.
    public var isContinuous: Bool
    /// The points.
    public var dataPoints: [AXDataPoint]

    /// Creates a description.
    public init(name: String, isContinuous: Bool, dataPoints: [AXDataPoint]) {
        (self.name, self.isContinuous, self.dataPoints) = (name, isContinuous, dataPoints)
    }
}

/// A number or a name of a point.
public struct AXDataPointValue: Hashable, Sendable {
    /// The number, if the value is one.
    public var number = 0.0
    /// The name, if the value is one.
    public var category: String?

    /// Returns a number.
    public static func number(_ number: Double) -> AXDataPointValue { AXDataPointValue(number: number) }

    /// Returns a name.
    public static func category(_ name: String) -> AXDataPointValue { AXDataPointValue(category: name) }
}

/// The description of a point.
public final class AXDataPoint {
    /// The horizontal value.
    public var xValue: AXDataPointValue
    /// The vertical value.
    public var yValue: AXDataPointValue?
    /// The values of other axes.
    public var additionalValues: [AXDataPointValue]
    /// The name.
    public var label: String?

    /// Creates a point at a number.
    public init(x: Double, y: Double? = nil, additionalValues: [AXDataPointValue] = [], label: String? = nil) {
        (xValue, yValue) = (.number(x), y.map(AXDataPointValue.number))
        (self.additionalValues, self.label) = (additionalValues, label)
    }

    /// Creates a point at a name.
    public init(x: String, y: Double? = nil, additionalValues: [AXDataPointValue] = [], label: String? = nil) {
        (xValue, yValue) = (.category(x), y.map(AXDataPointValue.number))
        (self.additionalValues, self.label) = (additionalValues, label)
    }
}

extension View {
    /// Keeps the title of a description of the chart.
    @MainActor public func accessibilityChartDescriptor(_ representable: some AXChartDescriptorRepresentable) -> some View {
        kept("accessibilityChartDescriptor", representable.makeChartDescriptor().title ?? "")
    }
}
