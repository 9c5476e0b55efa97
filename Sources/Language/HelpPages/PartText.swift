package import HealthModel
import TerminalText

/// The text of `describe` and `help` about a part of a metric.
package enum PartText {
    /// `sleepAnalysis with the value asleepUnspecified, asleepCore, asleepDeep or asleepREM`
    package static func values(of part: MetricPart, _ metric: MetricInfo) -> String {
        guard case .category(let type) = metric.kind, let values = part.values else { return "\(metric.shortName) with any value" }
        return "\(metric.shortName) with the value \(type.shortNames(of: values).listed(with: "or"))"
    }
}
