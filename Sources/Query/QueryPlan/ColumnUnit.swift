package import HealthModel
import QueryVocabulary

/// The unit of numbers in a column, a condition or a statement, and how people write them (S8.5).
///
/// A number without a unit is in the unit that the column shows. A share is stored as a fraction and shown in percent, so 95 is 0.95.
package struct ColumnUnit: Hashable, Sendable {
    /// The unit; nil for plain numbers.
    package let unit: HealthUnit?
    /// True if a half is stored as 50 in the unit `%`, not as 0.5.
    package let isInHundredths: Bool
    /// True for differences, which are converted without the offset of a temperature scale (S8.4).
    package let isDifference: Bool
    /// True for the progress of a ring, which can be several times its goal.
    package let isProgress: Bool

    package init(_ unit: HealthUnit?, isInHundredths: Bool = false, isDifference: Bool = false, isProgress: Bool = false) {
        self.isProgress = isProgress
        self.unit = unit
        self.isInHundredths = isInHundredths
        self.isDifference = isDifference
    }

    /// The unit of plain numbers.
    package static let none = ColumnUnit(nil)

    /// True if numbers are stored as fractions and shown in percent.
    package var isFraction: Bool { unit?.symbol == HealthUnit.percent.symbol && !isInHundredths }

    /// Returns true if a number that is written without a unit may be meant as a fraction, as in earlier versions: up to 1, and less than
    /// 10 for the progress of a ring.
    package func mayBeFraction(_ number: Double) -> Bool {
        guard isFraction, number != 0 else { return false }
        return abs(number) <= 1 || isProgress && abs(number) < 10
    }

    /// Returns the stored value of a number that is written without a unit.
    package func stored(_ number: Double) -> Double { isFraction ? number / 100 : number }

    /// Returns the stored value of a number that is written with `written`; nil if the units have different dimensions.
    package func stored(_ number: Double, in written: HealthUnit) -> Double? {
        if isInHundredths, written.symbol == HealthUnit.percent.symbol { return number }
        guard let amount = conversion(from: ColumnUnit(written, isDifference: isDifference))?(written.amount(written: number)) else {
            return nil
        }
        return isInHundredths ? amount * 100 : amount
    }

    /// Returns an amount of `written` as the column shows it: fractions in percent. Nil if the units have different dimensions.
    package func shown(_ amount: Double, in written: HealthUnit) -> Double? {
        let converted = conversion(from: ColumnUnit(written, isDifference: isDifference))?(amount)
        return unit?.symbol == HealthUnit.percent.symbol ? converted.map { $0 * 100 } : converted
    }

    /// Returns the conversion of amounts in the unit of another column; nil if the units have different dimensions. Hundredths are not
    /// converted.
    package func conversion(from other: ColumnUnit) -> UnitConversion? {
        let (from, to) = (other.unit ?? .count, unit ?? .count)
        return other.isDifference ? from.interval.conversion(to: to.interval) : from.conversion(to: to)
    }

    /// Returns the unit of differences between values in this unit.
    package var difference: ColumnUnit {
        ColumnUnit(unit, isInHundredths: isInHundredths, isDifference: true, isProgress: isProgress)
    }
}

extension Measure {
    /// The unit of the column. A standard deviation is a difference.
    package var columnUnit: ColumnUnit { ColumnUnit(unit, isDifference: result == .difference) }
}
