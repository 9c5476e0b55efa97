package import CalendarIntervals
package import HealthModel
package import QueryCompiler
import QueryDiagnostics
package import QuerySyntax
import QueryVocabulary
import SampleStore
package import StorageModel

/// A setting that a store keeps, with its value.
package enum KeptSetting: Sendable {
    /// The text of a goal; nil removes it.
    case goal(String?, setting: String)
    /// The folded names of the sources, first the one that counts first; nil for the default order.
    case priority(of: MetricID, [String]?)
    case zone(Zone)
    case keptDeletions(Int)
    case undoSteps(Int)
    case deviceState(DeviceState)
    /// The metrics that the store defines.
    case metrics([OwnMetric])

    /// Writes the setting to a store.
    ///
    /// - Returns: The number of samples that apps wrote while the device was locked, and that arrive because it is unlocked.
    @discardableResult
    package func write(to store: any SampleStorage) throws -> Int {
        switch self {
        case .goal(let text, let name): try store.setSetting(name, to: text)
        case .priority(let metric, let sources): try store.setPriority(of: metric, to: sources)
        case .zone(let zone): try store.setSetting(StoreSetting.zone, to: zone.identifier)
        case .keptDeletions(let count): try store.setSetting(StoreLimits.keptDeletionsSetting, to: "\(count)")
        case .undoSteps(let count): try store.setSetting(StoreLimits.undoStepsSetting, to: "\(count)")
        case .deviceState(let state): return try store.setDeviceState(state)
        case .metrics(let metrics):
            let lines = metrics.map(\.definition).joined(separator: "\n")
            try store.setSetting(StoreSetting.metrics, to: metrics.isEmpty ? nil : lines)
        }
        return 0
    }
}

/// Compiles `set` for the settings that a store keeps.
package struct KeptSettingCompiler {
    private let context: CompilationContext
    /// The text of the statement.
    private let source: SourceText

    package init(context: CompilationContext, source: SourceText) {
        self.context = context
        self.source = source
    }

    /// Returns the setting and its value, or the errors in the statement. Nil if no store keeps the setting.
    package func compile(_ set: SetStatement) -> Resolved<KeptSetting>? {
        switch set.word {
        case .goal?: QueryCompiler(context: context).goal(of: set).map { .goal($0.text, setting: $0.setting) }
        case .priority?: priority(set)
        case .storeZone?: zone(set).map { .zone($0) }
        case .keptDeletions?: count(set, atMost: 1e9, example: 100_000).map { .keptDeletions($0) }
        case .undoSteps?: count(set, atMost: 1000, example: 20).map { .undoSteps($0) }
        case .deviceState?: deviceState(set)
        default: nil
        }
    }

    /// Returns the zone or the history of zones in `set zone = Europe/Berlin`.
    func zone(_ set: SetStatement) -> Resolved<Zone> {
        let value = context.names.literal(set.value)
        if case .zones = value.literal { return QueryCompiler(context: context).zone(of: set.value) }
        let text = value.literal.text(in: value.source ?? source)
        if let zone = Zone.named(text) { return .value(zone, []) }
        let message = "unknown time zone `\(text)`"
        guard context.explainsErrors else { return .failed([Diagnostic(.unknownZone, message, at: set.value.range)]) }
        return .failed([
            Diagnostic(
                .unknownZone, message, at: set.value.range, help: ZoneSuggestion.help(for: text),
                fix: .spelling(ZoneSuggestion.best(for: text), at: set.value.range))
        ])
    }

    /// `set priority of steps = "Watch", "iPhone"`, or `= default`
    private func priority(_ set: SetStatement) -> Resolved<KeptSetting> {
        let example = "write `set priority of steps = \"Watch\", \"iPhone\"`"
        guard let reference = set.metric else {
            return .failed([Diagnostic(.missingMetric, "`set priority` needs a metric", at: set.setting.range, help: example)])
        }
        let metric = QueryCompiler(context: context).metric(reference)
        switch context.names.literal(set.value).literal {
        case .texts(let texts): return metric.map { .priority(of: $0.id, texts.map { Source.fold($0.value) }) }
        case .name(let name) where name.key == "default": return metric.map { .priority(of: $0.id, nil) }
        case let other:
            let finding = Diagnostic(
                .textExpected, "source names need quotes", at: other.range, help: example + ", or `default`",
                fix: .spelling(Suggestion.best(for: other.text(in: source), among: ["default"]), at: other.range))
            return .failed(metric.diagnostics + [finding])
        }
    }

    /// `set kept deletions = 1000`, `set undo steps = 5`
    private func count(_ set: SetStatement, atMost greatest: Double, example: Int) -> Resolved<Int> {
        if case .number(let number, nil) = context.names.literal(set.value).literal, number.value == number.value.rounded(),
            0...greatest ~= number.value
        {
            return .value(Int(number.value), [])
        }
        let name = set.word?.name ?? set.setting.text
        return .failed([
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `\(name)`", at: set.value.range,
                help: "write a whole number, as in `set \(name) = \(example)`",
                note: greatest < 1e9 ? "the greatest value is \(Int(greatest))" : nil)
        ])
    }

    /// `set device state = locked`
    private func deviceState(_ set: SetStatement) -> Resolved<KeptSetting> {
        if case .name(let name) = context.names.literal(set.value).literal, let state = DeviceState(rawValue: name.key) {
            return .value(.deviceState(state), [])
        }
        let states = DeviceState.allCases.map(\.rawValue)
        let written = if case .name(let name) = set.value { name.text } else { "" }
        return .failed([
            Diagnostic(
                .settingValue, "this is not a valid value for the setting `device state`", at: set.value.range,
                help: "use one of: \(states.joined(separator: ", "))",
                fix: .spelling(Suggestion.best(for: written, among: states), at: set.value.range))
        ])
    }
}
