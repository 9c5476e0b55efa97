extension RandomAccessCollection {
    /// Returns the first index whose element belongs to the second part; the end if there is none. All elements after it belong there, too.
    package func partitioningIndex(where belongs: (Element) -> Bool) -> Index {
        var (low, count) = (startIndex, self.count)
        while count > 0 {
            let half = count / 2
            let middle = index(low, offsetBy: half)
            if belongs(self[middle]) { count = half } else { (low, count) = (index(after: middle), count - half - 1) }
        }
        return low
    }
}
