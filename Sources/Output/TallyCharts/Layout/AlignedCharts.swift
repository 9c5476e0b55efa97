extension [Chart] {
    /// Returns the charts with plots that begin at the same place, so that what stands below each other happened at the same time.
    ///
    /// - Parameter layout: That of each chart by itself.
    func aligned(_ layout: (Chart) -> ChartLayout) -> [Chart] {
        guard count > 1, let inset = map({ layout($0).plot.x }).max() else { return self }
        return map { chart in
            var chart = chart
            chart.leastInset = inset
            return chart
        }
    }
}
