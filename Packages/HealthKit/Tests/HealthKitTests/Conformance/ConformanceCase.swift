import Foundation

/// A case of the folder Conformance: samples, a question in HealthKit's words, and the rows of the right answer.
struct ConformanceCase: Decodable {
    var id: String
    var rule: String
    var zone: String
    var samples: [Sample]
    var question: Question
    /// Nil if the right answer is to refuse the question.
    var rows: [Row]?
    var tolerance: Double?

    /// True unless several sources or values decide about sleep (S6.6), for which HealthKit has no query.
    var isForHealthKit: Bool { rule != "S6.6" }

    struct Sample: Decodable {
        var type: String
        var start: Date
        var end: Date
        var value: Value?
        var unit: String?
        var source: String
        var device: String?
        var entered: Bool?
        /// Nil unless the sample is a workout.
        var pauses: [Pause]?
    }

    struct Pause: Decodable {
        var start: Date
        var end: Date
    }

    /// A number, or the name of a value of sleep.
    enum Value: Decodable {
        case number(Double)
        case name(String)

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let number = try? container.decode(Double.self) {
                self = .number(number)
            } else {
                self = .name(try container.decode(String.self))
            }
        }
    }

    struct Question: Decodable {
        var kind: String
        var quantityType: String?
        var options: [String]?
        var predicate: Predicate?
        var anchorDate: Date?
        var intervalComponents: [String: Int]?
        var from: Date?
        var to: Date?
        var unit: String?
        var sort: String?
        var ascending: Bool?
        var limit: Int?
    }

    struct Predicate: Decodable {
        var start: Date?
        var end: Date?
        var options: [String]
    }

    struct Row: Decodable {
        var start: Date?
        var end: Date?
        /// The numbers by column; nil if the row must have none.
        var numbers: [String: Double?] = [:]
        /// The numbers of each source.
        var sources: [String: [String: Double]]?

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: Column.self)
            for key in container.allKeys {
                switch key.stringValue {
                case "start": start = try container.decode(Date.self, forKey: key)
                case "end": end = try container.decode(Date.self, forKey: key)
                case "sources": sources = try container.decode([String: [String: Double]].self, forKey: key)
                default: numbers[key.stringValue] = .some(try container.decode(Double?.self, forKey: key))
                }
            }
        }
    }

    private struct Column: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    private static let folder = URL(filePath: #filePath).appending(path: "../../../../../../Conformance/cases").standardizedFileURL

    /// The names of the files of cases.
    static let topics: [String] =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".json") }.sorted()

    /// Returns the cases of a file.
    static func cases(of topic: String) throws -> [ConformanceCase] {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return try decoder.decode([ConformanceCase].self, from: Data(contentsOf: folder.appending(path: topic)))
    }
}
