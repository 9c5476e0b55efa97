extension [LayeredChart] {
    /// Returns the charts with aligned plots, so that the same time is at the same horizontal position in all of them.
    ///
    /// - Parameter layout: returns the layout of a single chart.
    func aligned(_ layout: (LayeredChart) -> ChartLayout) -> [LayeredChart] {
        guard count > 1, let inset = map({ layout($0).plot.x }).max() else { return self }
        return map { chart in
            var chart = chart
            chart.leastInset = inset
            return chart
        }
    }
}
