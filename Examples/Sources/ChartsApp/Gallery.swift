import HealthKit
import StudyCharts
import SwiftUI

/// All views of the app, with data of a store.
@MainActor struct Gallery {
    struct Page {
        var name: String
        var view: AnyView
    }

    private(set) var pages: [Page] = []

    /// Reads the store and the stores of a study.
    init(store: HKHealthStore, participants: [Participant], now: Date, calendar: Calendar = .current) async throws {
        if let energy = try await EnergyReader(store: store, calendar: calendar).day(at: now) {
            add("energy", EnergyCard(energy: energy))
        }
        let today = calendar.startOfDay(for: now)
        if let first = calendar.date(byAdding: .day, value: -6, to: today), let end = calendar.date(byAdding: .day, value: 1, to: today) {
            let days = try await StepReader(store: store, calendar: calendar).week(until: now)
            add("steps", StepWeekChart(days: days, week: DateInterval(start: first, end: end)))
        }
        add("heart", HeartRangeChart(days: try await HeartReader(store: store, calendar: calendar).days(14, until: now)))
        add("sleep", SleepChart(night: try await NightReader(store: store, calendar: calendar).night(before: now)))
        add("hours", HourHeatmap(hours: try await WeekHourReader(store: store, calendar: calendar).hours(weeks: 4, before: now)))
        if let start = calendar.date(byAdding: .day, value: -42, to: today) {
            let study = StudyModel(participants: participants, start: start, weeks: 6)
            await withCheckedContinuation { continuation in study.load { continuation.resume() } }
            add("study", StudyChart(weeks: study.weeks))
        }
    }

    private mutating func add(_ name: String, _ view: some View) { pages.append(Page(name: name, view: AnyView(view))) }

    /// Writes a picture of each view in both appearances.
    func write(to folder: URL, width: CGFloat = 390) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for page in pages {
            for scheme in ColorScheme.allCases {
                let renderer = ImageRenderer(content: page.view.background(Color(.systemBackground)))
                renderer.proposedSize = ProposedViewSize(width: width, height: nil)
                renderer.colorScheme = scheme
                try renderer.svg.write(to: folder.appending(path: "\(page.name)-\(scheme).svg"), atomically: true, encoding: .utf8)
            }
        }
    }

    /// Returns each view as text for a terminal.
    func terminal(columns: Int) -> String {
        pages.map { page in
            let renderer = ImageRenderer(content: page.view)
            // A column of a terminal is about as wide as a character of a label.
            renderer.proposedSize = ProposedViewSize(width: 7 * CGFloat(columns), height: nil)
            return renderer.terminal(width: columns)
        }
        .joined(separator: "\n")
    }
}

extension SampleLife {
    /// Returns the people of a made-up study in two groups. One of them walks more each week.
    func study(weeks: Int, before now: Date) async throws -> [Participant] {
        let today = calendar.startOfDay(for: now)
        var participants: [Participant] = []
        for number in 0..<8 {
            let store = HKHealthStore.inMemory()
            let isCoached = number.isMultiple(of: 2)
            let samples = (1...7 * weeks).compactMap { back -> HKQuantitySample? in
                guard let day = calendar.date(byAdding: .day, value: -back, to: today),
                    let noon = calendar.date(bySettingHour: 12, minute: 0, second: 0, of: day)
                else { return nil }
                let week = weeks - 1 - (back - 1) / 7
                let steps = 5500 + 450 * Double(number % 5) + (isCoached ? 500 * Double(week) : 0) + Double(back * 37 % 11) * 90
                return HKQuantitySample(
                    type: HKQuantityType(.stepCount), quantity: HKQuantity(unit: .count(), doubleValue: steps), start: noon,
                    end: noon.addingTimeInterval(3600))
            }
            try await store.save(samples)
            participants.append(Participant(group: isCoached ? "Coached" : "Control", store: store))
        }
        return participants
    }
}
