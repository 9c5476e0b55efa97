import CalendarIntervals

extension Session {
    /// Opens the store at `location` for somebody at this machine: what the settings leave open is its clock's and its zone's, and saved
    /// queries and lessons are where `environment` has them.
    ///
    /// - Parameter name: what people are told that the store is; nil is its location.
    package convenience init(
        opening location: StoreLocation, for use: StoreUse, isReadOnly: Bool, named name: String? = nil, settings: SessionSettings,
        environment: [String: String]
    ) throws {
        let store = try StoreOpening.open(location, for: use, isReadOnly: isReadOnly)
        self.init(
            store: store, storeName: name ?? location.name, settings: settings, clock: SystemClock.now,
            machineZone: { Zone.ofThisMachine() })
        library = QueryLibrary(environment: environment)
        lessons.progress = LessonProgress(environment: environment)
        storage.forbidsWrites = isReadOnly
    }
}
