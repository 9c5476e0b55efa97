import SwiftUI
import Testing

@MainActor @Suite("Views and their layout")
struct ViewTests {
    private func size(_ view: some View, width: CGFloat? = nil, height: CGFloat? = nil) -> CGSize {
        ViewInspection(of: view, width: width, height: height).size
    }

    private var box: some View { Color.red.frame(width: 20, height: 10) }

    /// Returns the frames of texts.
    private func frames(_ view: some View, width: CGFloat? = nil, height: CGFloat? = nil) -> [CGRect] {
        ViewInspection(of: view, width: width, height: height).texts.map(\.frame)
    }

    @Test("A frame has its size, and its view inside") func frame() { #expect(size(box.frame(width: 50)) == CGSize(width: 50, height: 10)) }

    @Test("Padding adds space: 16 points, a length, or some sides")
    func padding() {
        #expect(size(box.padding()) == CGSize(width: 52, height: 42) && size(box.padding(3)) == CGSize(width: 26, height: 16))
        #expect(
            size(box.padding(.horizontal, 5)) == CGSize(width: 30, height: 10)
                && size(box.padding([.top], 5)) == CGSize(width: 20, height: 15))
    }

    @Test("Columns and rows keep eight points, or a distance, between views")
    func stacks() {
        #expect(
            size(
                VStack {
                    box
                    box
                }) == CGSize(width: 20, height: 28)
                && size(
                    HStack(spacing: 2) {
                        box
                        box
                        box
                    }) == CGSize(width: 64, height: 10)
        )
        #expect(
            size(
                ZStack {
                    box
                    box.padding(1)
                }) == CGSize(width: 22, height: 12))
    }

    @Test("A spacer takes what is left, and needs no distance")
    func spacers() {
        let frames = frames(
            HStack {
                Text("a")
                Spacer()
                Text("b")
            }, width: 200)
        #expect(frames[0].minX == 0 && abs(frames[1].maxX - 200) < 0.01 && size(VStack { Spacer() }, height: 90).height == 90)
    }

    @Test("A frame to infinity takes the offered width, and aligns its view")
    func infinity() {
        let frames = frames(Text("a").frame(maxWidth: .infinity, alignment: .trailing), width: 150)
        #expect(abs(frames[0].maxX - 150) < 0.01 && size(box.frame(minWidth: 30)) == CGSize(width: 30, height: 10))
        #expect(size(Color.red.frame(maxWidth: 40), width: 150, height: 10).width == 40)
    }

    @Test("Flexible views share what is left equally")
    func sharing() {
        #expect(
            size(
                HStack(spacing: 0) {
                    Color.red
                    box
                    Color.blue
                }, width: 120, height: 30) == CGSize(width: 120, height: 30))
    }

    @Test("A view with priority gets space first")
    func priority() {
        let texts = ViewInspection(
            of: HStack {
                Text("A long text that gives way")
                Text("Important").layoutPriority(1)
            }, width: 150, height: 22
        ).texts
        #expect(texts[1].string == "Important" && texts[0].string.hasSuffix("…"))
    }

    @Test("Columns align their views")
    func alignment() {
        let leading = frames(
            VStack(alignment: .leading) {
                Text("a")
                Text("longer")
            })
        let trailing = frames(
            VStack(alignment: .trailing) {
                Text("a")
                Text("longer")
            })
        #expect(leading[0].minX == leading[1].minX && abs(trailing[0].maxX - trailing[1].maxX) < 0.01)
    }

    @Test("Rows can align texts of different sizes by their baselines")
    func baselines() {
        let frames = frames(
            HStack(alignment: .firstTextBaseline) {
                Text("a").font(.largeTitle)
                Text("b").font(.caption)
            })
        // Capitals are in the middle of their line, and the baseline is 0.36 of the size below.
        #expect(abs((frames[0].midY + 0.36 * 34) - (frames[1].midY + 0.36 * 12)) < 0.01)
    }

    @Test("Overlays and backgrounds get the size of their view, and do not change it")
    func layers() {
        let view = box.overlay(alignment: .bottomTrailing) { Text("over") }.background { Color.blue }
        let text = frames(view)[0]
        #expect(size(view) == CGSize(width: 20, height: 10) && abs(text.maxX - 20) < 0.01)
    }

    @Test("An offset moves the drawing and not the space")
    func offset() {
        let svg = VStack(spacing: 0) {
            Text("a").offset(x: 30, y: 0)
            Text("b")
        }.rendered()
        #expect(size(Text("a").offset(x: 30)) == size(Text("a")) && svg.contains("30"))
    }

    @Test("Groups are as if they were not there, and modifiers reach each of their views")
    func groups() {
        #expect(
            size(
                VStack {
                    Group {
                        box
                        box
                    }.padding(1)
                }) == CGSize(width: 22, height: 32))
    }

    @Test("Loops, ifs and optionals make views")
    func builder() {
        let (flag, missing) = (true, String?.none)
        let view = VStack {
            ForEach(0..<2) { Text("row \($0)") }
            ForEach(["x", "y"], id: \.self) { Text($0) }
            if flag { Text("yes") } else { box }
            if let missing { Text(missing) }
        }
        #expect(ViewInspection(of: view).texts.map(\.string) == ["row 0", "row 1", "x", "y", "yes"])
    }

    @Test("A reader of geometry knows its size and its place")
    func geometry() {
        let view = GeometryReader { proxy in
            Text("\(Int(proxy.size.width)) \(Int(proxy.frame(in: .global).minX)) \(Int(proxy.frame(in: .local).minX))")
        }
        .padding(.leading, 30)
        #expect(ViewInspection(of: view, width: 130, height: 40).texts.map(\.string) == ["100 30 0"])
    }

    @Test("The first view that fits is drawn")
    func fitting() {
        let view = ViewThatFits {
            Text("A text that is much too long")
            Text("short")
        }
        #expect(ViewInspection(of: view, width: 80).texts.map(\.string) == ["short"])
        #expect(ViewInspection(of: view, width: 800).texts[0].string.hasPrefix("A text"))
    }

    @Test("Grids share the widths of their columns")
    func grids() {
        let frames = frames(
            Grid {
                GridRow {
                    Text("a")
                    Text("b")
                }
                GridRow {
                    Text("longer")
                    Text("d")
                }
            })
        #expect(abs(frames[1].midX - frames[3].midX) < 0.01)
        #expect(
            size(
                LazyVGrid(columns: [GridItem(.fixed(30)), GridItem(.fixed(40))]) {
                    box
                    box
                    box
                }) == CGSize(width: 78, height: 28))
    }

    @Test("Lists, forms and sections are rows with headings")
    func lists() {
        let view = NavigationStack {
            List {
                Section("Head") {
                    Text("one")
                    Text("two")
                }
            }.navigationTitle("Title")
        }
        let inspection = ViewInspection(of: view, width: 300)
        #expect(
            inspection.texts.map(\.string) == ["Head", "one", "two"] && inspection.kept.map(\.description) == ["navigationTitle(Title)"])
    }

    @Test("A ratio keeps its form")
    func ratio() {
        #expect(size(Color.red.aspectRatio(2, contentMode: .fit), width: 100, height: 100) == CGSize(width: 100, height: 50))
        #expect(size(Color.red.aspectRatio(2, contentMode: .fill), width: 100, height: 100) == CGSize(width: 200, height: 100))
    }

    @Test("Views have properties of the environment, the nearest one first")
    func environment() {
        struct Reader: View {
            @Environment(\.lineLimit) private var limit
            @Environment(\.colorScheme) private var scheme
            var body: some View { Text("\(limit ?? 0) \(scheme == .dark ? "dark" : "light")") }
        }
        let view = VStack {
            Reader().lineLimit(2)
            Reader().environment(\.colorScheme, .dark)
        }.lineLimit(5)
        #expect(ViewInspection(of: view).texts.map(\.string) == ["2 light", "5 dark"])
    }

    @Test("Own keys of the environment have their default")
    func ownKey() {
        struct Key: EnvironmentKey { static let defaultValue = 7 }
        var values = EnvironmentValues()
        #expect(values[Key.self] == 7)
        values[Key.self] = 8
        #expect(values[Key.self] == 8)
    }

    @Test("Observable objects reach views through the environment")
    func objects() {
        struct Reader: View {
            @Environment(Model.self) private var model
            var body: some View { Text(model.name) }
        }
        #expect(ViewInspection(of: Reader().environment(Model())).texts.map(\.string) == ["model"])
    }

    @Test("A state can be changed, and the view is drawn again")
    func state() {
        struct Counter: View {
            @State var count = 1
            var body: some View { Text("count \(count)") }
        }
        let view = Counter()
        #expect(view.rendered().contains("count 1") && view.rendered { $0.count = 2 }.contains("count 2"))
    }

    @Test("Bindings read and write their source, also in parts")
    func bindings() {
        let state = State(initialValue: CGPoint(x: 1, y: 2))
        state.projectedValue.y.wrappedValue = 5
        #expect(state.wrappedValue == CGPoint(x: 1, y: 5) && Binding.constant(3).wrappedValue == 3)
    }

    @Test("Own modifiers and styles change views")
    func modifiers() {
        struct Wide: ViewModifier { func body(content: Content) -> some View { content.frame(width: 77) } }
        #expect(size(box.modifier(Wide())).width == 77)
    }

    @Test("Gestures and other interaction are kept for tests")
    func kept() {
        let view = box.onTapGesture {}.gesture(DragGesture()).onAppear {}.accessibilityLabel("A box")
        #expect(ViewInspection(of: view).kept.map(\.name) == ["accessibilityLabel", "onAppear", "gesture", "onTapGesture"])
    }
}

@Observable final class Model {
    var name = "model"
}
