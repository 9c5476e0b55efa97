import Foundation
import HealthModel
import QueryDiagnostics

/// All lessons, in the recommended order.
package enum LessonCatalog {
    /// The texts of the lessons. They are embedded in the program, so that it can be installed as a single file.
    private static let texts: [(name: String, text: [UInt8])] = [
        ("anchors", PackageResources.anchors_md),
        ("styles", PackageResources.styles_md),
        ("range", PackageResources.range_md),
        ("clocks", PackageResources.clocks_md),
        ("sources", PackageResources.sources_md),
        ("missing", PackageResources.missing_md),
        ("averages", PackageResources.averages_md),
        ("percent", PackageResources.percent_md),
        ("nutrition", PackageResources.nutrition_md),
        ("typical", PackageResources.typical_md),
        ("sleep", PackageResources.sleep_md),
        ("nights", PackageResources.nights_md),
        ("while", PackageResources.while_md),
        ("events", PackageResources.events_md),
        ("workouts", PackageResources.workouts_md),
        ("zones", PackageResources.zones_md),
        ("trend", PackageResources.trend_md),
        ("correlation", PackageResources.correlation_md),
        ("why", PackageResources.why_md),
        ("code", PackageResources.code_md),
        ("charts", PackageResources.charts_md),
        ("updates", PackageResources.updates_md),
        ("observers", PackageResources.observers_md),
        ("permission", PackageResources.permission_md),
        ("engines", PackageResources.engines_md),
        ("tests", PackageResources.tests_md),
        ("writing", PackageResources.writing_md),
    ]

    package static var names: [String] { texts.map(\.name) }
    /// Parses no lesson, unlike `all`.
    package static var count: Int { texts.count }

    package static let all: [Lesson] = texts.map { LessonReader.read(String(decoding: $0.text, as: UTF8.self), named: $0.name) }

    /// True if the words after `learn` are the path of a lesson that somebody wrote, and not the name of one of these.
    package static func isPath(_ words: String) -> Bool {
        let words = words.lowercased()
        return words.hasSuffix(".md") || words.hasSuffix(".markdown")
    }

    /// Splits `anchors again` into the lesson's name, or its path without quotes, and whether to start over.
    package static func split(_ words: String) -> (lesson: String, isAgain: Bool) {
        let again = " again"
        let isAgain = words.lowercased().hasSuffix(again)
        let lesson = isAgain ? words.dropLast(again.count) : words[...]
        let isQuoted = lesson.count > 1 && lesson.first == lesson.last && lesson.first.map("\"'".contains) == true
        return (String(isQuoted ? lesson.dropFirst().dropLast() : lesson), isAgain)
    }

    /// Returns the statement that starts a lesson. A path has quotes, because it can contain anything.
    package static func statement(starting words: String) -> String {
        let (lesson, isAgain) = split(words)
        guard isPath(lesson) else { return words.isEmpty ? "learn" : "learn \(words)" }
        let quote = lesson.contains("\"") ? "'" : "\""
        return "learn \(quote)\(lesson)\(quote)\(isAgain ? " again" : "")"
    }

    /// Returns the index of a lesson. `words` can be its number (from 1), its name or title, or the start of either.
    package static func index(of words: String) -> Int? {
        if let number = Int(words) { return all.indices.contains(number - 1) ? number - 1 : nil }
        let key = foldedName(words)
        guard !key.isEmpty else { return nil }
        return all.firstIndex { $0.name == key || foldedName($0.title) == key }
            ?? all.firstIndex { $0.name.hasPrefix(key) || foldedName($0.title).hasPrefix(key) }
    }
}
