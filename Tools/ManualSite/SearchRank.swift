/// Which sections search puts first, if their words match equally well.
enum SearchRank: Int {
    /// Only titles and headings are found.
    case other
    case lesson, guide, reference
}
