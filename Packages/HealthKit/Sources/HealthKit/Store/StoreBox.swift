import Foundation
import Synchronization
@_spi(Guests) import TallyKit

/// A store of the process: the file that `TALLY_STORE` names, or a store in memory. All `HKHealthStore()` share it.
final class StoreBox: Sendable {
    private let path: String?
    private let opened: Mutex<HealthStore?>
    let app: String?
    /// The identifiers of samples, as of a state of the store.
    private let identity = Mutex<(mark: Int64, identity: SampleIdentity)?>(nil)
    /// Handlers of all queries of the store run here, one after the other.
    let handlers = DispatchQueue(label: "HealthKit")
    /// The shortest time between two updates of the observers of a type.
    let frequencies = UpdateFrequencies()
    /// The clock of these times. Tests can give one that they move.
    let clock: any Clock<Duration>
    let saves: SavesInProgress

    /// Creates a store in memory, asked by its owner or by an app.
    init(_ store: HealthStore, app: String? = nil, saves: SavesInProgress = SavesInProgress(), clock: any Clock<Duration> = .continuous) {
        path = nil
        self.app = app
        self.saves = saves
        self.clock = clock
        opened = Mutex(app.map(store.acting) ?? store)
    }

    init(path: String, app: String?) {
        self.path = path
        self.app = app
        saves = SavesInProgress()
        clock = .continuous
        opened = Mutex(nil)
    }

    /// Returns the same store as an app asks it. An app cannot ask as another one.
    func acting(as app: String) throws(HKError) -> StoreBox {
        let store = try store()
        if let known = store.app, store.acting(as: app).app != store.app {
            throw HKError(.errorAuthorizationDenied, "\(known) cannot ask as \(app)")
        }
        return StoreBox(store, app: app, saves: saves, clock: clock)
    }

    private static let shared = Mutex<[String: StoreBox]>([:])

    /// The store that the environment names.
    static var ofEnvironment: StoreBox {
        let environment = ProcessInfo.processInfo.environment
        let app = ProcessName.appInEnvironment
        let path = environment["TALLY_STORE"].flatMap { $0.isEmpty ? nil : $0 }
        return shared.withLock { boxes in
            let key = "\(path ?? "")\n\(app ?? "")"
            if let known = boxes[key] { return known }
            let new: StoreBox
            if let path {
                new = StoreBox(path: path, app: app)
            } else {
                let note = "HealthKit: TALLY_STORE is not set, so the samples are in memory and end with the process\n"
                FileHandle.standardError.write(Data(note.utf8))
                new = StoreBox(.inMemory(), app: app)
            }
            boxes[key] = new
            return new
        }
    }

    /// True if there is a store to read.
    var isAvailable: Bool { path.map { FileManager.default.fileExists(atPath: $0) } ?? true }

    /// The name that saved samples have as their source.
    var sourceName: String { app ?? ProcessName.ofApp }

    /// Returns the store.
    ///
    /// - Parameter isSaving: true if a missing file is created.
    func store(isSaving: Bool = false) throws(HKError) -> HealthStore {
        do {
            return try opened.withLock { opened throws in
                if let opened { return opened }
                let new = try open(isSaving: isSaving)
                opened = new
                return new
            }
        } catch {
            throw HKError(mapping: error)
        }
    }

    private func open(isSaving: Bool) throws -> HealthStore {
        #if Store
        guard let path else { throw HKError(.errorHealthDataUnavailable) }
        let url = URL(filePath: path)
        // An app of another owner than the store's cannot create it.
        guard isAvailable || (isSaving && app == nil) else {
            throw HKError(.errorHealthDataUnavailable, "the store \(path) does not exist")
        }
        let isWritable = isSaving || FileManager.default.isWritableFile(atPath: path)
        let store = try HealthStore(at: url, access: isWritable ? .readWrite : .readOnly)
        return app.map(store.acting) ?? store
        #else
        throw HKError(.errorHealthDataUnavailable, "this build of Tally has no stores in files")
        #endif
    }

    // MARK: Reading

    /// Runs `body` on one state of the store.
    func read<Result>(_ body: (ObjectReader) throws -> Result) throws(HKError) -> Result {
        let store = try store()
        do {
            while true {
                // The identifiers of the samples of a save are written after the samples, so a view of the time in between is not used.
                let (count, known) = try saves.atRest { count in (count, try identity(of: store)) }
                let found: Result? = try store.answering { saves.count == count ? try body(ObjectReader($0, known)) : nil }
                if let found { return found }
            }
        } catch {
            throw HKError(mapping: error)
        }
    }

    func identity(of store: HealthStore) throws -> SampleIdentity {
        let mark = try store.ownersMark
        if let known = identity.withLock({ $0 }), known.mark == mark { return known.identity }
        let new = SampleIdentity(settings: try store.ownersSettings(startingWith: SampleIdentity.setting))
        identity.withLock { $0 = (mark, new) }
        return new
    }
}

/// The saves of this process to a store, one at a time.
final class SavesInProgress: Sendable {
    private let lock = NSLock()
    private let started = Atomic(0)

    /// The number of saves that have begun.
    var count: Int { started.load(ordering: .sequentiallyConsistent) }

    func save<Success>(_ body: () throws(HKError) -> Success) throws(HKError) -> Success {
        lock.lock()
        defer { lock.unlock() }
        started.add(1, ordering: .sequentiallyConsistent)
        return try body()
    }

    /// Runs `body` with the number of saves while none is running.
    func atRest<Success>(_ body: (Int) throws -> Success) rethrows -> Success {
        lock.lock()
        defer { lock.unlock() }
        return try body(count)
    }
}

extension HKError {
    /// Creates the error of HealthKit that says what an error of a store says.
    init(mapping error: any Error) {
        switch error {
        case let error as HKError: self = error
        case let error as HealthStoreError:
            let code: Code =
                switch error.reason {
                case .missing: .errorHealthDataUnavailable
                case .authorizationNotDetermined: .errorAuthorizationNotDetermined
                case .authorizationDenied, .ownersOnly: .errorAuthorizationDenied
                case .guestUser: .errorNotPermissibleForGuestUserMode
                case .deviceLocked, .busy, .damaged, .diskFull, .notPermitted, .readOnly: .errorDatabaseInaccessible
                case .invalidSample, .unknownZone, .unknownAnchor, .severalPersons, .unknownPerson, .personExists: .errorInvalidArgument
                case .cancelled: .errorUserCanceled
                case .notAStore, .newerVersion, .olderVersion: .errorHealthDataUnavailable
                case .notImportable, .other: .unknownError
                }
            self.init(code, error.description)
        case let error as QueryError:
            switch error.reason {
            case .store(let error): self.init(mapping: error)
            case .cancelled: self.init(.errorUserCanceled, error.description)
            case .wrongQuery, .unknownZone, .tooManyRows: self.init(.errorInvalidArgument, error.description)
            }
        default: self.init(mapping: HealthStoreError(wrapping: error))
        }
    }
}
