import CalendarIntervals
import HealthModel
import QueryCompiler
import QueryDiagnostics
import QueryHelp
import QuerySyntax
import Testing

@Suite("Other languages")
struct TranslationTests {
    @Test(
        "Tally suggests a query for a statement in another language, and the query compiles",
        arguments: [
            // SQL
            ("SELECT sum(value) FROM steps GROUP BY day", "sum steps by day"),
            (
                "select avg(value), max(value) from heart_rate where value > 100 group by date_trunc('hour', t)",
                "average, max heart_rate by hour where value > 100"
            ),
            ("select * from heartRate", "samples of heartRate"),
            ("select count(*) from steps;", "count steps"),
            ("select source, sum(value) from steps group by source", "sum steps by source"),
            (
                "select avg(value) from heart_rate where start_date between '2024-01-01' and '2024-02-01' group by date_trunc('day', start_date) order by 1 limit 10",
                "average heart_rate by day between 2024-01-01 and 2024-02-01 | limit 10"
            ),
            ("SELECT date(start), SUM(value) FROM samples WHERE type = 'steps' GROUP BY 1 ORDER BY 1", "sum steps by day"),
            ("select sum(steps), avg(heart_rate) from health_data group by week", "sum steps, average heart_rate by week"),
            (
                "SELECT strftime('%Y-%m', start) m, sum(value) FROM steps GROUP BY m HAVING sum(value) > 1000 ORDER BY 2 DESC LIMIT 3",
                "sum steps by month | where sum > 1000 | top 3"
            ),
            ("SELECT extract(hour from start), avg(value) FROM heart_rate GROUP BY 1", "average heart_rate by hour of day"),
            (
                "select value from samples where type = 'heart_rate' order by start desc limit 5",
                "samples of heart_rate newest first limit 5"
            ),
            ("select max(value) from heart_rate where time > now() - interval '30 days'", "max heart_rate since -30d"),
            (
                "select sum(value) from steps where source = 'Watch' and date >= '2024-01-01' and date < '2024-02-01'",
                "sum steps since 2024-01-01 until 2024-02-01 where source = \"Watch\""
            ),
            ("SELECT percentile_cont(0.95) within group (order by value) FROM heart_rate", "p95 heart_rate"),
            ("with t as (select * from steps) select * from t", "samples of steps"),
            ("delete from steps where value > 5", "delete samples of steps where value > 5"),
            // InfluxQL
            ("mean(\"heartRate\") group by time(1h)", "average heartRate by hour"),
            (
                "SELECT mean(\"heartRate\") FROM health WHERE time > now() - 30d GROUP BY time(1h) fill(null)",
                "average heartRate by hour since -30d fill null"
            ),
            // PromQL
            ("rate(steps[5m])", "sum steps by 5min"),
            ("sum(rate(steps[1h]))", "sum steps by hour"),
            ("sum(steps) by (day)", "sum steps by day"),
            ("sum by (source) (steps)", "sum steps by source"),
            ("avg_over_time(heartRate[1h])", "average heartRate by hour"),
            ("max_over_time(heartRate[1h:5m])", "max heartRate by hour"),
            ("quantile_over_time(0.95, heartRate[1d])", "p95 heartRate by day"),
            ("histogram_quantile(0.5, heartRate)", "p50 heartRate"),
            ("topk(5, sum_over_time(steps[1d]))", "sum steps by day | top 5"),
            ("sum_over_time(steps{source=\"Watch\"}[1d])", "sum steps by day where source = \"Watch\""),
            ("steps{source=~\"W.*\"}", "steps where source matches \"W.*\""),
            // Flux and method calls
            (
                "from(bucket: \"h\") |> range(start: -7d) |> filter(fn: (r) => r._measurement == \"steps\") |> aggregateWindow(every: 1h, fn: sum)",
                "sum steps since -7d by hour"
            ),
            ("heartRate.mean()", "average heartRate"), ("steps.by(\"day\").sum()", "sum steps by day"),
            // Questions
            ("how many steps last week", "sum steps last week"),
            ("how often did I take my medication last month", "adherence medicationDoses last month"),
            ("adherence last month", "adherence medicationDoses last month"),
            ("how regularly do I take my pills by week", "adherence medicationDoses by week"),
            ("what is my step count this month", "sum steps this month"),
            ("what is my step count today?", "sum steps today"),
            ("What was my average heart rate yesterday?", "average heartRate yesterday"),
            ("how long did I sleep per day last week?", "duration sleep by night last week"),
            ("what's my max heart rate this month", "max heartRate this month"),
            ("show me my heart rate", "average heartRate by day"),
        ])
    func translation(text: String, query: String) throws {
        let findings = Parser.parse(text).helped().diagnostics
        #expect(findings.count == 1)
        #expect(findings.first?.help == "write `\(query)`")
        let parsed = Parser.parse(query)
        #expect(parsed.diagnostics.map(\.message) == [])
        guard case .query(let tree)? = parsed.statements.first?.kind else { return }
        let context = CompilationContext(now: Instant(seconds: 1_767_225_600), zone: .utc)
        let errors = QueryCompiler(context: context).compile(tree).diagnostics.filter { $0.severity == .error }
        #expect(errors.map(\.message) == [])
    }

    @Test(
        "A statement without a translation gets an example",
        arguments: [
            "insert into steps values (5)", "update steps set value = 5", "select a.x from a join b on a.id = b.id",
            "select sum(value) from steps where mood = 'good'", "df.groupby('day').sum()", "steps[0]",
            "select avg(value) from steps where value > 5 or value < 2",
        ])
    func fallback(text: String) {
        let findings = Parser.parse(text).helped().diagnostics
        #expect(findings.count == 1)
        #expect(findings.first?.help?.hasPrefix("write an aggregate, a metric and clauses, as in `") == true, "\(findings)")
    }
}
