extension Array where Element: BitwiseCopyable {
    /// Returns the elements for the numbers from 0 to below `count`.
    ///
    /// `map` asks for each element whether the array must grow. This loop does not, so the compiler can use vectors.
    ///
    /// - Parameter filler: Any element; the array has it before the loop.
    @inline(__always)
    init(count: Int, filler: Element, _ element: (Int) -> Element) {
        self.init(repeating: filler, count: count)
        var target = mutableSpan
        for index in 0..<target.count { target[index] = element(index) }
    }
}
