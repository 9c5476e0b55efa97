extension Layer {
    /// Returns the mark without the details that a plot of `columns` columns cannot show.
    func reduced(to columns: Int, over domain: ClosedRange<Double>) -> Layer {
        switch self {
        case .bar(let mark): return .bar(mark.reduced(to: columns, over: domain))
        case .line(let mark): return .line(mark.reduced(to: columns, over: domain))
        case .area(let mark): return .area(mark.reduced(to: columns, over: domain))
        case .point(var mark):
            mark.points.removeAll { !$0.x.isDrawable || !$0.y.isDrawable }
            return .point(mark)
        case .cell(var mark):
            mark.cells.removeAll { !$0.start.isDrawable || !$0.end.isDrawable || !($0.value?.isDrawable ?? true) }
            return .cell(mark.reduced(to: columns, over: domain))
        case .rule: return self
        }
    }
}
