import Foundation

extension Reader {
    /// FIT files. The number that the fuzzer cannot guess is the checksum, and a wrong one keeps what was read.
    static let fit = Reader(
        name: "fit", longest: 4096,
        words: [
            ".FIT", "\u{E}\u{10}", "\u{40}\u{0}\u{0}\u{14}\u{0}", "\u{40}\u{0}\u{1}\u{0}\u{12}", "\u{60}", "\u{0}\u{0}\u{0}\u{0}",
        ],
        seeds: { recordings.map { [40] + $0 } }, check: { try ImportCheck("FIT").check($0) })

    static let tcx = Reader(
        name: "tcx", longest: 4096,
        words: [
            "<TrainingCenterDatabase>", "</TrainingCenterDatabase>", "<Activity Sport=\"Running\">", "</Activity>", "<Lap StartTime=\"",
            "</Lap>", "<Track>", "</Track>", "<Trackpoint>", "</Trackpoint>", "<Time>", "2026-11-02T08:00:00Z", "<DistanceMeters>",
            "<HeartRateBpm><Value>", "<TotalTimeSeconds>", "<MultiSportSession>", "<Transition>", "<Courses>", "-1", "1e308", "nan", "ns3:",
            "<gpx>", "<trk>", "<trkpt lat=\"1\" lon=\"2\">", "</gpx>",
        ],
        seeds: { trackTexts.map { [40] + Array($0.utf8) } }, check: { try ImportCheck("TCX").check($0) })

    static let tracks = Reader(
        name: "tracks", longest: 4096,
        words: [
            "<gpx>", "</gpx>", "<trk>", "</trk>", "<type>", "</type>", "<trkseg>", "</trkseg>", "<trkpt lat=\"1\" lon=\"2\">", "</trkpt>",
            "<time>", "</time>", "2026-11-02T08:00:00Z", "<hr>", "<cad>", "<power>", "<atemp>", "<distance>", "<link>", "-1", "1e308",
            "nan",
        ],
        seeds: { trackTexts.map { [40] + Array($0.utf8) } }, check: { try ImportCheck("GPX").check($0) })
}

/// FIT files of an activity with a pause, a day of a watch, a field of an app in the other order of bytes, and a night.
private let recordings: [[UInt8]] = [
    "DiBcCEkBAAAuRklU7KFAAAAAAAQAAQABAoQCAoQIDAcABP8AAQBGaWVsZCBXYXRjaABBAAAVAAP9BIYAAQABAQABAPdKRQAAQgAAFAAH/QSGAA"
        + "SFAQSFAgKEAwECBQSGBwKEAgD3SkUAAAAAAAAAACgKZAAAAADIAAIB90pF6AMAAIQDAAAoCmUsAQAAyAACAvdKRdAHAAAIBwAAKApmWAIAAMgA"
        + "AgP3SkW4CwAAjAoAACgKZ4QDAADIAAEE90pFAAQBCfdKRQAAQwAAEwAG/QSGAgSGBwSGCASGCQSGCwKEAwr3SkUA90pFECcAAIgTAACEAwAAAQ"
        + "BEAAASAAn9BIYCBIYFAQAGAQAHBIYIBIYJBIYKBIYLAoQECvdKRQD3SkUBABAnAACIEwAAhAMAAAwAAAABAEUAACIABP0EhgAEhgEChAUEhgUK"
        + "90pF/////wEAGgVLRbk4",
    "DiBcCHEAAAAuRklU/tNAAAAAAAQAAQABAoQCAoQIDAcAIP8AAQBGaWVsZCBXYXRjaABBAABnAAP9BIYABIYBAgABANhLRQDYS0UGAUMAADcAAw"
        + "MEhhoChBgBDQNkAAAAWNpGQgAANwACGgKEGwECAljaPAPwAAAAsNxGArDcPMnU",
    "DiBcCLIAAAAuRklUspZAAAEAAAQAAQABAoQCAoQIDAcABAD/AAFGaWVsZCBXYXRjaABHAAEAzgcAAQIBAQICAQIDAgcIAgcOAoQPAQIHAACEUA"
        + "BXAAAUB2IAAQAUAv0EhggDDQEAAgACRUr3AAECAwD6xUVK9wUEBQYA+2QAAQASCf0EhgIEhgUBAAYBAAcEhggEhgkEhgoEhgsChAEAAgAERUr3"
        + "CUVK9wACAAAAIygAACMo/////////////wAHeWA=",
    "DiBcCJIAAAAuRklUsI5AAAAAAAQAAQABAoQCAoQIDAcAMf8AAQBGaWVsZCBXYXRjaABBAAATAQL9BIYAAQABAPdKRQEBWPlKRQIBYABLRQRCAA"
        + "DjAAIBBIYAAoMCAPdKRSEAQwAADQEC/QSGAAECAwD3SkVhRAAAMwAD/QSGAAKEAQKEBAD3SkV4AFAARQAAHgAC/QSGAAKEBQn3SkVYG69o",
].map { [UInt8](Data(base64Encoded: $0) ?? Data()) }

private let trackTexts = [
    """
    <?xml version="1.0"?><TrainingCenterDatabase><Activities><Activity Sport="Biking"><Id>1</Id><Lap StartTime="2026-11-02T08:00:00Z">\
    <TotalTimeSeconds>60</TotalTimeSeconds><DistanceMeters>300</DistanceMeters><Calories>9</Calories>\
    <AverageHeartRateBpm><Value>120</Value></AverageHeartRateBpm><Track><Trackpoint><Time>2026-11-02T08:00:00Z</Time>\
    <Position><LatitudeDegrees>1</LatitudeDegrees>\
    <LongitudeDegrees>2</LongitudeDegrees></Position><DistanceMeters>0</DistanceMeters><HeartRateBpm><Value>118</Value></HeartRateBpm>\
    <Cadence>80</Cadence></Trackpoint></Track><Track><Trackpoint><Time>2026-11-02T08:01:00Z</Time><DistanceMeters>300</DistanceMeters>\
    <Extensions><ns3:TPX><ns3:Speed>5</ns3:Speed><ns3:Watts>180</ns3:Watts></ns3:TPX></Extensions></Trackpoint></Track></Lap>\
    <Creator><Name>Edge</Name></Creator></Activity></Activities></TrainingCenterDatabase>
    """,
    """
    <?xml version="1.0"?><gpx creator="A"><metadata><time>2026-11-02T07:00:00Z</time></metadata><trk><type>running</type><trkseg>\
    <trkpt lat="1" lon="2"><ele>3</ele><time>2026-11-02T08:00:00Z</time><extensions><hr>100</hr><gpxtpx:cad>80</gpxtpx:cad>\
    </extensions></trkpt></trkseg><trkseg><trkpt lat="1.001" lon="2"><time>2026-11-02T08:00:20Z</time>\
    <extensions><power>200</power></extensions>\
    </trkpt><trkpt lat="1.002" lon="2"/></trkseg></trk></gpx>
    """,
]
