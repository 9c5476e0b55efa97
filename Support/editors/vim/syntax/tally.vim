" Vim syntax file
" Language: Tally
" Generated from the grammar table by `make transcripts`.

if exists("b:current_syntax")
  finish
endif

syntax case ignore
syntax sync minlines=1

syntax match tallyMetric "\v<%(oxygen|period|pushes|sodium|vo2max|weight|wheeze|apnea|carbs|cough|depth|dizzy|faint|falls|fever|fiber|fibre|inbed|lowhr|noise|o2sat|pulse|rmssd|sleep|steps|sugar|vomit|waist|water|acne|afib|fev1|iron|mets|pefr|sdnn|spo2|zinc|b12|bac|bbt|bmi|bmr|eda|fat|ftp|fvc|hrv|pef|rhr|sex|vo2|b6|hr|o2|uv)>"
syntax match tallyMetric "\v<%(brushing|caffeine|chloride|chromium|coughing|daylight|diarrhea|distance|exercise|fainting|hairloss|headache|hotflash|hrvrmssd|leanmass|movetime|nikefuel|peakflow|runpower|runspeed|selenium|sleeping|spotting|systolic|thiamine|totalfat|vitamina|vitaminc|vitamind|vitamine|vitamink|vomiting|wheezing|workouts|bodyfat|cadence|calcium|dryskin|fatigue|flights|glucose|inhaler|insulin|mindful|protein|strokes|thiamin|uvindex|biotin|chills|copper|cramps|drinks|floors|folate|height|highhr|iodine|nausea|niacin)>"
syntax match tallyMetric "\v<%(hrrecovery|inhaleruse|meditation|molybdenum|moveenergy|noiseevent|pelvicpain|phosphorus|riboflavin|sleepapnea|sorethroat|soundlevel|standhours|steadiness|steplength|uvexposure|vitaminb12|asymmetry|basaltemp|bikepower|breathing|chestpain|diastolic|divedepth|dizziness|folicacid|heartburn|heartrate|hydration|lactation|magnesium|manganese|ovulation|perfusion|potassium|pregnancy|pulserate|pushcount|restinghr|runnynose|standtime|stepcount|timeinbed|vitaminb1|vitaminb2|vitaminb3|vitaminb5|vitaminb6|vitaminb7|waistsize|walkinghr|walkspeed|watertemp|wristtemp|appetite|backpain|bloating|bodyache|bodymass|bodytemp)>"
syntax match tallyMetric "\v<%(bloodalcohol|bloodglucose|constipation|cyclingpower|cyclingspeed|daylighttime|dietaryfiber|dietarysugar|dietarywater|exercisetime|fatsaturated|hypertension|incontinence|inhalerusage|leanbodymass|lowheartrate|menstruation|palpitations|progesterone|runningpower|runningspeed|saturatedfat|sleepchanges|stairspeedup|standminutes|stridelength|swimdistance|walkingspeed|6minutewalk|basalenergy|bikecadence|bloodoxygen|cholesterol|dietaryiron|dietaryzinc|divingdepth|effortscore|handwashing|lossofsmell|lossoftaste|lowbackpain|memorylapse|mindfulness|moodchanges|moveminutes|nightsweats|rowingspeed|skidistance|skiingspeed|swimstrokes|timesfallen|waterintake|bloodsugar|bodyheight|bodyweight|breastpain|dietaryfat|foodenergy|hotflashes|hotflushes)>"
syntax match tallyMetric "\v<%(applestandhour|applestandtime|bikingdistance|bodyfatpercent|cardiorecovery|chesttightness|cyclingcadence|dietarycalcium|dietaryprotein|dietarythiamin|distancerowing|energyconsumed|flightsclimbed|headphoneaudio|loudnoiseevent|mindfulminutes|mindfulsession|noisereduction|perfusionindex|physicaleffort|rapidheartbeat|rowingdistance|sexualactivity|soundreduction|stairspeeddown|timeindaylight|vaginaldryness|applemovetime|bodymassindex|breathingrate|carbohydrates|cardiofitness|cervicalmucus|contraception|contraceptive|dietarybiotin|dietarycopper|dietaryenergy|dietaryfolate|dietaryiodine|dietaryniacin|dietarysodium|doublesupport|floorsclimbed|groundcontact|highheartrate|lowerbackpain|menstrualflow|ovulationtest|paddlingspeed|pregnancytest|restingenergy|sixminutewalk|sleepanalysis|stairsupspeed|toothbrushing|vitalcapacity|workouteffort|activeenergy|bikedistance)>"
syntax match tallyMetric "\v<%(dietarymanganese|dietarypotassium|dietaryvitaminb6|distanceswimming|downhilldistance|handwashingevent|irregularperiods|lowcardiofitness|oxygensaturation|paddlingdistance|progesteronetest|prolongedperiods|restingheartrate|skippedheartbeat|stairascentspeed|swimmingdistance|systolicpressure|walkingasymmetry|walkingheartrate|watertemperature|wheelchairpushes|wristtemperature|abdominalcramps|alcoholicdrinks|appetitechanges|bodytemperature|cyclingdistance|daylightminutes|dietarycaffeine|dietarychloride|dietarychromium|dietaryfattotal|dietaryselenium|dietaryvitamina|dietaryvitaminc|dietaryvitamind|dietaryvitamine|dietaryvitamink|distancecycling|estimatedeffort|exerciseminutes|headphonevolume|insulindelivery|irregularcycles|irregularrhythm|pantothenicacid|respirationrate|respiratoryrate|restingcalories|runningdistance|sinuscongestion|skatingdistance|skinconductance|sleepapneaevent|stairsdownspeed|steadinessevent|swimmingstrokes|underwaterdepth|walkingdistance|activecalories)>"
syntax match tallyMetric "\v<%(crosscountrydistance|dietarycarbohydrates|distancepaddlesports|estimatedeffortscore|heartratevariability|irregularheartrhythm|paddlesportsdistance|walkingdoublesupport|bladderincontinence|bloodalcoholcontent|dietaryfatsaturated|flutteringheartbeat|forcedvitalcapacity|generalizedbodyache|numberoftimesfallen|ovulationtestresult|pregnancytestresult|runningstridelength|swimmingstrokecount|verticaloscillation|activeenergyburned|alcoholicbeverages|atrialfibrillation|audioexposureevent|cardiofitnesslevel|dietarycholesterol|distancewheelchair|environmentalnoise|fatmonounsaturated|fatpolyunsaturated|highheartrateevent|monounsaturatedfat|peakexpiratoryflow|persistentspotting|polyunsaturatedfat|toothbrushingevent|waistcircumference|wheelchairdistance|workouteffortscore|appleexercisetime|basalenergyburned|bodyfatpercentage|diastolicpressure|dietarymolybdenum|dietaryphosphorus|dietaryriboflavin|dietaryvitaminb12|groundcontacttime|heartraterecovery|hypertensionevent|infrequentperiods|lowheartrateevent|paddlesportsspeed|shortnessofbreath|sixminutewalktest|stairdescentspeed|walkingsteadiness|walkingsteplength|basaltemperature|dietarymagnesium)>"
syntax match tallyMetric "\v<%(applesleepingbreathingdisturbances|rapidpoundingorflutteringheartbeat|persistentintermenstrualbleeding|cyclingfunctionalthresholdpower|environmentalaudioexposureevent|walkingdoublesupportpercentage|applesleepingwristtemperature|applewalkingsteadinessevent|environmentalsoundreduction|estimatedworkouteffortscore|headphoneaudioexposureevent|distancecrosscountryskiing|distancedownhillsnowsports|environmentalaudioexposure|heartraterecoveryoneminute|numberofalcoholicbeverages|runningverticaloscillation|walkingasymmetrypercentage|dietaryfatmonounsaturated|dietaryfatpolyunsaturated|heartratevariabilityrmssd|infrequentmenstrualcycles|irregularheartrhythmevent|prolongedmenstrualperiods|sixminutewalktestdistance|atrialfibrillationburden|functionalthresholdpower|heartratevariabilitysdnn|irregularmenstrualcycles|peripheralperfusionindex|runninggroundcontacttime|bleedingduringpregnancy|crosscountryskiingspeed|forcedexpiratoryvolume1|walkingheartrateaverage|applewalkingsteadiness|bleedingafterpregnancy|bloodpressurediastolic|diastolicbloodpressure|dietarypantothenicacid|distancewalkingrunning|forcedexpiratoryvolume|headphoneaudioexposure|intermenstrualbleeding|peakexpiratoryflowrate|progesteronetestresult|walkingsteadinessevent|bloodoxygensaturation|bloodpressuresystolic|breathingdisturbances|dietaryenergyconsumed|distanceskatingsports|electrodermalactivity|headphonenotification|lowcardiofitnessevent|skatingsportsdistance|systolicbloodpressure|basalbodytemperature|cervicalmucusquality|chesttightnessorpain)>"
syntax match tallyWord "\v<%(words|zones|case|clip|data|drop|full|info|keep|mark|none|null|plan|rows|time|user|with|zero|ago|and|end|for|gap|lag|not|now|per|raw|row|sql|utc|yes|at|in|is|no|of|or|to)>"
syntax match tallyWord "\v<%(pseudonymised|pseudonymized|descending|everything|ascending|confirmed|functions|summaries|variables|contains|previous|priority|progress|separate|sessions|settings|skipping|starting|aligned|buckets|compare|created|current|elapsed|entered|exactly|longest|matches|metrics|missing|outward|overlap|percent|persons|running|samples|warning|watches|access|before|called|linear|merged|sample|starts|streak|after|clock|codes|error|every|least|local|reset|saved|start|swift|total|units|using)>"
syntax match tallyPeriod "\v<%(weekday\s+or\s+weekend|month\s+of\s+year|day\s+of\s+month|hour\s+of\s+week|week\s+of\s+year|hour\s+of\s+day|part\s+of\s+day|wednesday|activity|metadata|quarters|saturday|thursday|minutes|product|quarter|seconds|tuesday|weekday|workout|device|friday|minute|monday|months|person|second|source|sunday|bands|hours|month|night|value|weeks|years|bins|days|each|hour|week|year|day)>"
syntax match tallyFormat "\v<%(markdown|heatmap|chart|jsonl|spark|table|bars|html|json|line|wide|csv|svg|tsv)>"
<<<<<<< HEAD
syntax match tallyClause "\v<%(before\s+each|after\s+each|assign\s+by|yesterday|all\s+time|against|between|holding|sources|through|anchor|assign|during|newest|oldest|prefer|strict|within|edges|since|today|until|while|from|goal|grid|last|rule|this|zone|all|as|by|on)>"
syntax match tallyStage "\v<%(current\s+streak|longest\s+streak|running\s+total|compare\s+to|regularity|correlate|outliers|value\s+at|partial|project|rolling|streaks|bottom|change|derive|rhythm|select|smooth|limit|share|trend|where|fill|join|sort|top)>"
=======
syntax match tallyClause "\v<%(before\s+and\s+after|assign\s+by|yesterday|all\s+time|against|between|holding|sources|through|anchor|assign|during|newest|oldest|prefer|strict|edges|since|today|until|while|from|goal|grid|last|rule|this|zone|all|as|by|on|vs)>"
syntax match tallyStage "\v<%(current\s+streak|longest\s+streak|running\s+total|compare\s+to|regularity|correlate|outliers|value\s+at|partial|project|rolling|streaks|bottom|change|derive|rhythm|select|smooth|limit|share|trend|usual|where|fill|join|sort|top)>"
>>>>>>> 39d0cd76 (docs: record the words and messages of ranges and usual)
syntax match tallyAggregate "\v<%(duration|average|latest|median|stddev|count|first|max|min|sum)>"
syntax match tallyStatement "\v<%(rename\s+person|add\s+summary|anchor\s+of|describe|changes|explain|history|section|act\s+as|assert|delete|expect|export|forget|import|allow|learn|param|tally|title|watch|deny|help|load|open|quit|save|show|stop|text|add|def|let|run|set|why)>"
syntax match tallySign ~\v\||!\=|\<\=|\>\=|[=<>+*/]~
syntax match tallyNumber ~\v<[pP]\d+%(\.\d+)?>|<\d[0-9_]*%(\.\d+)?%([eE][+-]?\d+)?[A-Za-z%]*~
syntax match tallyTime ~\v<\d{4}-%([Qq]\d|[Ww]\d{1,2}|\d{1,2}%(-\d{1,2}%([Tt]\d{1,2}:\d{2}%(:\d{2}%(\.\d+)?)?%([Zz]|[+-]\d{2}:?\d{2})?)?)?)>|<\d{1,2}:\d{2}%(:\d{2})?>~
syntax match tallyName ~\v`[^`]*`?~
syntax match tallyText ~\v"%([^"]|"")*"?|'%([^']|'')*'?~
syntax match tallyComment ~\v#.*$~

highlight default link tallyStatement Statement
highlight default link tallyAggregate Function
highlight default link tallyStage Keyword
highlight default link tallyClause Keyword
highlight default link tallyFormat Constant
highlight default link tallyPeriod Constant
highlight default link tallyWord Keyword
highlight default link tallyMetric Type
highlight default link tallyComment Comment
highlight default link tallyText String
highlight default link tallyName Identifier
highlight default link tallyTime Number
highlight default link tallyNumber Number
highlight default link tallySign Operator

let b:current_syntax = "tally"
