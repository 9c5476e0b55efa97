package import QueryDiagnostics

/// A diagnostic together with the text that it is about.
package struct Finding: Sendable {
    package let diagnostic: Diagnostic
    package let source: SourceText

    package init(_ diagnostic: Diagnostic, in source: SourceText) {
        self.diagnostic = diagnostic
        self.source = source
    }

    package var isError: Bool { diagnostic.severity == .error }

    /// Returns the finding as text for people.
    ///
    /// - Parameter width: the width of the terminal in columns; nil if there is no terminal.
    package func text(usesColor: Bool, width: Int?) -> String {
        TextRenderer(usesColor: usesColor, width: width ?? 160, wrapWidth: width).render(diagnostic, in: source)
    }

    /// The finding as one line of JSON, with a newline at the end.
    package var jsonLine: String { JSONLinesRenderer.render(diagnostic, in: source) }
}
