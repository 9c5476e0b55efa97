import HealthImport

extension Reader {
    /// The text of a preset, a zero byte, and a table that it reads. Any preset and any table have a report whose numbers agree.
    static let presets = Reader(
        name: "presets", longest: 4096,
        words: [
            "preset a \"A\"\n", "\ntable t\n", "need ", "start ", "end ", "day ", "as \"yyyy-MM-dd HH:mm\"", "lasts Time in words",
            "utc\n", "offset Zone\n", "only Kind is 1\n", "not Kind is 2\n", "group Date\n", "metadata k from Kind\n", "repeats\n",
            "points\n", "json data .\n", "sample steps from N in count", "sample weight from N in kg or lb", "pressure N M\n",
            "sleep from Kind 1 deep\n", "stages from N every 5 min 1 deep 2 rem\n", "workout from Kind\n", "distance from N in km\n",
            "without 0", "times M", "define mood from 1 to 10\n", "\u{0}", "Date,N,M,Kind,Time,Zone\n", "2026-03-29 02:30", "1h 5m",
            "{\"data\":[{", "\"Date\":\"2026-03-29\"", "}]}", "1,234.5", "1e308", "-1", "--", "\"\"", "UTC+0200", "1780272000000",
        ],
        seeds: { presetTexts.map { [40] + Array($0.utf8) } },
        check: { input in
            guard let size = input.first, let middle = input.firstIndex(of: 0), middle > 0 else { return }
            let text = String(decoding: input[1..<middle], as: UTF8.self)
            guard let catalog = try? PresetCatalog(text: text) else { return }
            try ImportCheck("table of", .presets(catalog, name: "fuzz")).check([size] + input[(middle + 1)...])
        })
}

/// A preset with a zero byte and its table, for CSV and for JSON.
private let presetTexts = [
    """
    preset a "A"
    define mood from 1 to 10
    table t
      need Date N Kind
      start Date
      lasts Time in words
      offset Zone
      not Kind is 9
      repeats
      metadata k from Kind
      sample weight from N in kg
      sample mood from M in count without 0
      sleep from Kind 1 deep 2 rem
      workout from Kind 1 running 2 cycling
      distance from N in km
    \u{0}Date,N,M,Kind,Time,Zone
    2026-03-29 02:30,80.5,3,1,1h 5m,
    2026-03-30 08:00,"1,080",0,2,45m,UTC+0200
    2026-03-30 08:00,x,11,9,,
    """,
    """
    preset a "A"
    table t
      json data .
      need day n
      day day
      sample steps from n times v.0 in count
    \u{0}{"x":1,"data":[{"day":"2026-03-29","n":20,"v":[1,2]},{"day":"soon","n":null,"v":[]},{"day":1780272000000,"n":"7","v":[2]}]}
    """,
    """
    preset a "A"
    table t
      need at night
      start at
      utc
      stages from night every 5 min 1 deep 2 core
      pressure high low
    \u{0}sep=;
    at;night;high;low
    2026-05-01T23:00:00;1122;120;80
    """,
]
