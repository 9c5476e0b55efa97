import Foundation
import HealthModel
import SystemBridges

/// The codes that replace the names of people and sources in exports, and by how many weeks the times of each person are earlier.
///
/// A key is a JSON file, which only its owner can read. A later export that uses it has the same codes and weeks.
package struct PseudonymKey: Codable {
    struct Entry: Codable {
        var person: String
        var code: String
        /// The number of weeks by which all times of the person are earlier in the file.
        var weeks: Int
        /// The codes of sources by the key of their names.
        var sources: [String: String] = [:]

        var shift: Int64 { -Int64(weeks) * 7 * 86_400_000 }
    }

    /// The version of the format.
    private var tallyKey = 1
    private(set) var persons: [Entry] = []

    private static let weeks = 1...52

    // MARK: Codes

    /// Returns the entry of a person with codes for all sources. Adds those that are missing.
    ///
    /// - Parameter view: the view of the person.
    mutating func entry(of person: String, in view: any SampleSource) throws -> Entry {
        var random = SystemRandomNumberGenerator()
        let index: Int
        if let known = persons.firstIndex(where: { $0.person == person }) {
            index = known
        } else {
            let taken = Set(persons.flatMap { [$0.person, $0.code] })
            var code: String
            repeat { code = Self.code(&random) } while taken.contains(code)
            index = persons.count
            persons.append(Entry(person: person, code: code, weeks: Int.random(in: Self.weeks, using: &random)))
        }
        let devices = Dictionary(grouping: try view.origins().values.filter { $0.device != nil }, by: \.source)
        var missing: [String: [String]] = [:]
        for (id, source) in try view.sources() where persons[index].sources[source.key] == nil {
            let kind = SourceClass.classify(name: source.name, devices: (devices[id] ?? []).compactMap(\.device))
            missing[Self.word(for: kind), default: []].append(source.key)
        }
        for (word, keys) in missing { Self.addCodes(of: Set(keys).sorted(), word, to: &persons[index].sources, &random) }
        return persons[index]
    }

    /// Returns the letter `P` and seven random letters and digits that are hard to confuse.
    private static func code(_ random: inout SystemRandomNumberGenerator) -> String {
        "P" + String((0..<7).map { _ in "ABCDEFGHJKLMNPQRSTUVWXYZ23456789".randomElement(using: &random) ?? "A" })
    }

    /// The word that gives a code the class of its source, so that sources merge in the same order.
    private static func word(for kind: SourceClass) -> String {
        switch kind {
        case .watch: "Watch"
        case .phone: "iPhone"
        case .other, .handEntered: "Source"
        }
    }

    /// Adds codes that consist of a word and a random number.
    ///
    /// The numbers of one word are in the order of the names, because that order decides between sources that are otherwise equal (S6.3).
    ///
    /// - Parameter keys: the keys of names, in ascending order.
    private static func addCodes(
        of keys: [String], _ word: String, to codes: inout [String: String], _ random: inout SystemRandomNumberGenerator
    ) {
        for (index, key) in keys.enumerated() {
            let numbers = codes.compactMap { known, code in
                code.hasPrefix(word + " ") ? Int(code.dropFirst(word.count + 1)).map { (key: known, number: $0) } : nil
            }
            let lower = numbers.filter { $0.key < key }.map(\.number).max() ?? 99_999_999
            let next = numbers.filter { $0.key > key }.min { $0.number < $1.number }
            let upper = next?.number ?? 1_000_000_000
            // Leaves room for the names that follow before the next known one.
            let followers = keys[index...].prefix { name in next.map { name < $0.key } ?? true }.count
            let step = (upper - lower) / (followers + 1)
            // Without room, any free number has to do.
            var number = Int.random(in: step > 1 ? lower + 1...lower + step : 100_000_000...999_999_999, using: &random)
            while numbers.contains(where: { $0.number == number }) { number = Int.random(in: 100_000_000...999_999_999, using: &random) }
            codes[key] = "\(word) \(number)"
        }
    }
}

// MARK: Files

extension PseudonymKey {
    /// The file of a key, which is created or extended together with an export.
    package struct File {
        let path: String
        /// True if the file exists and its codes are used.
        let isKnown: Bool
        var key = PseudonymKey()

        /// Opens the key of an earlier export.
        ///
        /// - Throws: `CommandError` if the file cannot be read or is not a key.
        package init(known path: String) throws(CommandError) {
            self.path = path
            isKnown = true
            guard let data = try? Data(contentsOf: URL(filePath: path)) else {
                throw CommandError(.unavailable, "can't read the key \(path): file not found, or access denied")
            }
            guard let key = try? JSONDecoder().decode(PseudonymKey.self, from: data), key.isSound else {
                throw CommandError(.unavailable, "\(path) is not the key of an export")
            }
            self.key = key
        }

        /// Creates a key, whose file must not exist.
        package init(new path: String) throws(CommandError) {
            self.path = path
            isKnown = false
            guard !FileManager.default.fileExists(atPath: path) else { throw taken }
        }

        private var taken: CommandError {
            CommandError(
                .unavailable,
                "\(path) already exists, and a key is never replaced. Write `using \"\(path)\"` to keep its codes, or choose another file name"
            )
        }

        /// Writes the key. A known file is replaced as a whole by one with all its codes and the new ones.
        func save() throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            let text = String(decoding: try encoder.encode(key), as: UTF8.self) + "\n"
            if isKnown { return try ResultFile(path: path, mayReplace: true).write { $0(text) } }
            do throws(SystemFailure) {
                let file = try Descriptor.open(path, O_WRONLY | O_CREAT | O_EXCL)
                defer { file.close() }
                try file.writeAll(Array(text.utf8)[...])
            } catch {
                if error.number == EEXIST { throw taken }
                discard()
                throw CommandError(.unavailable, "can't write the key \(path): \(error.reason)")
            }
        }

        /// Removes a file that was created for an export that failed.
        func discard() {
            if !isKnown { try? FilePath.remove(path) }
        }
    }

    private var isSound: Bool {
        tallyKey == 1 && persons.allSatisfy { Self.weeks.contains($0.weeks) && !$0.code.isEmpty }
            && Set(persons.map(\.person)).count == persons.count && Set(persons.map(\.code)).count == persons.count
    }
}
