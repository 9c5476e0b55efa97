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
        ("typical", PackageResources.typical_md),
        ("sleep", PackageResources.sleep_md),
        ("nights", PackageResources.nights_md),
        ("while", PackageResources.while_md),
        ("zones", PackageResources.zones_md),
        ("trend", PackageResources.trend_md),
        ("correlation", PackageResources.correlation_md),
        ("why", PackageResources.why_md),
        ("code", PackageResources.code_md),
        ("charts", PackageResources.charts_md),
        ("updates", PackageResources.updates_md),
        ("observers", PackageResources.observers_md),
        ("permission", PackageResources.permission_md),
        ("tests", PackageResources.tests_md),
    ]

    package static var names: [String] { texts.map(\.name) }
    /// Parses no lesson, unlike `all`.
    package static var count: Int { texts.count }

    package static let all: [Lesson] = texts.map { LessonReader.read(String(decoding: $0.text, as: UTF8.self), named: $0.name) }

    /// Returns the index of a lesson. `words` can be its number (from 1), its name or title, or the start of either.
    package static func index(of words: String) -> Int? {
        if let number = Int(words) { return all.indices.contains(number - 1) ? number - 1 : nil }
        let key = foldedName(words)
        guard !key.isEmpty else { return nil }
        return all.firstIndex { $0.name == key || foldedName($0.title) == key }
            ?? all.firstIndex { $0.name.hasPrefix(key) || foldedName($0.title).hasPrefix(key) }
    }
}
