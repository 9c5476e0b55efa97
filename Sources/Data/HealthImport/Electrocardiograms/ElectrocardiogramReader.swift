package import HealthModel

/// An electrocardiogram of an export, without the name and the date of birth that its file contains.
struct Electrocardiogram {
    /// The start in milliseconds since 1970.
    var start: Int64
    /// The classification of the watch, as written.
    var classification = ""
    var symptoms = ""
    var softwareVersion = ""
    /// Apple's product code, such as `Watch6,7`.
    var device = ""
    /// Beats per minute; nil if the file does not have it.
    var heartRate: Double?
    /// Values per second.
    var rate: Double
    /// Microvolts.
    var voltages: [Double] = []

    /// The end in milliseconds since 1970.
    var end: Int64 { time(of: voltages.count) }

    /// Returns the time of a value in milliseconds since 1970.
    func time(of index: Int) -> Int64 { start + Int64((Double(index) * 1000 / rate).rounded()) }

    /// Returns the voltages as a series of a sample; nil without voltages.
    func series(name: String) -> TimeSeries? {
        TimeSeries(.electrocardiogram, name: name, times: voltages.indices.map(time), values: [voltages])
    }
}

extension TimeSeries {
    /// Creates the voltages of a file of electrocardiograms; nil if the file has none.
    package init?(electrocardiogram bytes: [UInt8], name: String) {
        guard case .success(let recording) = ElectrocardiogramReader.read(bytes), let series = recording.series(name: name) else {
            return nil
        }
        self = series
    }
}

/// Reads a file of `electrocardiograms` of Apple's export: lines with a label and a value, then one voltage a line.
///
/// Phones write labels and decimal signs of their language. Labels in English are read by name. In other languages, the line with the time of
/// the recording is found by its form, and the others by their places after it. Such a time is the same in all languages.
struct ElectrocardiogramReader {
    typealias Problem = ElectrocardiogramFindings.Problem

    /// A file with more bytes is not read.
    static let mostBytes = 32 << 20
    private static let mostHeaderLines = 64
    private static let longestLine = 1000
    private static let rates = 1.0...100_000
    /// The greatest voltage in microvolts. Hearts have a few thousand.
    private static let greatestVoltage = 1e7

    private struct HeaderLine {
        /// The label without case and spaces at its ends.
        var label: String
        var value: String
    }

    private var header: [HeaderLine] = []
    /// The lines with voltages.
    private var values: ArraySlice<ArraySlice<UInt8>> = []

    /// Returns the electrocardiogram in a file, or the reason why it is not kept. Any bytes are safe input.
    static func read(_ bytes: [UInt8]) -> Result<Electrocardiogram, ProblemError> {
        var reader = ElectrocardiogramReader()
        do throws(ProblemError) {
            try reader.split(bytes)
            return .success(try reader.recording())
        } catch { return .failure(error) }
    }

    /// Returns true if a file with these first bytes is an electrocardiogram. Its first line has the owner's name.
    static func recognizes(_ start: [UInt8]) -> Bool {
        guard let end = start.lastIndex(of: UInt8(ascii: "\n")) else { return false }
        if case .success = read(Array(start[..<end])) { return true }
        return false
    }

    /// A problem as an error.
    struct ProblemError: Error {
        var problem: Problem
        init(_ problem: Problem) { self.problem = problem }
    }

    // MARK: - Lines

    private mutating func split(_ bytes: [UInt8]) throws(ProblemError) {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let lines = bytes.dropFirst(bytes.starts(with: mark) ? 3 : 0)
            .split(omittingEmptySubsequences: true) { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }
        for (index, line) in lines.enumerated() {
            guard line.count <= Self.longestLine else { throw ProblemError(.damaged) }
            if LocalNumber.read(Array(Self.trimmed(line)).span) != nil {
                values = lines[index...]
                return
            }
            guard header.count < Self.mostHeaderLines else { break }
            add(String(decoding: line, as: UTF8.self))
        }
    }

    private mutating func add(_ line: String) {
        let parts = line.split(separator: ",", maxSplits: 1, omittingEmptySubsequences: false)
        var value = Self.trimmed(parts.count > 1 ? parts[1] : "")
        if value.count > 1, value.first == "\"", value.last == "\"" {
            value = String(value.dropFirst().dropLast()).replacing("\"\"", with: "\"")
        }
        let label = Self.trimmed(parts.first ?? "").lowercased()
        guard !label.isEmpty || !value.isEmpty else { return }
        header.append(HeaderLine(label: label, value: Self.cleaned(value)))
    }

    private static func trimmed(_ text: Substring) -> String {
        func isBlank(_ character: Character) -> Bool { character.isWhitespace || character == "\u{FEFF}" }
        let rest = text.drop(while: isBlank)
        return String(rest.reversed().drop(while: isBlank).reversed())
    }

