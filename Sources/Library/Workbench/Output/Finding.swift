package import QueryDiagnostics

/// Something that is said about a text, with the text.
package struct Finding: Sendable {
    package let diagnostic: Diagnostic
    let source: SourceText

    init(_ diagnostic: Diagnostic, in source: SourceText) {
        self.diagnostic = diagnostic
        self.source = source
    }

    package var isError: Bool { diagnostic.severity == .error }

    /// Returns the finding as people read it.
    ///
    /// - Parameter width: the columns of the terminal that shows it; nil where there is none.
    package func text(usesColor: Bool, width: Int?) -> String {
        TextRenderer(usesColor: usesColor, width: width ?? 160, wrapWidth: width).render(diagnostic, in: source)
    }

    /// The finding as programs read it, ended by a newline.
    package var jsonLine: String { JSONLinesRenderer.render(diagnostic, in: source) }
}
