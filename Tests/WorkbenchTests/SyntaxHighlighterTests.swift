import LineHelp
import QuerySyntax
import Testing
import Workbench

@Suite("Syntax highlighting")
struct SyntaxHighlighterTests {
    /// Returns the styled parts of `text`, as `style:part`.
    private func styled(_ text: String) -> [String] {
        SyntaxHighlighter.spans(of: Parser.parse(text)).map { span in
            "\(span.style):" + String(decoding: Array(text.utf8)[span.range], as: UTF8.self)
        }
    }

    @Test("Keywords, metrics, numbers, texts and comments have different styles")
    func styles() {
        let styled = styled("sum steps since 2024-03-10 prefer \"Watch\" # why")
        #expect(
            styled == [
                "keyword:sum", "metric:steps", "keyword:since", "number:2024-03-10", "keyword:prefer", "string:\"Watch\"", "comment:# why",
            ])
    }

    @Test("Metrics are recognized by all their names, in any case", arguments: ["heartRate", "HEARTRATE", "heart_rate", "`heart rate`"])
    func metricNames(name: String) {
        #expect(styled(name) == ["metric:\(name)"])
    }

    @Test(
        "Words of sets and keys are keywords, and metrics in sets are metrics",
        arguments: [
            (
                "sum steps while not workouts",
                ["keyword:sum", "metric:steps", "keyword:while", "keyword:not", "metric:workouts"]
            ),
            (
                "average heartRate while within 2h after sleep",
                ["keyword:average", "metric:heartRate", "keyword:while", "keyword:within", "number:2h", "keyword:after", "metric:sleep"]
            ),
            (
                "duration sleep by night while sessions of sleep gap 1h",
                [
                    "keyword:duration", "metric:sleep", "keyword:by", "keyword:night", "keyword:while", "keyword:sessions", "keyword:of",
                    "metric:sleep", "keyword:gap", "number:1h",
                ]
            ),
            (
                "duration heartRate by bands 100, 120 holding 2min",
                [
                    "keyword:duration", "metric:heartRate", "keyword:by", "keyword:bands", "number:100", "number:120", "keyword:holding",
                    "number:2min",
                ]
            ),
            (
                "count steps where after noon or in the morning and time of day < 2pm",
                [
                    "keyword:count", "metric:steps", "keyword:where", "keyword:after", "keyword:noon", "keyword:or", "keyword:in",
                    "keyword:the",
                    "keyword:morning", "keyword:and", "keyword:time", "keyword:of", "keyword:day", "number:2pm",
                ]
            ),
            (
                "first start sleep by workout",
                ["keyword:first", "keyword:start", "metric:sleep", "keyword:by", "keyword:workout"]
            ),
        ])
    func setsAndKeys(text: String, spans: [String]) {
        #expect(styled(text) == spans)
    }

    @Test("The first error is underlined")
    func firstError() {
        let styled = styled("sum steps by day by week limit x")
        #expect(styled.filter { $0.hasPrefix("error") } == ["error:by", "error:week"])
    }

    @Test(
        "An unfinished last word is not an error", arguments: ["sum", "sum steps by", "sum steps by da", "sum steps since \"now", ""])
    func unfinished(text: String) {
        #expect(!styled(text).contains { $0.hasPrefix("error") })
    }
}
