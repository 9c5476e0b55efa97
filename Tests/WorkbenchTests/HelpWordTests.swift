import CalendarIntervals
import HealthModel
import HelpPages
import QueryDiagnostics
import QuerySyntax
import QueryVocabulary
import SampleStore
import Scripts
import Testing
import Workbench

/// Words that people type after `help`.
@Suite("Words that help knows")
struct HelpWordTests {
    @Test("Help knows every keyword, aggregate, stage, clause and format")
    func language() {
        for word in Spelling.words + Grammar.entries.map(\.phrase) { Self.expectPage(word) }
    }

    @Test("Help knows every metric by each of its names, every code, and common settings")
    func names() {
        for metric in MetricCatalog.all + MetricCatalog.parts {
            for name in [metric.name] + metric.aliases { Self.expectPage(name) }
        }
        for code in DiagnosticCode.allCases { Self.expectPage(code.rawValue) }
        for setting in ["zone", "week", "units", "weighting", "percentile", "format", "pager", "overwrite", "hints"] {
            Self.expectPage(setting)
        }
    }

    @Test("Help knows HealthKit's words and everyday words", arguments: HelpWordTests.words)
    func everydayWords(word: String) { Self.expectPage(word) }

    @Test("A page about a word shows what to write", arguments: answers)
    func showsWhatToWrite(word: String, example: String) throws {
        let page = try #require(SessionHelp.book.page(for: word), "no page about \(word)")
        #expect(page.contains(example), "\(word): \(page)")
    }

    @Test("Words that new users looked up lead to a page about them", arguments: lookedUp)
    func lookedUpWords(word: String, answer: String) throws {
        let page = try #require(SessionHelp.book.page(for: word), "no page about \(word)")
        #expect(page.contains(answer), "\(word): \(page)")
    }

    @Test("A word without a page leads to the pages that mention it")
    func mentions() {
        #expect(SessionHelp.book.page(for: "crosses") == nil)
        #expect(HelpBook.titles(mentioning: "crosses") == ["edges", "strictstartdate"])
    }

    private static func expectPage(_ word: String) {
        #expect(SessionHelp.book.page(for: word) != nil, "help has no page about `\(word)`")
    }

    /// Words from HealthKit and everyday life, and a part of the page that they lead to.
    private static let answers = [
        ("called", "called active"), ("calories", "sum activeEnergy"), ("group by", "sum steps by day and source"),
        ("plot", "as line"), ("graph", "as line"), ("trend", "rolling 7 days average"), ("bedtime", "first start sleep"),
        ("join", "sum steps, average restingHeartRate"), ("select", "where source contains"), ("histogram", "bins of 10"),
        ("bands", "bands 100"),
        ("types", "metric, time, span"), ("fields", "value, source"), ("fields of workouts", "activity is running"), ("exit", "quit"),
        ("total", "| sum"), ("raw", "sources raw"), ("hold", "set weighting = hold"),
        ("HKStatisticsCollectionQuery", "sum activeEnergy by hour"), ("enumerateStatistics", "the rows of the result"),
        ("strictStartDate", "strict start"), ("separateBySource", "by source"), ("mostRecent", "latest"),
        ("authorization", "`allow` and `deny` decide"), ("observer", "watch sum steps"),
        ("background delivery", "watch sum steps"), ("rings", "summaries"), ("every", "sum steps by day"),
    ]

    /// The words that new users looked up in vain, and a part of the page that each must find.
    private static let lookedUp = [
        ("midnight", "days start at midnight"), ("bpm", "`in bpm`"), ("celsius", "`in celsius`"),
        ("statistics", "aggregate of a metric"), ("options", "tally --help"), ("interpolate", "fill linear"),
        ("quantity type", "cumulative (amounts)"), ("category", "categories"), ("comment", "`#` starts a comment"),
        ("string", "\"text\""), ("doctor", "tally doctor"), ("fmt", "tally fmt"), ("demo", "tally demo"), ("generate", "tally generate"),
        ("offset", "compare to"), ("shift", "compare to"), ("blood pressure", "bloodPressureSystolic"),
        ("HKWorkoutType", "samples of workouts"), ("quantitySamplePredicate", "strictStartDate"), ("HKObjectQueryNoLimit", "`limit`"),
        ("NSSortDescriptor", "newest first"), ("guest", "while a guest uses"), ("mine", "where source is mine"),
        ("standard deviation", "`stddev`"), ("previous year", "compare to"), ("kilometres", "`in kilometres`"),
        ("kg", "`in` sets the unit"), ("noon", "days start at midnight"), ("litres", "`in` sets the unit"), ("lookback", "looks back"),
        ("sparkline", "as spark"),
    ]

