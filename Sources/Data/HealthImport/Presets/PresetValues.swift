import CalendarIntervals
import HealthModel

/// The reason why a table cannot be read with a preset, with the next step.
struct PresetFlaw: Error {
    let reason: String
}

/// Reads the times of a table: its formats, and what the rows decide about them.
struct PresetTimes {
    private let table: PresetTable
    private let zone: Zone?
    /// The day in the name of the file, as text.
    private let dayInName: String
    /// True after a day, or a time without an offset, was read in the zone of the import.
    private(set) var usedZone = false
    /// The readers of each format. Without formats, one that reads only clear times.
    private var start: [TableTimes]
    private var end: [TableTimes]
    private var day: [TableTimes]
    private let clock: [TimePattern]

    /// - Parameter format: the given format of all times.
    init(_ table: PresetTable, format: String?, zone: Zone?, file: String) throws(PresetFlaw) {
        (self.table, self.zone) = (table, zone)
        let name = file.split(separator: "/").last.map(String.init) ?? file
        dayInName = ISO8601.read(String(name.prefix(10))) == nil ? "" : String(name.prefix(10))
        if table.hasDayInName, dayInName.isEmpty {
            throw PresetFlaw(reason: "the name of the file must start with the day of its rows, such as 2026-01-31.csv")
        }
        start = try Self.readers(table.start, format)
        end = try Self.readers(table.end ?? table.start, format)
        day = try Self.readers(table.day, format)
        // The parser has read these formats.
        clock = table.clock?.formats.compactMap { try? TimePattern($0, needsDay: false) } ?? []
    }

    private static func readers(_ time: PresetTime?, _ format: String?) throws(PresetFlaw) -> [TableTimes] {
        let formats = format.map { [$0] } ?? time?.formats ?? []
        var readers: [TableTimes] = []
        for format in formats {
            do throws(TimePattern.Flaw) { readers.append(TableTimes(pattern: try TimePattern(format), epochs: [:])) } catch {
                throw PresetFlaw(reason: "the time format `\(format)` \(error.text)")
            }
        }
        return readers.isEmpty ? [TableTimes(pattern: nil, epochs: [:])] : readers
    }

    // MARK: - What the rows decide

    /// Leaves out the formats that do not fit a text of the first times, unless none does.
    mutating func narrow(_ rows: PresetRows) {
        if let time = table.start { Self.narrow(&start, rows.text(time)) }
        if let time = table.end { Self.narrow(&end, rows.text(time)) }
        if let time = table.day { Self.narrow(&day, rows.text(time)) }
    }

    private static func narrow(_ readers: inout [TableTimes], _ text: String) {
        guard readers.count > 1, !text.isEmpty else { return }
        var fitting: [TableTimes] = []
        for var reader in readers where reader.read(Array(text.utf8).span, column: .start, zone: .utc) != nil { fitting.append(reader) }
        if !fitting.isEmpty { readers = fitting }
    }

    /// Throws if several formats fit all rows and mean different times.
    func demandClear(_ examples: [String]) throws(PresetFlaw) {
        for readers in [start, day] where readers.count > 1 {
            for text in examples where !text.isEmpty {
                let times = Set(
                    readers.map { reader in
                        var reader = reader
                        return reader.read(Array(text.utf8).span, column: .start, zone: .utc)
                    })
                guard times.count > 1 else { continue }
                let formats = readers.compactMap(\.pattern?.text).map { "--time-format '\($0)'" }
                throw PresetFlaw(
                    reason: "its dates can be read in \(formats.count) ways, such as `\(text)`: use \(formats.joined(separator: " or "))")
            }
        }
    }

    // MARK: - Times

    /// A time without an offset.
    private var localZone: Zone? { table.isUTC ? .utc : zone }

