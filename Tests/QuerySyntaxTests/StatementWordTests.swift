import QuerySyntax
import QueryVocabulary
import Testing

@Suite("Words of statements")
struct StatementWordTests {
    @Test("The example of a form is a statement with its words", arguments: Grammar.entries(at: .statement))
    func exampleHasItsWord(form: Grammar.Entry) throws {
        let word = try #require(Parser.parse(form.example).statements.first).kind.word
        #expect((word.definition.phrase + " ").hasPrefix(form.phrase + " "))
    }

    @Test("Every word that starts a statement is the first word of one of its forms")
    func openersHaveForms() {
        let first = { (phrase: String) in phrase.split(separator: " ").first.map(String.init) ?? "" }
        // `case` is described with the tests.
        #expect(StatementWord.openers == Set(Grammar.entries(at: .statement).map { first($0.phrase) } + ["case"]))
    }

    @Test("The verbs of statements are reserved words that start a statement")
    func verbsAreOpeners() {
        let verbs = Keyword.allCases.filter(\.isStatementVerb).map(\.rawValue)
        #expect(verbs.contains("let") && verbs.contains("quit"))
        #expect(Set(verbs).isSubset(of: StatementWord.openers))
    }

    @Test("Every list and every setting has its own word", arguments: ListWord.allCases)
    func listsHaveWords(list: ListWord) throws {
        let text = list == .overlap ? "show overlap of steps" : "show \(list.rawValue)"
        #expect(try #require(Parser.parse(text).statements.first).kind.word == .show(list))
    }

    @Test("A setting is found by its name in any spelling", arguments: SettingWord.allCases)
    func settingsHaveWords(setting: SettingWord) throws {
        for name in [setting.name, setting.name.uppercased(), setting.name.replacing(" ", with: "_")] {
            #expect(try #require(Parser.parse("set \(name) = x").statements.first).kind.word == .set(setting), "\(name)")
        }
    }

    @Test("A form with other rights has its own word")
    func formsHaveWords() {
        func word(_ text: String) -> StatementWord? { Parser.parse(text).statements.first?.kind.word }
        #expect(word("export steps to \"a.csv\"") == .export)
        #expect(word("export steps pseudonymised to \"a.csv\"") == .exportPseudonyms)
        #expect(word("forget goal") == .forget)
        #expect(word("forget person P07") == .forgetPerson)
        #expect(word("describe steps") == .describe)
        #expect(word("describe person P07") == .describePerson)
        #expect(word("watch sum steps today") == .watch)
        #expect(word("watch moving = sum steps today") == .namedWatch)
        #expect(word("set flavor = red") == .set(nil))
    }
}
