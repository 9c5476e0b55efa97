internal import CalendarIntervals
import HealthModel

/// A `Record` element to be written. Its texts are escaped bytes, created once and shared by many rows.
struct ExportRow {
    /// `type="…"`.
    var type: [UInt8]
    /// `sourceName="…" sourceVersion="…" device="…"`, each after a space.
    var origin: [UInt8]
    /// ` unit="…"`, or empty.
    var unit: [UInt8] = []
    /// Seconds since 1970.
    var created: Int
    var start: Int
    var end: Int
    /// Digits or the name of a value. Nil if the attribute is missing.
    var value: [UInt8]?
    /// The child elements, on separate lines.
    var children: [UInt8] = []

    /// Appends the element with the attributes in Apple's order.
    ///
    /// - Parameter indent: one space at top level, more inside another element.
    func append(to text: inout [UInt8], indent: String = " ", _ clock: inout ExportClock) {
        text.append(indent)
        text.append("<Record type=\"")
        text.append(contentsOf: type)
        text.append("\"")
        text.append(contentsOf: origin)
        text.append(contentsOf: unit)
        text.append(" creationDate=\"")
        clock.append(created, to: &text)
        text.append("\" startDate=\"")
        clock.append(start, to: &text)
        text.append("\" endDate=\"")
        clock.append(end, to: &text)
        if let value {
            text.append("\" value=\"")
            text.append(contentsOf: value)
        }
        guard !children.isEmpty else { return text.append("\"/>\n") }
        text.append("\">\n")
        text.append(contentsOf: children)
        text.append(indent)
        text.append("</Record>\n")
    }
}

/// Writes times like an export: with the phone's UTC offset at export time, for samples of any season and country.
struct ExportClock {
    private let offset: Int
    /// ` +0100`.
    private var suffix: [UInt8] = [UInt8(ascii: " ")]
    private var day = Int.min
    /// `yyyy-MM-dd ` of `day`.
    private var dayText: [UInt8] = []

    init(offsetSeconds: Int) {
        offset = offsetSeconds
        suffix.append(offset < 0 ? UInt8(ascii: "-") : UInt8(ascii: "+"))
        suffix.append(twoDigits: abs(offset) / 3600)
        suffix.append(twoDigits: abs(offset) / 60 % 60)
    }

    /// Appends `yyyy-MM-dd HH:mm:ss ±HHMM`.
    mutating func append(_ seconds: Int, to text: inout [UInt8]) {
        let local = seconds + offset
        let day = local.flooredQuotient(by: 86_400)
        if day != self.day {
            self.day = day
            dayText.removeAll()
            dayText.append(CivilDate(dayNumber: day))
            dayText.append(UInt8(ascii: " "))
        }
        text.append(contentsOf: dayText)
        text.append(clock: local - day * 86_400)
        text.append(contentsOf: suffix)
    }
}