    private static let words = """
        HKStatisticsCollectionQuery, HKStatisticsQuery, HKStatistics, HKStatisticsCollection, HKStatisticsOptions, enumerateStatistics,
        cumulativeSum, discreteAverage, discreteMin, discreteMax, mostRecent, separateBySource, strictStartDate, strictEndDate, anchorDate,
        intervalComponents, predicateForSamples, HKSampleQuery, HKSample, HKQuantitySample, HKCategorySample, HKQuantityType,
        HKCategoryType, HKUnit, HKQuantity, HKWorkout, HKSource, HKDevice, HKActivitySummary, HKActivitySummaryQuery, HKObserverQuery,
        HKAnchoredObjectQuery, HKSourceQuery, HKHealthStore, initialResultsHandler, statisticsUpdateHandler, sumQuantity,
        averageQuantity, authorization, permission, observer, background delivery, activity summary, rings, activity rings,
        aggregation style, NSPredicate, metadata, identifier, unit string, statistics collection, requestAuthorization, HealthKit,
        group by, group, grouping, per, each, every, plot, graph, draw, chart, picture, diagram, visualize, trend, trends,
        moving average, smooth, bedtime, bed time, wake time, average, mean, avg, join, select, histogram, distribution, types, type,
        fields, field, fields of workouts, exit, quit, leave, bye, total, totals, raw, hold, calories, calorie, energy, kcal,
        daily, weekly, monthly, hourly, day, week, month, year, quarter, hour, minute, second, weekday, weekend, hour of day, today,
        yesterday, tomorrow, now, last week, this month, last 7 days, since, until, between, from, to, on, during, through, range, dates,
        time zone, zone, timezone, travel, dst, daylight saving, utc, clock, anchor, bucket, interval, edges, clip, strict, overlap,
        assign, share, merge, merged, merging, sources, source, priority, prefer, double counting, duplicates, apple watch, iphone,
        phone, device, devices, partial, incomplete, missing, null, zero, gaps, no data, empty, fill, none, typical day, typical, usual,
        goal, goals, forecast, projection, project, progress, on course, ahead, behind, cumulative, discrete, style, amounts, readings,
        sleep, night, asleep, awake, in bed, time in bed, naps, deep, rem, core, steps, heart rate, heartRate, weight, distance, flights,
        workout, workouts, running, cycling, activity, blood glucose, oxygen, bmi, height, resting heart rate, hrv, condition,
        conditions, filter, where, and, or, not, if, predicate, column, columns, called, rename, column name, alias, label, derive,
        pipe, rows, row, stage, stages, running total, rolling, compare, compare to, versus, vs, difference, change, percent, top, bottom,
        sort, order by, ranking, limit, value at, highest, lowest, maximum, minimum, max, min, peak, record, best, worst, latest, newest,
        oldest, most recent, first, count, sum, duration, median, p95, percentile, percentiles, quantile, stddev, variance, names,
        variables, let, def, function, functions, save, forget, saved queries, define, macro, script, scripts, param, parameters, run,
        report, automation, test, tests, case, expect, assert, load, add, delete, remove, undo, watch, live, repeat, refresh, history,
        import, export, apple health, export.zip, xml, my data, csv, tsv, json, jsonl, markdown, table, svg, html, bars, line, spark,
        heatmap, wide, as, file, files, save to file, overwrite, excel, unit, units, miles, kilometers, pounds, imperial, convert, settings,
        set, set week, first day of week, iso week, format, color, colour, pager, hints, timing, keys, shortcuts, vi, emacs, tab,
        completion, shell, lessons, learn, tutorial, fixes, fix, did you mean, error, errors, warning, codes, E120, W210, questions,
        english, privacy, network, safe, sql, swift, code, explain, explain plan, why, show, show metrics, metrics, describe, help,
        topics, quit, stop, cancel, ctrl-c, list, raw data, samples, sample, summaries, move, exercise, stand, slow, speed, performance,
        bins, bands, zones, while, during, after, before, within, sessions, holding, by night, by workout, sleep stages, coverage,
        start, getting started, open, store, join metrics, correlation, combine, syntax, query, literals
        """
        .split(separator: ",").map { $0.split { $0.isWhitespace }.joined(separator: " ") }
}
