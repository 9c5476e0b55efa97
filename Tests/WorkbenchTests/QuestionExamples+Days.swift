extension QuestionTests {
    /// Questions about one day, all days or usual ones, about ranks, and about parts of a whole.
    static let days: [(question: String, queries: String)] = [
        // Any day, all days, today
        ("did I ever walk more than 25000 steps", "sum steps by day all time | where sum > 25000"),
        ("did I ever sleep under 6 hours in june", "duration sleep by night during june | where duration < 6"),
        ("did I burn over 600 calories", "sum activeEnergy today | derive reached = sum > 600"),
        ("were all my blood pressure readings below 140 this month", "share (value < 140) of bloodPressureSystolic this month"),
        ("was every night last week over 6 hours", "duration sleep by night last week | share where duration > 6"),
        ("do I always walk more than 5000 steps", "sum steps by day | share where sum > 5000"),
        ("do I usually sleep more than 7 hours", "duration sleep by night | share where duration > 7"),
        ("did I average 10000 steps last week", "sum steps by day last week | average | derive reached = average >= 10000"),
        ("did I do 3 workouts this week", "count workouts this week | derive reached = count >= 3"),
        (
            "did I run more than 20 km in june",
            "sum workout distance during june where activity = running | derive reached = sum > 20 km"
        ),
        ("how much did I walk at the weekend", "sum steps last 7 days where weekday in (saturday, sunday)"),
        ("what was my pulse at 2pm", "average heartRate today where hour of day = 14"),
        ("how many steps by 3pm yesterday", "sum steps yesterday where before 15:00"),
        // Ranks
        ("worst day for blood sugar", "average glucose by day | top 1"),
        ("best resting heart rate", "min restingHeartRate"),
        ("which month was my weight lowest", "average weight by month | bottom 1"),
        ("which hour has the highest heart rate", "average heartRate by hour of day | top 1"),
        ("when is my glucose highest", "average glucose by hour of day | top 1"),
        ("most active weekday", "sum steps by day | average by weekday | top 1"),
        ("which day of the month did I walk the most", "sum steps by day | average by day of month | top 1"),
        ("which day last week did i walk the least", "sum steps by day last week | bottom 1"),
        ("which 3 days did I sleep least", "duration sleep by night | bottom 3"),
        ("which run had the highest average heart rate", "average heartRate by workout | where activity = running | top 1"),
        ("which activity burns the most calories", "sum workout energy by activity | top 1"),
        (
            "heart rate on my fastest run",
            "average heartRate, sum workout distance called size, duration workouts called time by workout | "
                + "where activity = running | derive pace = time / size | bottom 1 by pace"
        ),
        ("difference between highest and lowest weight this year", "max, min weight this year | derive difference = max - min"),
        ("days with more steps than average", "sum steps by day | usual | where state is above"),
        // Shares
        ("what percentage of workouts were runs", "count workouts by workout | share where activity = running"),
        (
            "what percent of steps come from runs",
            "(sum steps while workouts is running) called part, sum steps called whole | derive share in % = part / whole"
        ),
        ("what percent of the night is deep sleep", "share (value is deep) of sleep by night | average"),
        ("what percent of the day is my heart rate above 90", "time above 90 of heartRate"),
        ("how many percent more steps did I do in june than in may", "sum steps during june vs may"),
        ("percentage change of weight since may", "first, latest weight since may | derive change in % = (latest - first) / first"),
        // Days and things left out
        ("average steps excluding sundays", "sum steps by day where weekday is not sunday | average"),
        ("average steps not counting weekends", "sum steps by day where weekday is not saturday and weekday is not sunday | average"),
        (
            "days i walked more than 10000 steps but didn't work out",
            "sum steps called asked, count workouts called cause by day | where asked > 10000 and cause = 0"
        ),
        ("days without a walk in june", "count workouts by day during june where activity = walking | where count = 0"),
        ("how many days did I miss 8000 steps this month", "sum steps by day this month | where sum < 8000 | count"),
        // Other times and forms
        ("heart rate during deep sleep", "average heartRate while sleepAnalysis is deep"),
        ("sleep between 6am and 2pm", "duration sleep by hour | where hour of day between 6 and 13 | sum"),
        ("steps in the last week of may", "sum steps between may 25 and may 31"),
        ("weight at the end of may", "latest weight during may"),
        ("am I sleeping earlier than last month", "first start sleep by night this month vs last month | average"),
        ("show my runs in june", "samples of workouts during june where activity = running"),
        ("plot my resting heart rate since april", "average restingHeartRate by day since april as chart"),
        ("how long did the workouts last this week", "duration workouts by workout this week"),
        ("can you tell me when I last exercised", "samples of workouts newest first limit 1"),
        (
            "compare heart rate during runs and during walks",
            "(average heartRate while workouts is running) called running, (average heartRate while workouts is "
                + "walking) called walking"
        ),
        (
            "how often does my heart rate exceed 160",
            "count heartRate where value > 160 ; sessions of (heartRate where value > 160) gap 5min | count"
        ),
        (
            "what time of day do I eat the most carbs",
            "sum dietaryCarbohydrates by hour fill zero | average by hour of day | top 1"
        ),
        (
            "how many nights in june have no sleep data",
            "count sleep by day anchor 18:00 partial drop during june | where count = 0 | count"
        ),
    ]

    /// Questions that once had an answer to another question. A word of each is named.
    static let refusedDays: [(question: String, told: String)] = [
        ("how many steps in week 23", "`week 23`"), ("what percent of the week did I sleep", "`week`"),
        ("what can I eat for lunch", "write an aggregate"),
    ]
}
