package import CalendarIntervals
import DemoData
import Foundation
package import HealthModel
import Scripts
import StorageModel
package import StoreCommands
import SystemBridges
import TallyKit
import TerminalText
import Threading
import Workbench

/// Makes a class: for each student an export and questions, and the key.
package struct ClassMaker {
    package var seed: UInt64
    /// The moment that `now` means for all students; nil chooses one after a change of the clocks.
    package var now: Instant?
    package var zone: Zone
    /// The number of students, or their names.
    package var names: [String]
    /// Is called often while the class is made, on all threads. An error that it throws stops the work.
    package var checkStop: @Sendable () throws -> Void = {}
    private let templates: [QuestionTemplate]
    /// The lessons whose questions can't be asked in this zone at this time.
    package let lessonsLeftOut: [String]

    /// The greatest number of questions of a sheet.
    package static let greatestCount = 60
    private static let days = 36
    /// The samples of an export.
    private static let metrics = [
        "StepCount", "DistanceWalkingRunning", "ActiveEnergyBurned", "BasalEnergyBurned", "HeartRate", "OxygenSaturation", "SleepAnalysis",
    ]

    /// - Parameters:
    ///   - students: the number of students without names.
    ///   - list: a file with a name on each line; nil for students without names.
    ///   - lessons: the lessons whose ideas the questions exercise; empty for all that have questions.
    ///   - questions: the number of questions; nil asks each kind once.
    ///   - clock: the current moment.
    package init(
        students: Int, list: String?, lessons: [String], questions: Int?, seed: UInt64, zone: Zone, now: Instant?, clock: Instant
    ) throws(CommandError) {
        (self.seed, self.zone) = (seed, zone)
        if let list { names = try StudentNames.read(list) } else { names = StudentNames.numbered(students) }
        let known = QuestionTemplate.lessons
        guard !lessons.contains("") else {
            throw CommandError(.wrongUsage, "--lessons: a name is empty; write names with commas between them, as in anchors,sources")
        }
        if let unknown = lessons.first(where: { !known.contains($0) }) {
            throw CommandError(
                .wrongUsage, "--lessons: `\(unknown)` has no questions; use some of \(known.joined(separator: ", "))")
        }
        self.now = now ?? Self.moment(in: zone, before: clock)
        let calendar = ClassCalendar(zone: zone, now: self.now ?? clock, days: Self.days)
        let wanted = QuestionTemplate.all(of: lessons.isEmpty ? known : lessons)
        let fitting = wanted.filter { $0.suits(calendar) }
        lessonsLeftOut = wanted.filter { !$0.suits(calendar) }.map(\.lesson)
        guard !fitting.isEmpty else {
            throw CommandError(.wrongUsage, "the clocks of \(zone.identifier) don't suit these lessons; choose another --zone or --now")
        }
        // A kind of question has few variants, of which the clocks have two.
        if let questions, questions > 2 * fitting.count {
            throw CommandError(
                .wrongUsage, "--questions: these lessons have at most \(2 * fitting.count) questions; use fewer, or more --lessons")
        }
        templates = (0..<(questions ?? fitting.count)).map { fitting[$0 % fitting.count] }
    }

    /// The names that several students have.
    package var repeatedNames: [String] {
        var counts: [String: Int] = [:]
        for name in names { counts[name.precomposedStringWithCanonicalMapping, default: 0] += 1 }
        return counts.filter { $0.value > 1 }.keys.sorted().map { ScreenText.visible($0) }
    }

    /// A sentence about folders that have other names than their students; nil if all have the same.
    package var noteOnFolders: String? {
        let repeated = Set(repeatedNames)
        let changed = zip(names, StudentNames.folders(for: names)).filter {
            !StudentNames.isEvident($1, for: $0) && !repeated.contains(ScreenText.visible($0))
        }
        guard !changed.isEmpty else { return nil }
        let shown = changed.prefix(5).map { "\(ScreenText.visible($0)) has \($1)" }.joined(separator: ", ")
        let rest = changed.count - 5
        return "some folders have other names than their students: " + shown + (rest > 0 ? ", and \(rest) more" : "")
    }

    private var calendar: ClassCalendar { ClassCalendar(zone: zone, now: now ?? Instant(seconds: 0), days: Self.days) }

    /// Returns an afternoon two weeks after the last change of the clocks; if there was none for a year, that of the day before `clock`.
    private static func moment(in zone: Zone, before clock: Instant) -> Instant {
        let day: Int64 = 86_400_000
        let changes = zone.changes(inside: Instant(milliseconds: clock.milliseconds - 366 * day)..<clock)
        let last = changes.map(\.instant.milliseconds).last { $0 + 15 * day < clock.milliseconds }
        let date = zone.date(at: Instant(milliseconds: last.map { $0 + 14 * day } ?? clock.milliseconds - day))
        return zone.instant(ofLocalMilliseconds: Int64(date.dayNumber) * day + 59_400_000)
    }

    // MARK: A class

    /// Makes the files. Students are made on all cores; each depends only on the seed and on the number of the student.
    ///
    /// - Parameter progress: is called after each student.
    /// - Returns: the key. If something fails, nothing is left.
    @discardableResult package func make(in folder: ClassFolder, progress: (Int) -> Void = { _ in }) throws -> ClassKey {
        try folder.checkIsNew()
        let unfinished = folder.unfinished
        try unfinished.create()
        do {
            let key = try fill(unfinished, progress)
            try unfinished.move(to: folder)
            return key
        } catch {
            unfinished.remove()
            throw error
        }
    }

    private func fill(_ folder: ClassFolder, _ progress: (Int) -> Void) throws -> ClassKey {
        let folders = StudentNames.folders(for: names)
        let work = OrderedWork<Int, ClassKey.Student>(helperCount: max(0, min(names.count, Threads.coreCount) - 1)) { number in
            try student(number, folder: folders[number], in: folder)
        }
        defer { work.close() }
        for number in names.indices { work.add(number) }
        var students: [ClassKey.Student] = []
        while students.count < names.count {
            if let result = work.takeResult(students.count) {
                students.append(try result.get())
                try checkStop()
                progress(students.count)
            } else {
                work.workOrWait()
            }
        }
        try tellApart(&students, in: folder)
        let key = ClassKey(seed: seed, now: ISO8601.text(of: calendar.now, in: zone), zone: zone.identifier, students: students)
        try ClassFolder.write(key.text(), to: folder.key)
        return key
    }

    /// Makes students again whose right answers are too often those of a student before them.
    private func tellApart(_ students: inout [ClassKey.Student], in folder: ClassFolder) throws {
        let most = max(1, templates.count / 4)
        for number in students.indices {
            var round = 0
            while round < 5, students[..<number].contains(where: { $0.equalAnswers(with: students[number]) > most }) {
                round += 1
                students[number] = try student(number, round: round, folder: students[number].folder, in: folder)
            }
        }
    }

    /// - Parameter round: the number of earlier students with this number, which were too similar to others.
    private func student(_ number: Int, round: Int = 0, folder name: String, in folder: ClassFolder) throws -> ClassKey.Student {
        var random = LifeRandom(seed: seed, day: number, salt: 0x5EED + UInt64(round) << 32)
        // Students can read the mark, so it must not come from the generator, whose numbers lead back to the seed.
        let sheet = "student\(number + 1)of\(names.count)"
        var search = FailedSearch()
        while !search.isOver {
            let life = life(seed: random.next(), &random)
            let questions: [ClassKey.Question]
            do { questions = try self.questions(for: number, about: life) } catch let unclear as FailedSearch.UnclearQuestion {
                search.add(unclear)
                continue
            }
            var checksum: UInt32 = 0
            let place = folder.students + "/" + name
            try ClassFolder.create(place)
            try ResultFile(path: place + "/export.zip", mayReplace: round > 0).write { write in
                _ = try generateExport(life, as: .zip) { bytes in
                    checksum = crc32(checksum, adding: bytes)
                    write(utf8: bytes)
                }
            }
            let student = ClassKey.Student(name: names[number], folder: name, sheet: sheet, checksum: checksum, questions: questions)
            try QuestionSheet(student, now: ISO8601.text(of: calendar.now, in: zone), zone: zone.identifier).write(
                to: place, replacing: round > 0)
            return student
        }
        throw failure(of: ScreenText.visible(names[number]), search)
    }

    private func failure(of name: String, _ search: FailedSearch) -> CommandError {
        let index = search.question ?? 0
        let template = templates[index]
        let advice =
            search.isHopeless
            ? "leave the lesson \(template.lesson) out of --lessons, or choose another --zone or --now"
            : "choose another --seed, or fewer --questions"
        return CommandError(
            .unavailable,
            "question \(index + 1) (\(template.name)) of \(name): the right number and the wrong ones don't differ clearly, "
                + "with seed \(seed); \(advice)")
    }

    private func life(seed: UInt64, _ random: inout LifeRandom) -> LifeGenerator {
        var habits = LifeHabits()
        habits.activity = random.between(0.8, 1.2)
        habits.daysWithoutWatch = 0.1
        // Without such days, all averages of the blood oxygen are nearly equal.
        habits.mountainDays = 0.15
        return LifeGenerator(seed: seed, now: calendar.now, zone: zone, days: Self.days, habits: habits, recording: Self.metrics)
    }

    /// Returns the questions about a life. Throws an `UnclearQuestion` if one of them has numbers that are too close.
    private func questions(for number: Int, about life: LifeGenerator) throws -> [ClassKey.Question] {
        let store = HealthStore.inMemory(in: Surroundings(at: calendar.now))
        try life.forEachBatch {
            try checkStop()
            _ = try store.storage.write($0)
        }
        var settings = SessionSettings()
        settings.queries.moment = calendar.now
        settings.queries.namedZone = zone
        let numbers = QuestionNumbers(session: Session(store, named: "class", settings: settings))
        var questions: [ClassKey.Question] = []
        for (index, template) in templates.enumerated() {
            var slots = QuestionSlots(calendar, seed: life.seed, student: number, question: index)
            var (found, isAlwaysEqual): (ClassKey.Question?, Bool) = (nil, true)
            for _ in 0..<60 where found == nil {
                try checkStop()
                let draft = template.draft(&slots)
                guard !questions.contains(where: { $0.query == draft.right }) else { continue }
                do throws(UnclearNumbers) { found = try numbers.question(draft, from: template) } catch {
                    isAlwaysEqual = isAlwaysEqual && error.areEqual
                }
            }
            guard let found else { throw FailedSearch.UnclearQuestion(index: index, isAlwaysEqual: isAlwaysEqual) }
            questions.append(found)
        }
        return questions
    }
}