    /// Returns the start and the end of a row, or the reason why it has none.
    mutating func interval(_ rows: PresetRows, offset: Zone?, _ numbers: PresetNumbers) -> Result<Range<Int64>, ImportIssueError> {
        if let time = table.day {
            let text = rows.text(time)
            guard !text.isEmpty else { return .failure(.missingDate) }
            guard let local = Self.read(text, &day, zone: .utc) else { return .failure(.badDate) }
            guard let zone else { return .failure(.missingZone) }
            usedZone = true
            let number = Int((Double(local) / 86_400_000).rounded(.down))
            let clockText = table.clock.map { rows.text($0) } ?? ""
            if !clockText.isEmpty { return moment(clockText, ofDay: number, zone) }
            let ends = [number, number + 1].map { zone.firstInstant(atOrAfterLocalMilliseconds: Int64($0) * 86_400_000).milliseconds }
            return BatchBuilder.flaw(start: ends[0], end: ends[1]).map { .failure(ImportIssueError(issue: $0)) }
                ?? .success(ends[0]..<ends[1])
        }
        guard let time = table.start else { return .failure(.missingDate) }
        let text = text(time, rows)
        guard !text.isEmpty else { return .failure(.missingDate) }
        let zone = table.isUTC ? .utc : offset ?? localZone
        guard let first = Self.read(text, &start, zone: zone) else {
            return .failure(zone == nil && Self.read(text, &start, zone: .utc) != nil ? .missingZone : .badDate)
        }
        if !usedZone, !table.isUTC, offset == nil, !Self.namesOffset(text) { usedZone = true }
        var last = first
        if let time = table.end {
            let text = self.text(time, rows)
            if !text.isEmpty {
                guard let read = Self.read(text, &end, zone: zone) else { return .failure(.badDate) }
                // The last part of a day ends at midnight.
                last = table.hasDayInName && read < first ? read + 86_400_000 : read
            }
        } else if let length = rows.milliseconds(table.length, numbers) {
            last = first + length
        } else if case .column(let name, _)? = table.length, rows.hasText(name) {
            return .failure(.badValue)
        }
        if let flaw = BatchBuilder.flaw(start: first, end: last) { return .failure(ImportIssueError(issue: flaw)) }
        return .success(first..<last)
    }

    /// Returns the moment of a day, or the reason why its text is not a time of day.
    private func moment(_ text: String, ofDay number: Int, _ zone: Zone) -> Result<Range<Int64>, ImportIssueError> {
        let bytes = Array(text.utf8)
        guard let time = clock.lazy.compactMap({ $0.read(bytes.span)?.millisecondOfDay }).first else { return .failure(.badDate) }
        let local = Int64(number) * 86_400_000 + Int64(time)
        let instant = zone.firstInstant(atOrAfterLocalMilliseconds: local).milliseconds
        return BatchBuilder.flaw(start: instant, end: instant).map { .failure(ImportIssueError(issue: $0)) }
            ?? .success(instant..<instant)
    }

    /// True for a time with an offset, and for a number of seconds or a smaller unit since 1970.
    private static func namesOffset(_ text: String) -> Bool {
        ISO8601.read(text)?.offsetSeconds != nil || DecimalNumber.read(Array(text.utf8).span) != nil
    }

    private func text(_ time: PresetTime, _ rows: PresetRows) -> String {
        let text = rows.text(time)
        return table.hasDayInName && !text.isEmpty ? dayInName + "T" + text : text
    }

    private static func read(_ text: String, _ readers: inout [TableTimes], zone: Zone?) -> Int64? {
        let bytes = Array(text.utf8)
        if readers.first?.pattern == nil, let number = DecimalNumber.read(bytes.span), let epoch = EpochUnit(of: number) {
            return epoch.milliseconds(number)
        }
        for index in readers.indices {
            if let time = readers[index].read(bytes.span, column: .start, zone: zone) { return time }
        }
        return nil
    }

    /// The number of times that clocks skip or show twice, since the last call.
    mutating func takeUnclearCount() -> Int {
        var count = 0
        for index in start.indices {
            count += start[index].unclearCount
            start[index].unclearCount = 0
        }
        return count
    }
}

/// The reason why a row cannot be kept.
struct ImportIssueError: Error {
    let issue: ImportIssue

    static let missingDate = ImportIssueError(issue: .missingDate)
    static let badDate = ImportIssueError(issue: .badDate)
    static let missingZone = ImportIssueError(issue: .missingZone)
    static let badValue = ImportIssueError(issue: .badValue)
}

// MARK: - Cells

extension PresetRows {
    /// The texts by which apps say that they have no value.
    private static let empties: Set<String> = ["", "-", "--", "—", "null", "nan", "n/a", "none"]

    /// Returns the text of a column. Empty if the row has none.
    func text(_ column: String?) -> String {
        guard let place = columns.place(column), place < cells.count else { return "" }
        let text = cells[place]
        return text.utf8.count <= 4 && Self.empties.contains(text.lowercased()) ? "" : text
    }

    /// Returns the texts of the columns of a time with spaces between them. Empty if one is missing.
    func text(_ time: PresetTime) -> String {
        let texts = time.columns.map { text($0) }
        return texts.contains("") ? "" : texts.joined(separator: " ")
    }

