import HealthKit

/// Follows the steps of the store that `TALLY_STORE` names with HealthKit's queries, while other programs write to it.
///
///     TALLY_STORE=health.tally FollowingHealth FOLDER
///
/// Each update appends a line to a file of the folder: `observer.txt`, `anchored.txt` (the numbers of added and deleted samples) or
/// `collection.txt` (the start and sum of a changed day).
@main
struct FollowingHealth {
    static func main() async throws {
        guard CommandLine.arguments.count == 2 else { fatalError("usage: FollowingHealth FOLDER") }
        let folder = URL(filePath: CommandLine.arguments[1])
        let (observed, anchored, collected) = (Log(folder, "observer"), Log(folder, "anchored"), Log(folder, "collection"))
        let store = HKHealthStore()
        let steps = HKQuantityType(.stepCount)

        store.execute(
            HKObserverQuery(sampleType: steps, predicate: nil) { _, completion, error in
                observed.add(error.map { "\($0)" } ?? "changed")
                completion()
            })

        @Sendable func add(_ samples: [HKSample]?, _ deleted: [HKDeletedObject]?, _ error: (any Error)?) {
            anchored.add(error.map { "\($0)" } ?? "\(samples?.count ?? 0) \(deleted?.count ?? 0)")
        }
        let changes = HKAnchoredObjectQuery(type: steps, predicate: nil, anchor: nil, limit: HKObjectQueryNoLimit) {
            add($1, $2, $4)
        }
        changes.updateHandler = { add($1, $2, $4) }
        store.execute(changes)

        let days = HKStatisticsCollectionQuery(
            quantityType: steps, quantitySamplePredicate: nil, options: .cumulativeSum,
            anchorDate: Date(timeIntervalSince1970: 0), intervalComponents: DateComponents(day: 1))
        days.initialResultsHandler = { collected.add($2.map { "\($0)" } ?? "\($1?.statistics().count ?? 0) days") }
        days.statisticsUpdateHandler = { _, statistics, _, _ in
            let sum = statistics?.sumQuantity()?.doubleValue(for: .count())
            collected.add("\(statistics?.startDate.timeIntervalSince1970 ?? 0) \(sum.map { "\($0)" } ?? "nil")")
        }
        store.execute(days)

        while true { try await Task.sleep(for: .seconds(3600)) }
    }
}

/// A file to which lines are appended.
private struct Log: Sendable {
    private let file: Int32

    init(_ folder: URL, _ name: String) {
        let path = folder.appendingPathComponent("\(name).txt").path
        file = open(path, O_WRONLY | O_APPEND | O_CREAT, 0o600)
        guard file >= 0 else { fatalError("can't open \(path)") }
    }

    func add(_ line: String) {
        let bytes = Array("\(line)\n".utf8)
        _ = write(file, bytes, bytes.count)
    }
}