    /// Returns text with spaces instead of control characters.
    private static func cleaned(_ text: String) -> String {
        String(String.UnicodeScalarView(text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
    }

    // MARK: - Header

    private func recording() throws(ProblemError) -> Electrocardiogram {
        var times = TimeReader()
        guard
            let place = header.firstIndex(where: { $0.label == "recorded date" })
                ?? header.firstIndex(where: { times.read(Array($0.value.utf8).span) != nil }),
            let start = times.read(Array(header[place].value.utf8).span), SampleTimes.range.contains(start)
        else { throw ProblemError(.noTime) }
        let isEnglish = header[place].label == "recorded date"
        func value(_ label: String, after distance: Int) -> String {
            if let line = header.first(where: { $0.label == label }) { return line.value }
            return !isEnglish && header.indices.contains(place + distance) ? header[place + distance].value : ""
        }
        guard let (rate, sign) = Self.rate(value("sample rate", after: 5)) else { throw ProblemError(.noRate) }
        var recording = Electrocardiogram(start: start, rate: rate)
        recording.classification = value("classification", after: 1)
        recording.symptoms = value("symptoms", after: 2)
        recording.softwareVersion = value("software version", after: 3)
        recording.device = value("device", after: 4)
        recording.heartRate = header.first { $0.label == "average heart rate" }.flatMap { Self.number($0.value)?.value }
        let unit = header.first { $0.label == "unit" } ?? (isEnglish ? nil : header.dropFirst(place + 6).last)
        guard let scale = unit.map({ Self.microvolts[$0.value.lowercased()] }) ?? 1 else { throw ProblemError(.unknownUnit) }
        recording.voltages = try voltages(scale: scale, sign: sign)
        guard SampleTimes.range.contains(recording.end) else { throw ProblemError(.noTime) }
        return recording
    }

    /// The microvolts of a unit, by its symbol in lower case. The micro sign and the Greek letter differ.
    private static let microvolts: [String: Double] = ["\u{B5}v": 1, "\u{3BC}v": 1, "uv": 1, "мкв": 1, "mv": 1000, "мв": 1000]

    /// Reads a rate such as `512 hertz` or `511,422 hertz`, with the decimal sign that it proves. Nil for a rate that is not plausible.
    private static func rate(_ text: String) -> (rate: Double, sign: DecimalSign?)? {
        guard let (value, sign) = number(text), rates.contains(value) else { return nil }
        return (value, sign)
    }

    /// Reads the number at the start of a text. One comma or point is a decimal sign, because a rate has no thousands.
    private static func number(_ text: String) -> (value: Double, sign: DecimalSign?)? {
        let digits = Array(text.utf8.prefix { $0.isDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
        switch LocalNumber.read(digits.span) {
        case .number(let value, let sign): return (value, sign)
        case .ambiguous(let sign): return LocalNumber.read(digits.span, sign: sign).map { ($0, sign) }
        case nil: return nil
        }
    }

    // MARK: - Voltages

    /// Returns the voltages in microvolts.
    ///
    /// - Parameter sign: The decimal sign of the header. Without it, the first voltage that proves a sign decides.
    private func voltages(scale: Double, sign: DecimalSign?) throws(ProblemError) -> [Double] {
        guard values.count <= TimeSeries.mostPoints else { throw ProblemError(.tooLong) }
        var sign = sign
        var found: [Double] = []
        /// The numbers with one sign before three digits, which can be decimal or between thousands.
        var unclear: [(index: Int, line: ArraySlice<UInt8>, sign: DecimalSign)] = []
        found.reserveCapacity(values.count)
        for line in values {
            let line = Self.trimmed(line)
            if line.isEmpty { continue }
            guard line.count <= Self.longestLine else { throw ProblemError(.damaged) }
            switch LocalNumber.read(Array(line).span) {
            case .number(let value, let proved):
                if let proved, let sign, proved != sign { throw ProblemError(.damaged) }
                sign = sign ?? proved
                found.append(value)
            case .ambiguous(let own):
                unclear.append((found.count, line, own))
                found.append(0)
            case nil: throw ProblemError(.damaged)
            }
        }
        for (index, line, own) in unclear {
            guard let value = LocalNumber.read(Array(line).span, sign: sign ?? own) else { throw ProblemError(.damaged) }
            found[index] = value
        }
        guard !found.isEmpty else { throw ProblemError(.noValues) }
        for index in found.indices {
            found[index] *= scale
            guard abs(found[index]) <= Self.greatestVoltage else { throw ProblemError(.damaged) }
        }
        return found
    }

    private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let line = line.drop { $0 == 0x20 || $0 == 0x09 }
        return line.dropLast(line.reversed().prefix { $0 == 0x20 || $0 == 0x09 }.count)
    }
}
