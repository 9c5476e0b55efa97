import HealthModel

/// Types in tables that are not names: identifiers of other programs, in backquotes.
///
/// `StepCount` names the metric `stepCount`. A type with that identifier, which an export can have, is written in backquotes.
enum ExactType {
    private static let quote: Character = "`"

    /// Returns the text that is read back as the metric.
    static func text(of metric: MetricID) -> String {
        let isName =
            switch MetricCatalog.resolve(name: metric.identifier) {
            case .known(let found): found.id == metric
            case .unlisted(let found): found == metric
            case .unknown: false
            }
        return isName ? metric.identifier : "\(quote)\(metric.identifier)\(quote)"
    }

    /// Returns the identifier in a text with backquotes; nil for a name.
    static func identifier(in text: String) -> String? {
        guard text.first == quote, text.last == quote, text.utf8.count > 2 else { return nil }
        return String(text.dropFirst().dropLast())
    }
}
