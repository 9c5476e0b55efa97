import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import Testing

@Suite("Completion")
struct CompletionTests {
    /// Completes at `¦`.
    private func complete(_ text: String) -> (completion: Completion, replaced: String) {
        let parts = text.split(separator: "¦", maxSplits: 1, omittingEmptySubsequences: false)
        let offset = parts[0].utf8.count
        let completion = Completion.at(offset, in: parts.joined())
        let typed = Array(parts[0].utf8)[completion.replaced.start..<completion.replaced.end]
        return (completion, String(decoding: typed, as: UTF8.self))
    }

    @Test(
        "Completion offers everything that can be written at a position",
        arguments: [
            ("¦", CompletionItem.entries(.statement)), ("¦", .aggregate), ("¦", .metric), ("sum ¦", .metric), ("sum ste¦", .metric),
            ("sum of ¦", .metric),
            ("share (¦", .field), ("share (value > 100) ¦", .keyword("of")), ("share (value > 100) of ¦", .metric),
            ("time in range 70 ¦", .keyword("to")), ("time in range of ¦", .metric),
            ("average, ¦", .aggregate), ("sum active ¦", .metricWord(after: "active")), ("sum steps in ¦", .unit),
            ("sum steps ¦", .keyword("by")),
            ("progress ¦", .metric), ("progress steps ¦", .keyword("against")), ("progress steps against ¦", .span),
            ("sum steps by ¦", .period), ("sum steps by ¦", .profile), ("sum steps by week starting ¦", .weekday),
            ("sum steps since ¦", .when),
            ("sum steps last ¦", .period), ("sum steps last 30 ¦", .keyword("full")), ("sum steps on ¦", .span),
            ("sum steps anchor ¦", .time),
            ("sum steps zone ¦", .zone), ("sum steps zone Eur¦", .zone), ("sum steps where ¦", .field),
            ("sum steps where value ¦", .symbol(">")), ("sum steps where ¦", .keyword("in the morning")),
            ("sum steps where in the ¦", .keyword("evening")),
            ("sum steps where after ¦", .time), ("sum steps where between ¦", .keyword("noon")),
            ("sum steps where between noon and ¦", .keyword("midnight")),
            ("sum steps where time of day ¦", .symbol(">=")),
            ("sum steps where value > ¦", .value), ("sum steps where source = ¦", .fieldValue("source")),
            ("sum steps prefer \"Wa¦", .text(.source)),
            ("sum steps fill ¦", .keyword("zero")), ("sum steps | ¦", .entries(.stage)), ("sum steps by day ¦", .symbol("|")),
            ("sum steps | longest ¦", .keyword("streak")), ("sum steps | streaks ¦", .keyword("where")),
            ("sum steps | streaks ¦", .keyword("skipping missing")), ("sum steps | streaks where ¦", .field),
            ("sum steps | average ¦", .keyword("by")), ("sum steps | sort ¦", .column), ("sum steps as ¦", .entries(.format)),
            ("sum steps as csv to ¦", .text(.file)), ("set ¦", .setting), ("set week = ¦", .settingValue("week")),
            ("show ¦", .entries(.thing)),
            ("show sources of ¦", .metric), ("help ¦", .topic), ("expect error ¦", .code), ("import ¦", .text(.file)),
            ("add 5 count steps ¦", .keyword("at")),
            ("sum steps\nsum heartRate by day\nsum ¦", .metric), ("explain ¦", .keyword("plan")), ("explain sql ¦", .keyword("for")),
            ("explain sql for ¦", .keyword("clickhouse")), ("let x = ¦", .metric),
            ("forget ¦", .variable), ("sum steps ¦", .keyword("within")), ("sum steps within 2h after ¦", .keyword("each")),
            ("sum steps within 2h after each ¦", .keyword("night")), ("sum steps during ¦", .metric),
        ])
    func offered(text: String, item: CompletionItem) {
        let items = complete(text).completion.items
        #expect(items.contains(item), "\(items)")
    }

    @Test("Completion replaces the word before the cursor, text with its quote, and whole zones and units")
    func replaced() {
        #expect(complete("sum ste¦ by day").replaced == "ste")
        #expect(complete("sum ¦").replaced == "")
        #expect(complete("sum steps where source = \"Apple Wa¦").replaced == "\"Apple Wa")
        #expect(complete("sum steps zone Europe/Be¦").replaced == "Europe/Be")
        #expect(complete("sum heartRate in count/m¦").replaced == "count/m")
        #expect(complete("sum heartRate in count/m¦").completion.items == [.unit])
    }

    @Test("Completion doesn't offer a clause twice")
    func usedClauses() {
        let words = complete("sum steps by day since -30d ¦").completion.words
        #expect(words.contains("anchor") && words.contains("until"))
        #expect(!words.contains("by") && !words.contains("last") && !words.contains("since"))
    }

    @Test("Completion offers `against` only for `progress`")
    func typicalDays() {
        #expect(complete("progress steps yesterday ¦").completion.words.contains("against"))
        #expect(!complete("progress steps against last 3 full days ¦").completion.words.contains("against"))
        #expect(!complete("sum steps ¦").completion.words.contains("against"))
        #expect(complete("sum steps this month ¦").completion.words.contains("vs"))
        #expect(!complete("sum steps ¦").completion.words.contains("vs"))
        #expect(complete("sum steps ¦").completion.words.contains("before and after"))
    }

    @Test("Completion offers nothing in a comment")
    func comment() {
        #expect(complete("sum steps # by ¦").completion.items.isEmpty)
    }

    @Test("Completion ends at the cursor, at every position of every example", arguments: DesignExamples.all)
    func everywhere(text: String) {
        for offset in 0...text.utf8.count {
            let completion = Completion.at(offset, in: text)
            #expect(completion.replaced.end == offset)
        }
    }
}
