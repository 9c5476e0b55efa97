import Foundation

/// Text in one or more lines.
public struct Text: Equatable {
    /// A part of a text with the style that it was given.
    private struct Segment: Equatable {
        var string: String
        var font: Font?
        var weight: Font.Weight?
        var color: StyleBox?
        var isItalic = false
        var isUnderlined = false
        var isStruck = false
        var rise: CGFloat = 0
    }

    /// A style, compared by identity.
    private final class StyleBox: Equatable, Sendable {
        let style: any ShapeStyle

        init(_ style: any ShapeStyle) { self.style = style }

        static func == (first: StyleBox, second: StyleBox) -> Bool { first === second }
    }

    private var segments: [Segment]

    /// Creates a text that may have a translation.
    public init(_ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil) {
        segments = Self.segments(of: key.text)
    }

    /// Returns the parts of a text with marks of Markdown: `**bold**`, `*italic*` and `` `code` ``.
    private static func segments(of text: String) -> [Segment] {
        guard text.contains(where: { $0 == "*" || $0 == "`" }) else { return [Segment(string: text)] }
        var segments: [Segment] = []
        var rest = text[...]
        while let match = rest.firstMatch(of: /\*\*(\S(?:[^*]*\S)?)\*\*|\*(\S(?:[^*]*\S)?)\*|`([^`]+)`/) {
            if match.range.lowerBound > rest.startIndex { segments.append(Segment(string: String(rest[..<match.range.lowerBound]))) }
            var segment = Segment(string: String(match.output.1 ?? match.output.2 ?? match.output.3 ?? ""))
            if match.output.1 != nil { segment.weight = .bold }
            segment.isItalic = match.output.2 != nil
            segments.append(segment)
            rest = rest[match.range.upperBound...]
        }
        return segments + (rest.isEmpty ? [] : [Segment(string: String(rest))])
    }

    /// Creates a text.
    @_disfavoredOverload public init(_ content: some StringProtocol) { self.init(verbatim: String(content)) }

    /// Creates a text without a translation.
    public init(verbatim content: String) { segments = [Segment(string: content)] }

    /// Creates a text of a value in a format of Foundation.
    public init<F: FormatStyle>(_ input: F.FormatInput, format: F) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(verbatim: format.format(input))
    }

    /// Creates a text of a date.
    public init(_ date: Date, style: DateTextStyle) { self.init(verbatim: style.text(of: date)) }

    /// Creates a text of the time between two dates.
    public init(_ dates: ClosedRange<Date>) {
        self.init(verbatim: DateTextStyle.time.text(of: dates.lowerBound) + " – " + DateTextStyle.time.text(of: dates.upperBound))
    }

    /// Creates a text from one with attributes, which are ignored.
    @_disfavoredOverload public init(_ attributed: AttributedString) { self.init(verbatim: String(attributed.characters)) }

    /// Creates a text of an image: its name.
    public init(_ image: Image) { self.init(verbatim: image.name) }

    /// Returns one text after the other.
    public static func + (first: Text, second: Text) -> Text {
        var text = first
        text.segments += second.segments
        return text
    }

    private func changed(_ change: (inout Segment) -> Void) -> Text {
        var text = self
        for index in text.segments.indices { change(&text.segments[index]) }
        return text
    }

    /// The characters.
    package var string: String { segments.map(\.string).joined() }

    /// Returns the text in a font.
    public func font(_ font: Font?) -> Text { changed { $0.font = $0.font ?? font } }

    /// Returns the text in a weight.
    public func fontWeight(_ weight: Font.Weight?) -> Text { changed { $0.weight = $0.weight ?? weight } }

    /// Returns the text in bold letters.
    public func bold() -> Text { fontWeight(.bold) }

    /// Returns the text in bold letters, or as it was.
    public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }

    /// Returns the text in slanted letters.
    public func italic() -> Text { changed { $0.isItalic = true } }

    /// Returns the text with a line below it.
    public func underline(_ isActive: Bool = true, color: Color? = nil) -> Text { changed { $0.isUnderlined = isActive } }

    /// Returns the text with a line through it.
    public func strikethrough(_ isActive: Bool = true, color: Color? = nil) -> Text { changed { $0.isStruck = isActive } }

    /// Returns the text in a color.
    public func foregroundColor(_ color: Color?) -> Text { changed { $0.color = $0.color ?? color.map { StyleBox($0) } } }

    /// Returns the text in a style.
    public func foregroundStyle(_ style: some ShapeStyle) -> Text { changed { $0.color = $0.color ?? StyleBox(style) } }

    /// Returns the text moved up.
    public func baselineOffset(_ offset: CGFloat) -> Text { changed { $0.rise = offset } }

    /// Returns the text itself: letters keep their distance.
    public func kerning(_ kerning: CGFloat) -> Text { self }

    /// Returns the text itself: letters keep their distance.
    public func tracking(_ tracking: CGFloat) -> Text { self }

    /// Returns the text itself: digits have the same width anyway.
    public func monospacedDigit() -> Text { self }

    /// Returns the text itself: all designs are drawn in the same font.
    public func fontDesign(_ design: Font.Design?) -> Text { self }

    /// Returns the parts in the styles of their surroundings.
    package func runs(in environment: EnvironmentValues) -> [TextRun] {
        segments.map { segment in
            var environment = environment
            environment.font = segment.font ?? environment.font
            environment.weight = segment.weight ?? environment.weight
            environment.isItalic = segment.isItalic || environment.isItalic
            let cased =
                switch environment.textCase {
                case nil: segment.string
                case .uppercase: segment.string.uppercased()
                case .lowercase: segment.string.lowercased()
                }
            let fill = segment.color.map { $0.style.fill(in: environment.style) } ?? environment.fill(.foreground)
            var run = TextRun(string: cased, font: environment.textFont, fill: fill)
            (run.isUnderlined, run.isStruck, run.rise) = (segment.isUnderlined, segment.isStruck, segment.rise)
            return run
        }
    }
}

extension Text {
    /// A way to write a date.
    public typealias DateStyle = DateTextStyle
    /// Letters in upper or lower case.
    public typealias Case = TextCase

    /// The end of a text that does not fit.
    public enum TruncationMode: Hashable, Sendable {
        case head
        case tail
        case middle
    }
}

extension Text: View, PrimitiveView {
    /// Returns the lines of the text.
    public func layoutNodes(in environment: EnvironmentValues) -> [any ViewNode] {
        [TextNode(runs: runs(in: environment), in: environment)]
    }
}
