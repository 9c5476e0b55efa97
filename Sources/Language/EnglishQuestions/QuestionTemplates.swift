/// The queries that the slots of a question make.
extension QuestionGrammar {
    /// Each line has the kinds of subjects, the slots that must be there (`a/b` is one of several, `a?` may be left out), and the query.
    /// `adds` are amounts, durations and counts. Every question can also have a range, conditions, a unit and times that count, unless the
    /// line begins with `plain`. Behind `~` stands what the query assumes.
    ///
    /// - `{m}` is the measure (`sum steps`), `{M}` only its metric, `{col}` its column.
    /// - `{by}` is all groups, `{b}` the rows that a stage works on (a day, a night or what was asked), `{g}` the groups of the stage.
    /// - `{c}` is the range, conditions and times that count. `{v}` also has the limit of values, `{h}` also how long a reading lasts.
    /// - `{agg}`, `{ext}`, `{top}`, `{streak}`, `{limit}` and `{n}` are as asked.
    static let templates = """
        # The day so far, goals, what is usual
        sum: progress goal? usual? more? many? far? than? -> progress {M}{today}
        sum: goal more? many? far? -> progress {M}{today}
        sum: many more -> progress {M}{today}
        sum: usual more? than? many? -> progress {M}{today}
        read: usual more? than? average? -> average {M} by day{c:last 7 days} | usual ~ the last 7 days
        did sum: judgement -> progress {M}{today}
        did night: judgement -> {m} by night{c:last 7 days} | usual ~ compared with your usual values
        did read: judgement -> average {M} by day{c:last 7 days} | usual ~ compared with your usual values
        night/clock: usual more? than? many? long? average? per? -> {m} by night{c:last 7 days} | usual ~ the last 7 days
        sum: goalNumber goal? many? more? -> progress {M} goal {n}{today}
        sum: perWeight per? by? many? -> {m} called amount, average weight in kg called mass by {b}{c} | derive perKg = amount / mass
        none: ring share days? which? -> summaries{c} | share where {ring}{g}
        none: ring days/many which? -> summaries{c} | where {ring} | count
        none: ring streak -> summaries{c} | {streak} streak where {ring}
        none: ring which? -> summaries{c} | where {ring}
        workout/event/read/span: sinceLast when? many? long? latest? readings? -> samples of {M}{c} newest first limit 1 ~ the last one
        read: around average? than? -> ({m} within 30min before each {around}){c} called earlier, ({m} within 30min after each {around}){c} called later ~ 30 minutes
        read: nearLast average? -> average {M} {nearLast}{c} | sort start descending | limit 1
        read: nearLast extreme -> {ext} {M} {nearLast}{c} | sort start descending | limit 1
        sum: nearLast many? -> {m} {nearLast}{c} | sort start descending | limit 1
        read: firstAndLast -> first, latest {M}{c}
        read: goalWeight many? latest? goal? change? -> latest {M} | derive left = latest - {goalWeight}
        read: reaction -> (latest {M} before each {reaction}){c} called earlier, (average {M} within 2h after each {reaction}){c} called later | derive change = later - earlier
        sum: left many? far? more? -> {m}{c:today} | derive left = {left} - {col}
        none: progress/goal/usual more? goal? -> progress activeEnergy{today} || progress steps{today}
        none: formula extreme -> {formula} | {top} by {name}
        none: formula extreme long? -> {rowsOf} | {top}
        none: formula which/when list? show? -> {rowsOf}
        none: formula average long? -> {rowsOf} | average
        none: formula average -> {formula} | select {name} | average
        none: record when? -> {record}{c}
        none: formula need? by? per? total? show? long? many? -> {formula}
        sum: incl total? many? per? by? -> sum activeEnergy called active, sum restingEnergy called resting{by}{c} | derive total = active + resting
        none: rhythm -> sum steps by hour{c:last 14 full days} | fill zero | rhythm ~ hours of steps
        sum: typicalDay -> sum {M} by hour{c:last 30 full days} | average by hour of day

        # Sources
        plain sum/night/read/span/event: priority -> show priority of {M}
        plain sum/night/read/span/event: twice many? -> show overlap of {M}
        sum: writers more writes? -> {m} by source{c} sources raw | top 1
        sum: writers extreme writes? many? -> {m} by source{c} sources raw | {top}
        sum: writers writes? -> {m} by source{c} sources raw
        read/event/workout: writers writes? -> count {M} by source{c}
        night: writers writes? -> {m} by source{c}
        night: place writes -> {m} by source{c}
        sum/read/event/workout: place writes -> count {M} by source{c}

        # Files
        adds: csv per? list? show? -> {m} by {b}{c} as csv
        read: csv list? show? readings? -> samples of {M}{c} as csv

        # Several days compared
        read: spread -> max, min {M}{by}{c} | derive difference = max - min
        read: stages average? -> ({m} while sleepAnalysis is deep) called deep, ({m} while sleepAnalysis is rem) called rem, ({m} while sleepAnalysis is core) called core{c}
        sum/read: kinds extreme average? -> {m} by activity{c} | {top}
        adds: versus average? by -> {m} by {b}{vs} | average{g} as wide
        adds: versus average per? percent? delta? moved? -> {m} by {b}{vs} | {agg}
        adds: versus per -> {m} by {b}{this} | compare to previous {period}
        night: versus more? than? many? -> {m} by night{vs} | average
        clock: versus more? than? average? when? -> {m} by night{vs} | average
        adds: versus more than? many? -> {m}{sameDays}
        adds: versus more? than? many? total? percent? delta? moved? -> {m}{vs}
        read: versus more -> {m}{sameDays}
        read: versus more than? average? -> average {M}{vs}
        read: versus average? by? -> average {M}{vs}
        adds/read: yearAgo than? more? by? per? -> {m}{by}{c} | compare to previous year
        adds: percent delta? average per by -> {m} by {b}{c} | average{g} | change percent
        read: percent delta? moved? -> first, latest {M}{c} | derive change in % = (latest - first) / first
        adds/read: percent delta? per? by? -> {m} by {b}{c} | change percent
        adds/read: delta per -> {m} by {b}{c} | change
        adds/read: coverage many? per? by? -> coverage {M}{by}{c}
        read: shift average? than? -> average {M}{around}
        adds: shift average? than? per? many? -> {m} by {b}{around} | average
        clock: shift average? than? -> {m} by night{around} | average
        read: shift average? than? -> average {M} by (start < {shift}) called before{c}
        adds: shift average? than? per? -> {m} by {b}{c} | derive before = date < {shift} | average by before
        clock: shift average? than? -> {m} by night{c} | derive before = date < {shift} | average by before

        read: asleepOrAwake average? than? per? by? -> ({m} while sleep) called asleep, ({m} while not sleep) called awake{by}{c}
        adds/read: during than nodata average? by? per? -> ({m} while {d}) called then, ({m} while not {d}) called otherwise{by}{else}
        read: baseline average? more? than? -> average {M}{c} | compare to {baseline}
        read: during more than? average? effect? -> ({m} while {d}) called then, ({m} while not {d}) called otherwise{else} ~ side by side

        # Shapes over time
        workout: pace trend per? -> duration {M} called time, sum workout distance called distance by week{c} | derive pace in min/km = time / distance | select pace | trend{rate}
        adds/read: trend average? per? weeks? -> {m} by {b}{c} | trend{rate}
        adds/read: rolling per? -> {m} by {b}{c} | rolling {rolling} average
        adds: running per? -> {m} by {b}{c} | running total
        adds/read: weeks show? -> {m} by week{c}
        adds/read: history by/per show? -> {m}{by}{c}
        adds/read: history average? show? -> {m} by month{c} ~ by month
        adds: state which? days? per? when? -> {m} by {b}{c} | usual | where state is {state}
        read: state which? days? per? when? -> average {M} by {b}{c} | usual | where state is {state}
        adds/read: outliers which? readings? -> {m} by {b}{c} | outliers
        read: histogram bins? -> count {M} by bins of {bins}{c}
        read: bins -> count {M} by bins of {bins}{c}
        read: zones per? by? long? -> duration {M}{zones}{h} ~ {edges}each reading lasts up to 2min
        night: hourSpan long? many? -> duration {M} by hour{c} | where {hourSpan} | sum
        night: regular -> duration {M} by minute{c:last 14 full days} | regularity ~ the last 14 full days
        clock: trend per? average? -> {m} by night{c} | trend{rate}
        clock: regular -> {m} by night{c} | stddev
        read: delta many? total? -> first, latest {M}{c} | derive change = latest - first
        did read: change limit -> first, latest {M}{c} | derive {change} | derive reached = {changed} {limit}
        read: change per -> average {M} by {b}{c} | change
        read: change extreme which -> average {M} by {b}{c} | change | {lostMost}
        read: change percent -> first, latest {M}{c} | derive {changePercent}
        read: change total? more? -> first, latest {M}{c} | derive {change}

        # Streaks, shares and days that meet a condition
        adds: streaks limit streak? days? which? -> {m} by {b}{c} | streaks where {col} {limit} | where length >= {streaks}
        read: streaks limit streak? days? which? -> {mx} by {b}{c} | streaks where {cx} {limit} | where length >= {streaks}
        adds: streak limit which? days? per? latest? long? many? -> {m} by {b}{c} | {streak} streak where {col} {limit}
        read: streak limit which? days? per? latest? long? -> {mx} by {b}{c} | {streak} streak where {cx} {limit}
        read: streak nodata limit which? days? -> count {M} by {b}{v} | {streak} streak where count = 0
        adds/read: streak nodata which? days? latest? -> count {M} by {b}{c:last 12 months} | {streak} streak where count = 0 ~ the last 12 months
        adds/read: streak with? which? days? latest? long? -> count {M} by {b}{c} | {streak} streak where count > 0
        adds/read: gaps many limit? readings? -> gaps of {M}{longer}{c} | count
        adds/read: gaps limit? when? list? readings? show? -> gaps of {M}{longer}{c}
        adds/read: gap readings? many? long? -> {gaps}
        adds/read: gap readings? -> count {M} by {b}{c} | longest streak where count = 0
        adds: share limit which/days/many by? per? average? -> {m} by {b}{c} | share where {col} {limit}{g}
        workout: share many? -> {shareOfWorkouts}
        adds: share limit by? per? -> {m} by {b}{c} | share where {col} {limit}{g}
        read: share limit which/days average by? per? -> average {M} by {b}{c} | share where average {limit}{g}
        read: share limit which/days by? per? -> {mx} by {b}{c} | share where {cx} {limit}{g}
        sum/workout/event/read: share many? by? writes? -> share ({cond}) of {M}{by}{ranged}
        read: share limit readings? by? -> share ({value}) of {M}{by}{c}
        read: inRange limit which/days share? percent? ofTime? -> time in range of {M} by {b}{c} | where timeInRange {percent}
        read: inRange limit percent? share? long? ofTime? per? by? -> {time} of {M}{by}{c} ~ each reading lasts up to 15min
        read: ofTime limit long? per? by? -> {time} of {M}{by}{c} ~ each reading lasts up to 15min
        read: inRange versus ofTime? average? more? than? -> time in range of {M}{vs}
        read: inRange percent? share? long? latest? ofTime? per? by? show? average? readings? -> time in range of {M}{by}{c}
        adds/read: share which/days with? by? per? -> count {M} by {b}{c} | share where count > 0{g}
        read: nodata limit which readings? -> count {M} by {b}{v} | where count = 0
        read: nodata limit days/many which? readings? -> count {M} by {b}{v} | where count = 0 | count
        adds/read: nodata which writers? readings? -> count {M} by {b}{c} | where count = 0
        adds/read: nodata which per -> count {M} by {b}{c} | where count = 0 | count{g}
        adds/read: nodata days/many which? per? by? -> count {M} by {b}{c} | where count = 0 | count{g}
        adds: days limit by? per? more? -> {m} by {b}{c} | where {col} {limit} | count{g}
        adds: many limit which/days by? per? -> {m} by {b}{c} | where {col} {limit} | count{g}
        sum/night/span: many limit by? per? -> {m} by {b}{c} | where {col} {limit} | count{g}
        workout: limit list -> samples of {M}{v}
        sum: limit when -> {m} by 15min{day} | running total | where {col} {limit} | limit 1 ~ in steps of 15 minutes
        did night: nightOf limit per -> {m} by night{c} | derive reached = {col} {limit}
        did adds: limit per -> {m} by {b}{c} | share where {col} {limit}
        adds: limit average which when? -> {m} by day{c} | average by {which} | where average {limit}
        adds: limit profile average? when? -> {m} by {b}{c} | average by {profile} | where average {limit}
        did adds: limit average -> {m} by {b}{c} | average | derive reached = average {limit}
        did read: limit average -> average {M}{c} | derive met = average {limit}
        did workout: limit many? -> {total}{c} | derive reached = {col} {limit}
        workout: limit latest when? -> samples of {M}{v} newest first limit 1
        workout: limit first when? -> samples of {M}{v} oldest first limit 1
        adds: limit first when? which? days? -> {m} by {b}{c} | where {col} {limit} | limit 1
        read: limit first which days? -> average {M} by {b}{c} | where average {limit} | limit 1
        adds: limit sinceLast -> {m} by {b}{c} | where {col} {limit} | sort start descending | limit 1
        adds: limit which average -> {m} by {measured}{c} | average by {which} | where average {limit}
        adds: limit profile average? -> {m} by {b}{c} | average by {profile} | where average {limit}
        adds: limit latest when? which? days? per? -> {m} by {b}{c} | where {col} {limit} | sort start descending | limit 1
        adds: limit which/when/per list? show? -> {m} by {b}{c} | where {col} {limit}
        adds: limit list/show -> {m} by {b}{c} | where {col} {limit}
        adds: limit which/when/per which? list -> {m} by {b}{c} | where {col} {limit}
        read: days limit average which? by? per? -> average {M} by {b}{c} | where average {limit} | count{g}
        read: which limit average list? show? -> average {M} by {b}{c} | where average {limit}
        read: days limit by? per? -> {mx} by {b}{c} | where {cx} {limit} | count{g}
        read: limit sinceLast readings? -> samples of {M}{v} newest first limit 1
        read: limit first when? readings? list? -> samples of {M}{v} oldest first limit 1
        read: limit latest when? readings? -> samples of {M}{v} newest first limit 1
        did read: limit -> latest {M}{now} | derive met = latest {limit}
        read: limit profile many? readings? -> count {M} by {profile}{v}
        read: limit when readings? -> samples of {M}{v}
        read: limit which/when list? average? -> {mx} by {b}{c} | where {cx} {limit}
        read: limit extreme profile many? readings? when? -> count {M} by {profile}{v} | {top}
        read: limit extreme which many? readings? when? -> count {M} by {b}{v} | {top}
        read: limit long total? per? by? -> duration {M}{by}{h} ~ each reading lasts up to {hold}
        read: limit many readings? per? by? -> count {M}{by}{v}
        read: limit readings? list? show? -> samples of {M}{v}
        workout: speed limit? which? when? -> samples of {M}{v} | derive speed = distance / duration | {speed} by speed
        workout: pace average paceUnit? per? by? -> duration {M} called time, sum workout distance called distance{by}{c} | derive pace in min/km = time / distance
        workout: split show? list? per? -> duration workouts called time by {split}
        workout: far long per? by? list? show? -> samples of {M}{c} | select start, duration, distance
        workout: pace paceUnit per? list? show? -> samples of {M}{c} | derive pace in min/km = duration / distance
        workout: velocity average per? by? -> duration {M} called time, sum workout distance called distance{by}{c} | derive speed in km/hr = distance / time
        workout: velocity latest -> samples of {M}{c} newest first limit 1 | derive speed in km/hr = distance / duration
        workout: velocity per? list? show? -> samples of {M}{c} | derive speed in km/hr = distance / duration
        workout: pace latest far? long? -> samples of {M}{c} newest first limit 1 | derive pace = duration / distance
        workout: pace newest average long? far? -> samples of {M}{c} newest first limit {n} | select duration, distance | sum | derive pace in min/km = sum_duration / sum_distance
        workout: pace newest -> samples of {M}{c} newest first limit {n} | derive pace = duration / distance
        workout: pace extreme long? far? paceUnit? -> samples of {M}{c} | {top} by {size} | derive pace in min/km = duration / distance
        workout: pace per? show? -> samples of {M}{c} | derive pace = duration / distance
        workout: limit many which? list? -> count {M}{v}
        workout: limit which? list? -> samples of {M}{v}
        did sum/night/span: limit -> {m}{c} | derive reached = {col} {limit}
        sum: days -> {m} by {b}{c} | count{g}
        adds/read: days/many which with? by? per? -> count {M} by {b}{c} | where count > 0 | count{g}
        adds/read: days with? by? per? -> count {M} by {b}{c} | where count > 0 | count{g}
        event/span/workout: which with? per/by -> count {M} by {b}{c} | where count > 0 | count{g}
        event/span/workout: which with? list? -> count {M} by {b}{c} | where count > 0

        span: limit per? by? -> duration {M}{by}{v}
        clock: before which/when/list/show? -> {m} by night{c} | where {col} {before}
        clock: before many/days by? per? -> {m} by night{c} | where {col} {before} | count{g}
        clock: before share which/days by? per? -> {m} by night{c} | share where {col} {before}{g}
        clock: before average? streak which? days? -> {m} by night{c} | {streak} streak where {col} {before}

        # The greatest and the least
        clock: profile extreme/latest/first average? -> {m} by night{c} | average by {profile} | {topTime}
        clock: which extreme/latest/first -> {m} by night{c} | {topTime}
        clock: extreme/latest/first when? -> {m} by night{c} | {ext}
        sum: extreme average when -> {m} by hour{c} fill zero | average by hour of day | {top}
        workout: extreme many? long? far? when? total? -> samples of {M}{c} | {top} by {size}
        workout: longestOf by -> sum workout distance by workout{c} | {longestOf}{g} || duration workouts by workout{c} | {longestOf}{g}
        workout: extreme per/which -> {m} by {b}{c} | {top} ~ {col} of workouts
        workout/event: extreme profile average? many? when? -> {m} by {profile}{c} | {top}
        adds: extreme profile average? when? per? -> {m} by {b}{c} | average by {profile} | {top}
        adds: rank profile average? -> {m} by {b}{c} | average by {profile} | sort average descending
        adds: rank which average? -> {m} by {measured}{c} | average by {which} | sort average descending
        read: rank profile average? -> average {M} by {profile}{c} | sort average descending
        read: rank which average? -> average {M} by {b}{c} | sort average descending
        adds: extreme average which per? -> {m} by {measured}{c} | average by {b} | {top}
        adds: extreme by per? -> {m} by {b}{c} | {ext}{g}
        night: extreme which show? -> {m} by night{c} | average by {which} | {top}
        sum: extreme when -> {m} by hour{day} | {top}
        adds: extreme per? which? when? many? total? list? -> {m} by {b}{c} | {top}
        read: extreme profile average? when? -> average {M} by {profile}{c} | {top}
        read: extreme average which -> average {M} by {b}{c} | {top}
        read: extreme average by? -> {ext} {M} by day{c} | average{g}
        read: extreme when readings? -> {ext} {M} at{c}
        read: extreme when per -> {ext} {M} at{by}{c}
        read: extreme when per? -> samples of {M}{c} | {top}
        read: extreme which when? per? readings? -> {winner} {M} by {b}{c} | {top}
        read: extreme by? per? readings? show? -> {ext} {M}{by}{c}

        # Blood pressure over 140/90
        read: pressure days which? with? -> {bothPressures} by day{c} | where {pressed} | count
        read: pressure which with? list? when? -> {bothPressures} by day{c} | where {pressed}
        read: pressure many readings? -> {bothPressures} by minute{c} fill none | where {pressed} | count
        read: pressure when? list? readings? -> {bothPressures} by minute{c} fill none | where {pressed}

        # Times of day
        span/workout/event: when average -> first start {M} by day{c} | average ~ the first of each day
        clock: average by? when? -> {m} by night{c} | {agg}{g}
        clock: by when? more? -> {m} by night{c} | average{g}
        clock: usualTime when? -> {m} by night{c:last 30 days} | average ~ the last 30 days
        clock: when? show? list? -> {m} by night{c:last 30 days} ~ the last 30 days
        sum: first when? -> first start {M}{by}{c}
        sum: latest when per? -> last end {M}{by}{c}
        sum: latest usualTime when -> last end {M} by day{c} | average
        sum: first usualTime when -> first start {M} by day{c} | average
        sum: latest average when? -> last end {M} by day{c} | average
        sum: first average when? -> first start {M} by day{c} | average

        # One sample
        sum: extreme readings -> samples of {M}{c} | {top}
        sum: taken -> samples of {M}{c}
        workout: latest show? when? many? long? far? list? readings? -> samples of {M}{c} newest first limit 1
        read: newest average readings? -> samples of {M}{c} newest first limit {n} | {agg}
        workout: newest average far? long? -> samples of {M}{c} newest first limit {n} | select duration, distance | {agg}
        workout/read: newest readings? list? show? -> samples of {M}{c} newest first limit {n}
        workout: newest total far/long -> samples of {M}{c} newest first limit {n} | select {sizes} | sum
        event/span: latest when? readings? alerts? -> samples of {M}{c} newest first limit 1
        workout/event/span: when list? -> samples of {M}{past}{c}
        night: first when? readings? -> samples of {M}{c} oldest first limit 1
        workout: first when? far? long? -> samples of {M}{c} oldest first limit 1
        read/sum/event: latest writes when? by -> last end {M}{by}{c}
        read: latest when readings? writes? -> samples of {M}{c} newest first limit 1
        read: latest readings? show? by? per? -> latest {M}{by}{c}
        read: first when readings? -> samples of {M}{c} oldest first limit 1
        read: first readings? by? per? -> first {M}{by}{c}
        read/event/span/workout: list readings? -> samples of {M}{c}

        # Rows
        sum/night: profile average? -> {m} by {b}{c} | average by {profile}
        adds: more by per? -> {m} by {b}{c} | average{g}
        read: more by -> average {M}{by}{c}
        adds: average per? by? many? -> {m} by {b}{c} | {agg}{g}
        workout: kinds extreme many? list? -> {m} by activity{c} | {top}
        workout: kinds list? many? -> count, duration {M} by activity{c}
        workout: many? by? per? show? total? readings? -> {m}{by}{c}
        event: alerts by? per? many? -> {m}{by}{c}
        workout/event/span: profile average? when? many? -> count {M} by {profile}{c}
        sum/night/span: many readings per? by? -> count {M}{by}{c}
        adds: show? list? per? by? many? total? -> {m}{by}{c}
        read: average show? per? by? -> {agg} {M}{by}{c}
        read: many readings? writes? per? by? -> count {M}{by}{c}
        read: readings per/by show? -> count {M}{by}{c}
        read: regular average? by? per? -> stddev {M}{by}{c}
        read: readings show? -> samples of {M}{c}
        read: show? per? by? -> {reading}{by}{c}
        """
}
