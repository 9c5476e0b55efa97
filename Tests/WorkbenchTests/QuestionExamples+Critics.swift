extension QuestionTests {
    /// Questions that once had a wrong answer or none, found by people who tried to break the reading, and the queries that they want.
    static let mended: [(question: String, queries: String)] = [
        // Changes, and their size
        ("by what percent did my steps change from last week to this week", "sum steps this week vs last week"),
        ("how much of my steps comes from my phone", "sum steps where source is \"iPhone\""),
        ("what share of my steps comes from my watch", "share (source contains \"Watch\") of steps"),
        // The last time, and the last few
        ("how long has it been since I ran", "samples of workouts where activity = running newest first limit 1"),
        ("what day did I last weigh myself", "samples of weight newest first limit 1"),
        ("mean of the last 7 weigh-ins", "samples of weight newest first limit 7 | average"),
        (
            "average of my last 5 runs",
            "samples of workouts where activity = running newest first limit 5 | select duration, distance | average"
        ),
        // Sizes of workouts
        (
            "pace of my longest run",
            "samples of workouts where activity = running | top 1 by distance | derive pace in min/km = duration / distance"
        ),
        ("which week this year did I run the furthest", "sum workout distance by week this year where activity = running | top 1"),
        ("what day did I run the longest", "duration workouts by day where activity = running | top 1"),
        ("which day did I walk the longest", "sum distance by day | top 1"),
        (
            "longest run each month this year",
            "sum workout distance by workout this year where activity = running | max by month ; "
                + "duration workouts by workout this year where activity = running | max by month"
        ),
        (
            "average speed of my rides by month",
            "duration workouts called time, sum workout distance called distance by month where activity = cycling "
                + "| derive speed in km/hr = distance / time"
        ),
        (
            "which of my runs was the longest this month",
            "samples of workouts this month where activity = running | top 1 by distance ; "
                + "samples of workouts this month where activity = running | top 1 by duration"
        ),
        // Habits and effects
        ("when do I walk the most", "sum steps by hour fill zero | average by hour of day | top 1"),
        ("when did I walk the most", "sum steps by day | top 1"),
        (
            "does my hrv drop after alcohol",
            "sum numberOfAlcoholicBeverages called numberOfAlcoholicBeverages, average hrv called hrv by day "
                + "| correlate numberOfAlcoholicBeverages with hrv lag 1"
        ),
        (
            "does my heart rate go up after coffee",
            "(latest heartRate before each (dietaryCaffeine)) called earlier, "
                + "(average heartRate within 2h after each (dietaryCaffeine)) called later | derive change = later - earlier"
        ),
        // Words that turn others: not, without, no more than, outside, before and after
        ("how many days in a row was my glucose below 180", "max glucose by day | current streak where max < 180"),
        ("streak of days with heart rate above 50", "min heartRate by day | current streak where min > 50"),
        ("percentage of nights my oxygen was below 93", "min spo2 by night | share where min < 93"),
        ("days with no more than 5000 steps", "sum steps by day | where sum <= 5000"),
        ("steps on days without at least 8000 steps", "sum steps by day | where sum < 8000"),
        (
            "steps on days with no more than 100g of carbs",
            "sum steps called asked, sum dietaryCarbohydrates called cause by day | where cause <= 100 | select asked | average"
        ),
        (
            "resting heart rate on days with and without workouts",
            "average restingHeartRate called asked, count workouts called n by day | derive had = n > 0 | select had, asked | average by had"
        ),
        (
            "how many days did I run but not cycle",
            "count workouts called cause by day where activity = cycling "
                + "| join (count workouts called asked by day where activity = running) by day | where asked > 0 and cause = 0 | count"
        ),
        ("steps outside of working hours", "sum steps where not between 09:00 and 17:00"),
        ("exercise outside of weekends", "sum appleExerciseTime where weekday is not saturday and weekday is not sunday"),
        ("steps before 9 am and after 6 pm", "sum steps where (before 09:00 or after 18:00)"),
        (
            "steps during workouts and outside workouts",
            "(sum steps while workouts) called then, (sum steps while not workouts) called otherwise"
        ),
        ("only my watch not my phone: steps yesterday", "sum steps yesterday where source contains \"Watch\""),
        ("my phone without the watch, steps", "sum steps where source is \"iPhone\""),
        ("days without a blood pressure reading", "count bloodPressureSystolic by day | where count = 0"),
        // Days, weeks, entries and workouts that are counted
        ("how many mornings did I exercise", "sum appleExerciseTime by day where in the morning | where sum > 0 | count"),
        ("how many weekends did I work out", "count workouts by week where weekday in (saturday, sunday) | where count > 0 | count"),
        ("how many saturdays did I work out", "count workouts by day where weekday = saturday | where count > 0 | count"),
        ("how many of the last 14 days did I work out", "count workouts by day last 14 days | where count > 0 | count"),
        ("in how many weeks did I exercise at least 3 times", "count workouts by week | where count >= 3 | count"),
        ("how many times per week do I hit 10000 steps", "sum steps by day | where sum >= 10000 | count by week"),
        ("how often do I eat after 9pm", "count dietaryEnergyConsumed where after 21:00"),
        ("runs with a heart rate over 160", "max heartRate by workout | where activity = running and max > 160"),
        ("how many workouts the week before last", "count workouts during 2 weeks ago"),
        // Amounts of a usual day, and of one ride
        ("how much REM do I get", "duration sleep by night where value = rem | average"),
        ("how many calories do I burn on mondays", "sum activeEnergy by day where weekday = monday | average"),
        ("how far do I walk on a saturday", "sum distance by day where weekday = saturday | average"),
        (
            "how many calories do I burn on a workout day",
            "sum activeEnergy called asked, count workouts called cause by day | where cause > 0 | select asked | average"
        ),
        ("distance of each ride", "sum workout distance by workout | where activity = cycling"),
        ("how much further did I walk in june than in may", "sum distance during june vs may"),
        ("how far do I go on my saturday runs", "sum workout distance where activity = running and weekday = saturday"),
        ("percent change in steps from may to june", "sum steps during june vs may"),
        // Bedtimes are those of an evening, and a night is whole
        ("when did I go to bed yesterday", "first start sleep by night since yesterday 18:00 | limit 1"),
        ("bedtime on june 25", "first start sleep by night since june 25 18:00 | limit 1"),
        ("average bedtime on sundays", "first start sleep by day anchor 18:00 | where weekday = sunday | average"),
        ("how long did I sleep on monday", "duration sleep by night | where date = monday"),
        ("hrv the morning after a workout", "average hrv where in the morning while within 24h after workouts"),
        ("how many hrs of deep sleep did i get this wk", "duration sleep this week where value = deep"),
        ("how many consecutive days have I walked 8000 steps", "sum steps by day | current streak where sum >= 8000"),
    ]

    /// Questions that once had an answer to another question. A word of each is named.
    static let refused: [(question: String, told: String)] = [
        ("how much does my glucose drop during a run", "`drop`"), ("how many nights without any deep sleep", "`without`"),
        ("how many steps did my iphone count that my watch did not", "`not`"), ("how long have I been under 75 kg", "`long`"),
        ("when do I usually go to bed after a workout", "`after workout`"), ("how many runs and how far in june", "`far`"),
        ("how often and how long do I cycle", "`long`"), ("at what time do I reach 10000 steps", "`reach 10000`"),
    ]
}
