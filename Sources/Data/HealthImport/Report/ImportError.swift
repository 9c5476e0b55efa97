/// Why an import read nothing, or why its document may not be read.
package enum ImportError: Error, Hashable {
    /// The file cannot be opened or read.
    case unreadable(path: String, reason: String)
    /// The file is none that can be imported; `found` names what it is.
    case notAnExport(path: String, found: String)
    /// The document declares entities, which no export does.
    case entityDeclaration(path: String)
    /// A header or mapping that does not say where the columns are.
    case badTable(path: String, reason: String)
}

extension ImportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .notAnExport(let path, let found): "\(path): \(found)"
        case .entityDeclaration(let path):
            "\(path): the document declares entities (<!ENTITY), as no Apple Health export does; it is refused"
        case .badTable(let path, let reason): "\(path): \(reason)"
        }
    }
}
