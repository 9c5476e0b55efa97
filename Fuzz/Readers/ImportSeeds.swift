/// An export with an element of each kind.
let exportText = """
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
      <HeartRateVariabilityMetadataList><InstantaneousBeatsPerMinute bpm="66" time="7:59:41 AM"/></HeartRateVariabilityMetadataList>
     </Record>
     <Record type="HKCategoryTypeIdentifierSleepAnalysis" sourceName="Watch" startDate="2024-03-10 23:00:00 -0500" \
    endDate="2024-03-11 06:00:00 -0500" value="HKCategoryValueSleepAnalysisAsleepCore"/>
     <Correlation type="HKCorrelationTypeIdentifierBloodPressure" sourceName="C" startDate="2024-03-10 12:00:00 -0500" \
    endDate="2024-03-10 12:00:00 -0500"><Record type="HKQuantityTypeIdentifierBloodPressureSystolic" sourceName="C" unit="mmHg" \
    startDate="2024-03-10 12:00:00 -0500" endDate="2024-03-10 12:00:00 -0500" value="120"/></Correlation>
     <Workout workoutActivityType="HKWorkoutActivityTypeRunning" duration="30" durationUnit="min" sourceName="Watch" \
    startDate="2024-03-10 18:00:00 -0500" endDate="2024-03-10 18:30:00 -0500">
      <WorkoutEvent type="HKWorkoutEventTypePause" date="2024-03-10 18:10:00 -0500"/>
      <WorkoutStatistics type="HKQuantityTypeIdentifierActiveEnergyBurned" startDate="2024-03-10 18:00:00 -0500" \
    endDate="2024-03-10 18:30:00 -0500" sum="300" unit="kcal"/>
      <WorkoutActivity uuid="A" startDate="2024-03-10 18:00:00 -0500" duration="10"><WorkoutEvent type="HKWorkoutEventTypeLap" \
    date="2024-03-10 18:00:00 -0500"/></WorkoutActivity>
      <WorkoutRoute sourceName="W"><FileReference path="/a.gpx"/><Location date="2024-03-10 18:00:00 -0500" latitude="1" longitude="2"/>\
    </WorkoutRoute>
     </Workout>
     <ActivitySummary dateComponents="2024-03-10" activeEnergyBurned="500" activeEnergyBurnedGoal="600" activeEnergyBurnedUnit="kcal"/>
     <Audiogram type="HKDataTypeIdentifierAudiogram" sourceName="H" startDate="2024-03-10 20:00:00 -0500" \
    endDate="2024-03-10 20:05:00 -0500">
      <SensitivityPoint frequencyValue="1000" frequencyUnit="Hz" leftEarValue="15" leftEarUnit="dBHL" leftEarMasked="YES" \
    rightEarValue="20" rightEarUnit="dBHL" rightEarClampingRangeUpperBound="85"/>
     </Audiogram>
     <VisionPrescription type="contacts" dateIssued="2024-03-10 09:00:00 -0500" expirationDate="2025-03-10 09:00:00 -0500" brand="B">
      <RightEye sphere="-1.5" sphereUnit="D" baseCurve="8.6" baseCurveUnit="mm"/><LeftEye sphere="-1" sphereUnit="D"/>
     </VisionPrescription>
    </HealthData>
    """

/// Tables with all columns, with few, with points and commas in numbers, and with times of several forms.
let tableTexts = [
    """
    person,type,source,start,end,value,unit
    P1,HKQuantityTypeIdentifierStepCount,"A ""b"", c",2024-03-10T07:00:00-05:00,2024-03-10T07:10:00-05:00,120,count
    P2,heartRate,Watch,2024-03-10T07:00:00Z,,61.5,count/min
    """,
    """
    sep=;
    type;source;date;start;value;unit;metadata.a
    steps;"Ann ""A"" Phone";10.3.2024;07:05;1.234,5;count;"x
    y"
    wrong;row
    """,
    "Time\tHeart Rate\tSpO2\tZone\n3/10/2024 2:30 AM\t61\t97\tAmerica/New_York\n3/10/2024 11:30 PM\t62\t0.98\tUTC\n",
]

/// Objects on lines, some of which are damaged.
let lineTexts = [
    """
    {"type":"steps","source":"Watch","start":"2024-03-10T07:00:00Z","end":"2024-03-10T07:10:00Z","value":120,"unit":"count"}
    {"person":"P\\u0031","type":"sleepAnalysis","source":"W","start":"2024-03-10T23:00:00Z","value":"asleepCore"}
    """,
    """
    {"type":"steps","source":"\\u00e9","start":"2024-03-10T12:00:00Z","value":1.5e1,"unit":"count","metadata":{"a":"b","c":null},"d":[{}]}
    {"type":"steps","start":
    {"type":"heartRate","source":"W","start":"2024-03-10T12:00:00Z","value":60,"unit":"count/min"}
    """,
]
