/// Facts about a table that its first rows decide: the decimal sign, and the units of times that are numbers.
struct TableProbe: Sendable {
    /// The decimal sign. Nil if the first rows have only whole numbers, or both signs in a table that is separated by commas.
    private(set) var decimalSign: DecimalSign?
    /// True if the first rows of a table that is separated by commas have both signs. Then each number is read as it is written, and
    /// `12.345` can be either number.
    private(set) var hasBothSigns = false
    /// The units of columns with numbers as times.
    private(set) var epochs: [TableColumn: EpochUnit] = [:]

    /// - Parameters:
    ///   - scanner: reads the first rows.
    ///   - decimalSign: the given decimal sign.
    ///   - readsEpochs: false if a time format is given.
    init(_ scanner: consuming some TableScanner & ~Copyable, decimalSign: DecimalSign?, readsEpochs: Bool) {
        // Signs in the column of values, and in the others.
        var signs: (values: Set<DecimalSign>, others: Set<DecimalSign>) = ([], [])
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
                    let number = text.beforePercentSign ?? 0..<text.count
                    if case .number(_, let sign?)? = LocalNumber.read(text.extracting(number)) { signs.values.insert(sign) }
                case .other:
                    if case .number(_, let sign?)? = LocalNumber.read(text) { signs.others.insert(sign) }
                default: break
                }
            }
        }
        if let epoch = epochs[.start] ?? epochs[.end] {
            for column in [TableColumn.start, .end, .created] where epochs[column] == nil { epochs[column] = epoch }
        }
        let proven = signs.values.isEmpty ? signs.others : signs.values
        let (hasComma, hasPoint) = (proven.contains(.comma), proven.contains(.point))
        if let decimalSign {
            self.decimalSign = decimalSign
        } else if hasComma, !hasPoint || !scanner.separatesByComma {
            // Where commas don't separate the columns, one decimal comma shows the sign of the table.
            self.decimalSign = .comma
        } else if hasPoint, !hasComma {
            self.decimalSign = .point
        }
        hasBothSigns = hasComma && hasPoint && scanner.separatesByComma
    }

    /// True if a point is always the decimal sign.
    var readsPoints: Bool { decimalSign == .point || decimalSign == nil && !hasBothSigns }
    /// True if a point can only separate thousands.
    var refusesPoints: Bool { decimalSign == .comma && !hasBothSigns }
}
