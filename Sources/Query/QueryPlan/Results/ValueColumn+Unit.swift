import HealthModel

extension ValueColumn {
    package var columnUnit: ColumnUnit {
        ColumnUnit(
            unit.map { HealthUnit($0) ?? HealthUnit(unreadable: $0) }, isInHundredths: isInHundredths, isDifference: isDifference,
            isProgress: metric == ActivitySummary.columnMetric)
    }
}
