import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import Testing

@Suite("Every text")
struct InvariantTests {
    @Test("Examples of the language parse without a diagnostic", arguments: DesignExamples.all)
    func examples(text: String) {
        let result = Parser.parse(text)
        #expect(result.diagnostics.map(\.message) == [])
        #expect(result.statements.count == 1)
        #expect(!result.isIncomplete)
        checkInvariants(text)
    }

    @Test("Examples in the grammar table parse without a diagnostic", arguments: Grammar.entries.map(\.example))
    func grammar(text: String) {
        #expect(Parser.parse(text).diagnostics.map(\.message) == [])
        checkInvariants(text)
    }

    @Test("All examples together form a script")
    func script() {
        let script = DesignExamples.all.joined(separator: "\n")
        let result = Parser.parse(script)
        #expect(result.statements.count == DesignExamples.all.count)
        #expect(result.diagnostics.isEmpty)
        checkInvariants(script)
        checkInvariants(DesignExamples.all.map { $0 + "  # why\n\n\n# on its own\n" }.joined())
    }

    @Test("Generated statements parse without a diagnostic, and formatting keeps their meaning")
    func generated() {
        var generator = StatementGenerator(seed: Seed.value)
        for number in 0..<Seed.cases(1_500) {
            let text = generator.statement()
            let diagnostics = Parser.parse(text).diagnostics
            #expect(diagnostics.isEmpty, "seed \(Seed.value), statement \(number): \(text): \(diagnostics.first?.message ?? "")")
            checkInvariants(text)
        }
    }

    @Test("Truncated, spliced and damaged statements keep all invariants")
    func mutated() {
        var generator = StatementGenerator(seed: Seed.value)
        for _ in 0..<Seed.cases(1_500) {
            var bytes = Array(generator.statement().utf8)
            for _ in 0...generator.random.below(3) { generator.random.damage(&bytes) }
            checkInvariants(SourceText(bytes: bytes))
        }
        #expect(Seed.value > 0)
    }

    @Test(
        "Texts that random tests found keep all invariants",
        arguments: [
            // A quoted name that starts within a word and has no end.
            "am`my nameparam `my `: metric = 5",
            // The text after the statement must stay outside, and the comment must stay before the semicolon.
            "expect error E120: sum, max, # x", "expect error E012: sum (; steps", "expect error E006: sum ( `a\n",
            // A comment between the colon and a statement that stays unchanged.
            "expect error E120: # why\n    grid elapsed", "expect error E120: # why\n    expect error E001: # what\n    import 'a",
            // A word joined to a number is a unit, even if it has another meaning.
            "sum f(b = 3explain )", "explain words\n",
        ])
    func found(text: String) {
        checkInvariants(text)
        #expect(Parser.parse(text).statements.count >= 1)
    }

    @Test("Random bytes keep all invariants")
    func randomBytes() {
        var random = RandomBytes(seed: Seed.value)
        let alphabet = Array("sum steps by|,;()\"'`#\n\r\t 0123456789-:./%<>=!m_é·“\u{0}".utf8)
        for _ in 0..<500 {
            let isText = random.below(2) == 0
            let bytes = (0..<random.below(60)).map { _ in isText ? alphabet[random.below(alphabet.count)] : UInt8(random.below(256)) }
            checkInvariants(SourceText(bytes: bytes))
        }
        #expect(Seed.value > 0)
    }
}
