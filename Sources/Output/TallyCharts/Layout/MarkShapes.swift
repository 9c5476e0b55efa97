/// The outlines of marks in a plot. Labels avoid them if they can. Bands are not included, because labels may be on top of them.
struct MarkShapes {
    private var boxes: [Frame] = []
    private var lines: [Line] = []

    private struct Line {
        var from: (x: Double, y: Double)
        var to: (x: Double, y: Double)

        func meets(_ frame: Frame) -> Bool {
            guard max(from.x, to.x) > frame.x, min(from.x, to.x) < frame.maxX, max(from.y, to.y) > frame.y, min(from.y, to.y) < frame.maxY
            else { return false }
            // The corners are on both sides of a line that passes between them.
            func side(_ x: Double, _ y: Double) -> Double { (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) }
            let sides = [side(frame.x, frame.y), side(frame.maxX, frame.y), side(frame.x, frame.maxY), side(frame.maxX, frame.maxY)]
            return sides.contains { $0 >= 0 } && sides.contains { $0 <= 0 }
        }
    }

    init(_ layout: ChartLayout, metrics: some TextMetrics) {
        let (x, y, plot) = (layout.x, layout.y, layout.plot)
        for mark in layout.layers {
            switch mark {
            case .bar(let mark):
                for bar in mark.bars {
                    guard let low = bar.low, let high = bar.high else { continue }
                    let width = (bar.end - bar.start) / Double(max(1, mark.slotCount))
                    let left = x.position(of: bar.start + width * Double(mark.slot))
                    let (top, bottom) = (min(y.position(of: low), y.position(of: high)), max(y.position(of: low), y.position(of: high)))
                    let frame = Frame(
                        x: left, y: top, width: x.position(of: bar.start + width * Double(mark.slot + 1)) - left, height: bottom - top)
                    boxes.append(frame)
                    // In pictures, a dot marks a running bar.
                    if bar.completeness == .running, metrics.grain == 0 { boxes.append(frame.runningDot(isDownwards: high < low)) }
                }
            case .line(let mark):
                for (point, next) in zip(mark.points, mark.points.dropFirst()) {
                    guard let value = point.y, let nextValue = next.y else { continue }
                    let (from, to) = ((x.position(of: point.x), y.position(of: value)), (x.position(of: next.x), y.position(of: nextValue)))
                    if mark.interpolation == .linear {
                        lines.append(Line(from: from, to: to))
                    } else {
                        lines += [Line(from: from, to: (to.0, from.1)), Line(from: (to.0, from.1), to: to)]
                    }
                }
            case .point(let mark):
                // The size equals the space that a label leaves around it.
                let radius = metrics.grain > 0 ? 0 : metrics.spacing / 2
                for point in mark.points {
                    let (left, top) = (
                        metrics.cell(of: x.position(of: point.x)) - radius, metrics.cell(of: y.position(of: point.y)) - radius
                    )
                    boxes.append(Frame(x: left, y: top, width: 2 * radius + metrics.grain, height: 2 * radius + metrics.grain))
                }
            case .rule(let mark):
                switch mark.place {
                case .x(let place): lines.append(Line(from: (x.position(of: place), plot.y), to: (x.position(of: place), plot.maxY)))
                case .y(let value): lines.append(Line(from: (plot.x, y.position(of: value)), to: (plot.maxX, y.position(of: value))))
                }
            case .area, .cell: break
            }
        }
    }

    /// Returns the number of shapes that `frame` touches.
    func count(meeting frame: Frame) -> Int { boxes.count { $0.meets(frame) } + lines.count { $0.meets(frame) } }
}

extension TextMetrics {
    /// Returns the start of the cell that contains a position. Without cells, returns the position.
    func cell(of position: Double) -> Double { grain > 0 ? (position / grain + 1e-9).rounded(.down) * grain : position }
}

extension Frame {
    /// The dot after the end of a running bar with this frame.
    func runningDot(isDownwards: Bool) -> Frame {
        let (distance, radius) = (6.0, 3.0)
        let middle = isDownwards ? maxY + distance : y - distance
        return Frame(x: x + width / 2 - radius, y: middle - radius, width: 2 * radius, height: 2 * radius)
    }
}
