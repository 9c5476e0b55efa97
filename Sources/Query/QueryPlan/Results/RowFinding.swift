/// A fact about the rows of an answer that their numbers do not show.
///
/// An answer says it in a line below its table or as a diagnostic.
package enum RowFinding: Hashable, Sendable {
    /// No time in the range counts, because the set of `while` is empty there (S11.4).
    case noTimeCounts
    /// The number of sleep sessions in the range that are not nights, because a longer one ends on the same date (S13.3).
    case napsLeftOut(Int)
    /// The number of people without a sample in the range, in rows of each person.
    case peopleWithoutSamples(Int)
    /// The number of workouts without samples of distance, which have no splits (S13.9).
    case workoutsWithoutDistance(Int)
    /// The number of samples without heartbeats, and of all samples that could count (S2.15).
    case samplesWithoutBeats(Int, of: Int)
    /// The keys of which samples have several words, so that a sample counts in the row of each (S12.5).
    case samplesInSeveralRows([String])
    /// The number of rows with laboratory results of several tests, codes or units, which have no value, and these fields (S7.8).
    case labsMixed(Int, [String])
    /// The unit of all laboratory results (S7.8).
    case labUnit(String)
    /// The names of the sources whose records do not count, because their apps are not in the owner's list (S15.3).
    case appsNotInList([String])
    /// A finding of the stage with this index among those that ran.
    case ofStage(StageFinding, index: Int)
}

/// A fact about the rows that a stage read.
package enum StageFinding: Hashable, Sendable {
    /// The number of rows of `rolling` whose window starts before the first row, so that they have fewer values.
    case shortWindows(Int)
    case partialRowsLeftOut(PartialRowsLeftOut)
    case fewValues(FewValues)
    case equalValues(EqualValues)
    /// A streak begins with the first row of a range that leaves out earlier time, so it can be longer.
    case streakFromFirstRow
    /// The number of values whose usual range has too few values before them.
    case usualUnknown(Int, of: Int)
    /// One of two ranges has no data, so there is nothing to compare.
    case rangeWithoutData(String)
}

/// The number of partial rows that a stage excluded from some of its aggregates (S9.1).
package struct PartialRowsLeftOut: Hashable, Sendable {
    /// The aggregates over all rows, and those over complete rows only.
    package var ofAll: [String]
    package var ofWhole: [String]
    package var allCount: Int
    package var wholeCount: Int
    /// True if it counts single totals, of which a row can contain several.
    package var isOfTotals: Bool

    package init(ofAll: [String], ofWhole: [String], allCount: Int, wholeCount: Int, isOfTotals: Bool) {
        self.ofAll = ofAll
        self.ofWhole = ofWhole
        self.allCount = allCount
        self.wholeCount = wholeCount
        self.isOfTotals = isOfTotals
    }
}

/// A study with too few values for a result.
package struct FewValues: Hashable, Sendable {
    /// The number of values that it needs.
    package var neededCount: Int
    /// The smallest number of values in its result.
    package var count: Int
    /// True if values come in pairs.
    package var arePairs: Bool
    /// True if only some of several rows have too few.
    package var isOfOneOfSeveral: Bool

    package init(neededCount: Int, count: Int, arePairs: Bool, isOfOneOfSeveral: Bool) {
        self.neededCount = neededCount
        self.count = count
        self.arePairs = arePairs
        self.isOfOneOfSeveral = isOfOneOfSeveral
    }
}

/// A column without a scale for `outliers`, because at least half of its values are equal.
package struct EqualValues: Hashable, Sendable {
    package var column: String
    package var differentCount: Int
    package var count: Int

    package init(column: String, differentCount: Int, count: Int) {
        self.column = column
        self.differentCount = differentCount
        self.count = count
    }
}
