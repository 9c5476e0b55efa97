extension [Double] {
    /// Moves the elements at `rank` and `rank + 1` to where sorting would put them. No earlier element is greater, and no later one is
    /// smaller.
    ///
    /// Uses Hoare's quickselect in O(*n*). After many bad rounds, it sorts the rest.
    mutating func sortAround(_ rank: Int) {
        guard indices.contains(rank) else { return }
        var span = mutableSpan
        span.sortAround(rank)
    }
}

extension MutableSpan<Double> {
    fileprivate mutating func sortAround(_ rank: Int) {
        select(rank)
        guard rank + 1 < count else { return }
        var least = rank + 1
        for index in least + 1..<max(count, least + 1) where self[index] < self[least] { least = index }
        swapAt(rank + 1, least)
    }

    private mutating func select(_ rank: Int) {
        var low = 0
        var high = count - 1
        for _ in 0..<64 where low < high {
            let pivot = medianOfThree(self[low], self[low + (high - low) / 2], self[high])
            var left = low
            var right = high
            while left <= right {
                while self[left] < pivot { left += 1 }
                while pivot < self[right] { right -= 1 }
                guard left <= right else { break }
                swapAt(left, right)
                left += 1
                right -= 1
            }
            // All elements between the two parts equal the pivot.
            if rank <= right { high = right } else if rank >= left { low = left } else { return }
        }
        guard low < high else { return }
        let sorted = (low...high).map { self[$0] }.sorted()
        for (index, value) in sorted.enumerated() { self[low + index] = value }
    }

    private func medianOfThree(_ a: Double, _ b: Double, _ c: Double) -> Double {
        Swift.max(Swift.min(a, b), Swift.min(Swift.max(a, b), c))
    }
}
