import SwiftUI
import Testing

@MainActor @Suite("Texts, colors and shapes")
struct TextTests {
    private func texts(_ view: some View, width: CGFloat? = nil, height: CGFloat? = nil) -> [String] {
        ViewInspection(of: view, width: width, height: height).texts.map(\.string)
    }

    @Test("A literal has the text of its parts, with numbers as localized texts have them")
    func literals() {
        let number = 12_345
        #expect(texts(Text("n \(number)")) == ["n 12,345"] && texts(Text(verbatim: "n \(number)")) == ["n 12345"])
        #expect(texts(Text("\(2.5, specifier: "%.1f") km")) == ["2.5 km"] && texts(Text("\(0.5, format: .percent)")) == ["50%"])
    }

    @Test("A string is not a literal")
    func strings() {
        let name = "plain"
        #expect(texts(Text(name)) == ["plain"] && texts(Text(name.prefix(2))) == ["pl"])
    }

    @Test("Values have formats of Foundation")
    func formats() { #expect(texts(Text(3.14159, format: .number.precision(.fractionLength(2)))) == ["3.14"]) }

    @Test("Texts are added, each with its style")
    func sum() { #expect(texts(Text("a").bold() + Text("b").foregroundColor(.red)) == ["ab"]) }

    @Test("A text breaks at spaces")
    func wrapping() {
        let size = ViewInspection(of: Text("one two three").font(.body), width: 60).size
        #expect(size.height == 66 && size.width <= 60)
    }

    @Test("A text that has no room ends with an ellipsis")
    func truncation() {
        #expect(texts(Text("one two three").lineLimit(1), width: 60)[0].hasSuffix("…"))
        #expect(texts(Text("one two three"), width: 60, height: 22)[0].hasSuffix("…"))
    }

    @Test("A text may become smaller instead")
    func scale() { #expect(texts(Text("one two").lineLimit(1).minimumScaleFactor(0.3), width: 40) == ["one two"]) }

    @Test("Line ends break lines")
    func lineEnds() { #expect(ViewInspection(of: Text("a\nb")).size.height == 44) }

    @Test(
        "Fonts have the sizes of a phone",
        arguments: [
            (Font.largeTitle, 41.0), (.title, 34), (.headline, 22), (.body, 22), (.subheadline, 20), (.footnote, 18), (.caption, 16),
            (.caption2, 13),
        ])
    func fonts(font: Font, height: Double) { #expect(ViewInspection(of: Text("x").font(font)).size.height == CGFloat(height)) }

    @Test("Bold text is wider")
    func bold() { #expect(ViewInspection(of: Text("wide").bold()).size.width > ViewInspection(of: Text("wide")).size.width) }

    @Test("The font next to a text counts")
    func nearestFont() { #expect(ViewInspection(of: Text("x").font(.caption).font(.largeTitle)).size.height == 16) }

    @Test("A string is measured as it is drawn")
    func measure() {
        let size = ("12 PM" as NSString).size(withAttributes: [.font: UIFont.preferredFont(forTextStyle: .caption1)])
        #expect(size == ViewInspection(of: Text("12 PM").font(.caption)).size && "".size().width == 0)
    }

    @Test("Upper case is that of the text")
    func textCase() { #expect(texts(Text("straße").textCase(.uppercase)) == ["STRASSE"]) }

    @Test("Colors have their parts")
    func colors() {
        #expect(Color(red: 1, green: 0.5, blue: 0).description == "#ff8000" && Color(white: 0).description == "#000000")
        #expect(Color(hue: 1 / 3, saturation: 1, brightness: 1).description == "#00ff00" && Color.red.description == "red")
        #expect(Color.black.mix(with: .white, by: 0.5).description == "#808080")
    }

    @Test("A picture has colors for light and dark, or for one of them")
    func schemes() {
        let renderer = ImageRenderer(content: Color.red.frame(width: 5, height: 5))
        let both = renderer.svg
        renderer.colorScheme = .dark
        #expect(both.contains("#ff3b30") && both.contains("#ff453a") && !renderer.svg.contains("#ff3b30"))
    }

    @Test("A style of the surroundings reaches texts and shapes")
    func foreground() {
        let svg = VStack {
            Text("a")
            Circle().frame(width: 9, height: 9)
        }.foregroundStyle(Color(red: 0, green: 0, blue: 1)).rendered()
        #expect(svg.contains("#00f") && !svg.contains("#000"))
    }

    @Test("Shapes fit their frames")
    func shapes() {
        let frame = CGRect(x: 10, y: 20, width: 40, height: 20)
        #expect(Circle().path(in: frame).boundingRect.isNear(CGRect(x: 20, y: 20, width: 20, height: 20)))
        #expect(Capsule().path(in: frame).boundingRect.isNear(frame) && Ellipse().path(in: frame).boundingRect.isNear(frame))
        #expect(Rectangle().inset(by: 2).path(in: frame).boundingRect == CGRect(x: 12, y: 22, width: 36, height: 16))
        #expect(UnevenRoundedRectangle(topLeadingRadius: 5).path(in: frame).boundingRect.isNear(frame))
    }

    @Test("Own shapes are drawn")
    func ownShape() {
        struct Slope: Shape {
            func path(in rect: CGRect) -> Path {
                var path = Path()
                path.move(to: CGPoint(x: rect.minX, y: rect.maxY))
                path.addLine(to: CGPoint(x: rect.maxX, y: rect.minY))
                return path
            }
        }
        let svg = Slope().stroke(.red, lineWidth: 3).frame(width: 30, height: 20).rendered()
        #expect(svg.contains("stroke-width") && svg.contains("30"))
    }

    @Test("A part of a path has a share of its length")
    func trim() {
        let line = Path { $0.addLines([CGPoint(x: 0, y: 0), CGPoint(x: 100, y: 0)]) }
        #expect(line.trimmedPath(from: 0.2, to: 0.5).boundingRect == CGRect(x: 20, y: 0, width: 30, height: 0))
        #expect(Path(CGRect(x: 0, y: 0, width: 10, height: 10)).trimmedPath(from: 0, to: 0.25).boundingRect.height == 0)
    }

    @Test("An arc goes around its center")
    func arc() {
        let path = Path { $0.addArc(center: .zero, radius: 10, startAngle: .degrees(0), endAngle: .degrees(90), clockwise: false) }
        #expect(path.boundingRect.isNear(CGRect(x: 0, y: 0, width: 10, height: 10)))
        #expect(abs((path.currentPoint ?? .zero).y - 10) < 0.01)
    }

    @Test("Angles convert between degrees and radians")
    func angles() { #expect(Angle(degrees: 180).radians == .pi && (Angle.degrees(90) + .radians(.pi / 2)).degrees == 180) }

    @Test("Symbols and labels have the size of their font")
    func symbols() {
        #expect(ViewInspection(of: Image(systemName: "heart.fill").font(.caption)).size.height == 16)
        #expect(texts(Label("Heart", systemImage: "heart")) == ["Heart"])
    }

    @Test("Control characters in a text do not break the picture")
    func control() {
        let svg = Text(verbatim: "a<b>&\"\u{1}").rendered()
        #expect(svg.contains("&lt;") && svg.contains("&amp;") && !svg.contains("\u{1}") && !svg.contains("<b>"))
    }
}

extension CGRect {
    /// True if both frames are equal but for rounding of curves.
    func isNear(_ other: CGRect) -> Bool {
        abs(minX - other.minX) < 0.1 && abs(minY - other.minY) < 0.1 && abs(maxX - other.maxX) < 0.1 && abs(maxY - other.maxY) < 0.1
    }
}
