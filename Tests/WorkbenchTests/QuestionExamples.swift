extension QuestionTests {
    /// Questions and the suggested queries, separated by ` ; `.
    static let corpus: [(question: String, queries: String)] = [
        // Statements with several slips, or with one that no fix mends
        ("max hr per workout, last 14 days", "max heartRate by workout last 14 days"),
        ("water per day this week in fl oz", "sum dietaryWater in fl_oz_us by day this week"),
        ("longest streak of 10k days", "sum steps by day | longest streak where sum >= 10000"),
        ("hr during my last run", "average heartRate by workout | where activity = running | sort start descending | limit 1"),
        // Thirteen: limits in any order, limits of workouts, times without readings, sources
        ("nights with 8 hours or longer last month", "duration sleep by night last month | where duration >= 8"),
        ("how many nights did I sleep 6 hours or less this month", "duration sleep by night this month | where duration <= 6 | count"),
        ("which days did I walk 10000 steps or more this week", "sum steps by day this week | where sum >= 10000"),
        ("am I on track to hit 10000 steps today", "progress steps goal 10000"),
        (
            "how many days in a row have I exercised at least 30 minutes",
            "sum appleExerciseTime by day | current streak where sum >= 30"
        ),
        (
            "how many days did I run more than 30 minutes",
            "duration workouts by day where activity = running | where duration > 30 | count"
        ),
        ("days I ran more than 5 km", "sum workout distance by day where activity = running | where sum > 5 km"),
        ("what was the longest time without any heart rate reading last week", "gaps of heartRate last week | top 1 by duration"),
        ("compare my sleep in may and june", "duration sleep by night during june vs may | average"),
        ("my sleep stages for the past 7 nights", "duration sleep by night and value last 7 days"),
        ("how much did my weekly distance change in percent", "sum distance by week | change percent"),
        ("how many steps before 9 yesterday", "sum steps yesterday where before 09:00"),
        ("how many steps came from my phone and how many from my watch yesterday", "sum steps by source yesterday"),
        ("which apps are writing weight into my health", "count weight by source"),
        ("steps I took this week that were not part of a workout", "sum steps this week while not workouts"),
        ("how high does my blood sugar go within 2 hours of eating", "max glucose while within 2h after dietaryCarbohydrates"),
        ("which kind of workout do I do the most", "count workouts by activity | top 1"),
        ("am I on pace to reach 500 active calories today", "progress activeEnergy goal 500"),
        ("which weeks did I work out 3 times or more", "count workouts by week | where count >= 3"),
        ("average workout duration this month", "duration workouts by workout this month | average"),
        (
            "heart rate during my longest run",
            "average heartRate, sum workout distance called size by workout | where activity = running | top 1 by size"
        ),
        ("do I go to bed at the same time every night", "first start sleep by night | stddev"),
        ("mean median and standard deviation of my resting heart rate", "average, median, stddev restingHeartRate"),
        ("steps per week over the last 2 months as a chart", "sum steps by week last 2 months as chart"),
        // Eleven and twelve: rows month by month, blood pressure with two numbers, days without, devices
        ("has my hrv gotten better month by month", "average hrv by month"),
        ("am I walking more each month", "sum steps by month"),
        (
            "how many of my bp readings were over 130/80 this year",
            "average bloodPressureSystolic called upper, average bloodPressureDiastolic called lower by minute this year fill none"
                + " | where upper > 130 or lower > 80 | count"
        ),
        (
            "days with blood pressure under 120/80",
            "average bloodPressureSystolic called upper, average bloodPressureDiastolic called lower by day"
                + " | where upper < 120 and lower < 80"
        ),
        ("which days did i not work out this month", "count workouts by day this month | where count = 0"),
        ("which nights did i not sleep at least 7 hours", "duration sleep by night | where duration < 7"),
        ("how many days last month did I not get 10000 steps", "sum steps by day last month | where sum < 10000 | count"),
        ("how many steps did my watch count yesterday", "sum steps yesterday where source contains \"Watch\""),
        ("how many days did I log food this month", "count dietaryEnergyConsumed by day this month | where count > 0 | count"),
        ("did i go low last night", "samples of glucose last night where value < 70"),
        (
            "how often was i low this week",
            "count glucose this week where value < 70 ; sessions of (glucose where value < 70) gap 15min this week | count"
        ),
        ("when did my glucose sensor stop for more than an hour", "gaps of glucose longer than 1h"),
        ("fastest 20 km on my bike", "fastest 20 km of distanceCycling"),
        (
            "does my glucose drop when i work out",
            "(average glucose while workouts) called then, (average glucose while not workouts) called otherwise"
        ),
        ("minutes in zone 2 (120-135 bpm)", "duration heartRate where value between 120 and 135 holding 2min"),
        ("what was my weight at the start of the year", "first weight this year"),
        ("when did I start tracking my weight", "samples of weight oldest first limit 1"),
        ("when did I drink coffee today", "samples of dietaryCaffeine today"),
        ("am i gonna make 10000 steps today", "progress steps goal 10000"),
        ("how many steps do i usually take on a monday", "sum steps by day where weekday = monday | average"),
        (
            "days where I took more than 10000 steps and worked out",
            "sum steps called asked, count workouts called cause by day | where asked > 10000 and cause > 0"
        ),
        ("average heart rate in the hour before bed", "average heartRate while within 1h before sleep"),
        ("was my pulse high yesterday", "average heartRate by day yesterday | usual"),
        ("give me a table of my steps by week", "sum steps by week"),
        // Times of day as limits
        (
            "how many nights did I go to bed before 11pm last month",
            "first start sleep by night last month | where first start < 23:00 | count"
        ),
        ("days I woke up before 7 this month", "last end sleep by night this month | where last end < 07:00"),
        // Days with and without something, and two activities
        (
            "steps on workout days vs rest days",
            "sum steps called asked, count workouts called n by day | derive had = n > 0 | select had, asked"
                + " | average by had"
        ),
        (
            "hr swimming vs running",
            "(average heartRate while workouts is swimming) called swimming, (average heartRate while workouts is running) called running"
        ),
        (
            "is my hrv lower after workouts",
            "(average hrv while within 1h after workouts) called then, (average hrv while not within 1h after workouts) called otherwise"
        ),
        ("avg resting hr before and after starting metoprolol on june 1", "average restingHeartRate before and after june 1"),
        // Spoken questions: assistants, habits, times in words, the day before
        ("Hey Siri how many steps have I taken today", "sum steps today"),
        ("Alexa how much do I weigh", "latest weight"),
        ("my iphone and my watch show different steps, how many did each count yesterday", "sum steps by source yesterday"),
        (
            "is my resting heart rate lower on days I walk more?",
            "average restingHeartRate called restingHeartRate, sum steps called steps by day | correlate restingHeartRate with steps"
        ),
        (
            "how much sleep debt did I build up this week if I need 8 hours a night",
            "duration sleep by night this week | derive debt = 8 - duration | select debt | sum"
        ),
        ("REM percentage per night last 2 weeks", "share (value is rem) of sleep by night last 14 days"),
        (
            "how long was I between 140 and 155 bpm in my runs?",
            "duration heartRate where value between 140 and 155 holding 2min while workouts is running"
        ),
        ("fat mass in kg from my scale", "latest weight called mass, latest bodyFat called fat | derive fatMass = mass * fat"),
        ("average glucose in the morning before breakfast", "average glucose where between 05:00 and 08:00"),
        ("what would my a1c be from my glucose data", "glucose ranges | select gmi"),
        ("personal record for the mile", "fastest 1 mi"),
        ("how fast can I run 5 km", "fastest 5 km"),
        ("did I walk more yesterday than the day before", "sum steps yesterday vs 2 days ago"),
        ("deep sleep last week vs the week before", "duration sleep by night last week vs the week before where value = deep | average"),
        ("did I sleep more last night than the night before", "duration sleep by night last 2 days"),
        ("did I sleep better this week", "duration sleep by night this week vs last week | average"),
        ("am I sleeping less these days", "duration sleep by night last 30 days vs the 30 days before | average"),
        ("compare steps on monday and tuesday", "sum steps on monday vs tuesday"),
        ("protein intake this week vs last", "sum dietaryProtein this week vs last week"),
        ("resting heart rate now vs a year ago", "average restingHeartRate this month | compare to previous year"),
        ("average steps the last couple of weeks", "sum steps by day last 14 days | average"),
        ("how was my sleep over the past few nights", "duration sleep by night last 3 days"),
        ("nights with less than 7 and a half hours of sleep", "duration sleep by night | where duration < 7.5"),
        ("workouts over an hour and a half", "samples of workouts where duration > 90 min"),
        ("weight since christmas", "average weight since december 25"),
        ("steps saturday night", "sum steps from saturday 18:00 to sunday 06:00"),
        ("how did I sleep on sunday night", "duration sleep by night since sunday 18:00 until monday 18:00"),
        (
            "average bedtime on weeknights",
            "first start sleep by night | where weekday is not saturday and weekday is not sunday | average"
        ),
        (
            "steps from 9 to 5 on weekdays",
            "sum steps where between 09:00 and 17:00 and weekday is not saturday and weekday is not sunday"
        ),
        ("how many steps did I take between 2 and 4 this afternoon", "sum steps this afternoon where between 14:00 and 16:00"),
        ("steps since 9am", "sum steps today where after 09:00"),
        ("did I hit my step goal yesterday", "progress steps yesterday"),
        ("how many more steps today", "progress steps"),
        ("hr after my last run", "average heartRate within 1h after each (workouts is running) | sort start descending | limit 1"),
        ("how many rest days did I take last week", "count workouts by day last week | where count = 0 | count"),
        (
            "resting heart rate on rest days",
            "average restingHeartRate called asked, count workouts called cause by day | where cause = 0 | select asked | average"
        ),
        (
            "am I running further than last month",
            "sum workout distance this month vs the same days of last month where activity = running"
        ),
        ("how many workouts lasted more than an hour", "count workouts where duration > 1 hr"),
        ("when did I work out this week", "samples of workouts this week"),
        ("how long did I walk today", "duration workouts today where activity = walking"),
        (
            "is my sleep worse when I drink",
            "duration sleep called slept by night"
                + " | join (sum numberOfAlcoholicBeverages called numberOfAlcoholicBeverages by day) by day | correlate numberOfAlcoholicBeverages with slept lag 1"
        ),
        (
            "do I eat more on days I work out",
            "sum dietaryEnergyConsumed called asked, count workouts called n by day | derive had = n > 0"
                + " | select had, asked | average by had"
        ),
        ("am I under 75 kg", "latest weight | derive met = latest < 75"),
        ("when was I last under 75 kg", "samples of weight where value < 75 newest first limit 1"),
        ("time above range this month", "time above 180 of glucose this month"),
        ("which night did I go to bed latest this month", "first start sleep by night this month | top 1"),
        ("my sleep schedule this week", "first start sleep, last end sleep by night this week"),
        (
            "last 5 blood pressure readings",
            "average bloodPressureSystolic, average bloodPressureDiastolic by minute fill none | sort start descending | limit 5"
        ),
        ("am I getting fitter", "average vo2Max by day | trend"),
        ("am I losing fat", "average bodyFat by day | trend per week"),
        ("which workout burned the most calories", "sum activeEnergy by workout | top 1"),
        ("how does last night's sleep compare to my average", "duration sleep by night last night | usual"),
        (
            "longest run of the year",
            "samples of workouts this year where activity = running"
                + " | top 1 by distance ; samples of workouts this year where activity = running | top 1 by duration"
        ),
        // The best of all periods, ranks, records, and workouts ranked by another number
        ("my most active week so far", "sum steps by week | top 1"),
        ("my best month so far this year for steps", "sum steps by month this year | top 1"),
        ("5 days with my lowest hrv", "min hrv by day | bottom 5"),
        ("Personal record: most flights climbed in one day", "sum flights by day | top 1"),
        ("hardest workout in the last 30 days judging by heart rate", "average heartRate by workout last 30 days | top 1"),
        ("which workout was the hardest", "average heartRate by workout | top 1"),
        ("which workout was the longest", "samples of workouts | top 1 by duration"),
        ("most intense run this month", "average heartRate by workout this month | where activity = running | top 1"),
        ("which run burned the most calories", "sum workout energy by workout | where activity = running | top 1"),
        ("my fastest mile this year", "fastest 1 mi this year"),
        (
            "what was my longest walk this month",
            "samples of workouts this month where activity = walking | top 1 by distance"
                + " ; samples of workouts this month where activity = walking | top 1 by duration"
        ),
        // Office hours, days of the week, and usual times
        (
            "steps during office hours 9am to 5pm, monday to friday",
            "sum steps where between 09:00 and 17:00 and weekday is not saturday and weekday is not sunday"
        ),
        ("heart rate during working hours", "average heartRate where between 09:00 and 17:00"),
        ("average steps monday through friday", "sum steps by day where weekday is not saturday and weekday is not sunday | average"),
        ("max pulse on saturday's run", "max heartRate on saturday while workouts is running"),
        ("average pulse morning afternoon evening night", "average heartRate by part of day"),
        ("When does my glucose usually drop below 85", "count glucose by hour of day where value < 85"),
        ("what time does my glucose usually peak", "average glucose by hour of day | top 1"),
        (
            "How many times did I wake up after 8 am in the past 30 days?",
            "last end sleep by night last 30 days | where last end > 08:00 | count"
        ),
        ("how regular are my sleep times", "first start sleep, last end sleep by night | stddev"),
        ("rem, core and deep for every night last week", "duration sleep by night and value last week where value in (rem, core, deep)"),
        (
            "sleep efficiency by night, time asleep divided by time in bed",
            "duration sleep called asleep, duration time in bed called bed by night | derive efficiency = asleep / bed"
        ),
        ("In how many hours did I stand up yesterday", "count standHours yesterday where value = stood"),
        // Missing days, and gaps
        ("days i forgot to weigh myself in june", "count weight by day during june | where count = 0"),
        ("days I didn't weigh myself in june", "count weight by day during june | where count = 0"),
        ("which days did I skip my workout", "count workouts by day | where count = 0"),
        ("were there gaps of more than an hour in my glucose sensor this month", "gaps of glucose longer than 1h this month"),
        ("how many gaps are there in my heart rate today", "gaps of heartRate today | count"),
        ("how many steps are still missing to 12000", "sum steps today | derive left = 12000 - sum"),
        ("how many steps are missing today", "progress steps"),
        ("am i on track for 600 kcal today", "progress activeEnergy goal 600 kcal"),
        // Ranges, the day after, and the time before
        ("how is my hrv this week compared to my normal range", "average hrv by day this week | usual"),
        (
            "does my resting heart rate go up the day after many steps?",
            "sum steps called steps, average restingHeartRate called restingHeartRate by day | correlate steps with restingHeartRate lag 1"
        ),
        (
            "is my hrv lower the day after drinking",
            "sum numberOfAlcoholicBeverages called numberOfAlcoholicBeverages, average hrv called hrv by day"
                + " | correlate numberOfAlcoholicBeverages with hrv lag 1"
        ),
        (
            "does my hrv go down the day after a run?",
            "(average hrv while within 24h after workouts is running) called then, (average hrv while not within 24h after workouts is running) called otherwise"
        ),
        ("active calories last 30 days compared to the previous 30", "sum activeEnergy last 30 days vs the 30 days before"),
        (
            "compare my average glucose of the last 7 days with the 7 days before that",
            "average glucose last 7 days vs the 7 days before"
        ),
        ("show me my vo2 max progression", "average vo2Max by day"),
        ("how has my weight developed this year", "average weight by week this year"),
        ("are my workouts getting longer", "duration workouts by workout | trend"),
        ("how often was the top number of my blood pressure over 125", "count bloodPressureSystolic where value > 125"),
        ("how many kg of fat do I have", "latest weight called mass, latest bodyFat called fat | derive fatMass = mass * fat"),
        ("first day of my last period", "sessions of menstrualFlow gap 48h | sort start descending | limit 1"),
        ("did I walk more than 5 km today", "sum distance today | derive reached = sum > 5"),
        // Amounts
        ("how many steps last week", "sum steps last week"),
        ("how many steps did I take yesterday?", "sum steps yesterday"),
        ("How many steps today", "sum steps today"),
        ("how many steps have I taken this month", "sum steps this month"),
        ("what is my step count today?", "sum steps today"),
        ("how much did I walk this week", "sum steps this week"),
        ("how far did I walk last month", "sum distance last month"),
        ("how far have I walked this year?", "sum distance this year"),
        ("how many flights of stairs did I climb yesterday", "sum flights yesterday"),
        ("how many floors did I climb last week", "sum flights last week"),
        ("how many calories did I burn today", "sum activeEnergy today"),
        ("how much active energy did I burn in the last 7 days", "sum activeEnergy last 7 days"),
        ("how many calories yesterday", "sum activeEnergy yesterday ; sum dietaryEnergyConsumed yesterday"),
        ("how many calories did I eat yesterday", "sum dietaryEnergyConsumed yesterday"),
        ("how much water did I drink today", "sum dietaryWater today"),
        ("how much coffee did I have last week", "sum dietaryCaffeine last week"),
        ("how many exercise minutes this week", "sum appleExerciseTime this week"),
        ("how many steps in 2025", "sum steps during 2025"),
        ("how many steps on 2026-06-10", "sum steps on 2026-06-10"),
        ("how many steps in May 2026?", "sum steps during 2026-05"),
        ("how many steps in May", "sum steps during may"),
        ("how many steps since monday", "sum steps since monday"),
        ("how many steps on monday", "sum steps on monday"),
        ("how many steps on weekends", "sum steps where weekday in (saturday, sunday)"),
        ("how many steps this morning", "sum steps this morning"),
        ("how many steps in the past week", "sum steps last 7 days"),
        ("how many steps in the last two weeks", "sum steps last 14 days"),
        ("how many steps per day last week", "sum steps by day last week"),
        ("how many steps do I take each day", "sum steps by day"),
        ("show me my daily steps this month", "sum steps by day this month"),
        ("show my steps last week", "sum steps by day last week"),
        ("show me steps today", "sum steps by hour today"),
        ("plot my steps this year", "sum steps by month this year as chart"),
        // Times of day
        ("when do I go to bed", "first start sleep by night last 30 days | average"),
        ("When do I wake up?", "last end sleep by night last 30 days | average"),
        ("what time do I usually fall asleep", "first start sleep by night | average"),
        ("when did I wake up last week", "last end sleep by night last week"),
        ("what is my average bedtime this month", "first start sleep by night this month | average"),
        // Days of hours and minutes
        ("how regular is my sleep", "duration sleep by minute last 14 full days | regularity"),
        ("do I sleep regularly this month?", "duration sleep by minute this month | regularity"),
        // Days that another metric decides, and days that meet two conditions
        (
            "what were my steps on days I didn't work out",
            "sum steps called asked, count workouts called cause by day | where cause = 0 | select asked | average"
        ),
        (
            "how is my hrv after nights under 6 hours",
            "duration sleep called cause by night | join (average hrv called asked by day) by day | where cause < 6 | select asked | average"
        ),
        (
            "which days did I sleep less than 6h but walk over 10k steps",
            "duration sleep called cause by night | join (sum steps called asked by day) by day | where asked > 10000 and cause < 6"
        ),
        (
            "how many days did I have a workout and more than 10k steps",
            "count workouts called asked, sum steps called cause by day | where asked > 0 and cause > 10000 | count"
        ),
        (
            "is my resting heart rate higher on days with 10k+ steps",
            "average restingHeartRate called asked, sum steps called cause by day | derive met = cause >= 10000 | select met, asked | average by met"
        ),
        // Times and misspelled words
        (
            "how do my steps look on days when I also did a workout",
            "sum steps called asked, count workouts called cause by day | where cause > 0 | select asked | average"
        ),
        ("how many steps did my phone count yesterday without the watch", "sum steps yesterday where source is \"iPhone\""),
        ("how many days this month did I close my move ring", "summaries this month | where moveProgress >= 100 | count"),
        (
            "when was the last time I did more than 15000 steps",
            "sum steps by day | where sum > 15000 | sort start descending | limit 1"
        ),
        ("how many kg left to my goal weight of 72", "latest weight in kg | derive left = latest - 72"),
        (
            "does my glucose drop after a workout",
            "(latest glucose before each workout) called earlier, (average glucose within 2h after each workout) called later"
                + " | derive change = later - earlier"
        ),
        ("did my HRV drop this week?", "average hrv this week vs last week"),
        ("what time do I usually fall asleep and wake up", "first start sleep, last end sleep by night | average"),
        ("how many steps 3 days ago", "sum steps on 3 days ago"),
        ("how many steps the day before yesterday", "sum steps on 2 days ago"),
        ("what was my weight 2 weeks ago", "latest weight until 2 weeks ago"),
        ("what was my heart rate at 10:00", "average heartRate today where hour of day = 10"),
        ("what was my avrage wieght last week", "average weight last week"),
        ("how many workotus did I do this month", "count workouts this month"),
        ("what time did I go to bed on saturday", "first start sleep by night since saturday 18:00 | limit 1"),
        ("what workouts did I do last week", "samples of workouts last week"),
        ("when am I most active", "sum steps by hour fill zero | average by hour of day | top 1"),
        ("what time of day was I least active last month", "sum steps by hour last month fill zero | average by hour of day | bottom 1"),
        ("how regular is my day", "sum steps by hour last 14 full days | fill zero | rhythm"),
        ("what is my daily rhythm", "sum steps by hour last 14 full days | fill zero | rhythm"),
        // Goals
        ("how far am I from my step goal", "progress steps"),
        // Sets of times
        ("heart rate while asleep", "average heartRate while sleep"),
        ("what was my heart rate while sleeping last night", "average heartRate last night while sleep"),
        ("steps outside of workouts", "sum steps while not workouts"),
        ("how many steps outside of workouts last week", "sum steps last week while not workouts"),
        ("how many steps per day during workouts this month", "sum steps by day this month while workouts"),
        ("time above 120 bpm yesterday", "duration heartRate yesterday where value > 120 holding 2min"),
        ("minutes above 120 bpm per day", "duration heartRate by day where value > 120 holding 2min"),
        ("how much time above 120 bpm last week", "duration heartRate last week where value > 120 holding 2min"),
        ("minutes above 120 bpm", "duration heartRate where value > 120 holding 2min"),
        ("what was my heart rate during workouts last month", "average heartRate last month while workouts"),
        ("blood sugar after meals", "average glucose while within 2h after dietaryCarbohydrates"),
        (
            "what is my average blood sugar before meals this month",
            "average glucose this month while within 1h before dietaryCarbohydrates"
        ),
        ("what was my heart rate after workouts last week", "average heartRate last week while within 1h after workouts"),
        ("heart rate in the hour before each workout", "average heartRate within 1h before each workout"),
        ("what was my weight before each run", "latest weight before each (workouts is running)"),
        ("average glucose 90 minutes after every meal", "average glucose within 90min after each (dietaryCarbohydrates)"),
        ("max glucose in the 2 hours after each meal this week", "max glucose within 2h after each (dietaryCarbohydrates) this week"),
        ("my heart rate before every workout last month", "average heartRate within 1h before each workout last month"),
        ("what was my heart rate during my runs last month", "average heartRate last month while workouts is running"),
        ("my heart rate before bed this week", "average heartRate this week while within 1h before sleep"),
        // Keys of samples
        ("heart rate zones", "sum heartRateZones by zone ; duration heartRate by bands 100, 120, 140 holding 2min"),
        (
            "time in each heart rate zone last week",
            "sum heartRateZones by zone last week ; duration heartRate by bands 100, 120, 140 last week holding 2min"
        ),
        (
            "how many minutes per day in each heart rate zone",
            "sum heartRateZones by day and zone ; duration heartRate by day and bands 100, 120, 140 holding 2min"
        ),
        ("time asleep by stage", "duration sleep by value"),
        ("heart rate in each zone by week", "duration heartRate by week and bands 100, 120, 140 holding 2min"),
        ("histogram of heart rate", "count heartRate by bins of 10"),
        ("how many workouts by type this year", "count, duration workouts by activity this year"),
        // Averages of amounts are averages of days
        ("what was my average step count last month", "sum steps by day last month | average"),
        ("how many steps do I take on average", "sum steps by day | average"),
        ("what is my average number of steps per week", "sum steps by week | average"),
        ("what's my median steps this month", "sum steps by day this month | median"),
        ("average steps per day in the last 30 days", "sum steps by day last 30 days | average"),
        ("how many steps do I walk on a typical Monday", "sum steps by day where weekday = monday | average"),
        ("how many steps do I usually take", "sum steps by day | average"),
        ("how many steps last monday", "sum steps last monday"),
        ("total distance this year in miles", "sum distance in mi this year"),
        ("my steps today", "sum steps today"),
        ("how many minutes of exercise this week", "sum appleExerciseTime this week"),
        ("how many stand hours today", "count standHours today where value = stood"),
        ("which source counts for steps", "show priority of steps"),
        ("how many steps were counted twice", "show overlap of steps"),
        // The most and the least
        ("when did I walk the most in May", "sum steps by day during may | top 1"),
        ("when did I walk the most", "sum steps by day | top 1"),
        ("which day did I walk the most last month?", "sum steps by day last month | top 1"),
        ("what day did I take the fewest steps this month", "sum steps by day this month | bottom 1"),
        ("what was my best week of steps", "sum steps by week | top 1"),
        ("which month did I burn the most calories", "sum activeEnergy by month | top 1"),
        ("what time of day do I walk the most", "sum steps by hour fill zero | average by hour of day | top 1"),
        ("which weekday do I walk the most", "sum steps by day | average by weekday | top 1"),
        ("most steps in a day", "sum steps by day | top 1"),
        // Goals
        ("did I reach 10000 steps yesterday?", "sum steps yesterday | derive reached = sum >= 10000"),
        ("did I walk more than 8,000 steps today", "sum steps today | derive reached = sum > 8000"),
        ("how many days did I walk more than 10000 steps last month", "sum steps by day last month | where sum > 10000 | count"),
        ("which days did I take less than 5000 steps this month", "sum steps by day this month | where sum < 5000"),
        // Comparing times
        ("did I walk more than last week", "sum steps this week vs the same days of last week"),
        ("did I walk more this month than last month", "sum steps this month vs the same days of last month"),
        ("did I walk more today than yesterday", "sum steps today vs the same time of yesterday"),
        (
            "did I sleep more than last month",
            "duration sleep by night this month vs last month | average"
        ),
        ("is my heart rate higher than last week", "average heartRate this week vs the same days of last week"),
        ("did I walk more this month than last month so far", "sum steps this month vs the same days of last month"),
        ("did I walk more this month than last month to the same day", "sum steps this month vs the same days of last month"),
        ("how many steps so far this month", "sum steps this month"),
        ("compare this week's steps with last week", "sum steps this week vs last week"),
        ("average steps per day this month vs last month", "sum steps by day this month vs last month | average"),
        ("is my resting heart rate higher than usual", "average restingHeartRate by day last 7 days | usual"),
        ("did I sleep longer than usual", "duration sleep by night last 7 days | usual"),
        ("did I sleep more this week than last week", "duration sleep by night this week vs last week | average"),
        ("what was my resting heart rate before and after june 1", "average restingHeartRate before and after june 1"),
        ("how many steps per day before and after june 1", "sum steps by day before and after june 1 | average"),
        ("do I walk more on weekends than on weekdays", "sum steps by day | average by weekend"),
        (
            "am I ahead today",
            "progress activeEnergy ; progress steps"
        ),
        ("am I on track for steps today", "progress steps"),
        // Readings
        ("what was my average heart rate yesterday", "average heartRate yesterday"),
        ("what's my heart rate", "latest heartRate"),
        ("what is my resting heart rate this week", "average restingHeartRate this week"),
        ("what was my max heart rate this month", "max heartRate this month"),
        ("what was my highest heart rate yesterday", "max heartRate yesterday"),
        ("lowest heart rate last week", "min heartRate last week"),
        ("when was my heart rate highest last month", "max heartRate at last month"),
        ("highest heart rate today and when", "max heartRate at today"),
        ("what time was my lowest glucose today", "min glucose at today"),
        (
            "how often was my heart rate above 150 last week",
            "count heartRate last week where value > 150 ; sessions of (heartRate where value > 150) gap 5min last week | count"
        ),
        ("resting heart rate trend", "average restingHeartRate by day | trend"),
        ("how is my resting heart rate changing", "average restingHeartRate by week"),
        ("what is my hrv", "latest hrv"),
        ("how much do I weigh", "latest weight"),
        ("what is my current weight", "latest weight"),
        ("show me my weight this year", "average weight by day this year"),
        ("is my weight going down", "average weight by day | trend per week"),
        ("are my steps rising", "sum steps by day | trend"),
        (
            "do I sleep better after long walks",
            "duration sleep called slept by night | join (count workouts called walking by day where activity = walking) by day | correlate walking with slept lag 1"
        ),
        ("am I losing weight", "average weight by day | trend per week"),
        (
            "does walking lower my resting heart rate",
            "sum steps called steps, average restingHeartRate called restingHeartRate by day | correlate steps with restingHeartRate"
        ),
        ("do workouts improve my hrv", "count workouts called workouts, average hrv called hrv by day | correlate workouts with hrv"),
        ("weight trend", "average weight by day | trend per week"),
        ("current weight", "latest weight"),
        ("what was my lowest weight this year", "min weight this year"),
        ("what's my vo2 max", "latest vo2Max"),
        ("what was my blood oxygen last week", "average spo2 last week"),
        ("how loud was it yesterday", "average environmentalAudioExposure yesterday"),
        ("what is my daily heart rate this week", "average heartRate by day this week"),
        ("what was my average heart rate last night", "average heartRate last night"),
        ("what was my average heart rate at night last week", "average heartRate last week where at night"),
        (
            "what is my average heart rate per night this month",
            "average heartRate by night this month"
        ),
        ("how many steps in the morning last week", "sum steps last week where in the morning"),
        ("what is my blood pressure", "latest bloodPressureSystolic, latest bloodPressureDiastolic"),
        ("what is my weight in pounds", "latest weight in lb"),
        ("chart my resting heart rate by week", "average restingHeartRate by week as chart"),
        // Sleep
        ("how long did I sleep in the last two weeks", "duration sleep last 14 days"),
        (
            "how much did I sleep per night in the last two weeks",
            "duration sleep by night last 14 days"
        ),
        (
            "average sleep per night this month",
            "duration sleep by night this month | average"
        ),
        ("how long was I awake at night last week", "duration sleepAnalysis last week where value = awake"),
        ("how long did I sleep last week", "duration sleep last week"),
        ("how long did I sleep last night?", "duration sleep by night last night"),
        ("how much did I sleep per night last month", "duration sleep by night last month"),
        ("what is my average sleep this month", "duration sleep by night this month | average"),
        ("longest sleep", "duration sleep by night | top 1"),
        ("shortest sleep this month", "duration sleep by night this month | bottom 1"),
        ("how much deep sleep did I get last week", "duration sleep last week where value = deep"),
        ("how long was I in bed yesterday", "duration timeInBed yesterday"),
        (
            "how many nights did I sleep less than 6 hours this month",
            "duration sleep by night this month | where duration < 6 | count"
        ),
        ("how long did I meditate this week", "duration mindfulSession this week"),
        ("how long did I sleep each night", "duration sleep by night"),
        // Workouts
        ("what was my heart rate per workout", "average heartRate by workout"),
        ("average heart rate for each workout this month", "average heartRate by workout this month"),
        ("how many steps did I take in each workout last week", "sum steps by workout last week"),
        ("how long was each workout this year", "duration workouts by workout this year"),
        ("how far did I run in 2025", "sum workout distance during 2025 where activity = running"),
        ("how many workouts this year", "count workouts this year"),
        ("how often did I work out last month", "count workouts last month"),
        ("how many times did I run this year", "count workouts this year where activity = running"),
        ("how long did I train last week", "duration workouts last week"),
        (
            "what was my longest run this year",
            "samples of workouts this year where activity = running | top 1 by distance ; samples of workouts this year where activity = running"
                + " | top 1 by duration"
        ),
        ("what was my longest workout", "samples of workouts | top 1 by duration"),
        ("how far did I cycle last month", "sum workout distance last month where activity = cycling"),
        ("how many miles did I run last month", "sum workout distance in mi last month where activity = running"),
        ("when did I last run", "samples of workouts where activity = running newest first limit 1"),
        ("how many kilometers did I walk yesterday", "sum distance in km yesterday"),
        ("how many days did I walk this month", "sum steps by day this month | count"),
        ("did I walk more than usual", "progress steps"),
        ("how many hours did I sleep last week", "duration sleep last week"),
        ("how long did I swim this year", "duration workouts this year where activity = swimming"),
    ]
}
