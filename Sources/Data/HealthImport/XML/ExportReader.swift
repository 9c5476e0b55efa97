import HealthModel

/// Reads an Apple Health export from its tags and delivers its contents in batches.
struct ExportReader: PieceReader, ~Copyable {
    var scanner: XMLScanner
    var builder: BatchBuilder
    var dates = TimeReader()

    private let path: String
    /// The open elements, outermost first.
    private var open: [ExportElement] = []
    /// The parts that are being read, until their elements close.
    var record: PendingRecord?
    var correlation: Correlation?
    var workout: PendingWorkout?
    /// The activity and the route of the workout whose elements are open.
    var activity: Workout.Activity?
    var route: RoutePoints?
    var zones = PendingZones()
    var recordMetadata = MetadataScratch()
    /// The metadata of the correlation or workout.
    var groupMetadata = MetadataScratch()
    var activityMetadata = MetadataScratch()
    var beats: [UInt8] = []
    /// The number of levels of the open audiogram.
    var levelCount = 0
    var known = KnownRecords()
    /// The id of the metadata of the last record.
    var lastMetadata: Int32 = 0
    private var sawEndOfData = false

    /// Deeper elements are not distinguished. An export has five levels.
    private static let depthLimit = 32

    private static let notation = RowNotation(texts: .xml, shares: .fractions)

    init(window: consuming ByteWindow, options: ImportOptions, path: String) {
        self.init(window: window, builder: BatchBuilder(Self.notation, options: options), path: path)
    }

    private init(window: consuming ByteWindow, builder: BatchBuilder, path: String) {
        scanner = XMLScanner(window: window) { ExportElement($0) != .other }
        self.builder = builder
        self.path = path
    }

    // MARK: - Pieces

    static func lastRow(in bytes: Bytes) -> Int? {
        var end = bytes.count
        while let line = bytes.lastLine(before: end) {
            if startsElement(bytes, at: line) { return line }
            end = line - 1
        }
        return nil
    }

    /// Returns true if the line at `start` begins with an element that is usually at top level.
    private static func startsElement(_ bytes: Bytes, at start: Int) -> Bool {
        var index = start
        while index < bytes.count, bytes[index].isBlank { index += 1 }
        return bytes.starts(with: "<Record ", at: index) || bytes.starts(with: "<Workout ", at: index)
            || bytes.starts(with: "<Correlation ", at: index) || bytes.starts(with: "<ActivitySummary ", at: index)
    }

    var standing: ReaderStanding? {
        get {
            let isOpen = record != nil || correlation != nil || workout != nil || scanner.endedInside
            return isOpen ? nil : ReaderStanding(open: open.map(\.rawValue), sawEndOfData: sawEndOfData)
        }
        set {
            (record, correlation, workout) = (nil, nil, nil)
            (activity, route) = (nil, nil)
            open = (newValue?.open ?? []).compactMap(ExportElement.init(rawValue:))
            sawEndOfData = newValue?.sawEndOfData ?? false
        }
    }

    var twin: @Sendable () -> ExportReader {
        { [path, person = builder.person] in
            ExportReader(window: .empty, builder: BatchBuilder(pieceIn: Self.notation, person: person), path: path)
        }
    }

    mutating func take(_ chunk: consuming ByteChunk) { scanner.take(chunk) }
    mutating func pass(bytes: Int, lineEnds: Int) { scanner.pass(bytes: bytes, lineEnds: lineEnds) }
    mutating func restart(_ window: consuming ByteWindow) { scanner.restart(window) }
    var line: Int { mutating get { scanner.lineAtEnd } }
    var bytesRead: Int { scanner.bytesRead }

    // MARK: - Reading

    mutating func read(_ deliver: BatchDelivery) throws(ImportError) -> Bool {
        do throws(XMLScanner.EntityDeclaration) { return try readTags(deliver) } catch { throw .entityDeclaration(path: path) }
    }

