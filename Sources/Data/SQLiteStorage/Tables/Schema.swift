import GRDB
import HealthModel

/// The tables of a store, and the marks that identify a store file.
enum Schema {
    /// `application_id` of the file: "Taly".
    static let applicationID = 0x5461_6C79
    /// `user_version` of the file. It increases with each migration.
    static let version = 8
    /// The oldest version that can be read without a migration.
    static let oldestReadable = 1

    /// Creates the tables of a new file and migrates an older one.
    static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: Schema.tables)
            try db.execute(sql: "PRAGMA application_id = \(applicationID); PRAGMA user_version = 1")
        }
        migrator.registerMigration("2") { db in
            try db.execute(sql: Schema.quarterTables)
            try db.execute(sql: "PRAGMA user_version = 2")
        }
        migrator.registerMigration("3") { db in
            try db.execute(sql: Schema.deletionTables)
            try db.execute(sql: "PRAGMA user_version = 3")
        }
        migrator.registerMigration("4") { db in
            try db.execute(sql: Schema.oldBlockTable)
            try db.execute(sql: "PRAGMA user_version = 4")
        }
        migrator.registerMigration("5") { db in
            try db.execute(sql: Schema.personTables)
            try db.execute(sql: "PRAGMA user_version = 5")
        }
        migrator.registerMigration("6") { db in
            try db.execute(sql: Schema.deletionRuns)
            try db.execute(sql: "PRAGMA user_version = 6")
        }
        migrator.registerMigration("7") { db in
            try UndoSchema.create(db)
            try db.execute(sql: "PRAGMA user_version = 7")
        }
        migrator.registerMigration("8") { db in
            try db.execute(sql: Schema.seriesTables)
            try UndoSchema.addSeries(db)
            try db.execute(sql: "PRAGMA user_version = 8")
        }
        return migrator
    }

    /// The tables of data derived from samples. `quarterNumber` increases with every write to them.
    private static let quarterTables = """
        INSERT INTO counter VALUES ('quarterNumber', 0);
        -- The metrics whose quarter hours are kept. Of these, a write of samples marks what it touches as stale.
        CREATE TABLE quarterMetric (metric INTEGER PRIMARY KEY REFERENCES metric, format INTEGER NOT NULL) STRICT;
        CREATE TABLE quarterStale (
            metric INTEGER NOT NULL REFERENCES metric, first INTEGER NOT NULL, last INTEGER NOT NULL,
            PRIMARY KEY (metric, first)) STRICT, WITHOUT ROWID;
        CREATE TABLE quarterChunk (
            id INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, number INTEGER NOT NULL, content BLOB NOT NULL,
            UNIQUE (metric, number)) STRICT;
        CREATE TABLE quarterPart (
            id INTEGER PRIMARY KEY, chunk INTEGER NOT NULL REFERENCES quarterChunk ON DELETE CASCADE, part INTEGER NOT NULL,
            source INTEGER NOT NULL, bytes BLOB NOT NULL, UNIQUE (chunk, part, source)) STRICT;
        """

    /// The tables of the samples that were deleted. Deletions share their numbers with samples. A file of an older version knows none.
    private static let deletionTables = """
        INSERT INTO counter SELECT 'lastForgottenDeletion', value - 1 FROM counter WHERE name = 'nextNumber';
        CREATE TABLE deletion (
            change INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, number INTEGER NOT NULL) STRICT;
        """

    /// A row of `deletion` is a run of deletions, whose changes and sample numbers count up by one.
    private static let deletionRuns = "ALTER TABLE deletion ADD COLUMN count INTEGER NOT NULL DEFAULT 1"

    /// The first person of a store, who has no name until another person is known.
    static let firstPerson: Int64 = 1

    /// The tables of people. Everything in an older file belongs to one person without a name.
    ///
    /// A metric belongs to a person, and with it blocks, fresh samples, quarter hours, priorities and deletions. A source belongs to a
    /// person, and with it origins, workouts and correlations.
    private static let personTables = """
        CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, zone TEXT) STRICT;
        INSERT INTO person VALUES (\(firstPerson), '', NULL);
        CREATE TABLE personAttribute (
            person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (person, name)) STRICT, WITHOUT ROWID;
        CREATE TABLE personSetting (
            person INTEGER NOT NULL REFERENCES person ON DELETE CASCADE, name TEXT NOT NULL, value TEXT NOT NULL,
            PRIMARY KEY (person, name)) STRICT, WITHOUT ROWID;
        INSERT INTO personSetting SELECT \(firstPerson), name, value FROM setting WHERE name GLOB '\(PersonalSetting.goalPrefix)*';
        DELETE FROM setting WHERE name GLOB '\(PersonalSetting.goalPrefix)*';

        CREATE TABLE newMetric (
            id INTEGER PRIMARY KEY, person INTEGER NOT NULL REFERENCES person, identifier TEXT NOT NULL, fileUnit TEXT,
            reach INTEGER NOT NULL DEFAULT 0, UNIQUE (identifier, person)) STRICT;
        INSERT INTO newMetric SELECT id, \(firstPerson), identifier, fileUnit, reach FROM metric;
        DROP TABLE metric;
        ALTER TABLE newMetric RENAME TO metric;

        -- A source of a forgotten person has no person and no name. Its id is not used again.
        ALTER TABLE source ADD COLUMN person INTEGER DEFAULT \(firstPerson) REFERENCES person;
        CREATE INDEX sourceByPerson ON source (person);
        ALTER TABLE metadataSet ADD COLUMN person INTEGER DEFAULT \(firstPerson) REFERENCES person;
        CREATE INDEX workoutBySource ON workout (source, start);
        CREATE INDEX correlationBySource ON correlation (source, start);

        CREATE TABLE newSummary (
            person INTEGER NOT NULL REFERENCES person, day TEXT NOT NULL, activeEnergy REAL, activeEnergyGoal REAL, moveTime REAL,
            moveTimeGoal REAL, exerciseTime REAL, exerciseTimeGoal REAL, standHours REAL, standHoursGoal REAL, isPaused INTEGER NOT NULL,
            PRIMARY KEY (person, day)) STRICT, WITHOUT ROWID;
        INSERT INTO newSummary SELECT \(firstPerson), * FROM activitySummary;
        DROP TABLE activitySummary;
        ALTER TABLE newSummary RENAME TO activitySummary;
        """

    /// The tables of the parts of workouts, and of series. Places of the statistics and events of parts count through a workout.
    ///
    /// `owner` is the number of a workout, or of a sample. It is not a foreign key, because samples are in blocks.
    private static let seriesTables = """
        CREATE TABLE workoutActivity (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE, place INTEGER NOT NULL, uuid TEXT NOT NULL,
            activity TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, activeSeconds REAL, metadata INTEGER NOT NULL,
            PRIMARY KEY (workout, place)) STRICT, WITHOUT ROWID;
        CREATE TABLE activityStatistic (
            workout INTEGER NOT NULL, place INTEGER NOT NULL, part INTEGER NOT NULL, metric TEXT NOT NULL,
            sum REAL, average REAL, minimum REAL, maximum REAL, unit TEXT NOT NULL, PRIMARY KEY (workout, place),
            FOREIGN KEY (workout, part) REFERENCES workoutActivity ON DELETE CASCADE) STRICT, WITHOUT ROWID;
        CREATE TABLE activityEvent (
            workout INTEGER NOT NULL, place INTEGER NOT NULL, part INTEGER NOT NULL, type TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, PRIMARY KEY (workout, place),
            FOREIGN KEY (workout, part) REFERENCES workoutActivity ON DELETE CASCADE) STRICT, WITHOUT ROWID;
        CREATE TABLE series (
            owner INTEGER NOT NULL, kind INTEGER NOT NULL, place INTEGER NOT NULL, name TEXT NOT NULL, count INTEGER NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, bytes BLOB NOT NULL, PRIMARY KEY (owner, kind, place)) STRICT;
        """

    /// The table of the blocks in a format before the newest one.
    private static let oldBlockTable = """
        CREATE TABLE oldBlock (block INTEGER PRIMARY KEY REFERENCES block ON DELETE CASCADE) STRICT;
        INSERT INTO oldBlock SELECT id FROM block;
        """

    private static let tables = """
        -- changeNumber grows with every write, nextNumber with every sample that is added or deleted.
        CREATE TABLE counter (name TEXT PRIMARY KEY, value INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        INSERT INTO counter VALUES ('changeNumber', 0), ('nextNumber', 1);
        CREATE TABLE setting (name TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT, WITHOUT ROWID;

        CREATE TABLE source (id INTEGER PRIMARY KEY, name TEXT NOT NULL) STRICT;
        CREATE TABLE origin (
            id INTEGER PRIMARY KEY, source INTEGER NOT NULL REFERENCES source, version TEXT, hasDevice INTEGER NOT NULL,
            name TEXT, manufacturer TEXT, model TEXT, hardware TEXT, software TEXT) STRICT;
        CREATE TABLE unit (id INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
        CREATE TABLE metadataSet (id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, content BLOB NOT NULL) STRICT;
        CREATE INDEX metadataSetByHash ON metadataSet (hash);

        -- reach: no block of the metric lasts longer, from its first start to its greatest end.
        CREATE TABLE metric (
            id INTEGER PRIMARY KEY, identifier TEXT NOT NULL UNIQUE, fileUnit TEXT, reach INTEGER NOT NULL DEFAULT 0) STRICT;
        CREATE TABLE sourcePriority (
            metric INTEGER NOT NULL REFERENCES metric, place INTEGER NOT NULL, sourceKey TEXT NOT NULL,
            PRIMARY KEY (metric, place)) STRICT, WITHOUT ROWID;

        -- Blocks of a metric never share a start. Times are milliseconds since 1970.
        CREATE TABLE block (
            id INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric,
            firstStart INTEGER NOT NULL, lastStart INTEGER NOT NULL, greatestEnd INTEGER NOT NULL, count INTEGER NOT NULL,
            minimum REAL, maximum REAL, leastNumber INTEGER NOT NULL, greatestNumber INTEGER NOT NULL,
            UNIQUE (metric, firstStart)) STRICT;
        CREATE TABLE blockContent (block INTEGER PRIMARY KEY REFERENCES block ON DELETE CASCADE, bytes BLOB NOT NULL) STRICT;
        CREATE TABLE blockSource (
            metric INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES source, block INTEGER NOT NULL REFERENCES block ON DELETE CASCADE,
            count INTEGER NOT NULL, sum REAL, firstStart INTEGER NOT NULL, lastStart INTEGER NOT NULL, lastEnd INTEGER NOT NULL,
            PRIMARY KEY (metric, source, block)) STRICT, WITHOUT ROWID;
        CREATE INDEX blockSourceByBlock ON blockSource (block);

        -- Fresh samples, all of them later than the blocks of their metric. Values are bit patterns: a REAL loses -0 and NaN.
        CREATE TABLE freshSample (
            number INTEGER PRIMARY KEY, metric INTEGER NOT NULL REFERENCES metric, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
            value INTEGER NOT NULL, source INTEGER NOT NULL REFERENCES source, origin INTEGER NOT NULL, metadata INTEGER NOT NULL,
            unit INTEGER NOT NULL, created INTEGER NOT NULL) STRICT;
        CREATE INDEX freshSampleByStart ON freshSample (metric, start);

        CREATE TABLE workout (
            number INTEGER PRIMARY KEY, activity TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL, activeSeconds REAL,
            source INTEGER NOT NULL REFERENCES source, origin INTEGER NOT NULL, metadata INTEGER NOT NULL, created INTEGER) STRICT;
        CREATE INDEX workoutByStart ON workout (start);
        CREATE TABLE workoutStatistic (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE, place INTEGER NOT NULL, metric TEXT NOT NULL,
            sum REAL, average REAL, minimum REAL, maximum REAL, unit TEXT NOT NULL, PRIMARY KEY (workout, place)) STRICT, WITHOUT ROWID;
        CREATE TABLE workoutEvent (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE, place INTEGER NOT NULL, type TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, PRIMARY KEY (workout, place)) STRICT, WITHOUT ROWID;
        CREATE TABLE workoutRoute (
            workout INTEGER NOT NULL REFERENCES workout ON DELETE CASCADE, place INTEGER NOT NULL, file TEXT NOT NULL,
            PRIMARY KEY (workout, place)) STRICT, WITHOUT ROWID;

        CREATE TABLE correlation (
            number INTEGER PRIMARY KEY, type TEXT NOT NULL, start INTEGER NOT NULL, "end" INTEGER NOT NULL,
            source INTEGER NOT NULL REFERENCES source, origin INTEGER NOT NULL, metadata INTEGER NOT NULL) STRICT;
        CREATE INDEX correlationByStart ON correlation (start);
        CREATE TABLE correlationMember (
            correlation INTEGER NOT NULL REFERENCES correlation ON DELETE CASCADE, place INTEGER NOT NULL, metric TEXT NOT NULL,
            start INTEGER NOT NULL, "end" INTEGER NOT NULL, value INTEGER NOT NULL, PRIMARY KEY (correlation, place)) STRICT, WITHOUT ROWID;

        CREATE TABLE activitySummary (
            day TEXT PRIMARY KEY, activeEnergy REAL, activeEnergyGoal REAL, moveTime REAL, moveTimeGoal REAL,
            exerciseTime REAL, exerciseTimeGoal REAL, standHours REAL, standHoursGoal REAL, isPaused INTEGER NOT NULL) STRICT, WITHOUT ROWID;
        """
}
