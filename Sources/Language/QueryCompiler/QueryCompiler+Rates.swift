package import CalendarIntervals
import QueryDiagnostics
package import QuerySyntax

extension QueryCompiler {
    /// Returns the periods of `watch … every hour`, each of which has at most one answer.
    ///
    /// They are the buckets that `by hour` has today: hours and minutes count from midnight, and weeks start on the first day of the week.
    package func rate(_ phrase: TimeAmountPhrase) -> Resolved<BucketSchedule> {
        let calendar = PeriodCalendar(
            zone: context.zone, now: context.now, rule: AnchorRule(weekStart: context.weekStart))
        return Binder.outcome(in: context) { (binder) throws(Reported) in
            let interval = try TimeResolver(calendar: calendar).interval(binder.amount(phrase), binder)
            return calendar.schedule(of: interval, holding: context.now)
        }
    }
}
