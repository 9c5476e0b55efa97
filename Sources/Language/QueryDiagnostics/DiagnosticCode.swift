/// The stable code of a diagnostic. The first letter gives the severity. Codes are never reused.
///
/// Each case has an entry in `Codes/` with a title, an explanation and an example.
package enum DiagnosticCode: String, Sendable, Hashable, CaseIterable {
    // E00x: characters
    case unterminatedString = "E001"
    case strayCharacter = "E002"
    case invalidUTF8 = "E003"
    case typographicCharacter = "E004"
    case malformedNumber = "E005"
    case unterminatedName = "E006"

    // E01x: the structure of a statement
    case unexpectedText = "E010"
    case missingPart = "E011"
    case missingParenthesis = "E012"
    case nestedTooDeep = "E013"
    case missingComma = "E014"
    case unknownTopic = "E015"
    case misplacedEdition = "E017"
    case unknownEdition = "E018"
    case olderEdition = "W019"
    case moreErrors = "E367"

    // E10x, E11x: metrics and measures
    case unknownMetric = "E101"
    case missingMetric = "E110"
    case aggregateAfterMetric = "E111"
    case aggregateSynonym = "E112"
    case duplicateColumn = "E116"
    case unknownFunction = "E117"

    // E37x: metrics of one's own
    case metricOfName = "E370"
    case definedOtherwise = "E371"
    case metricHasSamples = "E372"
    case outsideScale = "E373"
    case unitOfOnesOwn = "I374"

    // E375, E376: times of values, and records
    case momentOfManySamples = "E375"
    case recordOfNothing = "E376"

    // E12x: aggregates
    case sumOfDiscrete = "E120"
    case averageOfCumulative = "E121"
    case percentileOutOfRange = "E122"
    case aggregateOfInterval = "E123"
    case coverageOfShortRows = "E124"
    case holdingOfAmounts = "E125"
    case sampleWithoutValue = "E127"
    case sampleOutsideTime = "E405"

    // E13x: literals
    case unfixedDuration = "E130"
    case ambiguousM = "E131"
    case ambiguousDate = "E132"
    case noSuchDate = "E133"
    case malformedDate = "E134"
    case noSuchTime = "E135"
    case missingValue = "E136"
    case fractionalDuration = "E137"
    case textExpected = "E138"
    case countExpected = "E139"

    // E14x: times and ranges
    case emptyRange = "E140"
    case timeExpected = "E141"
    case periodExpected = "E142"
    case tooManyRows = "E143"
    case timeOutOfReach = "E144"
    case unknownZone = "E145"
    case missingZone = "E146"
    case zoneHistory = "E147"
    case durationParts = "E148"

    // E15x: clauses, stages and outputs
    case duplicateClause = "E150"
    case conflictingRanges = "E151"
    case missingPipe = "E152"
    case clauseAfterPipe = "E153"
    case unknownStage = "E154"
    case unknownFormat = "E155"
    case missingStage = "E156"
    case textAfterOutput = "E157"
    case unknownOption = "E158"
    case misplacedClause = "E159"

    // E16x: other languages, and the keys of `by`
    case sqlInput = "E160"
    case promQLInput = "E161"
    case functionCallAggregate = "E162"
    case typedQuestion = "E163"
    case duplicateKey = "E164"
    case misplacedWeekday = "E165"
    case programInput = "E166"
    case edgesOfRanges = "E167"

    // E168, E169, E183, E184, I185, I189, I197: studies of rows
    case trendOfShortRows = "E168"
    case smoothingArgument = "E169"
    case lagOfRows = "E183"
    case tooManyForTrend = "E184"
    case equalValues = "I185"
    case fewValues = "I189"
    case streakFromFirstRow = "I197"

    // E199, I465, I466: two ranges side by side
    case twoRanges = "E199"
    case rangesOfOtherLength = "I465"
    case rangesOverlap = "I466"

    // I467: what is usual
    case usualUnknown = "I467"

    // I468: nights over the edges of a range
    case nightCutByRange = "I468"
    case mixedPlatforms = "I469"

    // E17x: names and definitions
    case nameExpected = "E170"
    case reservedName = "E171"
    case nameIsMetric = "E172"
    case unknownTypeName = "E173"
    case duplicateFormal = "E174"
    case unknownName = "E175"
    case wrongKindOfName = "E176"
    case circularName = "E177"
    case namesTooDeep = "E178"
    case functionWithoutCall = "E179"

    // E18x: units
    case incompatibleUnit = "E180"
    case unknownUnit = "E181"
    case missingUnit = "E182"

    // E186…: the stages `rhythm` and `regularity`
    case unsuitableRows = "E186"
    case missingHours = "E187"

    // E188: parameters of scripts
    case reservedParameter = "E188"

    // E19x: conditions
    case unknownField = "E190"
    case unknownValue = "E191"
    case unorderedField = "E192"
    case numberExpected = "E193"
    case textFieldExpected = "E194"
    case malformedPattern = "E195"
    case ambiguousValue = "E196"
    case wholeDay = "E197"
    case noRangeOfValues = "E198"
    case misspeltMissing = "E265"

    // E266…: `explain`
    case outputOfExplanation = "E266"
    case unknownDialect = "E267"

    // E20x: settings and statements
    case unknownSetting = "E200"
    case settingValue = "E201"
    case notAvailable = "E202"
    case missingArgument = "E203"
    case unknownArgument = "E204"
    case wrongArgument = "E205"
    case recursiveFunction = "E206"
    case queryAsMetric = "E207"
    case duplicateArgument = "E208"
    case nameIsTaken = "E209"

    // E26x: charts
    case chartWithoutNumbers = "E260"
    case lineWithoutOrder = "E261"
    case tooManyChartRows = "E262"
    case heatmapOfOneKey = "E263"
    case chartAxis = "E264"

    // E24x: scripts, saved queries and statements that change data
    case unreadableScript = "E240"
    case scriptRunsItself = "E241"
    case scriptArgument = "E242"
    case nothingToSave = "E243"
    case unusableSavedQuery = "E244"
    case notConfirmed = "E245"
    case exportFile = "E246"
    case placesInTable = "E397"
    case watchShape = "E247"
    case wrongScript = "E248"
    case unknownLesson = "E249"

    // E21x, E22x: stages
    case stageWithoutTime = "E210"
    case stageOnSamples = "E211"
    case stageOutOfOrder = "E212"
    case runningTotalMissing = "E213"
    case runningTotalTwice = "E214"
    case unknownColumn = "E215"
    case ambiguousColumn = "E216"
    case columnHasNoNumbers = "E217"
    case keyNotInRows = "E218"
    case shorterThanRows = "E219"
    case nothingBefore = "E220"
    case nothingToProject = "E221"
    case takenColumnName = "E222"
    case rowsLeftOut = "E223"
    case typicalDayWithoutDate = "E224"
    case timesAreNotAmounts = "E225"
    case timesOfLongRows = "E226"
    case stageOnIntervals = "E227"
    case conditionExpected = "E270"
    case joinedQuery = "E271"
    case joinedTwice = "E272"

    // E23x: tests
    case expectationFailed = "E230"
    case expectationOfNothing = "E231"
    case impossibleExpectation = "E232"

    // E235…: the day view
    case progressOfReadings = "E235"
    case progressOfNoTotal = "E236"
    case progressDay = "E237"
    case typicalDays = "E238"
    case stageOnDay = "E239"

    // E255…: SQL
    case beyondSQLTable = "E255"
    case stageBeyondSQL = "E256"
    case statementTooLong = "E259"

    // E257…: code for HealthKit
    case zonesBeyondHealthKit = "E257"
    case beyondHealthKit = "E258"

    // E29x: goals and lines
    case goalValue = "E290"
    case ruleOfChart = "E291"
    case rangeWithoutBuckets = "E292"

    // E30x, E31x: running statements
    case statementFailed = "E300"
    case assertionFailed = "E310"
    case assertionShape = "E311"
    case nothingToExplain = "E312"
    case noSuchRow = "E313"

    // E380, E381: taking back changes
    case nothingToUndo = "E380"
    case cannotUndo = "E381"

    // E387: laboratory results
    case unitOfLabs = "E387"

    // E393: doses of medications
    case adherenceOfOtherMetric = "E393"

    // E28x: changes
    case laterAnchor = "E280"

    // E281…: apps that ask
    case authorizationNotDetermined = "E281"
    case authorizationDenied = "E282"
    case deviceLocked = "E283"
    case guestUser = "E284"
    case ownersOnly = "E285"
    case sourceOfApp = "E286"
    case fixedAsker = "E323"

    // E287, E288: watches
    case watchOfLastResult = "E287"
    case ambiguousWatch = "E288"

    // E32x, W22x, I47x: people
    case unknownPerson = "E320"
    case severalPersons = "E321"
    case takenPerson = "E322"
    case noPersonMatches = "W220"
    case personsPooled = "I470"
    case personsWithoutSamples = "I471"
    case daysOfPersons = "I472"

    // W2xx: sources and predicates
    case metricWithoutSamples = "W201"
    case overlappingRawSources = "W210"
    case unknownSource = "W211"

    // W23x: tests
    case caseWithoutExpectation = "W233"

    // W28x: watches
    case watchWithoutAnswer = "W281"

    // W3xx: buckets and rows
    case driftingGrid = "W301"
    case fillZeroOnDiscrete = "W320"
    case runningTotalOfReadings = "W330"
    case unevenComparison = "W331"
    case neverEnoughRows = "W332"
    case rowsAcrossPeriods = "W333"
    case unlistedName = "I334"

    // E35x, W35x: numbers and their units
    case fractionOfPercent = "W353"
    case shareAboveWhole = "E354"
    case unevenFill = "E355"

    // E356, E357: heartbeats, splits and parts
    case beatsOfOtherMetric = "E356"
    case partsOfOtherTimes = "E357"

    // I41x: anchors and the contents of a range
    case anchorWithoutEffect = "I410"
    case weekOfPhase = "I411"
    case laterSamplesLeftOut = "I412"
    case firstRowNotFilled = "I413"
    case weekStartsTwice = "E346"
    case skippedClockTime = "I347"
    case repeatedClockTime = "I348"

    // I42x, I430: clauses and stages without effect
    case sourceChoiceWithoutEffect = "I420"
    case stageWithoutEffect = "I430"

    // I44x: answers that can mislead
    case sourceWithoutSamples = "I440"
    case averageOfDenseReadings = "I441"
    case durationOfInstants = "I442"
    case timeInBedWithoutSamples = "I443"
    case napsLeftOut = "I444"
    case workoutsRecordedTwice = "I361"
    case timeToCome = "I445"
    case timeInBedReplaced = "I446"
    case sleepCutByNight = "I447"

    // I431, I432: rows that stages skip or compare
    case partialRowsLeftOut = "I431"
    case comparisonInProgress = "I432"

    // I45x: answers without a value
    case noValue = "I450"
    case emptySetOfTimes = "I451"

    // I46x: changes
    case forgottenDeletions = "I460"
    case hiddenSamples = "I461"
    /// An answer that can mislead, as I44x.
    case tooLittleGlucoseData = "I462"

    // I475, I476: what workouts and samples lack
    case workoutsWithoutDistance = "I475"
    case samplesWithoutBeats = "I476"
    case workoutsWithoutAltitude = "I482"

    // I477: samples in several rows
    case samplesInSeveralRows = "I477"

    // I478, I479: zones of different sets
    case zonesWithDifferentLimits = "I478"
    case zonesOfDifferentSets = "I479"

    // I481, I483: laboratory results
    case labUnit = "I481"
    case labsMixed = "I483"

    // I485: records that Android leaves out
    case appsNotInList = "I485"

    // I486, I487: numbers of two platforms that mean different things
    case metricsOfPlatforms = "I486"
    case readingsOfTwoLengths = "I487"

    // I488: doses whose status is not known
    case dosesWithoutStatus = "I488"

    /// True if the whole statement is in another language, so that its other errors are irrelevant.
    package var isForeignLanguage: Bool { [.sqlInput, .promQLInput, .programInput, .typedQuestion].contains(self) }

    package var severity: Severity {
        switch rawValue.utf8.first {
        case UInt8(ascii: "W"): .warning
        case UInt8(ascii: "I"): .info
        default: .error
        }
    }
}
