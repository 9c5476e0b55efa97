import CalendarIntervals
package import HealthModel

/// A list of people: a CSV table with a column `id`, perhaps a column `zone`, and one column for each attribute.
package enum PeopleFile {
    /// The columns of a list by position.
    private struct Header {
        var id: Int
        var zone: Int?
        var attributes: [(position: Int, name: String)]
    }

    /// Reads the whole list. It is used as a whole or not at all.
    ///
    /// - Throws: `ImportError.badPeople` with the line of the first mistake: a missing or repeated id, or an unknown time zone.
    package static func read(_ path: String) throws(ImportError) -> [PersonUpdate] {
        let file = try ImportDocument.attempt(path) { () throws(ReadFailure) in try FileBytes(path: path) }
        var failure: ReadFailure?
        let window = ByteWindow {
            var chunk = ByteChunk(headroom: 64 << 10, capacity: 1 << 20)
            do throws(ReadFailure) {
                guard try chunk.fill(from: file) else { return nil }
            } catch {
                failure = error
                return nil
            }
            return chunk
        }
        var scanner = try CSVScanner(window: window, path: path)
        let header = try header(scanner.metadataKeys, path: path)
        var findings = ImportFindings()
        var people: [PersonUpdate] = []
        var lines: [String: Int] = [:]
        while scanner.nextInDocument(&findings) {
            let person = try person(scanner.row, scanner.rowBytes, header, line: scanner.line, path: path)
            if let first = lines.updateValue(scanner.line, forKey: person.id) {
                throw .badPeople(path: path, reason: "line \(scanner.line): `\(person.id)` is already in line \(first)")
            }
            people.append(person)
        }
        if let failure { throw .unreadable(path: path, reason: failure.reason) }
        if let broken = findings.issues.entries.first, let line = broken.lines.first {
            throw .badPeople(path: path, reason: "line \(line): it does not have \(scanner.metadataKeys.count) columns as the header does")
        }
        return people
    }

    private static func header(_ names: [String], path: String) throws(ImportError) -> Header {
        let names = names.map(trimmed)
        let folded = names.map { $0.lowercased() }
        guard let id = folded.firstIndex(of: "id") ?? folded.firstIndex(of: "person") else {
            throw .badPeople(path: path, reason: "a list of persons has a column `id`, and this one has \(names.joined(separator: ", "))")
        }
        if let twice = names.indices.first(where: { !names[$0].isEmpty && folded[..<$0].contains(folded[$0]) }) {
            throw .badPeople(path: path, reason: "the column `\(names[twice])` appears twice")
        }
        let zone = folded.firstIndex(of: "zone")
        let attributes = names.indices.filter { $0 != id && $0 != zone && !names[$0].isEmpty }.map { (position: $0, name: names[$0]) }
        return Header(id: id, zone: zone, attributes: attributes)
    }

    private static func person(
        _ row: TableFields, _ bytes: [UInt8], _ header: Header, line: Int, path: String
    ) throws(ImportError) -> PersonUpdate {
        let texts = texts(row, bytes)
        // As in tables of samples, so that the same text is the same person.
        let place = bytes.span.withoutFormulaGuard(row.fields[header.id].range)
        guard let id = Person.id(utf8: Array(bytes[place])) else {
            throw .badPeople(
                path: path, reason: "line \(line): the id is missing, or has more than 200 bytes, control characters or invalid UTF-8")
        }
        var person = PersonUpdate(id: id)
        if let column = header.zone, !texts[column].isEmpty {
            guard let zone = Zone.named(texts[column]) else {
                throw .badPeople(
                    path: path, reason: "line \(line): `\(texts[column])` is not a time zone; write Area/City, such as Europe/Berlin")
            }
            person.zone = zone.identifier
        }
        for (position, name) in header.attributes { person.attributes[name] = texts[position] }
        return person
    }

    private static func texts(_ row: TableFields, _ bytes: [UInt8]) -> [String] {
        row.fields.map { trimmed(DecodedText(bytes.span.extracting($0.range), .plain).string) }
    }

    private static func trimmed(_ text: String) -> String {
        var text = text[...]
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return String(text)
    }
}
