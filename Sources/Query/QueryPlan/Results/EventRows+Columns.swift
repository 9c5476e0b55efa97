extension EventRows {
    /// The key's own column, without values; nil if rows only have a start and an end.
    package var keyColumn: KeyColumn? {
        columnName.map { name in
            var column = KeyColumn(name: name, values: [])
            if case .samples = kind { column.valueNames = .activities }
            return column
        }
    }
}
