/// Facts about a table that its first rows decide: the decimal sign, and the units of times that are numbers.
struct TableProbe: Sendable {
    /// The decimal sign. Nil if the first rows have only whole numbers, or both signs.
    private(set) var decimalSign: DecimalSign?
    /// The units of columns with numbers as times.
    private(set) var epochs: [TableColumn: EpochUnit] = [:]

    /// - Parameters:
    ///   - scanner: reads the first rows.
    ///   - decimalSign: the given decimal sign.
    ///   - readsEpochs: false if a time format is given.
    init(_ scanner: consuming some TableScanner & ~Copyable, decimalSign: DecimalSign?, readsEpochs: Bool) {
        // Signs in the column of values, and in the others.
        var signs: (Set<DecimalSign>, Set<DecimalSign>) = ([], [])
        var findings = ImportFindings()
        while (try? scanner.next(&findings)) == true {
            let bytes = scanner.rowBytes
            for (column, range) in scanner.row.fields {
                let text = bytes.span.extracting(bytes.span.trimmed(range))
                switch column {
                case .start, .end, .created:
                    guard readsEpochs, epochs[column] == nil, let number = DecimalNumber.read(text) else { continue }
                    epochs[column] = EpochUnit(of: number)
                case .value:
                    if case .number(_, let sign?)? = LocalNumber.read(text) { signs.0.insert(sign) }
                case .other:
                    if case .number(_, let sign?)? = LocalNumber.read(text) { signs.1.insert(sign) }
                default: break
                }
            }
        }
        if let epoch = epochs[.start] ?? epochs[.end] {
            for column in [TableColumn.start, .end, .created] where epochs[column] == nil { epochs[column] = epoch }
        }
        let proven = signs.0.isEmpty ? signs.1 : signs.0
        self.decimalSign = decimalSign ?? (proven.count == 1 ? proven.first : nil)
    }
}
