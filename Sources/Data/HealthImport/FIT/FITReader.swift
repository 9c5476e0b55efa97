// Reads FIT files: activities, days of a watch, scales and blood pressure.
//
//     file_id, device_info                  ─► the source
//     record, session, lap, event, length   ─► a recording, at the end of the file: only the session says what the records mean
//     monitoring, weight_scale, sleep …     ─► samples
//
// A device writes messages as things happen, and the summary last. If it is switched off before that, the records are still there, and the
// reader makes the summary from them.
//
// Decisions 0176 (FIT without its SDK), 0177 (sources of recordings), 0178 (amounts of recordings).

import HealthModel

/// Reads one or several chained FIT files from their bytes.
struct FITReader {
    /// The content of one file until now.
    struct Content {
        /// The kind of the file; nil if it does not say it.
        var type: Int64?
        /// True after the message of a course, which is a planned route.
        var hasCourse = false
        var maker: Int64?
        var product: Int64?
        var productName: String?
        var version = ""
        /// Seconds east of UTC.
        var offset: Int64?
        var points: [RecordedPoint] = []
        var lostPoints = 0
        var sessions: [FITSession] = []
        var laps: [RecordedSpan] = []
        /// The start and end of each lap.
        var lapTimes: Set<Range<Int64>> = []
        var lapSport: FITSport?
        var lengths: [RecordedSpan] = []
        /// The moments at which the timer was started or stopped.
        var timers: [(time: Int64, isStop: Bool)] = []
        var sport: FITSport?
        var samples: [Sample] = []
        var stages: [(time: Int64, raw: Int?)] = []
        var pressures: [(time: Int64, systolic: Double, diastolic: Double)] = []
        var developerFields: [FITDeveloperField.Key: FITDeveloperField] = [:]
        /// The number of values of the fields of apps that records have and samples don't.
        var developerCounts: [FITDeveloperField.Key: Int] = [:]
        var firstTime: Int64?
        var lastTime: Int64?
        /// True if the file has what a watch records all day.
        var isMonitoring = false
    }

    /// A sample that does not belong to a recording.
    struct Sample {
        var kind: SampleKind
        var start: Int64
        var end: Int64
        var value: Double
    }

    /// The greatest number of laps, sessions and other parts of a file.
    static let partLimit = 10_000
    static let sessionLimit = 200
    /// The greatest number of samples outside of recordings.
    static let sampleLimit = 1 << 22

    var scanner: FITScanner
    var writer: ActivityWriter
    var content = Content()
    var days = FITDays()
    var distances = FITDistanceCounter()
    private let name: String
    /// True if the file is one of several, so that issues name the file instead of the message.
    private let isMember: Bool

    /// - Parameters:
    ///   - name: the name of the file, for its routes.
    ///   - isMember: true for a file of an archive or folder.
    init(_ bytes: [UInt8], name: String, isMember: Bool, writer: ActivityWriter) {
        scanner = FITScanner(bytes)
        (self.name, self.isMember, self.writer) = (name, isMember, writer)
    }

    /// Reads everything. Any bytes are safe input.
    mutating func read(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        var isFirst = true
        while true {
            switch scanner.next() {
            case .message:
                if !isMember { writer.place.line = scanner.messageCount }
                readMessage()
            case .file:
                if !isFirst { try endFile(deliver) }
                isFirst = false
            case .end(let end):
                if end != .whole { noteEnd(end) }
                try endFile(deliver)
                if scanner.wrongChecksums > 0 { writer.note(.wrongChecksum) }
                return
            }
        }
    }

    private mutating func noteEnd(_ end: FITScanner.End) {
        writer.builder.findings.isCutOff = true
        writer.note(end == .truncated ? .cutOff : .garbage)
    }

    // MARK: - Messages

