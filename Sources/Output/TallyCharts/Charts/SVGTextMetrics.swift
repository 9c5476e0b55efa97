/// Measures the labels of charts in drawings.
package struct SVGTextMetrics: TextMetrics {
    package init() {}

    package var spacing: Double { 8 }
    package var grain: Double { 0 }
    package var axisGap: Double { 6 }
    package var keyWidth: Double { 16 }

    package static func font(of role: PlacedLabel.Role) -> Drawing.Font {
        switch role {
        case .title: Drawing.Font(size: 15, weight: 700)
        case .subtitle, .legend: Drawing.Font(size: 12)
        case .now, .point: Drawing.Font(weight: 700)
        case .unit, .tick, .rule, .ramp, .note: Drawing.Font()
        }
    }

    package func height(of role: PlacedLabel.Role) -> Double { Self.font(of: role).lineHeight }

    package func width(of text: String, role: PlacedLabel.Role) -> Double { Self.font(of: role).width(of: text) }
}
