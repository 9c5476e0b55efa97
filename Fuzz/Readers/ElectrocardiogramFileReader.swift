import HealthImport
import HealthModel
import SQLiteStorage

extension Reader {
    /// Electrocardiograms of Apple's export. The voltages are numbers within a limit, in order of time, and a store keeps each bit.
    static let electrocardiogram = Reader(
        name: "electrocardiogram", longest: 4096,
        words: [
            "Recorded Date,", "2024-05-04 07:00:00 +0200", "Classification,", "Sinus Rhythm", "Symptoms,", "Device,\"Watch6,7\"",
            "Sample Rate,", "512 hertz", "511,422\u{A0}Hertz", "Lead,Lead I", "Unit,µV", "mV", "\r\n", "\n\n", "-265,868", "150.141",
            "1.234,5", "1e308", "nan", "\"\"", "\u{FEFF}",
        ],
        seeds: { electrocardiogramTexts.map { Array($0.utf8) } },
        check: { input in
            guard let series = TimeSeries(electrocardiogram: input, name: "ecg") else { return }
            try demand(series.count > 0 && zip(series.times, series.times.dropFirst()).allSatisfy { $0 <= $1 }, "times are in order")
            try demand(series[.voltage].allSatisfy { abs($0) <= 1e7 }, "voltages are numbers within the limit")
            try demand(TimeSeries(electrocardiogram: input, name: "ecg") == series, "a file is always the same recording")
            let packed = SeriesCodec.encode(series)
            try demand(
                try SeriesCodec.decode(packed.span, .electrocardiogram, name: "ecg", count: series.count) == series,
                "a store keeps every bit")
        })
}

/// A recording in English, and one in German with decimal commas.
private let electrocardiogramTexts = [
    """
    Name,Ada
    Date of Birth,"Jan 5, 1980"
    Recorded Date,2024-05-04 07:00:00 +0200
    Classification,Sinus Rhythm
    Symptoms,
    Software Version,1.90
    Device,"Watch6,7"
    Sample Rate,512.844 hertz


    Lead,Lead I
    Unit,µV

    -48.673
    150.141
    12
    """,
    """
    Name,Eva
    Geburtsdatum,05.01.1980
    Aufgezeichnet am,2024-05-04 07:00:00 +0200
    Klassifizierung,Sinusrhythmus
    Symptome,Schwindel
    Softwareversion,1.90
    Gerät,"Watch6,7"
    Abtastrate,"511,422\u{A0}Hertz"

    Ableitung,Ableitung I
    Einheit,mV

    -0,265
    1.234,5
    """,
]
