/// The units that HealthKit names.
extension HKUnit {
    // MARK: Mass

    /// Grams.
    public class func gram() -> HKUnit { HKUnit(from: "g") }

    /// Grams. With a prefix.
    public class func gramUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "g") }

    /// Ounces, 28.349523125 g.
    public class func ounce() -> HKUnit { HKUnit(from: "oz") }

    /// Pounds, 453.59237 g.
    public class func pound() -> HKUnit { HKUnit(from: "lb") }

    /// Stones, 14 lb.
    public class func stone() -> HKUnit { HKUnit(from: "st") }

    /// Moles of a substance whose mole has a mass in grams.
    public class func moleUnit(withMolarMass gramsPerMole: Double) -> HKUnit { HKUnit(from: "mol<\(gramsPerMole)>") }

    /// Moles with a prefix, of a substance whose mole has a mass in grams.
    public class func moleUnit(with prefix: HKMetricPrefix, molarMass gramsPerMole: Double) -> HKUnit {
        HKUnit(from: "\(prefix.symbol)mol<\(gramsPerMole)>")
    }

    // MARK: Length

    /// Meters.
    public class func meter() -> HKUnit { HKUnit(from: "m") }

    /// Meters. With a prefix.
    public class func meterUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "m") }

    /// Inches, 2.54 cm.
    public class func inch() -> HKUnit { HKUnit(from: "in") }

    /// Feet, 30.48 cm.
    public class func foot() -> HKUnit { HKUnit(from: "ft") }

    /// Yards, 91.44 cm.
    public class func yard() -> HKUnit { HKUnit(from: "yd") }

    /// Miles, 1609.344 m.
    public class func mile() -> HKUnit { HKUnit(from: "mi") }

    // MARK: Volume

    /// Liters.
    public class func liter() -> HKUnit { HKUnit(from: "L") }

    /// Liters. With a prefix.
    public class func literUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "L") }

    /// US fluid ounces.
    public class func fluidOunceUS() -> HKUnit { HKUnit(from: "fl_oz_us") }

    /// Imperial fluid ounces.
    public class func fluidOunceImperial() -> HKUnit { HKUnit(from: "fl_oz_imp") }

    /// US pints.
    public class func pintUS() -> HKUnit { HKUnit(from: "pt_us") }

    /// Imperial pints.
    public class func pintImperial() -> HKUnit { HKUnit(from: "pt_imp") }

    /// US cups.
    public class func cupUS() -> HKUnit { HKUnit(from: "cup_us") }

    /// Imperial cups.
    public class func cupImperial() -> HKUnit { HKUnit(from: "cup_imp") }

    // MARK: Pressure

    /// Pascals.
    public class func pascal() -> HKUnit { HKUnit(from: "Pa") }

    /// Pascals. With a prefix.
    public class func pascalUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "Pa") }

    /// Millimeters of mercury.
    public class func millimeterOfMercury() -> HKUnit { HKUnit(from: "mmHg") }

    /// Centimeters of water.
    public class func centimeterOfWater() -> HKUnit { HKUnit(from: "cmAq") }

    /// Standard atmospheres.
    public class func atmosphere() -> HKUnit { HKUnit(from: "atm") }

    /// Inches of mercury.
    public class func inchesOfMercury() -> HKUnit { HKUnit(from: "inHg") }

    /// Decibels of A-weighted sound pressure.
    public class func decibelAWeightedSoundPressureLevel() -> HKUnit { HKUnit(from: "dBASPL") }

    // MARK: Time

    /// Seconds.
    public class func second() -> HKUnit { HKUnit(from: "s") }

    /// Seconds. With a prefix.
    public class func secondUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "s") }

    /// Minutes.
    public class func minute() -> HKUnit { HKUnit(from: "min") }

    /// Hours.
    public class func hour() -> HKUnit { HKUnit(from: "hr") }

    /// Days of 24 hours.
    public class func day() -> HKUnit { HKUnit(from: "d") }

    // MARK: Energy and power

    /// Joules.
    public class func joule() -> HKUnit { HKUnit(from: "J") }

    /// Joules. With a prefix.
    public class func jouleUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "J") }

    /// Kilocalories, 4184 J.
    public class func kilocalorie() -> HKUnit { HKUnit(from: "kcal") }

    /// Calories, 4.184 J.
    public class func smallCalorie() -> HKUnit { HKUnit(from: "cal") }

    /// Food calories, which are kilocalories.
    public class func largeCalorie() -> HKUnit { HKUnit(from: "Cal") }

    /// Watts.
    public class func watt() -> HKUnit { HKUnit(from: "W") }

    /// Watts. With a prefix.
    public class func wattUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "W") }

    // MARK: Temperature

    /// Degrees Celsius.
    public class func degreeCelsius() -> HKUnit { HKUnit(from: "degC") }

    /// Degrees Fahrenheit.
    public class func degreeFahrenheit() -> HKUnit { HKUnit(from: "degF") }

    /// Kelvins.
    public class func kelvin() -> HKUnit { HKUnit(from: "K") }

    // MARK: Electricity and frequency

    /// Siemens.
    public class func siemen() -> HKUnit { HKUnit(from: "S") }

    /// Siemens. With a prefix.
    public class func siemenUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "S") }

    /// Volts.
    public class func volt() -> HKUnit { HKUnit(from: "V") }

    /// Volts. With a prefix.
    public class func voltUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "V") }

    /// Hertz.
    public class func hertz() -> HKUnit { HKUnit(from: "Hz") }

    /// Hertz. With a prefix.
    public class func hertzUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "Hz") }

    // MARK: Counts and others

    /// Counts.
    public class func count() -> HKUnit { HKUnit(from: "count") }

    /// Percent, where 1 is 100 %.
    public class func percent() -> HKUnit { HKUnit(from: "%") }

    /// Decibels of hearing level.
    public class func decibelHearingLevel() -> HKUnit { HKUnit(from: "dBHL") }
    /// The effort of a workout, from 1 to 10.
    public class func appleEffortScore() -> HKUnit { HKUnit(from: "appleEffortScore") }

    // MARK: Angles and lenses

    /// Degrees of an angle.
    public class func degreeAngle() -> HKUnit { HKUnit(from: "deg") }

    /// Radians.
    public class func radianAngle() -> HKUnit { HKUnit(from: "rad") }

    /// Radians. With a prefix.
    public class func radianAngleUnit(with prefix: HKMetricPrefix) -> HKUnit { HKUnit(from: prefix.symbol + "rad") }

    /// Diopters, the power of a lens.
    public class func diopter() -> HKUnit { HKUnit(from: "D") }

    /// Prism diopters.
    public class func prismDiopter() -> HKUnit { HKUnit(from: "pD") }

    /// International units of a substance.
    public class func internationalUnit() -> HKUnit { HKUnit(from: "IU") }
}