    private mutating func readTags(_ deliver: BatchDelivery) throws(XMLScanner.EntityDeclaration) -> Bool {
        while true {
            readKnownRecords()
            guard let tag = try scanner.next() else {
                if standing != nil { return true }
                guard scanner.advance() else { return true }
                continue
            }
            let bytes = scanner.bytes
            switch tag {
            case .open(let isEmpty):
                let element = ExportElement(bytes.span.extracting(scanner.name))
                if element == .record || element.isTopLevel, !isEffortOfWorkout(element, bytes.span) { closeForNew(element) }
                if builder.isFull, !makeRoom(for: element, deliver) { return false }
                begin(element, bytes.span)
                if isEmpty {
                    end(element)
                } else if open.count < ExportReader.depthLimit {
                    open.append(element)
                }
            case .close:
                let element = ExportElement(bytes.span.extracting(scanner.name))
                let isWhole = element == .record && open.last == .record && record != nil && correlation == nil && workout == nil
                close(element)
                if isWhole { learnContent(metadata: lastMetadata, bytes.span) }
            case .damage(let damage, let line):
                builder.findings.issues.add(damage.issue, line: line)
            }
        }
    }

    mutating func finish() {
        // An element before the root is still open after the end of the root.
        let isPending = record != nil || correlation != nil || workout != nil
        if !sawEndOfData || isPending { noteCut() }
    }

    /// Delivers a full batch before an element starts, if no open element refers to it. Returns false to stop.
    private mutating func makeRoom(for element: ExportElement, _ deliver: BatchDelivery) -> Bool {
        if element == .record, correlation != nil {
            // A correlation that fills a batch is not a real one. The rest of it becomes plain samples.
            note(.tooManyParts)
            endCorrelation()
        }
        return record != nil || correlation != nil || workout != nil || hand(to: deliver)
    }

    // MARK: - Nesting

    /// Closes the open elements that cannot contain the new element, although the file does not close them.
    private mutating func closeForNew(_ element: ExportElement) {
        // A record can be a direct child of a correlation.
        let staysInCorrelation = element == .record && correlation != nil
        guard record != nil || workout != nil || (correlation != nil && !staysInCorrelation) else { return }
        note(.unclosedElement)
        while let last = open.last, last != .healthData, !(staysInCorrelation && last == .correlation) { end(open.removeLast()) }
        // A second root or very deep nesting hides open elements.
        endRecord()
        endWorkout()
        if !staysInCorrelation { endCorrelation() }
    }

    /// Returns true for the record of an effort in a workout. iOS 27 writes it there.
    private func isEffortOfWorkout(_ element: ExportElement, _ bytes: Bytes) -> Bool {
        guard element == .record, workout != nil, open.last == .workout else { return false }
        guard let type = ExportTag(scanner.attributes, bytes).usableType else { return false }
        return bytes.extracting(type).text.hasSuffix("WorkoutEffortScore")
    }

    private mutating func close(_ element: ExportElement) {
        guard let position = open.lastIndex(of: element) else { return }
        while open.count > position { end(open.removeLast()) }
    }

    /// Drops the unfinished element of a truncated file. A part of it would differ from the complete element of a later import.
    private mutating func noteCut() {
        builder.findings.isCutOff = true
        if builder.findings.issues.count(.cutOff) == 0 { note(.cutOff) }
        for isPending in [record != nil, correlation != nil, workout != nil] where isPending { builder.findings.skipSample(of: nil) }
    }

    // MARK: - Elements

