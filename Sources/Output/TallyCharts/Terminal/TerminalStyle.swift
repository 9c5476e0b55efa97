/// The characters and textures of a chart's series in a terminal. They distinguish series without colors.
struct TerminalStyle {
    private let series: [ChartSeries]
    private let layers: [Layer]
    /// The series whose lines or points need markers.
    private let marked: Set<Int>
    let isASCII: Bool
    let isMonochrome: Bool

    init(_ chart: LayeredChart, _ options: TerminalOptions) {
        series = chart.series
        layers = chart.layers
        isASCII = options.isASCII
        isMonochrome = options.color == .none
        marked = Set(
            chart.layers.compactMap { mark in
                switch mark {
                case .line(let mark): mark.series
                case .point(let mark): mark.series
                default: nil
                }
            })
    }

    private static func role(of index: Int, in series: [ChartSeries]) -> ChartSeries.Role {
        series.indices.contains(index) ? series[index].role : .series(0)
    }

    func role(of index: Int) -> ChartSeries.Role { Self.role(of: index, in: series) }

    func ink(of index: Int) -> Ink { .role(role(of: index)) }

    /// Returns the index of a series among equal ones. Nil for context and references.
    private func place(of index: Int) -> Int? { if case .series(let place) = role(of: index) { max(0, place) } else { nil } }

    /// Returns the character that fills complete bars: the same for all with colors, a texture for each series without.
    func texture(of index: Int) -> Character {
        guard let place = place(of: index) else { return isASCII ? "." : isMonochrome ? "░" : "█" }
        return isASCII || isMonochrome ? Self.texture(at: place, isASCII: isASCII) : "█"
    }

    /// Returns the texture of one of several series without colors.
    static func texture(at place: Int, isASCII: Bool) -> Character {
        isASCII ? asciiTextures[place % asciiTextures.count] : textures[place % textures.count]
    }

    private static let textures: [Character] = ["█", "▒", "▚", "▓", "▞", "▤", "▥", "▦"]
    private static let asciiTextures: [Character] = ["#", "=", "%", "o", "+", "*", "x", "$"]

    /// Returns the character that fills partial bars.
    func hatch(of index: Int) -> Character {
        let place = place(of: index) ?? 0
        if isASCII { return ["/", "\\"][place % 2] }
        return isMonochrome ? ["╱", "╲", "╳"][place % 3] : "▒"
    }

    /// Returns the marker of a line or point without colors. Nil if colors are available or there is nothing to distinguish.
    func marker(of index: Int) -> Character? {
        guard isMonochrome || isASCII, let place = place(of: index), marked.count(where: { self.place(of: $0) != nil }) > 1 else {
            return nil
        }
        let markers: [Character] = isASCII ? ["*", "+", "x", "#", "@", "%", "$", "&"] : ["●", "▲", "■", "◆", "△", "□", "▼", "◇"]
        return markers[place % markers.count]
    }

    func point(of index: Int) -> Character {
        guard place(of: index) != nil else { return isASCII ? "o" : "○" }
        return marker(of: index) ?? (isASCII ? "O" : "●")
    }

    func rule(_ mark: RuleLayer) -> Character {
        switch mark.place {
        case .y: isASCII ? (mark.isDashed ? "-" : "=") : mark.isDashed ? "╌" : "─"
        case .x: isASCII ? (mark.isDashed ? ":" : "|") : mark.isDashed ? "┊" : "│"
        }
    }

    /// Returns a cell of the sample next to a name in the legend, `offset` cells from its start.
    func key(of index: Int, _ offset: Int) -> Character {
        for mark in layers {
            switch mark {
            case .bar(let mark) where mark.series == index: return texture(of: index)
            case .line(let mark) where mark.series == index:
                if let marker = marker(of: index), offset == 0 || isASCII { return marker }
                let isPale = isMonochrome && (mark.isFaint || role(of: index) == .muted)
                return isASCII ? (isPale ? "." : "-") : isPale ? "┈" : mark.isDashed ? "╌" : "─"
            case .area(let mark) where mark.series == index: return isASCII ? ":" : "░"
            case .point(let mark) where mark.series == index: return offset == 0 ? point(of: index) : " "
            case .rule(let mark) where mark.series == index: return rule(mark)
            default: continue
            }
        }
        return isASCII ? "#" : "█"
    }

    /// Block characters from zero to eight eighths, from the bottom and from the left.
    static let lowerBlocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    static let leftBlocks: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
}
