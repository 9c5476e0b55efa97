/// How the series of a chart look in a terminal: their signs and textures, which tell them apart without colours too.
struct TerminalStyle {
    private let series: [Series]
    private let marks: [Mark]
    /// Series with lines or points that want to be told from each other.
    private let marked: Set<Int>
    let isASCII: Bool
    let isMonochrome: Bool

    init(_ chart: Chart, _ options: TerminalOptions) {
        series = chart.series
        marks = chart.marks
        isASCII = options.isASCII
        isMonochrome = options.color == .none
        marked = Set(
            chart.marks.compactMap { mark in
                switch mark {
                case .line(let mark): mark.series
                case .point(let mark): mark.series
                default: nil
                }
            })
    }

    private static func role(of index: Int, in series: [Series]) -> Series.Role {
        series.indices.contains(index) ? series[index].role : .series(0)
    }

    func role(of index: Int) -> Series.Role { Self.role(of: index, in: series) }

    func ink(of index: Int) -> Ink { .series(role(of: index)) }

    /// The place of a series among its equals; nil for context and references.
    private func place(of index: Int) -> Int? { if case .series(let place) = role(of: index) { max(0, place) } else { nil } }

    /// What fills whole bars: with colours all alike, without them a texture for each series.
    func texture(of index: Int) -> Character {
        guard let place = place(of: index) else { return isASCII ? "." : isMonochrome ? "░" : "█" }
        if isASCII { return Self.asciiTextures[place % Self.asciiTextures.count] }
        return isMonochrome ? Self.textures[place % Self.textures.count] : "█"
    }

    private static let textures: [Character] = ["█", "▒", "▚", "▓", "▞", "▤", "▥", "▦"]
    private static let asciiTextures: [Character] = ["#", "=", "%", "o", "+", "*", "x", "$"]

    /// What fills bars of which a part is missing.
    func hatch(of index: Int) -> Character {
        let place = place(of: index) ?? 0
        if isASCII { return ["/", "\\"][place % 2] }
        return isMonochrome ? ["╱", "╲", "╳"][place % 3] : "▒"
    }

    /// What tells a line or a point from others without colours; nil where there are colours, or nothing to tell it from.
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

    func rule(_ mark: RuleMark) -> Character {
        switch mark.place {
        case .y: isASCII ? (mark.isDashed ? "-" : "=") : mark.isDashed ? "╌" : "─"
        case .x: isASCII ? (mark.isDashed ? ":" : "|") : mark.isDashed ? "┊" : "│"
        }
    }

    /// A cell of the sample beside a series' name in the legend, `offset` cells from its start.
    func key(of index: Int, _ offset: Int) -> Character {
        for mark in marks {
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

    /// Blocks from no eighth of a cell to eight, from below and from the left.
    static let lowerBlocks: [Character] = [" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]
    static let leftBlocks: [Character] = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]
}
