/// A half-open time span in milliseconds.
struct Stretch: Equatable {
    var from: Int64
    var to: Int64
}
