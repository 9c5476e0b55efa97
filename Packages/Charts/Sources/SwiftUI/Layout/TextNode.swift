import Foundation

/// A text in lines.
@MainActor package struct TextNode: ViewNode {
    private let runs: [TextRun]
    private let limit: Int?
    private let lineSpacing: CGFloat
    private let alignment: TextAlignment
    private let smallestScale: CGFloat

    package init(runs: [TextRun], in environment: EnvironmentValues) {
        self.runs = runs
        limit = environment.lineLimit
        lineSpacing = environment.lineSpacing
        alignment = environment.multilineTextAlignment
        smallestScale = environment.minimumScaleFactor
    }

    package func size(for proposal: ProposedViewSize) -> CGSize {
        let lines = lines(for: proposal)
        return CGSize(width: lines.map(\.width).max() ?? 0, height: height(of: lines))
    }

    package func draw(in frame: CGRect, on context: DrawingContext) {
        let lines = lines(for: ProposedViewSize(frame.size))
        var top = frame.minY + (frame.height - height(of: lines)) / 2
        for line in lines {
            let share: CGFloat = alignment == .leading ? 0 : alignment == .center ? 0.5 : 1
            var x = frame.minX + (frame.width - line.width) * share
            for run in line.runs {
                draw(run, at: CGPoint(x: x, y: top + line.height / 2), on: context)
                x += TextMeasure.width(of: run.string, in: run.font)
            }
            top += line.height + lineSpacing
        }
        let text = lines.map(\.string).joined(separator: " ")
        if !text.isEmpty { context.records.append(DrawnText(string: text, frame: frame)) }
    }

    private func draw(_ run: TextRun, at point: CGPoint, on context: DrawingContext) {
        let middle = point.y - run.rise
        // Viewers leave out spaces at the start of a text.
        let spaces = TextMeasure.width(of: String(run.string.prefix { $0 == " " }), in: run.font)
        let shown = String(run.string.drop { $0 == " " })
        context.text(shown, at: CGPoint(x: point.x + spaces, y: middle), anchor: .leading, font: run.font, fill: run.fill)
        guard run.isUnderlined || run.isStruck else { return }
        let width = TextMeasure.width(of: run.string, in: run.font)
        for y in (run.isStruck ? [middle] : []) + (run.isUnderlined ? [middle + run.font.size * 0.45] : []) {
            let line = Path { $0.addLines([CGPoint(x: point.x, y: y), CGPoint(x: point.x + width, y: y)]) }
            context.stroke(line, with: run.fill, style: StrokeStyle(lineWidth: max(1, run.font.size / 14)))
        }
    }

    package func baseline(isFirst: Bool, in size: CGSize) -> CGFloat {
        let lines = lines(for: ProposedViewSize(size))
        guard let line = isFirst ? lines.first : lines.last else { return size.height }
        // The middle of capitals is in the middle of the line. The baseline is 0.36 of the size below it.
        let depth = line.height / 2 - (line.runs.map(\.font.size).max() ?? 0) * 0.36
        return isFirst ? line.height - depth : size.height - depth
    }

    private func height(of lines: [TextLine]) -> CGFloat {
        lines.reduce(0) { $0 + ($1.height == 0 ? runs.first?.font.lineHeight ?? 0 : $1.height) } + lineSpacing
            * CGFloat(max(0, lines.count - 1))
    }

    /// Returns the lines that fit. Text that does not fit becomes smaller, if it may, and ends with `…`.
    private func lines(for proposal: ProposedViewSize) -> [TextLine] {
        let all = lines(runs, for: proposal)
        guard smallestScale < 1, let width = proposal.width else { return all }
        var scale: CGFloat = 1
        var runs = runs
        while scale > smallestScale,
            lines(runs, for: proposal).map(\.string).joined().contains("…")
                || TextLine.lines(
                    of: runs, width: width, limit: nil
                ).count > (limit ?? 1)
        {
            scale = max(smallestScale, scale - 0.05)
            runs = self.runs.map { run in
                var run = run
                run.font = .system(size: run.font.size * scale, weight: run.font.weight)
                return run
            }
        }
        return lines(runs, for: proposal)
    }

    private func lines(_ runs: [TextRun], for proposal: ProposedViewSize) -> [TextLine] {
        var limit = limit
        if let height = proposal.height, height.isFinite, let line = runs.map(\.font.lineHeight).max(), line > 0 {
            let fitting = max(1, Int((height + lineSpacing + 0.001) / (line + lineSpacing)))
            limit = min(limit ?? fitting, fitting)
        }
        return TextLine.lines(of: runs, width: proposal.width.map { max(0, $0) }, limit: limit)
    }
}

/// A text in a picture, for inspections.
package struct DrawnText: Hashable, Sendable {
    package var string: String
    package var frame: CGRect

    package init(string: String, frame: CGRect) { (self.string, self.frame) = (string, frame) }
}
