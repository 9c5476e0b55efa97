import Charts
import HealthKit
import SwiftUI
import Testing

@testable import ChartsApp

@MainActor @Suite("All views with made-up data")
struct GalleryTests {
    private func gallery(at time: String) async throws -> Gallery {
        let now = at("2026-03-27 " + time)
        let store = HKHealthStore.inMemory()
        let life = SampleLife(calendar: berlin)
        try await life.fill(store, days: 28, until: now)
        return try await Gallery(store: store, participants: life.study(weeks: 6, before: now), now: now, calendar: berlin)
    }

    @Test("No label touches another or leaves its picture, at each time of day and in each width", arguments: ["00:05", "12:00", "23:55"])
    func labels(time: String) async throws {
        let pages = try await gallery(at: time).pages
        #expect(pages.map(\.name) == ["energy", "steps", "heart", "sleep", "hours", "study"])
        for page in pages {
            for width in [320.0, 390, 800] {
                #expect(collisions(page.view.inBerlin(), width: width) == [], "\(page.name) \(width)")
                #expect(ChartInspection(of: page.view.inBerlin(), width: width)?.frame.isEmpty == false)
            }
        }
    }

    @Test("The program writes a picture of each view for light and dark, with a description")
    func pictures() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ChartsAppTests-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let gallery = try await gallery(at: "14:20")
        try gallery.write(to: folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == gallery.pages.map(\.name).sorted().flatMap { ["\($0)-dark.svg", "\($0)-light.svg"] })
        for name in names {
            let svg = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(svg.hasPrefix("<svg") && svg.contains("<desc") && !svg.contains("NaN"), "\(name)")
        }
    }

    @Test("The program prints all views in the width of a terminal")
    func terminal() async throws {
        let text = try await gallery(at: "14:20").terminal(columns: 80)
        for title in ["Active Energy", "Steps", "Heart Rate", "Sleep Stages", "Steps by Hour", "Steps per Week"] {
            #expect(text.contains(title))
        }
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
}
