import Foundation

extension ShapeStyle where Self == Color {
    /// The color `red`.
    public static var red: Color { Color.red }
    /// The color `orange`.
    public static var orange: Color { Color.orange }
    /// The color `yellow`.
    public static var yellow: Color { Color.yellow }
    /// The color `green`.
    public static var green: Color { Color.green }
    /// The color `mint`.
    public static var mint: Color { Color.mint }
    /// The color `teal`.
    public static var teal: Color { Color.teal }
    /// The color `cyan`.
    public static var cyan: Color { Color.cyan }
    /// The color `blue`.
    public static var blue: Color { Color.blue }
    /// The color `indigo`.
    public static var indigo: Color { Color.indigo }
    /// The color `purple`.
    public static var purple: Color { Color.purple }
    /// The color `pink`.
    public static var pink: Color { Color.pink }
    /// The color `brown`.
    public static var brown: Color { Color.brown }
    /// The color `gray`.
    public static var gray: Color { Color.gray }
    /// The color `black`.
    public static var black: Color { Color.black }
    /// The color `white`.
    public static var white: Color { Color.white }
    /// The color `clear`.
    public static var clear: Color { Color.clear }
    /// The tint of the surroundings.
    public static var accentColor: Color { Color.accentColor }
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    /// The color of the surroundings.
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle.primary }
    /// A weaker form of the color of the surroundings.
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle.secondary }
    /// A form for unimportant parts.
    public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle.tertiary }
    /// A form for parts that are hardly needed.
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle.quaternary }
    /// The weakest form.
    public static var quinary: HierarchicalShapeStyle { HierarchicalShapeStyle.quinary }
}

extension ShapeStyle where Self == TintShapeStyle {
    /// The tint of the surroundings.
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension ShapeStyle where Self == ForegroundStyle {
    /// The color of text in the surroundings.
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
    /// The background of the surroundings.
    public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    /// The color of lines between parts.
    public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

extension ShapeStyle where Self == Material {
    /// The most transparent material.
    public static var ultraThinMaterial: Material { Material.ultraThin }
    /// A transparent material.
    public static var thinMaterial: Material { Material.thin }
    /// A material of middle thickness.
    public static var regularMaterial: Material { Material.regular }
    /// A thick material.
    public static var thickMaterial: Material { Material.thick }
    /// The least transparent material.
    public static var ultraThickMaterial: Material { Material.ultraThick }
    /// The material of bars.
    public static var bar: Material { Material.bar }
}

extension ShapeStyle where Self == LinearGradient {
    /// Returns colors along a line.
    public static func linearGradient(_ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }

    /// Returns colors along a line, at equal distances.
    public static func linearGradient(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }

    /// Returns colors along a line, at given places.
    public static func linearGradient(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) -> LinearGradient {
        LinearGradient(stops: stops, startPoint: startPoint, endPoint: endPoint)
    }
}
