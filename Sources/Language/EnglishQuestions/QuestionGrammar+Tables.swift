/// The tables of the grammar as values.
extension QuestionGrammar {
    /// A sequence of words that means something.
    struct Phrase {
        enum Part: Equatable {
            case words([String])
            case capture(String)
        }

        var kind: SlotKind
        var value: String
        var parts: [Part]

        /// Returns true if the phrase is exactly these words.
        func spells(_ words: [String]) -> Bool {
            parts.count == words.count
                && zip(parts, words).allSatisfy { if case .words(let allowed) = $0 { allowed.contains($1) } else { false } }
        }
    }

    /// A kind of question with its query.
    struct Template {
        var subjects: Set<SlotKind>
        var required: [Set<SlotKind>]
        var optional: Set<SlotKind>
        /// True if the question cannot have a range, conditions or a unit.
        var isPlain = false
        /// True if the question must start with `did` or a similar word.
        var isYesOrNo = false
        var queries: [String]
        /// The assumption of the query, or nil.
        var note: String?
    }

    private static let allPhrases: [Phrase] =
        writtenPhrases
        + WordedTimes.partsOfDay.map { _, words, span in
            Phrase(kind: .range, value: span, parts: words.map { .words([$0]) })
        }

    private static let writtenPhrases: [Phrase] = lines(phrases).flatMap { line -> [Phrase] in
        guard let arrow = line.firstRange(of: "<-"), let colon = line.firstIndex(of: ":"),
            let kind = SlotKind(rawValue: String(line[..<colon]))
        else {
            preconditionFailure("not a phrase: \(line)")
        }
        let value = line[line.index(after: colon)..<arrow.lowerBound].trimmed
        return line[arrow.upperBound...].split(separator: "|").flatMap { text in
            variants(of: text.split(separator: " ")).map { Phrase(kind: kind, value: value, parts: $0) }
        }
    }

    /// The phrases by each of their first words.
    static let phrasesByWord: [String: [Phrase]] = {
        var found: [String: [Phrase]] = [:]
        for phrase in allPhrases {
            if case .words(let words)? = phrase.parts.first { for word in words { found[word, default: []].append(phrase) } }
        }
        return found
    }()

    /// The phrases that start with a number, a period and so on, each with the name of what it starts with.
    static let phrasesByCapture: [(name: String, phrase: Phrase)] = allPhrases.compactMap { phrase in
        if case .capture(let name)? = phrase.parts.first { (name, phrase) } else { nil }
    }

    static let allTemplates: [Template] = lines(templates).map { line in
        guard let colon = line.firstIndex(of: ":"), let arrow = line.firstRange(of: "->") else {
            preconditionFailure("not a template: \(line)")
        }
        let sides = line[arrow.upperBound...].split(separator: "~")
        var template = Template(
            subjects: [], required: [], optional: [],
            queries: sides[0].trimmed.replacing(" || ", with: "\n").split(separator: "\n").map(String.init),
            note: sides.count > 1 ? sides[1].trimmed : nil)
        for word in line[..<colon].split(separator: " ") {
            switch word {
            case "plain": template.isPlain = true
            case "did": template.isYesOrNo = true
            default: for name in word.split(separator: "/") { template.subjects.formUnion(subjects(String(name))) }
            }
        }
        for word in line[line.index(after: colon)..<arrow.lowerBound].split(separator: " ") {
            let isOptional = word.hasSuffix("?")
            let kinds = (isOptional ? word.dropLast() : word).split(separator: "/").map { kind(String($0)) }
            if isOptional { template.optional.formUnion(kinds) } else { template.required.append(Set(kinds)) }
        }
        return template
    }

    private static func subjects(_ name: String) -> Set<SlotKind> {
        switch name {
        case "adds": [.sum, .night, .span, .event, .workout]
        case "none": []
        default: [kind(name)]
        }
    }

    private static func kind(_ name: String) -> SlotKind {
        guard let kind = SlotKind(rawValue: name) else { preconditionFailure("not a kind of slot: \(name)") }
        return kind
    }

    private static func lines(_ table: String) -> [Substring] { table.split(separator: "\n").filter { !$0.isEmpty && !$0.hasPrefix("#") } }

    /// Returns the phrase with and without each part that can be left out.
    private static func variants(of words: [Substring]) -> [[Phrase.Part]] {
        guard let first = words.first else { return [[]] }
        let rest = variants(of: Array(words.dropFirst()))
        let isOptional = first.hasSuffix("?")
        let word = isOptional ? first.dropLast() : first
        let part =
            word.hasPrefix("{")
            ? Phrase.Part.capture(String(word.dropFirst().dropLast())) : .words(word.split(separator: "/").map(String.init))
        return rest.map { [part] + $0 } + (isOptional ? rest : [])
    }
}

extension Substring {
    fileprivate var trimmed: String { split(separator: " ").joined(separator: " ") }
}
