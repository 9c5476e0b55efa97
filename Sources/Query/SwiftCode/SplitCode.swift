import Explanations
import HealthModel
import QueryPlan
import TerminalText

/// A key other than time in Swift code: the fields of rows, and the loop over its values. The constant `sample` is the sample of a key.
struct SplitCode {
    let split: SplitKey
    let kind: SampleKind
    let predicate: HealthKitPredicate
    /// The field of a workout that is measured; nil for all other metrics.
    let workoutField: WorkoutField?

    /// The name of the field and of the loop's variable.
    static func field(_ split: SplitKey) -> String {
        switch split {
        case .metadata(let key): SwiftText.identifier("metadata_" + key)
        case .ranges: "range"
        default: SwiftText.identifier(split.names[0])
        }
    }

    private var field: String { Self.field(split) }
    /// The variable of the loop, whose name no other variable has.
    private var key: String { "key" + field.filter { $0 != "`" }.capitalizedFirst }

    /// The fields of rows, with their types.
    var declarations: [String] {
        switch split {
        case .source, .device, .product, .metadata, .person: ["let \(field): String"]
        case .field(let split): ["/// The raw value of the \(split.name)\(split.isOfWords ? "; 0 without one" : "").\nlet \(field): Int"]
        case .category: ["/// The raw value of the category.\nlet \(field): Int"]
        case .activity: ["/// The raw value of the activity.\nlet \(field): UInt"]
        case .value: ["let \(field): Double"]
        case .condition: ["let \(field): Bool"]
        case .ranges: ["/// The edges of the range; nil at an open end.\nlet from: Double?\nlet to: Double?"]
        }
    }

    /// The arguments for a row.
    var arguments: [String] {
        guard case .ranges(let ranges) = split else { return ["\(field): \(key)"] }
        switch ranges.division {
        case .bins(let width):
            let (digits, scale) = ValueRanges.decimal(width)
            func multiple(_ index: String) -> String {
                digits > 0
                    ? "Double(\(index) * \(digits)) / \(SwiftText.number((0..<scale).reduce(1) { number, _ in number * 10 }))"
                    : "Double(\(index)) * \(SwiftText.number(width))"
            }
            return ["from: \(multiple(key))", "to: \(multiple("(\(key) + 1)"))"]
        case .bands(let limits):
            return ["from: \(key) > 0 ? edges[\(key) - 1] : nil", "to: \(key) < \(limits.count) ? edges[\(key)] : nil"]
        }
    }

    /// Writes the declarations that the loop uses.
    func declare(_ code: inout SwiftWriter) {
        guard case .ranges(let ranges) = split else { return }
        if case .bands(let limits) = ranges.division {
            code.add("let edges: [Double] = [\(limits.map(SwiftText.number).joined(separator: ", "))]")
        }
        code.add("/// The number of the range that contains the value. Rounding does not move a value below an edge.")
        code.block("func rangeIndex(_ sample: \(kind.sampleClass)) -> Int? {") { body in
            if let workoutField {
                body.add("guard let stored = \(kind.workout(workoutField, of: "sample")) else { return nil }")
            } else {
                body.add("let stored = \(kind.value(of: "sample"))")
            }
            body.add("let value = \(shown(ranges))")
            let slack = SwiftText.number(ValueRanges.slack)
            switch ranges.division {
            case .bins(let width):
                body.add("let quotient = value / \(SwiftText.number(width))")
                body.add("return Int((quotient + \(slack) * (1 + abs(quotient))).rounded(.down))")
            case .bands: body.add("return edges.prefix { $0 - \(slack) * (1 + abs($0)) <= value }.count")
            }
        }
        if case .bins = ranges.division { code.add("let ranges = samples.compactMap(rangeIndex)") }
    }

    private func shown(_ ranges: ValueRanges) -> String {
        guard let terms = ranges.conversion?.terms else { return "stored" }
        let numbers = [terms.before, terms.multiplier, terms.divisor, terms.after].map(SwiftText.number)
        return "(stored + \(numbers[0])) * \(numbers[1]) / \(numbers[2]) + \(numbers[3])"
    }

    /// The opening of the loop over all values.
    var loop: String {
        switch split {
        case .condition: "for \(key) in [false, true] where samples.contains(where: { sample in \(expression) == \(key) }) {"
        case .ranges(let ranges):
            switch ranges.division {
            case .bins: "for \(key) in stride(from: ranges.min() ?? 0, through: ranges.max() ?? -1, by: 1) {"
            case .bands(let limits): "for \(key) in 0...\(limits.count) {"
            }
        case .field(let field) where field.isOfWords: "for \(key) in Set(samples.flatMap { sample in \(expression) }).sorted() {"
        default: "for \(key) in Set(samples.map { sample in \(expression) }).sorted() {"
        }
    }

    /// The condition that a sample belongs to a row.
    var filter: String { split.isOfWords ? "\(expression).contains(\(key))" : "\(expression) == \(key)" }

    private var expression: String {
        switch split {
        case .source: return "sample.sourceRevision.source.name"
        case .person: return "\"\""
        case .device: return "(sample.device?.name ?? \"\")"
        case .product: return "(sample.device?.hardwareVersion ?? \"\")"
        case .metadata(let key): return "((sample.metadata?[\(SwiftText.literal(key))]).map { String(describing: $0) } ?? \"\")"
        case .field(let field): return field.healthKitNumber
        case .category: return kind.categoryNumber(of: "sample")
        case .activity: return "sample.workoutActivityType.rawValue"
        case .value(let conversion, _):
            let stored = kind.value(of: "sample")
            guard let terms = conversion?.terms else { return stored }
            let numbers = [terms.before, terms.multiplier, terms.divisor, terms.after].map(SwiftText.number)
            return "((\(stored) + \(numbers[0])) * \(numbers[1]) / \(numbers[2]) + \(numbers[3]))"
        case .condition(let condition, _): return "(\(predicate.condition(condition)))"
        case .ranges: return "rangeIndex(sample)"
        }
    }
}
