import HealthModel
import QueryVocabulary
import TerminalText

/// A help page about an idea that several words of the language share.
///
/// The pages are in `Texts`, one after the other, in a form that people can read:
///
/// ````
/// # bucket
/// also: buckets, by day
/// lesson: anchors
///
/// A bucket is a period of time. …
///
/// ```
/// sum steps by day last 7 days
/// ```
/// ````
///
/// `also` and `lesson` can be missing. A line `{dialects}` stands for the list of the dialects of SQL, and `{platforms}` for the metrics
/// that differ between iPhone and Android.
struct HelpConcept: Sendable {
    /// The names that lead to the page. The first name is its title.
    private(set) var names: [String]
    /// A few lines of at most 76 columns.
    private(set) var text = ""
    private(set) var examples: [String] = []
    /// The lesson about it.
    private(set) var lesson: String?

    /// All pages. If two have the same name, it leads to the first one.
    static let all: [HelpConcept] = [
        PackageResources.language_md, PackageResources.work_md, PackageResources.everyday_md, PackageResources.healthkit_md,
        PackageResources.more_md,
    ].flatMap { pages(in: String(decoding: $0, as: UTF8.self)) }

    /// Returns the page that has `topic` among its names.
    static func about(_ topic: String) -> HelpConcept? { all.first { $0.names.contains(topic) } }

    /// Returns the pages of a text.
    static func pages(in text: String) -> [HelpConcept] {
        var pages: [HelpConcept] = []
        var isInExamples = false
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if !isInExamples, line.hasPrefix("# ") { pages.append(HelpConcept(names: [String(line.dropFirst(2))])) }
            guard let last = pages.indices.last, !line.hasPrefix("# ") || isInExamples else { continue }
            if line == "```" {
                isInExamples.toggle()
            } else if isInExamples {
                pages[last].examples.append(String(line))
            } else if pages[last].text.isEmpty, line.hasPrefix("also: ") {
                pages[last].names += line.dropFirst(6).split(separator: ",").map { String($0.drop { $0 == " " }) }
            } else if pages[last].text.isEmpty, line.hasPrefix("lesson: ") {
                pages[last].lesson = String(line.dropFirst(8))
            } else {
                pages[last].text += (pages[last].text.isEmpty ? "" : "\n") + (lists[String(line)] ?? String(line))
            }
        }
        return pages.map { page in
            var page = page
            while page.text.last == "\n" { page.text.removeLast() }
            return page
        }
    }

    /// The lists in the texts, by the line that stands for them.
    private static let lists = [
        "{dialects}": SQLDialect.allCases.map { "    \($0.rawValue): \($0.summary)" }.joined(separator: "\n"),
        "{platforms}": platforms.joined(separator: "\n"),
    ]

    /// A table of the metrics that differ, each with a line about the difference.
    private static var platforms: [String] {
        func line(_ left: String, _ right: String) -> String {
            "    " + (right.isEmpty ? left : ScreenText.padded(left, to: 32) + right)
        }
        return [line("iPhone", "Android")]
            + PlatformDifference.all.flatMap { difference -> [String] in
                let columns = [difference.apple, difference.android].map { metrics in
                    metrics.count > 2 ? [metrics[0].shortName + " and others"] : metrics.map(\.shortName)
                }
                let rows = (0..<max(columns[0].count, columns[1].count)).map { row in
                    line(columns[0].dropFirst(row).first ?? "", columns[1].dropFirst(row).first ?? "")
                }
                return rows + ["        \(difference.meaning)"]
            }
    }
}
