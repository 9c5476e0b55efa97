/// The reason why an import read nothing or refused its document.
package enum ImportError: Error, Hashable {
    /// The file cannot be opened or read.
    case unreadable(path: String, reason: String)
    /// The file cannot be imported. `found` describes its type.
    case notAnExport(path: String, found: String)
    /// The document declares entities. Exports never do.
    case entityDeclaration(path: String)
    /// The header or the mapping does not identify the columns.
    case badTable(path: String, reason: String)
    /// The person is given, but the file has a column of people. `option` is how the person was given.
    case personTwice(path: String, column: String, option: String? = nil)
    /// A list of people cannot be used.
    case badPeople(path: String, reason: String)
}

extension ImportError: CustomStringConvertible {
    package var description: String {
        switch self {
        case .unreadable(let path, let reason): "\(path): \(reason)"
        case .notAnExport(let path, let found): "\(path): \(found)"
        case .entityDeclaration(let path):
            "\(path): refused, because it declares XML entities (<!ENTITY), which an Apple Health export never does"
        case .badTable(let path, let reason), .badPeople(let path, let reason): "\(path): \(reason)"
        case .personTwice(let path, let column, let option?):
            "\(path): the column `\(column)` names the persons, so \(option) cannot name another one; leave \(option) out"
        case .personTwice(let path, let column, nil): "\(path): the column `\(column)` names the persons, so no other person can be given"
        }
    }
}
