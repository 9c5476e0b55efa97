/// The kind of the values of an attribute, for all people of a store.
package struct AttributeKind: Hashable, Sendable {
    package enum Values: Hashable, Sendable { case number, date, text }

    package var values: Values
    /// A value that is not a number, of an attribute that is a text although other values are numbers.
    package var notNumber: String?
    /// A value that is not a date, of an attribute that is a text although other values are dates.
    package var notDate: String?

    package init(_ values: Values, notNumber: String? = nil, notDate: String? = nil) {
        (self.values, self.notNumber, self.notDate) = (values, notNumber, notDate)
    }
}
