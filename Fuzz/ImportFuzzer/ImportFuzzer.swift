import Foundation
import HealthImport
import HealthModel

/// Imports arbitrary bytes on one thread, and in small pieces on three. Both must give the same batches and the same report, or the same
/// error.
///
/// The first byte decides the size of the pieces.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
    guard count > 1 else { return 0 }
    let bytes = unsafe Array(UnsafeBufferPointer(start: start, count: count))
    write(bytes.dropFirst(), to: path)
    let alone = outcome(threads: 1, chunk: 1 << 20)
    let together = outcome(threads: 3, chunk: 1 + Int(bytes[0]) * 3)
    precondition(alone.report == together.report)
    precondition(alone.error == together.error)
    precondition(alone.batches == together.batches)
    return 0
}

private struct Outcome {
    var batches: [ImportBatch] = []
    var report: ImportReport?
    var error = ""
}

private final class Sink: SampleSink {
    var batches: [ImportBatch] = []

    func write(_ batch: ImportBatch) -> [MetricID: WriteOutcome] {
        batches.append(batch)
        return [:]
    }
}

private func outcome(threads: Int, chunk: Int) -> Outcome {
    var options = ImportOptions()
    (options.threads, options.chunkBytes, options.batchRows) = (threads, chunk, 7)
    let sink = Sink()
    var outcome = Outcome()
    do {
        outcome.report = try Importer(sink: sink, options: options, clock: { 0 }).importFile(path)
    } catch {
        outcome.error = "\(error)"
    }
    outcome.batches = sink.batches
    return outcome
}

/// The document of this process.
private let path = "/tmp/tally-fuzz-\(getpid())"

private func write(_ bytes: some Collection<UInt8>, to path: String) {
    do { try Data(bytes).write(to: URL(fileURLWithPath: path)) } catch { fatalError("cannot write \(path): \(error)") }
}

/// A document of each format.
private let seeds = [
    """
    <?xml version="1.0"?>
    <!DOCTYPE HealthData [<!ELEMENT HealthData (Record)*>]>
    <HealthData locale="en_US">
     <ExportDate value="2024-03-11 08:00:00 -0500"/>
     <Record type="HKQuantityTypeIdentifierStepCount" sourceName="A&amp;B" unit="count" startDate="2024-03-10 07:00:00 -0500" \
    endDate="2024-03-10 07:10:00 -0500" value="120"/>
     <Record type="HKQuantityTypeIdentifierHeartRate" sourceName="Watch" sourceVersion="9" device="&lt;&lt;HKDevice: 0x1&gt;, name:W&gt;" \
    unit="count/min" creationDate="2024-03-10 07:00:01 -0500" startDate="2024-03-10 07:00:00 -0500" endDate="2024-03-10 07:00:00 -0500" \
    value="61.5">
      <MetadataEntry key="HKMetadataKeyHeartRateMotionContext" value="1"/>
     </Record>
     <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-03-10 23:00:00 -0500" \
    endDate="2024-03-11 06:00:00 -0500" value="HKCategoryValueSleepAnalysisAsleepCore"/>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" \
    startDate="2024-03-10 18:00:00 -0500" endDate="2024-03-10 18:30:00 -0500">
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-03-10 18:10:00 -0500"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2024-03-10 18:00:00 -0500" \
    endDate="2024-03-10 18:30:00 -0500" sum="300" unit="kcal"/>
     </Workout>
     <ActivitySummary dateComponents="2024-03-10" activeEnergyBurned="500" activeEnergyBurnedGoal="600" activeEnergyBurnedUnit="kcal"/>
    </HealthData>
    """,
    """
    person,type,source,start,end,value,unit
    P1,HKQuantityTypeIdentifierStepCount,"A ""b"", c",2024-03-10T07:00:00-05:00,2024-03-10T07:10:00-05:00,120,count
    P2,heartRate,Watch,2024-03-10T07:00:00Z,,61.5,count/min
    """,
    """
    {"type":"steps","source":"Watch","start":"2024-03-10T07:00:00Z","end":"2024-03-10T07:10:00Z","value":120,"unit":"count"}
    {"person":"P\\u0031","type":"sleepAnalysis","source":"W","start":"2024-03-10T23:00:00Z","end":"2024-03-11T06:00:00Z","value":"asleepCore"}
    """,
]

/// Writes documents of each format to the folder `FUZZ_SEEDS`, if it is set.
@_cdecl("LLVMFuzzerInitialize")
public func fuzzInitialize(
    _ count: UnsafeMutablePointer<CInt>, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>>>
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else { return 0 }
    for (number, text) in seeds.enumerated() {
        for size in [1, 9, 255] as [UInt8] { write([size] + Array(text.utf8), to: "\(folder)/\(number)-\(size)") }
    }
    return 0
}
