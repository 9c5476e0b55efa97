import HealthModel

extension ExportTrap {
    /// Returns true if the trap is possible in this row.
    func suits(_ row: ExportRow, _ stream: LifeStream) -> Bool {
        switch self {
        case .otherUnit: OtherUnit.of[stream.unit] != nil
        case .devicePointer: row.origin.firstRange(of: Array("HKDevice: 0x".utf8)) != nil
        case .notANumber, .blankValue: !stream.isCategory
        // The members of a correlation contain their source twice.
        case .renamedSource: !stream.isInCorrelation
        // A row without children is one line and has a value.
        case .reindented, .repeatedStartDate, .duplicateRow: row.children.isEmpty && row.value != nil
        default: true
        }
    }
}

/// Another unit that a user can choose: `value × factor + offset`.
private struct OtherUnit {
    let symbol: String
    let factor: Double
    var offset = 0.0

    static let of: [String: [OtherUnit]] = [
        "km": [OtherUnit(symbol: "mi", factor: 1 / 1.609344), OtherUnit(symbol: "m", factor: 1000)],
        "kg": [OtherUnit(symbol: "lb", factor: 1 / 0.453_592_37)],
        "kcal": [OtherUnit(symbol: "Cal", factor: 1), OtherUnit(symbol: "kJ", factor: 4.184)],
        "degC": [OtherUnit(symbol: "degF", factor: 1.8, offset: 32)],
    ]
}

extension ExportWriter {
    /// Appends a row with a trap in it or next to it.
    mutating func append(_ row: ExportRow, _ value: Double, _ trap: ExportTrap) {
        var row = row
        let line = self.line
        switch trap {
        case .otherUnit:
            let symbol = String(decoding: row.unit.dropFirst(7).dropLast(), as: UTF8.self)
            let units = OtherUnit.of[symbol] ?? []
            let unit = units[random.below(units.count)]
            row.unit = Array(" unit=\"\(unit.symbol)\"".utf8)
            row.value = []
            row.value?.append(value * unit.factor + unit.offset, decimals: 6)
        case .controlCharacter: row.children.append(metadata: "HKFoodType", "Porridge\u{B}with nuts", indent: "  ")
        case .invalidUTF8:
            row.children += Array("  <MetadataEntry key=\"HKExternalUUID\" value=\"B".utf8) + [0xC3, 0x28, 0xFF] + Array("7\"/>\n".utf8)
        case .repeatedMetadataKey:
            row.children.append(metadata: "HKExternalUUID", "A-1", indent: "  ")
            row.children.append(metadata: "HKExternalUUID", "A-2", indent: "  ")
        case .endBeforeStart, .notANumber, .blankValue:
            appendSpoiled(row, trap)
        case .strayText: text.append("}} &&& < \"health <= 7 <<\n")
        case .unknownElement:
            text.append(" <FutureSample kind=\"1\" sourceName=\"Health\">\n  <Detail value=\"&quot;2&quot;\"/>\n </FutureSample>\n")
        default: break
        }
        var bytes: [UInt8] = []
        row.append(to: &bytes, &clock)
        switch trap {
        case .sourceSpelling: bytes.respellSource(variant: random.below(4))
        case .renamedSource: manifest.sourceKeys.insert(bytes.renameSource())
        case .devicePointer: bytes.replaceFirst("HKDevice: 0x2", with: "HKDevice: 0x3")
        case .characterReference: bytes.referToFirstLetter(of: " sourceName=\"")
        case .unknownAttribute: bytes.replaceFirst(" startDate=", with: " syncVersion=\"2\" startDate=")
        case .repeatedStartDate: bytes.replaceFirst(" endDate=", with: " startDate=")
        case .reindented: bytes.putAttributesOnLines()
        case .duplicateRow: if repeatedRows.count < 8 { repeatedRows.append(bytes) }
        default: break
        }
        if trap != .duplicateRow { manifest.count(trap, atLine: line) }
        text += bytes
        manifest.recordCount += 1
    }

