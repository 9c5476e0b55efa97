import MessageStreams
import ScriptHelp

/// The abilities that the server tells a client.
enum EditorAbilities {
    /// The command that answers a statement.
    static let run = "tally.run"
    static let fixAll = "source.fixAll.tally"

    /// The types of semantic tokens, in the order of their numbers.
    static let tokenTypes: [ColoredPart.Kind: String] = [
        .keyword: "keyword", .metric: "type", .number: "number", .string: "string", .comment: "comment", .value: "variable",
        .function: "function", .parameter: "parameter",
    ]

    static func all(_ encoding: PositionEncoding) -> JSONValue {
        [
            "positionEncoding": .string(encoding.rawValue),
            // 2: changes of ranges
            "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
            "completionProvider": ["triggerCharacters": [" ", "\"", "(", "-"]],
            "signatureHelpProvider": ["triggerCharacters": ["(", ","]],
            "hoverProvider": true, "definitionProvider": true, "referencesProvider": true, "documentHighlightProvider": true,
            "renameProvider": ["prepareProvider": true],
            "documentFormattingProvider": true, "foldingRangeProvider": true, "documentSymbolProvider": true,
            "codeActionProvider": ["codeActionKinds": ["quickfix", .string(fixAll)]],
            "semanticTokensProvider": [
                "legend": [
                    "tokenTypes": .array(ColoredPart.Kind.allCases.map { .string(tokenTypes[$0] ?? "") }),
                    "tokenModifiers": ["declaration"],
                ],
                "full": true, "range": true,
            ],
            "inlayHintProvider": true, "codeLensProvider": [:], "executeCommandProvider": ["commands": [.string(run)]],
        ]
    }
}
