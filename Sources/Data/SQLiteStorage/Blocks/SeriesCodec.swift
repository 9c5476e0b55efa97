package import HealthModel
import SampleStore

/// Encodes the numbers of a series as bytes and decodes them: a checksum, a format word, then the times and each column after its length.
///
/// The columns are those of blocks. A column that is unknown as a whole has no bytes.
package enum SeriesCodec {
    /// "TS" and the version of the format.
    package static let format: Int64 = 0x5453_0001

    package static func encode(_ series: TimeSeries) -> [UInt8] {
        SealedBytes.seal(format) { bytes in
            var times: [UInt8] = []
            IntegerFrame.shortest(series.times.span, layout: .lanes).pack(series.times.span, into: &times)
            SealedBytes.append(times, to: &bytes)
            for column in series.values {
                var packed: [UInt8] = []
                if !column.isEmpty { ValueColumn.encode(column.span, into: &packed) }
                SealedBytes.append(packed, to: &bytes)
            }
        }
    }

    /// Returns the series with `count` points. Any bytes are safe input.
    package static func decode(_ bytes: Span<UInt8>, _ kind: TimeSeries.Kind, name: String, count: Int) throws(BlockError) -> TimeSeries {
        try SealedBytes.check(bytes, format)
        // Each column has a byte for 256 rows, so a false count cannot make a reader allocate much more memory than the bytes have.
        guard 1...TimeSeries.mostPoints ~= count, count / IntegerFrame.groupSize <= bytes.count,
            let place = SealedBytes.part(bytes, at: SealedBytes.start)
        else { throw .malformed }
        var times = [Int64](repeating: 0, count: count)
        var target = times.mutableSpan
        var bits: UInt64 = 0
        try IntegerColumn.decode(bytes.extracting(place), into: &target) { _, time in
            bits |= UInt64(bitPattern: time &+ StoreLimits.greatest)
            return time
        }
        guard StoreLimits.hasPlausible(bits) else { throw .malformed }
        var offset = place.upperBound
        var values: [[Double]] = []
        for _ in kind.columns {
            guard let place = SealedBytes.part(bytes, at: offset) else { throw .malformed }
            var column = [Double](repeating: 0, count: place.isEmpty ? 0 : count)
            if !place.isEmpty { try ValueColumn.decode(bytes.extracting(place), into: &column) }
            values.append(column)
            offset = place.upperBound
        }
        guard offset == bytes.count, let series = TimeSeries(kind, name: name, times: times, values: values) else { throw .malformed }
        return series
    }
}
