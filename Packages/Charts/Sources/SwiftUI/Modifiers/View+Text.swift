import Foundation

extension View {
    /// Sets the font of texts.
    nonisolated public func font(_ font: Font?) -> some View { inEnvironment { $0.font = font } }

    /// Sets the weight of texts.
    nonisolated public func fontWeight(_ weight: Font.Weight?) -> some View { inEnvironment { $0.weight = weight } }

    /// Accepts a design of letters. All are drawn in the same font.
    nonisolated public func fontDesign(_ design: Font.Design?) -> some View { self }

    /// Sets bold texts.
    nonisolated public func bold(_ isActive: Bool = true) -> some View { inEnvironment { $0.isBold = isActive } }

    /// Sets slanted texts.
    nonisolated public func italic(_ isActive: Bool = true) -> some View { inEnvironment { $0.isItalic = isActive } }

    /// Accepts digits of equal width, which all digits have.
    nonisolated public func monospacedDigit() -> some View { self }

    /// Limits the lines of texts.
    nonisolated public func lineLimit(_ number: Int?) -> some View { inEnvironment { $0.lineLimit = number } }

    /// Limits the lines of texts. Space for more lines is not reserved.
    nonisolated public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { lineLimit(limit) }

    /// Adds space between lines.
    nonisolated public func lineSpacing(_ spacing: CGFloat) -> some View { inEnvironment { $0.lineSpacing = spacing } }

    /// Aligns lines of texts.
    nonisolated public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        inEnvironment { $0.multilineTextAlignment = alignment }
    }

    /// Lets texts become smaller to fit.
    nonisolated public func minimumScaleFactor(_ factor: CGFloat) -> some View { inEnvironment { $0.minimumScaleFactor = factor } }

    /// Accepts the place of `…`, which is at the end.
    nonisolated public func truncationMode(_ mode: Text.TruncationMode) -> some View { self }

    /// Sets texts in upper or lower case.
    nonisolated public func textCase(_ textCase: TextCase?) -> some View { inEnvironment { $0.textCase = textCase } }

    /// Accepts a size of symbols, which follow the font.
    nonisolated public func imageScale(_ scale: Image.Scale) -> some View { self }

    /// Accepts a way to draw symbols.
    nonisolated public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
}

/// The way in which a symbol takes colors.
public enum SymbolRenderingMode: Hashable, Sendable {
    case monochrome
    case hierarchical
    case palette
    case multicolor
}
