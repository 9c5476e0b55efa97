import QueryCompiler
import Testing

@Suite("Suggested time zones")
struct ZoneSuggestionTests {
    @Test(
        "A city without its area, in the wrong place, misspelled, or an abbreviation has its zone",
        arguments: [
            ("Berlin", "Europe/Berlin"), ("Berlin/Europe", "Europe/Berlin"), ("Europe/Berln", "Europe/Berlin"),
            ("PST", "America/Los_Angeles"),
            ("mesz", "Europe/Berlin"), ("New York", "America/New_York"), ("Asia/Tokio", "Asia/Tokyo"),
        ])
    func best(name: String, zone: String) { #expect(ZoneSuggestion.best(for: name) == zone) }

    @Test("A name that no zone resembles has no fix", arguments: ["Mars/Olympus", "", "/", "Europe/München", "12:00"])
    func none(name: String) { #expect(ZoneSuggestion.best(for: name) == nil) }

    @Test("Help names three zones, in the area of the name if there is one")
    func help() {
        #expect(ZoneSuggestion.help(for: "Mars/Olympus").matches(of: #/`\w+\/\w+`/#).count == 4)
        let european = ZoneSuggestion.help(for: "Europe/München").matches(of: #/`(\w+)\/\w+`/#).map { String($0.output.1) }
        #expect(european == ["Europe", "Europe", "Europe", "Europe"])
        #expect(!ZoneSuggestion.help(for: "").contains("similar"))
    }
}