    func hasText(_ column: String) -> Bool { !text(column).isEmpty }

    /// Returns a length of time in milliseconds. Nil if the text is not a length of time.
    func milliseconds(_ length: PresetLength?, _ numbers: PresetNumbers) -> Int64? {
        switch length {
        case nil: return nil
        case .milliseconds(let count): return count
        case .column(let name, let form):
            let text = text(name)
            guard let length = form.milliseconds(text, numbers), length >= 0, length < 1e11 else { return nil }
            return Int64(length.rounded())
        }
    }
}

extension PresetLengthForm {
    /// Returns the milliseconds of a text such as `65`, `1:05:00` or `1h 5m`. Nil for other texts.
    func milliseconds(_ text: String, _ numbers: PresetNumbers) -> Double? {
        switch self {
        case .number(let unit): return try? numbers.read(text).get() * unit
        case .clock:
            let parts = text.split(separator: ":", omittingEmptySubsequences: false)
            guard (2...3).contains(parts.count) else { return nil }
            var seconds = 0.0
            for part in parts {
                guard let number = try? numbers.read(String(part)).get(), number >= 0 else { return nil }
                seconds = seconds * 60 + number
            }
            return seconds * 1000
        case .words:
            var total = 0.0
            var rest = text.lowercased().filter { !$0.isWhitespace }[...]
            guard !rest.isEmpty else { return nil }
            while !rest.isEmpty {
                let digits = rest.prefix { $0.isNumber || $0 == "." || $0 == "," }
                rest = rest.dropFirst(digits.count)
                let unit = rest.prefix { $0.isLetter }
                rest = rest.dropFirst(unit.count)
                let sizes = ["h": 3600.0, "hr": 3600, "m": 60, "min": 60, "s": 1, "sec": 1]
                guard let number = try? numbers.read(String(digits)).get(), let size = sizes[String(unit)] else { return nil }
                total += number * size
            }
            return total * 1000
        }
    }
}

/// Reads the numbers of a table. Its rows decide about the decimal sign. If they don't, the preset decides.
struct PresetNumbers {
    private let given: DecimalSign?
    private var signs: Set<DecimalSign> = []
    /// The signs in columns that the preset does not read as numbers.
    private var otherSigns: Set<DecimalSign> = []
    private let separatesByComma: Bool
    private let usesPoints: Bool

    init(_ table: PresetTable, given: DecimalSign?, separatesByComma: Bool) {
        self.given = given ?? (table.rowPaths != nil ? .point : nil)
        self.separatesByComma = separatesByComma
        usesPoints = table.usesPoints
    }

    /// Notes the sign that a text proves.
    mutating func note(_ text: String) {
        guard given == nil, case .number(_, let sign?)? = LocalNumber.read(Array(text.utf8).span) else { return }
        signs.insert(sign)
    }

    /// Notes the sign that a text of any column proves. It counts if no number proves one.
    mutating func noteOther(_ text: String) {
        if case .number(_, let sign?)? = LocalNumber.read(Array(text.utf8).span) { otherSigns.insert(sign) }
    }

    /// True if the sign is given, or if a number proves it.
    var isDecided: Bool { given != nil || !signs.isEmpty }

    /// The signs that decide.
    private var proven: Set<DecimalSign> { signs.isEmpty ? otherSigns : signs }

    /// The decimal sign of the table. Nil if both signs are in it, or if nothing decides.
    var sign: DecimalSign? {
        if let given { return given }
        if proven.count == 2 { return separatesByComma ? nil : .comma }
        return proven.first ?? (usesPoints ? .point : nil)
    }

    /// Returns the number in `text`, or the reason why it is not a number.
    func read(_ text: String) -> Result<Double, ImportIssueError> {
        let bytes = Array(text.utf8)
        let number = bytes.span.beforePercentSign.map { Array(bytes[$0]) } ?? bytes
        switch LocalNumber.read(number.span) {
        case .number(_, .point)? where sign == .comma: return .failure(ImportIssueError(issue: .decimalPoint))
        case .number(let value, _)?: return .success(value)
        case .ambiguous(let mark)?:
            // If nothing decides, a point is the decimal sign, as in other tables.
            guard let sign = sign ?? (proven.isEmpty && mark == .point ? .point : nil) else {
                return .failure(ImportIssueError(issue: .ambiguousNumber))
            }
            return LocalNumber.read(number.span, sign: sign).map { .success($0) } ?? .failure(.badValue)
        case nil: return DecimalNumber.read(number.span).map { .success($0) } ?? .failure(.badValue)
        }
    }
}
