/// Which sections search puts first, if their words match equally well.
enum SearchRank: Int {
    /// Only titles and headings are found.
    case other
    /// Lists whose headings have the words of many other pages.
    case list
    case lesson, guide, reference
}
