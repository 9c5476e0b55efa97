import HealthModel

/// The first mistake in the text of a preset.
package struct PresetMistake: Error, Hashable {
    package let line: Int
    package let reason: String
}

/// Reads the text of a preset: one statement in each line, words and quoted texts between spaces.
struct PresetParser {
    private var preset = Preset()
    private var source = ""
    private var table: PresetTable?
    /// The metrics that the preset defines, by name.
    private var own: [String: MetricID] = [:]
    private var words: [String] = []
    private var line = 0

    private static let longest = 1 << 20

    static func preset(from text: String) throws(PresetMistake) -> Preset {
        guard text.utf8.count <= longest else { throw PresetMistake(line: 1, reason: "the text has more than 1 MB") }
        var parser = PresetParser()
        // Editors can end lines as on Windows, and start the text with a mark of its bytes.
        let text = text.hasPrefix("\u{FEFF}") ? text.dropFirst() : text[...]
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0 == "\n" || $0 == "\r\n" }) {
            parser.line += 1
            parser.words = try parser.words(of: line)
            if !parser.words.isEmpty { try parser.readStatement() }
        }
        try parser.endTable()
        guard !parser.preset.name.isEmpty else { throw parser.mistake("the first statement must be `preset NAME \"Title\"`") }
        guard !parser.preset.tables.isEmpty else { throw parser.mistake("the preset has no table: add `table NAME`") }
        return parser.preset
    }

    private func mistake(_ reason: String) -> PresetMistake { PresetMistake(line: line, reason: reason) }

    /// Splits a line. Two quotes in a quoted text are one quote.
    private func words(of line: Substring) throws(PresetMistake) -> [String] {
        var words: [String] = []
        var rest = line[...]
        while true {
            rest = rest.drop(while: \.isWhitespace)
            guard let first = rest.first, first != "#" else { return words }
            guard first == "\"" else {
                let word = rest.prefix { !$0.isWhitespace }
                words.append(String(word))
                rest = rest.dropFirst(word.count)
                continue
            }
            var text = ""
            rest = rest.dropFirst()
            while true {
                guard let quote = rest.firstIndex(of: "\"") else { throw mistake("a quotation mark is missing") }
                text += rest[..<quote]
                rest = rest[rest.index(after: quote)...]
                guard rest.first == "\"" else { break }
                text += "\""
                rest = rest.dropFirst()
            }
            words.append(text)
        }
    }

    // MARK: - Statements

    private mutating func take(_ what: String) throws(PresetMistake) -> String {
        guard !words.isEmpty else { throw mistake("\(what) is missing at the end of the line") }
        return words.removeFirst()
    }

    private mutating func takeIf(_ word: String) -> Bool {
        guard words.first == word else { return false }
        words.removeFirst()
        return true
    }

    private mutating func expect(_ word: String) throws(PresetMistake) {
        guard takeIf(word) else { throw mistake("`\(word)` is missing" + (words.first.map { " before `\($0)`" } ?? "")) }
    }

    /// Removes and returns all words up to `end`, which stays.
    private mutating func takeAll(until end: String? = nil, _ what: String) throws(PresetMistake) -> [String] {
        let taken = words.prefix { $0 != end }
        guard !taken.isEmpty else { throw mistake("\(what) is missing") }
        words.removeFirst(taken.count)
        return Array(taken)
    }

    private mutating func readStatement() throws(PresetMistake) {
        let word = words.removeFirst()
        switch word {
        case "preset":
            preset.name = try take("the name")
            guard preset.name.allSatisfy({ $0.isLetter || $0.isNumber }) else {
                throw mistake("the name `\(preset.name)` can only have letters and digits")
            }
            preset.title = try take("the title in quotes")
            source = preset.title
        case "about": preset.about = try take("a text in quotes")
        case "facts": preset.facts = try take("an address in quotes")
        case "define": try define()
        case "table":
            guard !preset.name.isEmpty else { throw mistake("`preset` must come before `table`") }
            try endTable()
            let name = try take("the name of the table")
            guard !preset.tables.contains(where: { $0.name == name }) else { throw mistake("the table `\(name)` appears twice") }
            table = PresetTable(preset: preset.name, name: name, source: source)
        case "source" where table == nil: source = try take("the name of the source")
        default:
            guard var table else { throw mistake("`\(word)` must come after `table NAME`") }
            guard try read(word, into: &table) else { throw mistake("`\(word)` is not a statement of presets") }
            self.table = table
        }
        guard words.isEmpty else { throw mistake("`\(words[0])` is too much") }
    }

    private mutating func define() throws(PresetMistake) {
        let definition = try takeAll("the definition of the metric")
        words = []
        guard let metric = OwnMetric(definition: definition.joined(separator: " ")) else {
            throw mistake("`\(definition.joined(separator: " "))` is not a definition: write `define NAME in UNIT cumulative`")
        }
        own[metric.name] = metric.id
    }

    /// Reads a statement of a table. Returns false if it is not one.
    private mutating func read(_ word: String, into table: inout PresetTable) throws(PresetMistake) -> Bool {
        switch word {
        case "source":
            table.source = try take("the name of the source")
            if takeIf("by") { table.sourceColumn = try take("a column") }
        case "json": table.rowPaths = try takeAll("the path of the rows").map { $0 == "." ? [] : $0.split(separator: ".").map(String.init) }
        case "says": table.marks += try takeAll("a text")
        case "file": table.files += try takeAll("the start of a name").map { $0.lowercased() }
        case "need": table.needs += try takeAll("a column")
        case "lacks": table.lacks += try takeAll("a column")
        case "contained":
            for activity in try takeAll(until: "in", "an activity") { table.contained.insert(try self.activity(activity)) }
            if takeIf("in") { table.containers = try takeAll("the name of a table") }
        case "contains":
            try expect("recordings")
            table.containsRecordings = true
        case "column":
            let name = try take("the name of the column")
            table.headers[name] = try takeAll("the header")
        case "start": table.start = try time()
        case "end": table.end = try time()
        case "day": table.day = try time()
        case "clock":
            let clock = try time()
            guard !clock.formats.isEmpty else { throw mistake("`clock` needs the format of the time, such as `as \"HH:mm\"`") }
            table.clock = clock
        case "date":
            try expect("in")
            try expect("name")
            table.hasDayInName = true
        case "lasts": table.length = try length()
        case "utc": table.isUTC = true
        case "offset": table.offset = try take("a column")
        case "only", "not":
            let column = try take("a column")
            let isPart = takeIf("has")
            if !isPart { try expect("is") }
            let values = try takeAll("a value")
            table.conditions.append(PresetCondition(column: column, values: values, isExcluded: word == "not", isPart: isPart))
        case "unless": table.details += try takeAll("the name of a table")
        case "group": table.group = try takeAll("a column")
        case "metadata":
            let key = try take("a key")
            try expect("from")
            table.metadata.append((key, try take("a column")))
        case "points": table.usesPoints = true
        case "repeats": table.hasRepeats = true
        default: return try readRule(word, into: &table)
        }
        return true
    }

    private mutating func time() throws(PresetMistake) -> PresetTime {
        var time = PresetTime(columns: try takeAll(until: "as", "a column"))
        guard takeIf("as") else { return time }
        time.formats = try takeAll("a format")
        for format in time.formats {
            do throws(TimePattern.Flaw) { _ = try TimePattern(format, needsDay: false) } catch {
                throw mistake("the time format `\(format)` \(error.text)")
            }
        }
        return time
    }

    private static let units: [String: Double] = ["ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000]

    private mutating func length() throws(PresetMistake) -> PresetLength {
        let first = try take("a length or a column")
        if let count = Double(first), words.count == 1, let unit = Self.units[words[0]], count > 0, count * unit < 1e11 {
            words = []
            return .milliseconds(Int64(count * unit))
        }
        try expect("in")
        let form = try take("`s`, `min`, `h`, `ms`, `clock` or `words`")
        switch form {
        case "clock": return .column(first, .clock)
        case "words": return .column(first, .words)
        default:
            guard let unit = Self.units[form] else {
                throw mistake("`\(form)` is not a form of lengths: use s, min, h, ms, clock or words")
            }
            return .column(first, .number(unit))
        }
    }

    private mutating func endTable() throws(PresetMistake) {
        guard let table else { return }
        if let flaw = table.flaw { throw mistake("the table `\(table.name)` \(flaw)") }
        preset.tables.append(table)
        self.table = nil
    }

    // MARK: - Rules

    private mutating func readRule(_ word: String, into table: inout PresetTable) throws(PresetMistake) -> Bool {
        switch word {
        case "sample":
            let name = try take("the name of a metric")
            guard let metric = metric(name) else { throw mistake("`\(name)` is not a metric with numbers: define it with `define`") }
            try expect("from")
            table.rules.append(.sample(metric, try number(for: metric)))
        case "series":
            let name = try take("the name of a metric")
            guard let metric = metric(name) else { throw mistake("`\(name)` is not a metric with numbers: define it with `define`") }
            try expect("from")
            let instead = words.firstIndex(of: "else").map { words[($0 + 1)...] }
            if let instead { words.removeLast(instead.count + 1) }
            let number = try number(for: metric)
            words = instead.map(Array.init) ?? []
            var other: PresetNumber?
            if instead != nil {
                other = number
                other?.column = try take("a column")
            }
            table.rules.append(.series(metric, number, instead: other))
        case "pressure":
            let columns = [try take("a column"), try take("a column")]
            let numbers = columns.map { PresetNumber(column: $0, units: ["mmHg"]) }
            table.rules.append(.pressure(systolic: numbers[0], diastolic: numbers[1]))
        case "sleep":
            guard takeIf("from") else {
                table.rules.append(.sleep(column: nil, values: ["": try sleepValue()]))
                break
            }
            let column = try take("a column")
            table.rules.append(.sleep(column: column, values: try sleepValues()))
        case "stages":
            try expect("from")
            let column = try take("a column")
            try expect("every")
            guard let count = Int64(try take("a number")), (1...1440).contains(count), takeIf("min") else {
                throw mistake("the length of a stage is missing, such as `every 5 min`")
            }
            table.rules.append(.stages(column: column, milliseconds: count * 60_000, values: try sleepValues()))
        case "workout":
            table.rules.append(.workout(try workout()))
        default:
            guard let total = PresetTotal(rawValue: word) else { return false }
            guard case .workout(var workout)? = table.rules.last else { throw mistake("`\(word)` must come after `workout`") }
            try expect("from")
            workout.totals[total] = try number(for: total.kind.id)
            table.rules[table.rules.count - 1] = .workout(workout)
        }
        return true
    }

    private mutating func workout() throws(PresetMistake) -> PresetWorkout {
        guard takeIf("from") else { return PresetWorkout(activity: try activity()) }
        var workout = PresetWorkout(column: try take("a column"))
        while !words.isEmpty {
            let code = words.removeFirst().lowercased()
            workout.codes[code] = try activity()
        }
        return workout
    }

    private mutating func activity() throws(PresetMistake) -> String { try activity(take("an activity")) }

    private func activity(_ name: String) throws(PresetMistake) -> String {
        guard let found = SportName.known(name), found != "Other" || name == "other" else {
            throw mistake("`\(name)` is not an activity")
        }
        return found
    }

    private func metric(_ name: String) -> MetricID? {
        if let metric = own[name] { return metric }
        guard case .known(let info) = MetricCatalog.resolve(name: name), info.part == nil, case .quantity = info.kind else { return nil }
        return info.id
    }

    private mutating func number(for metric: MetricID) throws(PresetMistake) -> PresetNumber {
        var number = PresetNumber(column: try take("a column"))
        while let word = words.first {
            words.removeFirst()
            switch word {
            case "in":
                repeat { number.units.append(try take("a unit")) } while takeIf("or")
            case "swims":
                try expect("in")
                repeat { number.swimUnits.append(try take("a unit")) } while takeIf("or")
            case "unit": number.unitColumn = try take("a column")
            case "only":
                let column = try take("a column")
                try expect("is")
                number.condition = PresetCondition(column: column, values: try takeAll("a value"), isExcluded: false)
            case "times": number.factor = try take("a column")
            case "without":
                guard takeIf("0") else { throw mistake("write `without 0`") }
                number.isMissingAtZero = true
            default: throw mistake("`\(word)` is not a part of this statement: use in, unit, times, without or only")
            }
        }
        guard number.swimUnits.isEmpty || number.swimUnits.count == number.units.count else {
            throw mistake("`swims in` needs as many units as `in`")
        }
        number.units = try number.units.map { unit throws(PresetMistake) in try symbol(of: unit, metric) }
        number.swimUnits = try number.swimUnits.map { unit throws(PresetMistake) in try symbol(of: unit, metric) }
        return number
    }

    /// Returns the symbol of a unit that the preset can name in other words, such as `miles`.
    private func symbol(of unit: String, _ metric: MetricID) throws(PresetMistake) -> String {
        guard let symbol = SampleKind.unit(unit, of: metric) else { throw mistake("`\(unit)` is not a unit of \(metric.shortName)") }
        return symbol
    }

    private static let sleepNames = ["inBed": 0, "asleep": 1, "awake": 2, "core": 3, "deep": 4, "rem": 5]

    private mutating func sleepValue() throws(PresetMistake) -> Int {
        let name = try take("a stage")
        guard let value = Self.sleepNames[name] else {
            throw mistake("`\(name)` is not a stage: use inBed, asleep, awake, core, deep or rem")
        }
        return value
    }

    private mutating func sleepValues() throws(PresetMistake) -> [String: Int] {
        var values: [String: Int] = [:]
        while !words.isEmpty {
            let code = words.removeFirst()
            values[code.lowercased()] = try sleepValue()
        }
        guard !values.isEmpty else { throw mistake("a code and its stage are missing, such as `1 deep`") }
        return values
    }
}

extension PresetTable {
    /// A clause about the first thing that the table lacks; nil if it can be used.
    fileprivate var flaw: String? {
        if rules.isEmpty { return "makes no samples: add `sample`, `series`, `sleep`, `stages`, `pressure` or `workout`" }
        if needs.isEmpty { return "has no `need` with the columns by which it is recognized" }
        if start == nil, day == nil { return "has no time: add `start` or `day`" }
        if clock != nil, day == nil { return "has a `clock` without a `day`" }
        return nil
    }
}

extension SampleKind {
    /// A metric with a unit that fits it.
    init(id: MetricID, unit: String) { (metric, self.unit) = (id.identifier, unit) }

    /// Returns the unit for numbers of a metric that a file names in its own words. Nil if it does not measure the metric.
    static func unit(_ text: String, of metric: MetricID) -> String? {
        var info: MetricInfo?
        if case .known(let found) = MetricCatalog.resolve(name: metric.identifier) { info = found }
        info = info ?? OwnMetric(metric)?.info
        guard case .quantity(let type)? = info?.kind, let unit = HealthUnit.parseInFile(text, for: info),
            unit.isCompatible(with: type.storageUnit)
        else { return nil }
        return unit.symbol
    }
}
