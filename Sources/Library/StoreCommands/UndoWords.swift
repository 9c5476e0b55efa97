import CalendarIntervals
import HealthModel
import ResultRendering
import SampleStore
import StorageModel
import TallyKit
import TerminalText

/// The effect of taking back a change, in words.
struct UndoWords {
    /// The zone of the dates.
    let zone: Zone

    /// Returns the text of a change, with its time.
    static func title(of step: UndoStep) -> String {
        let text = step.text.map { "`\(ScreenText.truncated(ScreenText.visible($0), to: 60))`" } ?? "what another program wrote"
        return step.hasOthers ? text + ", and what other programs wrote meanwhile" : text
    }

    func lines(of effect: UndoEffect) -> [String] {
        let isCohort = Set(effect.parts.map(\.person)).count > 1
        return effect.parts.map { line(of: $0, namesPerson: isCohort) } + others(of: effect).map(line)
    }

    // MARK: Samples

    private func line(of part: UndoEffect.Part, namesPerson: Bool) -> String {
        let isOne = part.count == 1
        let verb =
            switch part.kind {
            case .going: isOne ? "goes" : "go"
            case .returning: isOne ? "comes back" : "come back"
            case .restored: isOne ? "gets back its earlier details" : "get back their earlier details"
            }
        let owner = namesPerson && !part.person.isEmpty ? " of \(ScreenText.visible(part.person))" : ""
        return "\(noun(of: part))\(owner) \(verb)\(dates(part.starts))"
    }

    private func noun(of part: UndoEffect.Part) -> String {
        switch part.metric {
        case .workouts: Wording.count(part.count, "workout")
        case .activitySummaries: Wording.count(part.count, "activity summary", plural: "activity summaries")
        case _ where part.metric.isCorrelation: "\(Wording.count(part.count, "group")) of samples, such as a blood pressure,"
        default: "\(Wording.count(part.count, "sample")) of \(ScreenText.visible(part.metric.shortName))"
        }
    }

    private func dates(_ starts: ClosedRange<Int64>?) -> String {
        guard let starts else { return "" }
        let (first, last) = (day(starts.lowerBound), day(starts.upperBound))
        return first == last ? ", \(first)" : ", \(first) to \(last)"
    }

    private func day(_ milliseconds: Int64) -> String {
        ISO8601.text(of: zone.date(at: Instant(milliseconds: milliseconds)))
    }

    // MARK: Others

    /// Returns the other changes. The records of Health Connect are in many settings, which are one change.
    private func others(of effect: UndoEffect) -> [UndoEffect.Other] {
        var hasRecords = false
        return effect.others.filter { other in
            guard case .setting(let name, _) = other, name.hasPrefix(KeptRecords.prefix) else { return true }
            defer { hasRecords = true }
            return !hasRecords
        }
    }

    private func line(of other: UndoEffect.Other) -> String {
        switch other {
        case .setting(let name, let person): "\(setting(name))\(owner(person)) \(name == "metrics" ? "change" : "changes") back"
        case .sourceOrder(let metric, let person):
            "the order of sources of \(ScreenText.visible(metric.shortName))\(owner(person)) changes back"
        case .person(let id):
            "what is known of \(id.isEmpty ? "the person without a name" : "person \(ScreenText.visible(id))") changes back"
        case .attribute(let name, let person): "\(ScreenText.visible(name))\(owner(person)) changes back"
        case .sourceName(let name): "the spelling of the source \(ScreenText.visible(name)) changes back"
        case .unit(let metric): "the unit of \(ScreenText.visible(metric.shortName)) changes back"
        }
    }

    private func owner(_ person: String?) -> String {
        person.map { $0.isEmpty ? "" : " of \(ScreenText.visible($0))" } ?? ""
    }

    private func setting(_ name: String) -> String {
        if name == PersonalSetting.zone { return "the time zone of the store" }
        if name.hasPrefix(PersonalSetting.goalPrefix) {
            return "the goal of \(ScreenText.visible(MetricID(String(name.dropFirst(PersonalSetting.goalPrefix.count))).shortName))"
        }
        if name == KeptPlatforms.setting { return "the list of platforms whose exports the store has" }
        if name == KeptPlatforms.sources { return "the list of sources of Android" }
        if name.hasPrefix(KeptRecords.prefix) { return "the list of records of Health Connect" }
        if name == "metrics" { return "the definitions of metrics" }
        if name.hasPrefix("access/") { return "a permission of an app" }
        if name.hasPrefix("kept write/") { return "what an app wrote while the device was locked" }
        return "the setting `\(ScreenText.visible(name))`"
    }
}