    private mutating func readMessage() {
        if let time = scanner.timestamp.flatMap(FITScanner.milliseconds) {
            content.firstTime = min(content.firstTime ?? time, time)
            content.lastTime = max(content.lastTime ?? time, time)
        }
        switch scanner.message {
        case FITMessage.record: readRecord()
        case FITMessage.monitoring: readMonitoring()
        case FITMessage.fileID: readFileID()
        case FITMessage.deviceInfo: readDeviceInfo()
        case FITMessage.session: readSession()
        case FITMessage.lap: readLap()
        case FITMessage.length: readLength()
        case FITMessage.event: readEvent()
        case FITMessage.sport: content.sport = scanner.integer(0).map { FITSport($0, sub: scanner.integer(1)) } ?? content.sport
        case FITMessage.activity: readOffset(local: 5)
        case FITMessage.course: content.hasCourse = true
        case FITMessage.fieldDescription: readFieldDescription()
        case FITMessage.monitoringInfo: readMonitoringInfo()
        default: readMeasurement()
        }
    }

    private mutating func readFileID() {
        content.type = scanner.integer(0) ?? content.type
        content.maker = scanner.integer(1)
        content.product = scanner.integer(2)
        content.productName = text(8) ?? content.productName
    }

    /// Reads the device that recorded, which has the index 0. Other devices are its sensors.
    private mutating func readDeviceInfo() {
        guard scanner.integer(0) ?? 0 == 0 else { return }
        content.maker = content.maker ?? scanner.integer(2)
        content.product = content.product ?? scanner.integer(4)
        content.productName = text(27) ?? content.productName
        if let version = scanner.integer(5) { content.version = "\(version / 100).\(version % 100 / 10)\(version % 10)" }
    }

    /// Reads the offset of the device's clock from a time in the zone of the device.
    mutating func readOffset(local field: UInt8) {
        guard let local = scanner.integer(field), local >= FITScanner.firstTime, let time = scanner.timestamp else { return }
        let difference = local - time
        // Clocks are set to quarter hours. The two times can be read a moment apart.
        let rounded = Int64((Double(difference) / 900).rounded()) * 900
        if abs(rounded) <= 18 * 3600, abs(rounded - difference) <= 60 { content.offset = rounded }
    }

    /// Returns a text of the last message.
    func text(_ field: UInt8) -> String? {
        scanner.text(field).flatMap { bytes in
            let text = String(decoding: bytes.prefix(ImportFindings.textLimit), as: UTF8.self).filter { !$0.isNewline && $0 != "\u{0}" }
            return text.allSatisfy { $0 == " " } ? nil : text
        }
    }

    // MARK: - The end of a file

    private mutating func endFile(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        defer {
            content = Content()
            (days, distances) = (FITDays(), FITDistanceCounter())
        }
        let type = content.type ?? (content.hasCourse ? FITFileType.course : FITFileType.activity)
        if let name = FITFileType.unread[type] {
            return ImportFindings.count(of: "files of the type \(name)", in: &writer.builder.findings.unreadElements)
        }
        var source = FITDevice.source(
            maker: content.maker, product: content.product, name: content.productName, version: content.version)
        source.zone = content.offset.flatMap(UTCOffset.name)
        // A day's totals contain those of its activities. As another source, they are merged and not added.
        if content.isMonitoring { source.name += " (all day)" }
        writer.source = source
        for sample in content.samples { try writer.add(sample.value, sample.kind, from: sample.start, to: sample.end, deliver) }
        for pressure in content.pressures {
            try writer.addPressure(pressure.systolic, pressure.diastolic, at: pressure.time, deliver)
        }
        try addSleep(deliver)
        for (key, count) in content.developerCounts {
            let name = content.developerFields[key]?.name ?? ""
            ImportFindings.count(count, of: "values of the field \(name)", in: &writer.builder.findings.unreadElements)
        }
        if content.lostPoints > 0 { writer.note(.tooManyParts, detail: "\(content.lostPoints) records") }
        for (activity, points) in recordings() { try writer.add(activity, points, name: name, deliver) }
    }

    /// A stage of sleep lasts until the next one, and the last one until the end of the file.
    private mutating func addSleep(_ deliver: BatchDelivery) throws(ActivityWriter.Stopped) {
        let stages = content.stages.sorted { $0.time < $1.time }
        for (index, stage) in stages.enumerated() {
            let end = index + 1 < stages.count ? stages[index + 1].time : max(stage.time, content.lastTime ?? stage.time)
            if let raw = stage.raw, stage.time < end { try writer.addSleep(raw, from: stage.time, to: end, deliver) }
        }
    }
}
