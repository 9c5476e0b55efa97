import Foundation

/// Versions of records of one table as the text of a setting: the keys of their sources, and packed numbers.
struct RecordPeriod {
    private(set) var keys: [String] = []
    private(set) var versions: [RecordVersion] = []

    /// The number of the period that has a time: they have 2³² milliseconds, about 50 days.
    static func number(of start: Int64) -> Int64 { start >> 32 }

    /// Takes versions in the order of their starts, whose sources are places in `all`.
    init(_ versions: [RecordVersion], _ all: [String]) {
        var places: [Int32: Int32] = [:]
        self.versions = versions
        for index in versions.indices {
            let source = versions[index].source
            if places[source] == nil {
                places[source] = Int32(keys.count)
                keys.append(all[Int(source)])
            }
            self.versions[index].source = places[source] ?? 0
        }
    }

    /// The text, with numbers of variable length. Each time is the difference from another one.
    var text: String {
        let number = versions.first.map { Self.number(of: $0.start) } ?? 0
        var bytes: [UInt8] = []
        func add(_ number: Int64) {
            var rest = UInt64(bitPattern: number << 1 ^ number >> 63)
            while rest >= 0x80 {
                bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
                rest >>= 7
            }
            bytes.append(UInt8(rest))
        }
        add(number)
        var last = number << 32
        for version in versions {
            for shift in stride(from: 0, to: 64, by: 8) { bytes.append(UInt8(truncatingIfNeeded: version.id >> UInt64(shift))) }
            add(version.start - last)
            add(version.end - version.start)
            add(version.created - version.end)
            add(version.created - version.firstCreated)
            add(Int64(version.content))
            add(Int64(version.source))
            last = version.start
        }
        return keys.joined(separator: "\t") + "\n" + Data(bytes).base64EncodedString()
    }

    /// Reads a text. Nil if it was not written by `text`.
    init?(_ text: String) {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.count == 2, let data = Data(base64Encoded: String(lines[1])) else { return nil }
        keys = lines[0].split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        let bytes = [UInt8](data)
        var place = 0
        func number() -> Int64? {
            var (value, shift): (UInt64, UInt64) = (0, 0)
            while place < bytes.count, shift < 64 {
                let byte = bytes[place]
                place += 1
                value |= UInt64(byte & 0x7F) << shift
                if byte < 0x80 { return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1) }
                shift += 7
            }
            return nil
        }
        guard let period = number(), abs(period) < 1 << 20 else { return nil }
        var last = period << 32
        while place < bytes.count {
            guard place + 8 <= bytes.count else { return nil }
            let id = bytes[place..<place + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            place += 8
            guard let afterLast = number(), let length = number(), let delay = number(), let changes = number(),
                let content = number().flatMap(UInt16.init(exactly:)), let source = number().flatMap(Int32.init(exactly:)),
                keys.indices.contains(Int(source)), min(afterLast, length, changes) >= 0, max(afterLast, length, changes) < 1 << 50,
                abs(delay) < 1 << 50, abs(last) < 1 << 55
            else { return nil }
            last += afterLast
            let created = last + length + delay
            versions.append(
                RecordVersion(
                    id: id, start: last, end: last + length, firstCreated: created - changes, created: created, source: source,
                    content: content))
        }
    }
}
