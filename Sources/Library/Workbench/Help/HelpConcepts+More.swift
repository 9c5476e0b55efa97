/// Words from the command line, from statistics and from Apple's code that lead to a page.
extension HelpConcept {
    static let more: [HelpConcept] = [
        HelpConcept(
            names: [
                "command line", "commands", "command", "subcommands", "options", "option", "flags", "doctor", "fmt", "demo", "generate",
                "info of the store", "push", "version", "output", "read-only", "quiet", "password-file", "insecure", "act-as",
                "diagnostics",
                "formatting scripts", "terminal",
            ],
            text: """
                `tally --help` lists the commands and options of the program, and
                `tally help import` describes one. `tally demo` has made-up data,
                `tally generate` writes it as an export, `tally check` and `tally fmt` work
                on scripts, `tally doctor` looks for damage in a store, and `tally push`
                copies samples to a database engine. Most options are also settings.
                """,
            examples: ["show settings", "set width = 100"]),
        HelpConcept(
            names: ["statistics", "statistic", "aggregation", "hkstatistics options", "measurements"],
            text: """
                A statistic is an aggregate of a metric: `sum steps`, `average heartRate`,
                `p95 heartRate`. Amounts such as steps are added up, and readings such as
                the heart rate are averaged. `help aggregates` lists all aggregates.
                """,
            examples: ["sum steps by day last 7 days", "average, min, max heartRate by hour today"]),
        HelpConcept(
            names: ["standard deviation", "deviation", "variance", "sd", "sigma", "spread of values"],
            text: """
                `stddev` is the standard deviation of readings, and after a pipe that of
                rows. Its square is the variance. `help aggregates` lists all aggregates.
                """,
            examples: ["stddev heartRate by day last 7 days", "sum steps by day last 30 days | stddev"]),
        HelpConcept(
            names: [
                "interpolate", "interpolation", "lookback", "look back", "carry forward", "forward fill", "fillna", "window", "windows",
                "windows and fills", "fills",
            ],
            text: """
                `fill linear` interpolates between the rows before and after an empty one,
                and `fill previous` repeats the last value. The stage `rolling` looks back
                over a window, such as the last 7 days. Nothing is filled unless you ask.
                """,
            examples: ["average weight by day last 30 days fill linear", "sum steps by day last 30 days | rolling 7 days average"]),
        HelpConcept(
            names: ["comment", "comments", "#", "remark", "remarks"],
            text: """
                `#` starts a comment, which ends with its line. Tally ignores comments,
                and `tally fmt` keeps them.
                """,
            examples: ["sum steps today  # so far"]),
        HelpConcept(
            names: ["blood pressure", "systolic", "diastolic", "hypertension"],
            text: """
                A reading of blood pressure has two metrics: bloodPressureSystolic and
                bloodPressureDiastolic, in mmHg. Ask for both in one query.
                """,
            examples: ["average bloodPressureSystolic, average bloodPressureDiastolic by week last 8 weeks"]),
        HelpConcept(
            names: [
                "hkobjectquerynolimit", "nssortdescriptor", "sortdescriptors", "sortdescriptor", "sort descriptors", "sort descriptor",
                "hksamplesortidentifierstartdate", "hksamplesortidentifierenddate", "no limit",
            ],
            text: """
                `samples of` lists all samples unless you write `limit`. `newest first` and
                `oldest first` sort them by their start. The rows of other queries are
                sorted by the stage `sort`.
                """,
            examples: ["samples of heartRate today newest first limit 10", "sum steps by day last 30 days | sort sum descending"]),
        HelpConcept(
            names: ["sparkline", "sparklines", "small chart", "mini chart"],
            text: """
                `as spark` draws a result as one line of small bars. `as bars` and
                `as chart` need more space: see `help charts`.
                """,
            examples: ["sum steps by day last 30 days as spark"]),
        HelpConcept(
            names: ["names of healthkit", "names of apple", "framework", "objects of healthkit"],
            text: """
                This is a name of Apple's HealthKit. The module HealthKit of the library
                has Apple's names over a Tally store, for Swift on Linux. `explain swift`
                shows a query as HealthKit code. In a condition, a key of metadata stands
                in quotes: `where metadata "HKWasUserEntered" = 1`.
                """,
            examples: ["explain swift sum steps by day last 7 days"]),
    ]
}
