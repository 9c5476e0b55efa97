import Scripts
import Testing
import Workbench

@Suite("Statements that no history keeps")
struct SecretHistoryTests {
    @Test(
        "A statement with a password, or about a person who is forgotten, is not kept, also if it is misspelled",
        arguments: [
            "open \"clickhouse://ann:pw@host/d\"", "opne \"clickhouse://ann:pw@host/d\"", "tally push clickhouse://ann:pw@host/d",
            "open \"clickhouse+https://ann:pw@host/d", "sum steps; open \"clickhouse://ann:pw@host/d\"", "forget person B2 confirmed",
            "forget persn B2", "forgte person B2", "frget B2", "sum steps; forget person B2", "tally -c 'forget person B2'",
        ])
    func secret(text: String) { #expect(ParsedScript(text).isSecret) }

    @Test(
        "Other statements are kept",
        arguments: [
            "sum steps", "open \"clickhouse://ann@host:8123/d\"", "open \"study.tally\"", "describe person B2", "sum steps by person",
            "add 5 count steps for person B2", "set format = json",
        ])
    func kept(text: String) { #expect(!ParsedScript(text).isSecret) }
}
