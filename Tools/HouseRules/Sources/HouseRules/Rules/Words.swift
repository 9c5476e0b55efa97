import SwiftSyntax

/// The words of the language in the code: each is defined in one place, and few other files use its name.
package struct Words {
    /// The module that defines the words.
    private static let home = "QueryVocabulary"
    /// The modules that parse other languages, which have their own words.
    private static let foreign: Set = ["QueryHelp", "EnglishQuestions"]
    /// Constants of the standard library that are written like cases.
    private static let standard = ["min", "max", "zero", "none", "some", "now"]

    /// The files that name each word of the language, as in `Aggregate.median`, outside of the module that defines it, sorted by path.
    ///
    /// A name that other types have, too, counts where its type is certain: after the name of the enum, or in a `switch` over its cases.
    package let files: [String: [String]]

    package init(_ sources: [SourceFile]) {
        let enums = sources.flatMap { file in file.all(EnumDeclSyntax.self).map { (file.module == Self.home, $0) } }
        let vocabulary = enums.filter { $0.0 && !Self.isRule($0.1) }.map { ($0.1.name.text, Set($0.1.caseNames)) }
        let others = enums.filter { !$0.0 }.map { Set($0.1.caseNames) }
        var owners: [String: Int] = [:]
        for name in enums.flatMap(\.1.caseNames) + sources.flatMap(Self.constants) + Self.standard { owners[name, default: 0] += 1 }
        var files: [String: [String]] = [:]
        for (type, words) in vocabulary {
            for word in words { files["\(type).\(word)"] = [] }
        }
        for file in sources where file.module != Self.home && !Self.foreign.contains(file.module) {
            let members = file.all(MemberAccessExprSyntax.self).map { ($0.base?.trimmedDescription, $0.declName.baseName.text) }
            let switches = Self.switches(in: file).filter { cases in cases.count > 2 && !others.contains(where: cases.isSubset) }
            for (type, words) in vocabulary {
                var named = Set(members.filter { $0.0 == type || $0.0 == nil && owners[$0.1] == 1 }.map(\.1))
                // The cases of two enums of the vocabulary can contain those of a `switch`. The smaller one is meant.
                switches.filter { cases in
                    cases.isSubset(of: words) && !vocabulary.contains { $0.1.count < words.count && cases.isSubset(of: $0.1) }
                }
                .forEach { named.formUnion($0) }
                for word in named.intersection(words) { files["\(type).\(word)"]?.append(file.path) }
            }
        }
        self.files = files
    }

    /// Returns the names of the cases in each `switch`.
    private static func switches(in file: SourceFile) -> [Set<String>] {
        file.all(SwitchExprSyntax.self).map { node in
            let items = node.cases.compactMap { $0.as(SwitchCaseSyntax.self)?.label.as(SwitchCaseLabelSyntax.self) }.flatMap(\.caseItems)
            return Set(items.compactMap { $0.pattern.as(ExpressionPatternSyntax.self)?.expression }.map(Self.caseName))
        }
    }

    private static func caseName(_ pattern: ExprSyntax) -> String {
        let called = pattern.as(FunctionCallExprSyntax.self)?.calledExpression ?? pattern
        return called.as(MemberAccessExprSyntax.self)?.declName.baseName.text ?? ""
    }

    /// True for the values of a rule, as in `partial mark | keep | drop`: everything that translates a plan must name each of them.
    private static func isRule(_ node: EnumDeclSyntax) -> Bool {
        node.inheritanceClause?.inheritedTypes.contains { $0.type.trimmedDescription == "ClauseRule" } ?? false
    }

    /// Returns the names of constants, which are written like cases: `.week`.
    private static func constants(of file: SourceFile) -> [String] {
        file.all(VariableDeclSyntax.self).filter { $0.modifiers.names.contains("static") && !$0.isTopLevel }
            .flatMap { $0.bindings.map(\.pattern.trimmedDescription) }
            + file.all(FunctionDeclSyntax.self).filter { $0.modifiers.names.contains("static") }.map(\.name.text)
    }

    /// Returns the enums of different modules with the same cases. A use of one could be of the other.
    package static func twins(in sources: [SourceFile]) -> (count: Int, findings: [String]) {
        var owners: [[String]: (name: String, file: SourceFile)] = [:]
        var twins: [String] = []
        for file in sources {
            for node in file.all(EnumDeclSyntax.self) where node.caseNames.count >= 2 {
                let cases = node.caseNames.sorted()
                if let other = owners[cases], other.file.module != file.module {
                    twins.append(file.finding("\(node.name.text) is \(other.name) of \(other.file.path) once more", at: node))
                }
                owners[cases] = (node.name.text, file)
            }
        }
        return (owners.count, twins)
    }
}
