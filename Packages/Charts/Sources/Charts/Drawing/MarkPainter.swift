import Foundation
import SwiftUI

/// Draws the marks of a chart, from the first to the last.
@MainActor package struct MarkPainter {
    package let layout: ChartLayout
    /// The area of the marks in the picture.
    package let frame: CGRect
    package let context: DrawingContext
    private let seams: BoxSeams

    private var plot: PlotLayout { layout.plot }
    private var style: StyleContext { layout.environment.style }

    package init(layout: ChartLayout, frame: CGRect, context: DrawingContext) {
        (self.layout, self.frame, self.context) = (layout, frame, context)
        seams = BoxSeams(layout: layout, frame: frame)
    }

    /// Draws all marks. Lines and areas are drawn at the place of their first point.
    package func paint() {
        for step in MarkSteps(marks: layout.model.marks).steps {
            let first = layout.model.marks[step[0]]
            if let mask = first.spec.attributes.mask {
                context.group(clip: maskPath(mask)) { paint(step, first) }
            } else if let clip = first.spec.attributes.clip {
                context.group(clip: clip.path(in: clipFrame(of: first))) { paint(step, first) }
            } else {
                paint(step, first)
            }
        }
    }

    private func paint(_ step: [Int], _ first: ExtendedMark) {
        let opacity = first.spec.attributes.opacity
        switch first.spec.kind {
        case .line: context.group(opacity: opacity) { line(step) }
        case .area: context.group(opacity: opacity) { area(step) }
        case .bar, .rectangle: boxes(step)
        case .point: points(step)
        case .rule: step.forEach { rule(layout.model.marks[$0]) }
        case .sector: step.forEach { sector(layout.model.marks[$0]) }
        }
    }

    /// Returns the frame of a shape that clips a mark: that of the mark, if it has one. Lines and points are clipped to the plot.
    private func clipFrame(of mark: ExtendedMark) -> CGRect {
        switch mark.spec.kind {
        case .bar, .rectangle: plot.frame(of: mark)?.offsetBy(dx: frame.minX, dy: frame.minY) ?? frame
        case .sector: SectorPlace(mark, in: frame)?.path.boundingRect ?? frame
        case .line, .area, .point, .rule: frame
        }
    }

    /// Returns the area of masking marks.
    private func maskPath(_ specs: [MarkSpec]) -> Path {
        let marks = ChartModel(specs: specs, settings: layout.model.settings, calendar: layout.model.calendar).marks
        var path = Path()
        for step in MarkSteps(marks: marks).steps.map({ $0.map { marks[$0] } }) {
            switch step[0].spec.kind {
            case .line:
                let points = step.compactMap { plot.point(of: $0).map(moved) }
                let line = LineCurves.line(through: points, step[0].spec.attributes.interpolation ?? .linear)
                path.addPath(LineCurves.band(along: line, width: lineStyle(of: step[0]).lineWidth))
            case .area: path.addPath(areaPath(of: [step]))
            case .bar, .rectangle, .rule:
                let width = step[0].spec.kind == .rule ? lineStyle(of: step[0]).lineWidth / 2 : 0
                for box in step.compactMap({ plot.frame(of: $0) }) {
                    path.addRect(box.offsetBy(dx: frame.minX, dy: frame.minY).insetBy(dx: -width, dy: -width))
                }
            case .point:
                for mark in step {
                    guard let point = plot.point(of: mark).map(moved) else { continue }
                    let half = -area(of: mark).squareRoot() / 2
                    path.addEllipse(in: CGRect(origin: point, size: .zero).insetBy(dx: half, dy: half))
                }
            case .sector: step.compactMap { SectorPlace($0, in: frame)?.path }.forEach { path.addPath($0) }
            }
        }
        return path
    }

    /// Returns the style of a line or a rule.
    private func lineStyle(of mark: ExtendedMark) -> StrokeStyle {
        switch mark.spec.attributes.lineStyle {
        case .value(let style): style
        case .data(let channel): layout.styles.line(of: channel.value)
        case nil: mark.spec.kind == .rule ? StrokeStyle(lineWidth: 1) : StrokeStyle(lineWidth: 2, lineCap: .round, lineJoin: .round)
        }
    }

    private func moved(_ point: CGPoint) -> CGPoint { CGPoint(x: point.x + frame.minX, y: point.y + frame.minY) }

    /// Returns the frame over which a gradient of a mark is spread.
    private func gradientFrame(_ mark: ExtendedMark, _ own: CGRect) -> CGRect { mark.spec.attributes.fillsPlot ? frame : own }

    // MARK: Lines and areas

    private func line(_ step: [Int]) {
        let runs = runs(of: step).map { run in run.compactMap { mark in plot.point(of: mark).map { (mark, moved($0)) } } }
        guard let first = runs.first?.first?.0 else { return }
        let attributes = first.spec.attributes
        let method = attributes.interpolation ?? .linear
        let stroke = lineStyle(of: first)
        let fill = layout.styles.fill(of: first, in: style)
        var path = Path()
        for run in runs {
            let all = run.map(\.1)
            let kept = method == .linear ? SeriesReduction.kept(all, width: frame.width).map { all[$0] } : all
            path.addPath(LineCurves.line(through: kept, method))
            guard kept.count == 1, attributes.symbol == nil else { continue }
            // A line of one point is a dot.
            let half = -stroke.lineWidth / 2
            context.fill(Path(ellipseIn: CGRect(origin: kept[0], size: .zero).insetBy(dx: half, dy: half)), with: fill)
        }
        context.group(clip: clip(of: first, width: stroke.lineWidth)) {
            context.stroke(path, with: fill, style: stroke, in: gradientFrame(first, path.boundingRect))
        }
        guard attributes.symbol != nil else { return }
        for (mark, point) in runs.joined() { symbol(of: mark, at: point) }
    }

    /// Returns the marks of a line or an area with a place. Those of a function are interrupted where it has no value.
    private func runs(of step: [Int]) -> [[ExtendedMark]] {
        let marks = step.map { layout.model.marks[$0] }
        guard marks.first?.spec.curve != nil else { return [marks.filter { !$0.isMissing }] }
        return marks.split(whereSeparator: \.isMissing).map(Array.init)
    }

    /// Returns the plot, to which functions are clipped. They may have no limits.
    private func clip(of mark: ExtendedMark, width: CGFloat) -> Path? {
        mark.spec.curve == nil ? nil : Path(frame.insetBy(dx: -width / 2, dy: -width / 2))
    }

    private func area(_ step: [Int]) {
        let runs = runs(of: step)
        let path = areaPath(of: runs)
        guard let first = runs.joined().first(where: { plot.frame(of: $0) != nil }) else { return }
        let fill = layout.styles.fill(of: first, in: style)
        context.group(clip: clip(of: first, width: 0)) { context.fill(path, with: fill, in: gradientFrame(first, path.boundingRect)) }
    }

    /// Returns the outline of areas.
    private func areaPath(of runs: [[ExtendedMark]]) -> Path {
        let placed = runs.map { run in run.compactMap { mark in plot.frame(of: mark).map { (mark, $0) } } }
        guard let first = placed.joined().first?.0 else { return Path() }
        let isUpright = first.growth == .horizontal || first.growth == nil && first.spec.x.center == nil
        // The end of the value first, then the end at zero.
        func ends(_ mark: ExtendedMark, _ box: CGRect) -> (CGPoint, CGPoint) {
            if isUpright { return (CGPoint(x: box.maxX, y: box.midY), CGPoint(x: box.minX, y: box.midY)) }
            return (CGPoint(x: box.midX, y: box.minY), CGPoint(x: box.midX, y: box.maxY))
        }
        let method = first.spec.attributes.interpolation ?? .linear
        var path = Path()
        for run in placed {
            let pairs = run.map(ends)
            var kept = Array(pairs.indices)
            if method == .linear, !isUpright {
                let upper = SeriesReduction.kept(pairs.map(\.0), width: frame.width)
                let lower = SeriesReduction.kept(pairs.map(\.1), width: frame.width)
                kept = Set(upper).union(lower).sorted()
            }
            path.addPath(
                LineCurves.area(
                    between: kept.map { moved(pairs[$0].0) }, and: kept.map { moved(pairs[$0].1) }, isUpright ? .linear : method))
        }
        return path
    }

    // MARK: Bars, points and rules

    private func boxes(_ step: [Int]) {
        let boxes = step.compactMap { index in seams.box(of: index).map { (layout.model.marks[index], $0) } }
        guard let first = boxes.first?.0 else { return }
        let fill = layout.styles.fill(of: first, in: style).opacity(first.spec.attributes.opacity)
        if boxes.count > 1 {
            var path = Path()
            for box in SeriesReduction.merged(boxes.map(\.1)) { path.addRect(box) }
            return context.fill(path, with: fill, in: gradientFrame(first, path.boundingRect))
        }
        let box = boxes[0].1
        let radius = min(first.spec.attributes.cornerRadius ?? 0, box.width / 2, box.height / 2)
        guard box.width > 0, box.height > 0 else { return }
        context.fill(Path(roundedRect: box, cornerRadius: radius), with: fill, in: gradientFrame(first, box))
    }

    private func points(_ step: [Int]) {
        let marks = step.map { layout.model.marks[$0] }
        let placed = marks.compactMap { mark in plot.point(of: mark).map { (mark, moved($0)) } }
        guard step.count > 1, let first = placed.first?.0 else { return placed.forEach { symbol(of: $0.0, at: $0.1) } }
        var path = Path()
        for point in SeriesReduction.distinct(placed.map(\.1)) { path.addDot(at: point) }
        let fill = layout.styles.fill(of: first, in: style).opacity(first.spec.attributes.opacity)
        context.stroke(path, with: fill, style: StrokeStyle(lineWidth: area(of: first).squareRoot(), lineCap: .round), in: frame)
    }

    private func area(of mark: ExtendedMark) -> CGFloat {
        switch mark.spec.attributes.symbolSize {
        case .value(let area): max(0, area)
        case .data(let channel): layout.styles.area(of: channel.value)
        case nil: 50
        }
    }

    private func symbol(of mark: ExtendedMark, at point: CGPoint) {
        let attributes = mark.spec.attributes
        let fill = layout.styles.fill(of: mark, in: style)
        let shape: any ChartSymbolShape
        switch attributes.symbol {
        case .value(.view(let view)):
            let node = view().layoutNode(in: layout.environment)
            let size = node.size(for: .unspecified).drawable
            let origin = CGPoint(x: point.x - size.width / 2, y: point.y - size.height / 2)
            return context.group(opacity: attributes.opacity) { node.draw(in: CGRect(origin: origin, size: size), on: context) }
        case .value(.shape(let given)): shape = given
        case .data(let channel): shape = layout.styles.symbol(of: channel.value)
        case nil: shape = BasicChartSymbolShape.circle
        }
        let side = area(of: mark).squareRoot()
        if context.cell != nil, side <= 16 {
            // A small symbol is a dot in a character.
            var path = Path()
            path.addDot(at: point)
            return context.stroke(path, with: fill.opacity(attributes.opacity), style: StrokeStyle(lineWidth: side, lineCap: .round))
        }
        let box = CGRect(x: point.x - side / 2, y: point.y - side / 2, width: side, height: side)
        let basic = shape as? BasicChartSymbolShape
        if let width = basic?.lineWidth ?? (basic?.isOpen == true ? 1.5 : nil) {
            let edge = basic?.isOpen == true ? box : box.insetBy(dx: width / 2, dy: width / 2)
            // A line is not seen in the symbols on it.
            if mark.spec.kind == .line, basic?.isOpen == false {
                context.fill(shape.path(in: edge), with: UIColor.systemBackground.color.fill(in: style), in: box)
            }
            context.stroke(shape.path(in: edge), with: fill.opacity(attributes.opacity), style: StrokeStyle(lineWidth: width), in: box)
        } else {
            context.fill(shape.path(in: box), with: fill.opacity(attributes.opacity), in: box)
        }
    }

    private func rule(_ mark: ExtendedMark) {
        guard let box = plot.frame(of: mark)?.offsetBy(dx: frame.minX, dy: frame.minY) else { return }
        let path = Path { $0.addLines([CGPoint(x: box.minX, y: box.minY), CGPoint(x: box.maxX, y: box.maxY)]) }
        let stroke = lineStyle(of: mark)
        let fill = layout.styles.fill(of: mark, in: style).opacity(mark.spec.attributes.opacity)
        context.stroke(path, with: fill, style: stroke, in: gradientFrame(mark, box.insetBy(dx: -0.5, dy: -0.5)))
    }

    private func sector(_ mark: ExtendedMark) {
        guard let place = SectorPlace(mark, in: frame) else { return }
        let fill = layout.styles.fill(of: mark, in: style).opacity(mark.spec.attributes.opacity)
        context.fill(place.path, with: fill, in: gradientFrame(mark, place.path.boundingRect))
    }
}
