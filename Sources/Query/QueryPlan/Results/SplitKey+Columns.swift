import HealthModel

extension SplitKey {
    /// Returns empty columns for the key.
    package var columns: [KeyColumn] {
        names.map { name in
            var column = KeyColumn(name: name, values: [])
            column.unit = unit
            column.valueNames = valueNames
            if case .ranges = self { column.isEdge = true }
            if case .field(let field) = self { column.order = field.values }
            return column
        }
    }
}
