/// Finds regular expressions that can take longer than anybody waits.
///
/// `Regex` tries every way in which a text can match, and cannot be stopped. A repeated group with a choice inside has exponentially many
/// ways, as in `(a+)+$`, and each further unlimited repetition multiplies them by the length of the text. So these are refused, although
/// some of them are harmless. The scan knows escapes, classes in brackets, groups and repetitions.
package struct PatternCost {
    /// Why a pattern is refused, and what to write instead; nil if it is fine.
    package static func flaw(of pattern: String) -> String? {
        if pattern.utf8.count > 1000 { return "it has more than 1,000 characters" }
        var scan = PatternCost(rest: pattern.unicodeScalars[...])
        scan.run()
        return scan.flaw
    }

    private var rest: Substring.UnicodeScalarView
    private var flaw: String?
    /// For each open group, whether it contains a choice: a repetition, an optional part or alternatives. The first is the whole pattern.
    private var choices = [false]
    private var unlimitedCount = 0
    private var optionalCount = 0

    private mutating func run() {
        while flaw == nil, let scalar = rest.popFirst() {
            // True if the part before a repetition contains a choice.
            var inner = false
            switch scalar {
            case "\\":
                if let escaped = rest.popFirst(), ("1"..."9").contains(escaped) || escaped == "k" {
                    flaw = "it refers to an earlier group, which can take forever; leave out `\\\(escaped)`"
                }
            case "[": skipClass()
            case "(":
                choices.append(false)
                if choices.count > 20 { flaw = "its groups are nested more than 20 deep" }
                skipKindOfGroup()
                continue
            case ")" where choices.count > 1: inner = choices.removeLast()
            case "|":
                choices[choices.count - 1] = true
                continue
            default: break
            }
            if let most = repetition() { repeated(upTo: most, inner) }
            if inner { choices[choices.count - 1] = true }
        }
    }

    private mutating func repeated(upTo most: Int, _ hasChoice: Bool) {
        choices[choices.count - 1] = true
        if most == .max { unlimitedCount += 1 } else { optionalCount += 1 }
        if hasChoice, most > 1 {
            flaw =
                "it repeats a group that has a repetition, an optional part or alternatives, which can take forever; write `[ab]` for `(a|b)`"
        } else if unlimitedCount > 4 {
            flaw = "it has more than four unlimited repetitions, which can take forever; leave out `.*` at the start and the end"
        } else if optionalCount > 10 {
            flaw = "it has more than ten optional or counted parts, which can take forever"
        } else if most != .max, most > 1000 {
            flaw = "it repeats a part more than 1,000 times"
        }
    }

    /// Skips `*`, `+`, `?` or `{2,5}`, and a mark after it. Returns the greatest number of repetitions; nil if none follows.
    private mutating func repetition() -> Int? {
        let most: Int
        switch rest.first {
        case "*", "+": most = .max
        case "?": most = 1
        case "{":
            let inside = rest.dropFirst().prefix { $0 != "}" }
            let limits = String(inside).split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
            guard rest.dropFirst(inside.count + 1).first == "}", limits.count < 3, limits.allSatisfy({ $0.allSatisfy(\.isNumber) }) else {
                return nil
            }
            rest = rest.dropFirst(inside.count + 1)
            most = limits.last.map { $0.isEmpty ? .max : Int($0) ?? .max } ?? .max
        default: return nil
        }
        rest = rest.dropFirst()
        if let mark = rest.first, mark == "?" || mark == "+" { rest = rest.dropFirst() }
        return most
    }

    /// Skips a class such as `[^a-z]`, which can contain other classes.
    private mutating func skipClass() {
        if rest.first == "^" { rest = rest.dropFirst() }
        if rest.first == "]" { rest = rest.dropFirst() }
        var depth = 1
        while depth > 0, let scalar = rest.popFirst() {
            switch scalar {
            case "\\": _ = rest.popFirst()
            case "[": depth += 1
            case "]": depth -= 1
            default: break
            }
        }
    }

    /// Skips `?:`, `?<name>` and the like after a parenthesis.
    private mutating func skipKindOfGroup() {
        guard rest.first == "?" else { return }
        rest = rest.dropFirst()
        if rest.first == "<", let end = rest.firstIndex(of: ">") { rest = rest[rest.index(after: end)...] }
    }
}
