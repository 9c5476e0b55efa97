extension [Double] {
    /// Returns the element that sorting would put at `rank`, and the one after it; nil after the last.
    ///
    /// Divides the elements again and again at one whose rank is probably close, in O(*n*). After many bad rounds, it sorts the rest.
    func neighbors(atRank rank: Int) -> (element: Double, next: Double?) {
        precondition(indices.contains(rank))
        if count >= NumberCounts.width, let counts = NumberCounts(counting: span) { return counts.neighbors(atRank: rank) }
        var rank = rank
        // The least element after the remaining ones.
        var next: Double?
        var rest = self
        var parts: [Double] = []
        var remaining = indices
        for _ in 0..<64 where remaining.count > 48 {
            let pivot = rest.span.extracting(remaining).probableElement(atRank: rank)
            if parts.isEmpty { parts = [Double](repeating: 0, count: count + 1) }
            var target = parts.mutableSpan
            let (less, greater) = rest.span.extracting(remaining).divide(at: pivot, into: &target)
            if rank < less {
                next = pivot
                remaining = 0..<less
            } else if rank >= remaining.count - greater {
                rank -= remaining.count - greater
                remaining = remaining.count - greater + 1..<remaining.count + 1
            } else {
                if rank + 1 < remaining.count - greater { return (pivot, pivot) }
                return (pivot, parts[remaining.count - greater + 1..<remaining.count + 1].min() ?? next)
            }
            swap(&rest, &parts)
            // The array of the caller is not memory to write to.
            if parts.count == count { parts = [Double](repeating: 0, count: count + 1) }
        }
        let sorted = rest[remaining].sorted()
        return (sorted[rank], rank + 1 < sorted.count ? sorted[rank + 1] : next)
    }
}

extension Span<Double> {
    /// Returns the element of a small sample whose rank in the sample corresponds to `rank`.
    fileprivate func probableElement(atRank rank: Int) -> Double {
        let sampleCount = 25
        let sample = (0..<sampleCount).map { self[(2 * $0 + 1) * count / (2 * sampleCount)] }.sorted()
        return sample[(rank * (sampleCount - 1) + count / 2) / count]
    }

    /// Writes the elements less than `pivot` to the front of `parts`, and the greater ones to its end. `parts` has one element more.
    ///
    /// Each element is written to both sides, and the side on which it belongs keeps it. A branch would cost more, because the order is
    /// almost random.
    fileprivate func divide(at pivot: Double, into parts: inout MutableSpan<Double>) -> (less: Int, greater: Int) {
        var less = 0
        var last = count
        for index in indices {
            let element = self[index]
            parts[less] = element
            parts[last] = element
            less &+= element < pivot ? 1 : 0
            last &-= element > pivot ? 1 : 0
        }
        return (less, count - last)
    }
}
