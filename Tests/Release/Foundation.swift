import Foundation

// Prints what Tally asks of Foundation. Linked with all of ICU's data and with the part that the release has, it has to print the same.

print("machine", TimeZone.current.identifier)
for name in TimeZone.knownTimeZoneIdentifiers.sorted() + [
    "Asia/Kolkata", "UTC", "EST", "Europe/Kyiv", "US/Pacific", "Nowhere/Land", "GMT+3",
] {
    guard let zone = TimeZone(identifier: name) else {
        print(name, "unknown")
        continue
    }
    var date = Date(timeIntervalSince1970: -5_000_000_000)
    let horizon = Date(timeIntervalSince1970: 4_417_977_600)
    print(name, zone.identifier, zone.secondsFromGMT(for: date))
    while let next = zone.nextDaylightSavingTimeTransition(after: date), next > date, next < horizon {
        print(next.timeIntervalSince1970, zone.secondsFromGMT(for: next), zone.isDaylightSavingTime(for: next))
        date = next
    }
}

// Calendars of this machine's language, and one that is fixed: the days on which weeks and months start.
for calendar in [Calendar.current, Calendar(identifier: .gregorian), Calendar(identifier: .iso8601)] {
    print(calendar.identifier, calendar.firstWeekday, calendar.minimumDaysInFirstWeek)
    for year in stride(from: 1970, through: 2100, by: 10) {
        let date = Date(timeIntervalSince1970: Double(year - 1970) * 31_556_952)
        let parts = calendar.dateComponents([.era, .year, .month, .day, .weekday, .weekOfYear, .yearForWeekOfYear, .hour], from: date)
        print(parts.year ?? 0, parts.month ?? 0, parts.day ?? 0, parts.weekday ?? 0, parts.weekOfYear ?? 0, parts.yearForWeekOfYear ?? 0)
        print(calendar.dateInterval(of: .month, for: date)?.duration ?? 0)
    }
}

let words = [
    "Zoë", "Zoe\u{308}", "İstanbul", "ıI", "straße", "ﬁ", "Å", "A\u{30A}", "ÅNGSTRÖM", "日本語", "กรุงเทพ", "عربي", "👩‍👧‍👦", "e\u{301}\u{323}",
    "\u{1E9B}\u{323}", "각",
]
for word in words {
    let forms = [
        word.precomposedStringWithCanonicalMapping, word.decomposedStringWithCanonicalMapping,
        word.precomposedStringWithCompatibilityMapping,
        word.decomposedStringWithCompatibilityMapping, word.lowercased(), word.uppercased(), word.capitalized,
    ]
    print(word.count, forms.map { $0.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ") })
    print(words.map { word.range(of: $0, options: [.caseInsensitive, .diacriticInsensitive]) != nil ? "1" : "0" }.joined())
    print(words.map { String(word.compare($0).rawValue) }.joined(separator: " "), word.hash)
    let path = "/tmp/\(word)/a b.\(word)" as NSString
    print(path.lastPathComponent, path.deletingLastPathComponent, path.pathExtension, path.deletingPathExtension)
    print(
        word.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? "",
        URL(string: "https://\(word).example/\(word)")?.absoluteString ?? "")
    print(
        " \(word)\u{3000}\t".trimmingCharacters(in: .whitespacesAndNewlines), "\(word), \(word)".replacingOccurrences(of: word, with: "x"))
}

for value in [0.0, 1234567.891, -0.5, 1e21, .infinity, 3.14159] {
    print(String(format: "%.2f %g %5.1f|%d", value, value, value, 42), NSNumber(value: value), Decimal(string: "1234.5") ?? 0)
}
struct Facts: Codable { var date: Date, numbers: [Double], names: [String] }
let encoder = JSONEncoder()
encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
encoder.dateEncodingStrategy = .iso8601
let facts = Facts(date: Date(timeIntervalSince1970: 1_700_000_000), numbers: [0.1, 1e300], names: words)
let encoded = try encoder.encode(facts)
print(String(decoding: encoded, as: UTF8.self))
let decoder = JSONDecoder()
decoder.dateDecodingStrategy = .iso8601
print(try decoder.decode(Facts.self, from: encoded).date.timeIntervalSince1970, Date(timeIntervalSince1970: 0))
do { _ = try Data(contentsOf: URL(filePath: "/not/there")) } catch { print(error.localizedDescription) }
print("2026-11-29 steps".matches(of: #/\d+/#).count, String(data: Data([0x7A, 0xC3, 0xAB]), encoding: .utf8) ?? "")
print((try? NSRegularExpression(pattern: "\\b\\w+$"))?.numberOfMatches(in: "zwei Wörter", range: NSRange(location: 0, length: 11)) ?? -1)
let formatter = DateFormatter()
formatter.locale = Locale(identifier: "en_US_POSIX")
formatter.timeZone = TimeZone(identifier: "Europe/Berlin")
formatter.dateFormat = "yyyy-MM-dd HH:mm:ss.SSS ZZZZZ EEE MMM"
print(
    formatter.string(from: Date(timeIntervalSince1970: 1_750_000_000.5)),
    formatter.date(from: "2026-03-29 03:30:00.000 +02:00 Sun Mar") ?? .distantPast)
