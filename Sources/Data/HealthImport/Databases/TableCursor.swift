/// Reads the rows of a table: all of them in the order of their ids, or one by its id.
final class TableCursor {
    private let file: DatabaseFile
    private let root: Int
    private(set) var row: DatabaseRow
    /// The inner pages from the root to the current leaf, and the next child of each.
    private var path: [(page: [UInt8], header: Int, next: Int)] = []
    private var leaf: Leaf?
    private var nextCell = 0
    /// True if the bytes of the row are those of the leaf.
    private var hasBytesOfLeaf = false
    private var isStarted = false
    private var isAfterRow = false
    /// The number of pages that continued long rows.
    private var continuedCount = 0
    /// The number of pages that the walk has visited.
    private(set) var visitedCount = 0

    /// A table of 10^12 rows has fewer levels.
    private static let depthLimit = 20
    /// The bytes of a row that are kept. Only pictures are longer.
    private static let rowLimit = 1 << 18

    private struct Leaf {
        var bytes: [UInt8]
        var cells: Int
        var count: Int
    }

    init(_ file: DatabaseFile, root: Int) {
        (self.file, self.root) = (file, root)
        row = DatabaseRow(usesUTF8: file.usesUTF8)
    }

    convenience init(_ file: DatabaseFile, _ table: DatabaseTable) { self.init(file, root: table.root) }

    // MARK: All rows

    /// Moves to the next row. Returns false after the last one.
    func next() throws(DatabaseDamage) -> Bool {
        if !isStarted {
            isStarted = true
            try descend(to: root)
        }
        while true {
            guard let leaf else { return false }
            if nextCell < leaf.count {
                nextCell += 1
                let last = isAfterRow ? row.id : nil
                try read(cell: nextCell - 1, of: leaf)
                // In this way no row is read twice.
                guard last.map({ $0 < row.id }) ?? true else { throw DatabaseDamage("the rows of a table are not in order") }
                isAfterRow = true
                return true
            }
            try moveToNextLeaf()
        }
    }

    private func moveToNextLeaf() throws(DatabaseDamage) {
        leaf = nil
        while let top = path.last {
            let count = top.page.big16(top.header + 3)
            guard top.next <= count else {
                path.removeLast()
                continue
            }
            path[path.count - 1].next += 1
            return try descend(to: child(top.next, of: top.page, header: top.header))
        }
    }

    /// Moves to the first leaf below a page.
    private func descend(to number: Int) throws(DatabaseDamage) {
        var number = number
        while true {
            visitedCount += 1
            guard visitedCount <= file.pageCount, path.count < TableCursor.depthLimit else {
                throw DatabaseDamage("the pages of a table lead to each other")
            }
            let page = try file.page(number)
            let header = number == 1 ? 100 : 0
            if page[header] == 0x0D {
                leaf = try makeLeaf(page, header)
                nextCell = 0
                return
            }
            try checkInner(page, header)
            path.append((page, header, 1))
            number = try child(0, of: page, header: header)
        }
    }

    // MARK: One row

    /// Moves to the row with an id. Returns false if the table does not have it. `next()` must not have been called.
    func find(_ id: Int64) throws(DatabaseDamage) -> Bool {
        if let leaf, leaf.count > 0, try key(0, of: leaf) <= id, try id <= key(leaf.count - 1, of: leaf) { return try find(id, in: leaf) }
        var number = root
        for _ in 0..<TableCursor.depthLimit {
            let page = try file.page(number)
            let header = number == 1 ? 100 : 0
            if page[header] == 0x0D {
                let found = try makeLeaf(page, header)
                leaf = found
                return try find(id, in: found)
            }
            try checkInner(page, header)
            var (low, high) = (0, page.big16(header + 3))
            while low < high {
                let middle = (low + high) / 2
                var offset = try cell(middle, of: page, cells: header + 12) + 4
                if try page.varint(at: &offset, before: page.count) < id { low = middle + 1 } else { high = middle }
            }
            number = try child(low, of: page, header: header)
        }
        throw DatabaseDamage("the pages of a table lead to each other")
    }

