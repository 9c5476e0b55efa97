import TallyCharts

/// The style rules that the site shares with reports.
enum SiteStyle {
    static var shared: String { PageStyle.answers }
}