    private mutating func begin(_ element: ExportElement, _ bytes: Bytes) {
        switch element {
        case .record: return beginRecord(bytes)
        case .metadataEntry: return addMetadata(bytes)
        case .instantaneousBeatsPerMinute: return addBeat(bytes)
        case .heartRateVariabilityMetadataList: return
        default: known.open = nil
        }
        switch element {
        case .correlation: beginCorrelation(bytes)
        case .workout: beginWorkout(bytes)
        case .workoutEvent where open.last == .workout || open.last == .workoutActivity:
            addWorkoutEvent(bytes, toActivity: open.last == .workoutActivity)
        case .workoutStatistics where open.last == .workout || open.last == .workoutActivity:
            addWorkoutStatistics(bytes, toActivity: open.last == .workoutActivity)
        case .workoutActivity where workout != nil: beginActivity(bytes)
        case .workoutRoute where workout != nil: route = RoutePoints()
        case .workoutZoneGroup where open.last == .workout || open.last == .workoutActivity:
            beginZones(bytes, ofActivity: open.last == .workoutActivity)
        case .workoutZone where open.last == .workoutZoneGroup: addZone(bytes)
        case .location where route != nil: addLocation(bytes)
        case .fileReference where workout != nil: addRoute(bytes)
        case .activitySummary: addSummary(bytes)
        case .audiogram: beginAudiogram(bytes)
        case .clinicalRecord: addClinicalRecord(bytes)
        case .sensitivityPoint where open.last == .audiogram: addSensitivityPoint(bytes)
        case .visionPrescription: beginPrescription(bytes)
        case .rightEye where open.last == .visionPrescription: addLens(of: .right, bytes)
        case .leftEye where open.last == .visionPrescription: addLens(of: .left, bytes)
        case .exportDate:
            if let date = attribute(.value, bytes), date.count <= ImportFindings.textLimit {
                builder.findings.exportDate = text(date, bytes)
            }
        case .me, .workoutActivity, .workoutRoute, .attachment: countUnread(bytes)
        case .other where open.last == .healthData: addUnknown(bytes)
        case .other where open.last == .workout: countUnread(bytes)
        default: break
        }
    }

    private mutating func end(_ element: ExportElement) {
        switch element {
        case .record: endRecord()
        case .correlation: endCorrelation()
        case .workout: endWorkout()
        case .workoutActivity: endActivity()
        case .workoutRoute: endRoute()
        case .workoutZoneGroup: endZones()
        case .audiogram: endAudiogram()
        case .visionPrescription: endRecord()
        case .healthData: sawEndOfData = true
        default: break
        }
    }

    mutating func countUnread(_ bytes: Bytes) {
        let name = bytes.extracting(scanner.name.prefix(ImportFindings.textLimit)).text
        ImportFindings.count(of: name, in: &builder.findings.unreadElements)
    }

    /// Adds a pair to the element that contains the tag. Metadata of routes and events is not kept.
    private mutating func addMetadata(_ bytes: Bytes) {
        guard let key = attribute(.key, bytes), let value = attribute(.value, bytes) else { return }
        let hasRoom: Bool
        switch open.last {
        case .record where record != nil, .audiogram where record != nil, .visionPrescription where record != nil:
            hasRoom = recordMetadata.append(key: bytes.extracting(key), value: bytes.extracting(value))
        case .correlation where correlation != nil, .workout where workout != nil:
            hasRoom = groupMetadata.append(key: bytes.extracting(key), value: bytes.extracting(value))
        case .workoutActivity where activity != nil:
            hasRoom = activityMetadata.append(key: bytes.extracting(key), value: bytes.extracting(value))
        default: return
        }
        if !hasRoom { note(.tooManyParts) }
    }

    // MARK: - Attributes of the last tag

    /// Returns the range of an attribute's value.
    func attribute(_ name: ExportAttribute, _ bytes: Bytes) -> Range<Int>? {
        scanner.attributes.first { $0.kind == name }?.value
    }

    /// Returns an attribute's value as a number.
    func number(_ name: ExportAttribute, _ bytes: Bytes) -> Double? {
        attribute(name, bytes).flatMap { DecimalNumber.read(bytes.extracting(bytes.trimmed($0))) }
    }

    /// Returns the text at `place` and notes what had to be repaired.
    mutating func text(_ place: Range<Int>, _ bytes: Bytes) -> String { builder.text(bytes.extracting(place), line: scanner.line) }
}

extension XMLDamage {
    var issue: ImportIssue {
        switch self {
        case .garbage: .garbage
        case .overlong: .overlongElement
        case .truncated: .cutOff
        }
    }
}
