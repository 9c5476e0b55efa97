extension Drawing {
    /// Returns the drawing as SVG in UTF-8, without scripts and external references. It can be a file or part of HTML.
    ///
    /// - Parameters:
    ///   - id: the prefix of ids and style rules. Several drawings on one page need different ids.
    ///   - scheme: the background.
    public func svg(id: String = "drawing", scheme: Scheme = .automatic) -> String {
        SVGPainter.text(of: self, id: id, scheme: scheme, place: .file)
    }

    /// Returns the drawing as lines for a terminal. With `options.graphics`, a picture of the shapes follows.
    ///
    /// A drawing whose width is 7 points for each column and whose height is 15 points for each row has a cell for each character of the
    /// default font. Wider and higher drawings are reduced to the columns and rows of `options`.
    public func terminal(_ options: TerminalOptions = TerminalOptions()) -> String { CellPainter.text(of: self, options: options) }

    /// Returns a web page with the drawing. Tips are boxes, also on touch screens. The page needs no other files.
    ///
    /// - Parameters:
    ///   - title: the title of the page.
    ///   - id: the prefix of ids and style rules.
    ///   - scheme: the background.
    public func html(title: String, id: String = "drawing", scheme: Scheme = .automatic) -> String {
        let name = MarkupText.escaped(title)
        let heading = name.isEmpty ? "" : "<header>\n<h1>\(name)</h1>\n</header>\n"
        let width = Int(frame.width.isFinite ? frame.width.clamped(to: 1...100_000) : 1)
        return HTMLPage.document(
            title: name.isEmpty ? MarkupText.escaped(self.title) : name,
            style: PageStyle.text(alignsRight: [], width: width, scheme: scheme),
            body:
                "\(heading)<figure>\n<div class=\"wide\">\n\(SVGPainter.text(of: self, id: id, scheme: scheme, place: .page))</div>\n</figure>\n",
            scheme: scheme)
    }
}
