extension DocumentFormat {
    /// A file of a watch or a bicycle computer.
    static let fit = DocumentFormat(
        reported: ReportedFormat(
            name: "FIT", phrase: "a FIT file", withoutRows: "contains no samples", part: "message", marksElements: false),
        option: "fit", apartFromScripts: .always, reading: .activities, recognizes: { FITScanner.startsFile($0.bytes) })

    /// An activity of Garmin's Training Center and of programs that write its format.
    static let tcx = DocumentFormat(
        reported: ReportedFormat(name: "TCX", phrase: "a TCX file", withoutRows: "contains no activity", marksElements: false),
        option: "tcx", apartFromScripts: .always, reading: .activities, recognizes: TrackFileReader.startsTCX)

    /// Tracks without a workout that names them.
    static let gpx = DocumentFormat(
        reported: ReportedFormat(name: "GPX", phrase: "a GPX file", withoutRows: "contains no track with times", marksElements: false),
        option: "gpx", apartFromScripts: .always, reading: .activities, recognizes: TrackFileReader.startsGPX)

    /// The files of an archive or folder, in any of these formats. The first bytes of no file are this format.
    static let activityFiles = DocumentFormat(
        reported: ReportedFormat(
            name: "FIT, TCX and GPX", phrase: "FIT, TCX or GPX files, or tables of a preset", withoutRows: "contains no samples",
            part: "file",
            marksElements: false),
        apartFromScripts: .always, reading: .activities, isMember: { _ in false }, recognizes: { _ in false })
}