    /// Appends a row that cannot be read, before the valid row that it is derived from.
    private mutating func appendSpoiled(_ row: ExportRow, _ trap: ExportTrap) {
        var row = row
        switch trap {
        case .notANumber: row.value = Array("nan".utf8)
        case .blankValue: row.value = []
        default: row.end = row.start - 90
        }
        row.append(to: &text, &clock)
        manifest.recordCount += 1
    }

    /// Appends the repeated rows at the end of their type.
    mutating func appendRepeatedRows() {
        for row in repeatedRows {
            manifest.count(.duplicateRow, atLine: line)
            text += row
            manifest.recordCount += 1
        }
        repeatedRows.removeAll()
    }

    /// Appends samples of unknown types: a sleep goal, which real exports have, and a made-up type.
    mutating func appendUnknownTypes() {
        let types = [("HKDataTypeSleepDurationGoal", "hr", 8.0), ("HKQuantityTypeIdentifierGripEndurance", "N·s", 812.5)]
        for (name, unit, value) in types {
            for day in life.dayNumbers where life.plan(day).night.upperBound < life.nowSeconds {
                let time = life.plan(day).night.upperBound
                var row = ExportRow(
                    type: Array(name.utf8), origin: origins[Int(LifeSource.health.origin(era: LifeSource.era(dayNumber: day)))],
                    unit: Array(" unit=\"\(unit)\"".utf8), created: time, start: time, end: time, value: [])
                row.value?.append(value + Double(day % 4), decimals: 1)
                manifest.count(.unknownType, atLine: line)
                manifest.sampleCounts[MetricID(name), default: 0] += 1
                manifest.sourceKeys.insert(Source.fold(LifeSource.health.name))
                manifest.recordCount += 1
                row.append(to: &text, &clock)
            }
        }
    }

    /// Appends the first part of a row as the end of a truncated file.
    mutating func appendTornRow() {
        manifest.count(.truncated, atLine: line)
        text.append(" <Record type=\"HKQuantityTypeIdentifierStepCount\" sourceName=\"iPh")
    }
}

extension [UInt8] {
    fileprivate mutating func replaceFirst(_ old: String, with new: String) {
        if let range = firstRange(of: Array(old.utf8)) { replaceSubrange(range, with: Array(new.utf8)) }
    }

    private var sourceName: Range<Int>? {
        guard let start = firstRange(of: Array(" sourceName=\"".utf8))?.upperBound,
            let end = self[start...].firstIndex(of: UInt8(ascii: "\""))
        else { return nil }
        return start..<end
    }

    /// Writes the source name in a form that looks the same or almost the same.
    fileprivate mutating func respellSource(variant: Int) {
        guard let range = sourceName else { return }
        var name = String(decoding: self[range], as: UTF8.self)
        switch variant {
        case 0 where name.contains(" "): name = name.split(separator: " ").joined(separator: "\u{A0}")
        case 1 where name.contains("’"): name = name.split(separator: "’").joined(separator: "'")
        case 2: name = " " + name.split(separator: " ").joined(separator: "  ")
        default: name += variant == 3 ? "\u{A0}" : " "
        }
        replaceSubrange(range, with: Array(name.utf8))
    }

    /// Gives the row the source of its device before it was renamed. Returns the key of that source.
    fileprivate mutating func renameSource() -> String {
        guard let range = sourceName else { return "" }
        insert(contentsOf: Array("Old ".utf8), at: range.lowerBound)
        let name = String(decoding: self[range.lowerBound..<range.upperBound + 4], as: UTF8.self)
        return Source.fold(name.split(separator: "&amp;").joined(separator: "&"))
    }

    /// Replaces the first letter after `text` with a decimal character reference.
    fileprivate mutating func referToFirstLetter(of text: String) {
        guard let index = firstRange(of: Array(text.utf8))?.upperBound else { return }
        replaceSubrange(index...index, with: Array("&#\(self[index]);".utf8))
    }

    /// Adds a line break before every attribute.
    fileprivate mutating func putAttributesOnLines() {
        var isQuoted = false
        var laidOut: [UInt8] = []
        for (index, byte) in enumerated() {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            let isBetweenAttributes = byte == UInt8(ascii: " ") && !isQuoted && index > 1
            if isBetweenAttributes { laidOut.append("\n          ") } else { laidOut.append(byte) }
        }
        self = laidOut
    }
}
