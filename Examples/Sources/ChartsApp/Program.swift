import HealthKit
import SwiftUI

/// Draws the views of the app with made-up data: `ChartsApp pictures` writes SVG to a folder, and `ChartsApp` prints text.
@main @MainActor struct Program {
    static func main() async throws {
        // The pictures are the same each time, in each time zone.
        if let berlin = TimeZone(identifier: "Europe/Berlin") { NSTimeZone.default = berlin }
        let now = Date(timeIntervalSince1970: 1_774_617_600)  // 27 March 2026, 14:20
        let store = HKHealthStore.inMemory()
        let life = SampleLife()
        try await life.fill(store, days: 28, until: now)
        let gallery = try await Gallery(store: store, participants: life.study(weeks: 6, before: now), now: now)
        if let folder = CommandLine.arguments.dropFirst().first {
            try gallery.write(to: URL(filePath: folder))
        } else {
            print(gallery.terminal(columns: 80))
        }
    }
}
