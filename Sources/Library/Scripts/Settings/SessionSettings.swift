package import QueryVocabulary
package import TallyKit

/// The settings of a session, which `set` changes.
package struct SessionSettings: Sendable {
    /// The settings that the meaning of queries depends on.
    package var queries = QueryContext()
    package var format = OutputFormat.table
    /// The size of printed results; nil uses the size of the terminal.
    package var width: Int?
    package var height: Int?
    package var glyphs = Glyphs.auto
    package var graphics = GraphicsUse.off
    /// The maximum number of table rows on a terminal. 0 shows all rows; nil shows as many as fit.
    package var rows: Int?
    /// When the shell shows results page by page.
    package var pager = PagerUse.automatic
    /// True if `to "file"` may replace an existing file.
    package var overwrite = false
    package var timing = false
    /// True if the shell suggests the likely continuation in gray.
    package var hints = true
    /// True if the shell saves statements in the history.
    package var history = true
    /// The maximum time that a statement waits for another program that writes to the store.
    package var waitSeconds = 60.0
    /// When queries read quarter-hour sums instead of samples.
    package var quarterHours = QuarterUse.automatic
    /// The database for which `explain sql` writes.
    package var sqlDialect = SQLDialect.portable

    package init() {}

    /// Sets `now` to an ISO 8601 time. Returns false if `text` is not a time.
    ///
    /// A time without an offset is in the zone of the settings, or in the machine's zone.
    package mutating func fixNow(at text: String) -> Bool {
        guard let reading = ISO8601.read(text) else { return false }
        queries.moment = reading.instant(in: queries.namedZone ?? .ofThisMachine())
        return true
    }
}

/// The characters that charts are drawn with on a terminal.
package enum Glyphs: String, CaseIterable, Sendable {
    /// Depends on the locale and the name of the terminal.
    case auto
    case unicode, ascii
}

/// When charts are drawn as pixels on a terminal.
package enum GraphicsUse: String, CaseIterable, Sendable {
    case off
    /// If the terminal reports that it supports them.
    case auto
    case kitty, sixel
}

/// When the shell sends results to a pager.
package enum PagerUse: String, Sendable, CaseIterable {
    /// If they are taller than the screen.
    case automatic = "auto"
    case on
    case off
}