    private func find(_ id: Int64, in leaf: Leaf) throws(DatabaseDamage) -> Bool {
        var (low, high) = (0, leaf.count)
        while low < high {
            let middle = (low + high) / 2
            if try key(middle, of: leaf) < id { low = middle + 1 } else { high = middle }
        }
        guard low < leaf.count, try key(low, of: leaf) == id else { return false }
        try read(cell: low, of: leaf)
        return true
    }

    private func key(_ index: Int, of leaf: Leaf) throws(DatabaseDamage) -> Int64 {
        var offset = try cell(index, of: leaf.bytes, cells: leaf.cells)
        _ = try leaf.bytes.varint(at: &offset, before: leaf.bytes.count)
        return try leaf.bytes.varint(at: &offset, before: leaf.bytes.count)
    }

    // MARK: Pages

    private func makeLeaf(_ page: [UInt8], _ header: Int) throws(DatabaseDamage) -> Leaf {
        let count = page.big16(header + 3)
        guard header + 8 + 2 * count <= page.count else { throw DatabaseDamage("a page has more rows than room") }
        hasBytesOfLeaf = false
        return Leaf(bytes: page, cells: header + 8, count: count)
    }

    private func checkInner(_ page: [UInt8], _ header: Int) throws(DatabaseDamage) {
        guard page[header] == 0x05 else { throw DatabaseDamage("a page is not one of a table") }
        guard header + 12 + 2 * page.big16(header + 3) <= page.count else { throw DatabaseDamage("a page has more children than room") }
    }

    private func cell(_ index: Int, of page: [UInt8], cells: Int) throws(DatabaseDamage) -> Int {
        let offset = page.big16(cells + 2 * index)
        guard offset + 4 <= page.count else { throw DatabaseDamage("a row is outside its page") }
        return offset
    }

    /// Returns the page number of a child. The last one is in the header.
    private func child(_ index: Int, of page: [UInt8], header: Int) throws(DatabaseDamage) -> Int {
        if index == page.big16(header + 3) { return page.big32(header + 8) }
        return page.big32(try cell(index, of: page, cells: header + 12))
    }

    // MARK: Rows

    private func read(cell index: Int, of leaf: Leaf) throws(DatabaseDamage) {
        var offset = try cell(index, of: leaf.bytes, cells: leaf.cells)
        let written = try leaf.bytes.varint(at: &offset, before: leaf.bytes.count)
        let id = try leaf.bytes.varint(at: &offset, before: leaf.bytes.count)
        guard written >= 0, written <= Int64(Int32.max) else { throw DatabaseDamage("a row has no possible length") }
        let size = Int(written)
        let local = localSize(of: size)
        guard offset + local <= leaf.bytes.count else { throw DatabaseDamage("a row is longer than its page") }
        if local == size {
            if !hasBytesOfLeaf { row.bytes = leaf.bytes }
            hasBytesOfLeaf = true
            return try row.read(id: id, in: offset..<offset + size)
        }
        hasBytesOfLeaf = false
        guard offset + local + 4 <= leaf.bytes.count else { throw DatabaseDamage("a row is longer than its page") }
        let wanted = min(size, TableCursor.rowLimit)
        var content = Array(leaf.bytes[offset..<offset + local])
        var number = leaf.bytes.big32(offset + local)
        while content.count < wanted {
            continuedCount += 1
            guard continuedCount <= file.pageCount else { throw DatabaseDamage("the pages of a row lead to each other") }
            let page = try file.page(number)
            number = page.big32(0)
            content += page[4..<4 + min(file.usableSize - 4, size - content.count)]
        }
        row.bytes = content
        try row.read(id: id, in: 0..<content.count)
    }

    /// Returns the number of a row's bytes that are in its leaf.
    private func localSize(of size: Int) -> Int {
        let usable = file.usableSize
        if size <= usable - 35 { return size }
        let least = (usable - 12) * 32 / 255 - 23
        let most = least + (size - least) % (usable - 4)
        return most <= usable - 35 ? most : least
    }
}
