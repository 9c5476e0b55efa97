import CalendarIntervals
import Foundation
import HealthModel
import QueryDiagnostics
import QueryEngine
import QueryPlan
import QueryVocabulary
import RandomTesting
import ReferenceEngine
import Scripts
import SessionTesting
import StorageModel
import StoreCommands
import TallyKit
import Workbench

/// Random statements over the samples of a case, as text. They add lists, stages and text to the plans of `RandomCase`.
enum RandomStatement {
    /// The text of an answer as CSV, and the codes and messages about it.
    struct Output: Equatable {
        var text = ""
        var messages: [String] = []
        var isAnswer = false
    }

    static func text(over question: RandomCase, _ random: inout SplitMix64) -> String {
        let isSleep = question.query.style == .sleep
        let metric = name(of: question)
        if random.chance(15) {
            let order = random.pick(["", " newest first", " oldest first"])
            return "samples of \(metric)\(range(question, &random))\(condition(isSleep, &random))\(order)\(random.pick(["", " limit 7"]))"
        }
        let aggregates =
            isSleep
            ? ["duration", "count", "first start", "last end", "coverage"]
            : ["count", "duration", "min", "max", "latest", "median", "p95", "stddev", "average", "sum", "coverage"]
        let words = [
            "share (value > 100) of", "share (after 12:00 and source is \"iPhone\") of",
            question.query.style == .cumulative ? "fastest 100 of" : "time in range 60 to 100 of",
        ]
        let measures = (0..<random.pick(1...3)).map { _ in
            let word = random.chance(15) ? random.pick(words) : random.pick(aggregates)
            let hasTimes = ["max", "min", "latest", "fastest 100 of"].contains(word) && random.chance(40)
            return "\(word) \(metric)\(hasTimes ? " at" : "")"
        }
        var clauses = [keys(isSleep, &random), range(question, &random), condition(isSleep, &random)]
        if random.chance(30) { clauses.append(random.pick([" sources raw", " sources separate", " prefer \"iPhone\""])) }
        if random.chance(30) { clauses.append(random.pick([" assign by start", " assign by end", " edges overlap", " strict start"])) }
        if random.chance(20) {
            clauses.append(
                random.pick([
                    " while mindfulSession", " while respiratoryRate >= 2", " holding 2min", " while gaps of mindfulSession longer than 2h",
                ]))
        }
        if random.chance(10) {
            clauses.append(
                random.pick([
                    " within 2h after each night", " within 30min of each (mindfulSession)", " during sleep", " before each night",
                ]))
        }
        if random.chance(15) { clauses.append(random.pick([" fill zero", " partial drop", " partial keep"])) }
        if random.chance(15), clauses[1].isEmpty {
            let start = Self.text(of: question.query.window.interval.start)
            clauses[1] = random.pick([
                " before and after \(start)", " since \(start) vs the 3 days before", " 2 days before and after \(start)",
            ])
        }
        let stages = [
            "running total", "rolling 3 days average", "sort start", "top 3", "bottom 2", "average by weekday", "sum, count", "change",
            "change percent", "fill previous", "limit 5", "outliers", "smooth ewma 0.2", "trend per day", "value at 14:37",
            "usual", "usual of 20 days", "streaks where not value < 100", "share where value > 100 by week",
            "longest streak skipping missing where weekday is not monday",
        ]
        return "\(measures.joined(separator: ", "))\(clauses.joined())\(random.chance(40) ? " | \(random.pick(stages))" : "")"
    }

    /// Returns a statement with the metric of a case instead of `*`.
    static func text(of template: String, over question: RandomCase) -> String {
        template.replacingOccurrences(of: "*", with: name(of: question))
    }

    private static func name(of question: RandomCase) -> String {
        switch question.query.style {
        case .cumulative: "steps"
        case .discreteArithmetic: "bodyMass"
        case .discreteTemporallyWeighted: "heartRate"
        case .discreteEquivalentContinuousLevel: "environmentalAudioExposure"
        case .sleep: "sleepAnalysis"
        }
    }

    private static func keys(_ isSleep: Bool, _ random: inout SplitMix64) -> String {
        if random.chance(15) { return "" }
        let times = ["day", "day", "hour", "week", "6h", "5 days", "month"]
        let others =
            ["source", "weekday", "hour of day", "part of day", "weekend", "device", "(start > 2015) called late"]
            + (isSleep ? ["value"] : ["bins of 50"])
        let keys = random.chance(25) ? "\(random.pick(times)), \(random.pick(others))" : random.pick(times + others)
        return " by \(keys)"
    }

    /// Returns the window of the case, or all time. A window is at most some days, so even `by hour` has few rows.
    private static func range(_ question: RandomCase, _ random: inout SplitMix64) -> String {
        if random.chance(30) { return "" }
        let window = question.query.window.interval
        let (start, end) = (Self.text(of: window.start), Self.text(of: window.end))
        return random.pick([" from \(start) to \(end)", " since \(start)", " until \(end)", " between \(start) and \(end)"])
    }

    private static func condition(_ isSleep: Bool, _ random: inout SplitMix64) -> String {
        if random.chance(50) { return "" }
        if isSleep { return random.pick([" where value is asleep", " where value is not awake", " where source contains \"Watch\""]) }
        return random.pick([
            " where value > 55", " where value between 20 and 120", " where hour of day between 6 and 9", " where value = 0",
            " where between 22:00 and 06:30", " where in the morning", " where not after 13:15",
            " where source contains \"Watch\"", " where not entered by user", " where duration > 1min", " where weekday is not sunday",
            " where value > 20 and (hour of day < 12 or source = \"iPhone\")",
        ])
    }

    private static func text(of milliseconds: Int64) -> String { ISO8601.text(of: Instant(milliseconds: milliseconds), in: .utc) }

    // MARK: Answers

    /// Returns the outputs of statements in one session.
    static func outputs(
        of statements: [String], over question: RandomCase, from store: any SampleStorage, _ use: QuarterUse
    ) -> [Output] {
        let now = Instant(milliseconds: question.now)
        let session = Session(HealthStore(store, surroundings: Surroundings(at: now)), named: "store")
        session.settings.quarterHours = use
        _ = session.run(SourceText("set zone = \"\(question.zone)\"\nset format = csv"), output: RecordingOutput())
        return statements.map { statement in
            let output = RecordingOutput()
            let isAnswer = session.run(SourceText(statement), output: output) == .fine
            return Output(text: output.text, messages: output.findings.map { "\($0.code.rawValue) \($0.message)" }, isAnswer: isAnswer)
        }
    }
}
