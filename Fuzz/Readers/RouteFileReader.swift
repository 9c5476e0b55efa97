import HealthImport
import HealthModel
import SQLiteStorage

extension Reader {
    /// Routes in GPX. The points are in order of time and on the earth, and no number is infinite.
    static let gpx = Reader(
        name: "gpx", longest: 4096,
        words: [
            "<gpx>", "</gpx>", "<trk>", "<trkseg>", "</trkseg>", "<trkpt", "</trkpt>", " lat=\"", " lon=\"", "<ele>", "<time>", "</time>",
            "<extensions>", "<speed>", "<course>", "<hAcc>", "<vAcc>", "2024-03-10T07:00:00Z", "-1", "1e308", "nan", "<!--", "-->",
            "<![CDATA[", "<!DOCTYPE", "<!ENTITY", "gpxtpx:", "/>",
        ],
        seeds: { routeTexts.map { Array($0.utf8) } },
        check: { input in
            guard let route = TimeSeries(gpx: input, name: "route") else { return }
            try demand(route.count > 0 && zip(route.times, route.times.dropFirst()).allSatisfy { $0 <= $1 }, "points are in order of time")
            try demand(
                route[.latitude].allSatisfy { abs($0) <= 90 } && route[.longitude].allSatisfy { abs($0) <= 180 }, "points are on the earth")
            try demand(route.values.joined().allSatisfy { !$0.isInfinite }, "no number is infinite")
            try demand(TimeSeries(gpx: input, name: "route") == route, "a file is always the same route")
            let packed = SeriesCodec.encode(route)
            try demand(try SeriesCodec.decode(packed.span, .route, name: "route", count: route.count) == route, "a store keeps every bit")
        })
}

/// A route in Apple's form, and one of another program with pauses and unknown numbers.
private let routeTexts = [
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <gpx version="1.1" creator="Apple Health Export"><metadata><time>2024-03-11T07:00:00Z</time></metadata><trk><name>Route</name><trkseg>
    <trkpt lon="-0.1" lat="51.5"><ele>12.25</ele><time>2024-03-10T07:00:00Z</time><extensions><speed>2.5</speed><course>-1</course>\
    <hAcc>4</hAcc><vAcc>3</vAcc></extensions></trkpt>
    <trkpt lon="-0.1001" lat="51.5001"><ele>12.5</ele><time>2024-03-10T07:00:01Z</time></trkpt>
    </trkseg></trk></gpx>
    """,
    """
    <gpx:gpx><trk><trkseg><trkpt lat='1' lon='2'><time>2024-03-10T08:00:00+01:00</time></trkpt><trkpt lat="95" lon="2"/></trkseg><trkseg/>
    <trkseg><trkpt lat="1" lon="2"><time>2024-03-10T06:00:00.5Z</time><gpxtpx:speed>x</gpxtpx:speed></trkpt></trkseg></trk></gpx:gpx>
    """,
]
