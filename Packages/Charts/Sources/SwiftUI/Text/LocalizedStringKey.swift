import Foundation

/// A text that may have a translation. It is shown as it is.
public struct LocalizedStringKey: Hashable, Sendable, ExpressibleByStringInterpolation {
    /// The text.
    package var text: String

    /// Creates a text.
    public init(_ value: String) { text = value }

    /// Creates a text from a literal.
    public init(stringLiteral value: String) { text = value }

    /// Creates a text from its parts.
    public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    /// The parts of a text.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        /// Creates an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Adds a text.
        public mutating func appendLiteral(_ literal: String) { text += literal }

        /// Adds a value in its usual form.
        public mutating func appendInterpolation(_ value: some Any) { text += "\(value)" }

        /// Adds a whole number with separators, as localized texts have them.
        public mutating func appendInterpolation(_ value: some BinaryInteger) { text += value.formatted() }

        /// Adds a number with six decimals, as localized texts have it.
        public mutating func appendInterpolation(_ value: Double) { text += String(format: "%f", value) }

        /// Adds a number in a format of C.
        public mutating func appendInterpolation(_ value: some _FormatSpecifiable, specifier: String) {
            text += String(format: specifier, value.formatArgument)
        }

        /// Adds a value in a format of Foundation.
        public mutating func appendInterpolation<F: FormatStyle>(_ value: F.FormatInput, format: F) where F.FormatOutput == String {
            text += format.format(value)
        }

        /// Adds the days of an interval.
        public mutating func appendInterpolation(_ interval: DateInterval) {
            let days = [interval.start, interval.end].map { $0.formatted(date: .abbreviated, time: .omitted) }
            text += days[0] == days[1] ? days[0] : days[0] + " – " + days[1]
        }

        /// Adds the times of a range.
        public mutating func appendInterpolation(_ dates: ClosedRange<Date>) {
            text += DateTextStyle.time.text(of: dates.lowerBound) + " – " + DateTextStyle.time.text(of: dates.upperBound)
        }

        /// Adds a date in a style.
        public mutating func appendInterpolation(_ date: Date, style: DateTextStyle) { text += style.text(of: date) }
    }
}

/// A number that fits a format of C.
public protocol _FormatSpecifiable {
    /// The number for `String(format:)`.
    var formatArgument: any CVarArg { get }
}

extension Int: _FormatSpecifiable {
    /// The number itself.
    public var formatArgument: any CVarArg { self }
}

extension Double: _FormatSpecifiable {
    /// The number itself.
    public var formatArgument: any CVarArg { self }
}

extension Float: _FormatSpecifiable {
    /// The number itself.
    public var formatArgument: any CVarArg { Double(self) }
}

extension CGFloat: _FormatSpecifiable {
    /// The number itself.
    public var formatArgument: any CVarArg { Double(self) }
}

/// A way to write a date in a text.
public enum DateTextStyle: Hashable, Sendable {
    case date
    case time
    case relative
    case offset
    case timer

    /// Returns a date as text. Styles that count from now show the time.
    package func text(of date: Date) -> String {
        switch self {
        case .date: date.formatted(date: .long, time: .omitted)
        case .time, .relative, .offset, .timer: date.formatted(date: .omitted, time: .shortened)
        }
    }
}
