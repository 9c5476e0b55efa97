import QueryPlan
import Testing

@Suite("Patterns that take forever")
struct PatternCostTests {
    @Test(
        "A repeated group with a choice inside is refused",
        arguments: [
            "(a+)+$", "(a*)*", "(a|a)*b", "(?:x+y?)+", "(?<name>a+){2,}", "((ab){1,2}c)+", "(a?){30}b", "([a-z]+)*!", "(\\d+\\.)+",
            "((a+))+",
            "(a+)+?$", "(a{2,})*",
        ])
    func refused(pattern: String) {
        #expect(PatternCost.flaw(of: pattern)?.contains("repeats a group") == true, "\(PatternCost.flaw(of: pattern) ?? "fine")")
    }

    @Test(
        "Earlier groups, many repetitions, and long or deep patterns are refused",
        arguments: [
            "(a)\\1*", "(?<n>a)\\k<n>", ".*a.*b.*c.*d.*e", "a{1000000000}", String(repeating: "a?", count: 11),
            String(repeating: "(", count: 50000), String(repeating: "(", count: 21) + "a" + String(repeating: ")", count: 21),
            String(repeating: ".", count: 1001),
        ])
    func expensive(pattern: String) {
        #expect(PatternCost.flaw(of: pattern) != nil)
    }

    @Test(
        "Patterns as people write them are fine",
        arguments: [
            "^(i|S)", "Watch$", "^.*Apple.*Watch.*$", "(iPhone|Watch) ?\\d+", "(?i)garmin", "[(a+)+]+", "\\(a+\\)+", "a{2,5}", "(ab)+",
            "^\\w+ \\w+$",
            "[^]a]*", "[[:alpha:]+]*x", "a{", "(a+)?", "((ab)c)*", "",
        ])
    func fine(pattern: String) {
        #expect(PatternCost.flaw(of: pattern) == nil)
    }
}
