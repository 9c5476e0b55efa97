public import Foundation
@_spi(Guests) import TallyKit

/// Prints predicates in the words of a format, as `predicateFormat` does on Apple's systems: `endDate >= CAST(700511400.000000, "NSDate")`.
///
/// Foundation on Linux has no text for predicates. Its compounds have a description that can't be replaced, so printing and interpolation
/// take this text, and `description` of a compound does not.
// swift-format-ignore: AvoidRetroactiveConformances
extension NSPredicate: @retroactive TextOutputStreamable {
    /// Writes the condition.
    public func write<Target: TextOutputStream>(to target: inout Target) { target.write(conditionText) }

    /// The condition in the words of a format.
    var conditionText: String {
        switch self {
        case let predicate as SamplePredicate: predicate.condition.text
        case let compound as NSCompoundPredicate: compound.text
        default: (self as any FormatOfFoundation).predicateFormat
        }
    }
}

/// The text that Foundation on Linux has: of constants, and a word for blocks. Asked through a protocol, because it is deprecated there.
private protocol FormatOfFoundation { var predicateFormat: String { get } }
extension NSPredicate: FormatOfFoundation {}

extension NSCompoundPredicate {
    /// The parts with `AND`, `OR` or `NOT`. Parts that are compounds have parentheses.
    fileprivate var text: String {
        let parts = subpredicates.map { part in
            part.isJoined ? "(\(part.conditionText))" : part.conditionText
        }
        switch compoundPredicateType {
        case .not: return parts.first.map { "NOT \($0)" } ?? "FALSEPREDICATE"
        case .and: return parts.isEmpty ? "TRUEPREDICATE" : parts.joined(separator: " AND ")
        case .or: return parts.isEmpty ? "FALSEPREDICATE" : parts.joined(separator: " OR ")
        }
    }
}

extension NSPredicate {
    /// True if the text joins several comparisons.
    fileprivate var isJoined: Bool {
        switch self {
        case let predicate as SamplePredicate: predicate.condition.texts.count > 1
        case let compound as NSCompoundPredicate: compound.compoundPredicateType != .not && !compound.subpredicates.isEmpty
        default: false
        }
    }
}

extension SampleCondition {
    /// The comparisons, which must all hold, in the words of a format.
    var text: String { texts.isEmpty ? "TRUEPREDICATE" : texts.joined(separator: " AND ") }

    /// The comparisons of the condition. Key paths are those of `HKPredicateKeyPath…`.
    fileprivate var texts: [String] {
        switch self {
        case .dates(let start, let end, let options): Self.texts(from: start, to: end, options)
        case .time(let field, let test, let date): ["\(field == .start ? "startDate" : "endDate") \(test.text) \(Self.text(date))"]
        case .quantity(let test, let quantity): ["quantity \(test.text) \(quantity)"]
        case .category(let test, let value): ["value \(test.text) \(value)"]
        case .categories(let values): ["value IN {\(values.sorted().map(String.init).joined(separator: ", "))}"]
        case .sources(let sources): [Self.text("source", sources.map(\.description))]
        case .revisions(let revisions): [Self.text("sourceRevision", revisions.map(\.description))]
        case .devices(let devices): [Self.text("device", devices.map(\.description))]
        case .deviceProperty(let key, let values): ["device.\(key) IN {\(Self.list(Array(values)))}"]
        case .metadata(let key, let test): ["metadata.\(key) \(test.text)"]
        case .objects(let identifiers): [Self.text("UUID", identifiers.map(\.uuidString), isQuoted: false)]
        case .workout(let workout): ["workout == \(workout.uuid.uuidString)"]
        case .workoutActivity(let activity): ["workoutType == \(activity.rawValue)"]
        case .workoutNumber(let test, _, let number): ["\(number.key) \(test.text) \(number.text)"]
        case .withoutCorrelation: ["correlation == nil"]
        case .electrocardiogram(let text, _), .stateOfMind(let text, _), .test(let text, _): [text]
        case .valence(let test, let valence): ["valence \(test.text) \(valence)"]
        case .days(let first, let last):
            [first.map { "dateComponents >= \($0)" }, last.map { "dateComponents <= \($0)" }].compactMap(\.self)
        }
    }

    /// The comparisons of `predicateForSamples(withStart:end:options:)`. With `.strictStartDate`, Apple's text has a key path that only
    /// HealthKit knows, `offsetFromStartDate`.
    private static func texts(from start: Date?, to end: Date?, _ options: HKQueryOptions) -> [String] {
        var texts: [String] = []
        let (fromStart, fromEnd) = (options.contains(.strictStartDate), options.contains(.strictEndDate))
        if let start { texts.append("endDate >= \(text(start))") }
        if let end { texts.append("startDate < \(text(end))") }
        if fromStart, let start { texts.append("offsetFromStartDate >= \(text(start))") }
        if fromEnd, let end { texts.append("endDate < \(text(end))") }
        return texts
    }

    /// Apple's text of a date: seconds since 2001.
    static func text(_ date: Date) -> String {
        "CAST(\(String(format: "%.6f", date.timeIntervalSinceReferenceDate)), \"NSDate\")"
    }

    private static func text(_ key: String, _ values: [String], isQuoted: Bool = true) -> String {
        let list = isQuoted ? list(values) : values.sorted().joined(separator: ", ")
        return values.count == 1 ? "\(key) == \(list)" : "\(key) IN {\(list)}"
    }

    fileprivate static func list(_ texts: [String]) -> String { texts.sorted().map(quoted).joined(separator: ", ") }

    fileprivate static func quoted(_ text: String) -> String {
        "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
    }
}

extension SampleCondition.MetadataTest {
    fileprivate var text: String {
        switch self {
        case .exists: "!= nil"
        case .isAny(let values): "IN {\(SampleCondition.list(values))}"
        case .compares(let test, let value): "\(test.text) \(Self.text(value))"
        }
    }

    private static func text(_ value: Any) -> String {
        switch value {
        case let date as Date: SampleCondition.text(date)
        case let text as String: SampleCondition.quoted(text)
        case let flag as Bool: flag ? "1" : "0"
        default: "\(value)"
        }
    }
}

extension Comparison {
    /// The operator of a format.
    fileprivate var text: String {
        switch self {
        case .less: "<"
        case .lessOrEqual: "<="
        case .greater: ">"
        case .greaterOrEqual: ">="
        case .equal: "=="
        case .notEqual: "!="
        }
    }
}
