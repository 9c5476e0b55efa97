import TallyKit
import Testing

@Suite("Lengths and rises of routes") struct RouteMeasuresTests {
    private func route(longitudes: [Double], altitudes: [Double]) throws -> TimeSeries {
        let count = longitudes.count
        let times = (0..<count).map { Int64($0) * 1000 }
        return try #require(
            TimeSeries(
                .route, name: "", times: times, values: [[Double](repeating: 0, count: count), longitudes, altitudes, [], [], [], []]))
    }

    @Test("The length is that of the line through the points on a sphere")
    func length() throws {
        let measures = RouteMeasures(try route(longitudes: [0, 0.03, 0.03, 0.09], altitudes: []))
        // 0.09° of the equator: 0.09 · π / 180 · 6,371,008.8 m.
        #expect(abs(measures.distance - 10_007.557) < 0.001)
        #expect(measures.distances.count == 4 && measures.distances[0] == 0 && measures.distances[1] == measures.distances[2])
        #expect(measures.ascent == nil && measures.descent == nil)
    }

    @Test("A rise counts from 3 m since the last altitude that counted, also in small steps")
    func rises() throws {
        // 10 → 13.5 is +3.5; 13.5 → 10.4 is -3.1; 10.4 → 14 is +3.6. The steps between are smaller.
        let altitudes = [10, 12, 13.5, .nan, 11, 10.4, 14]
        let measures = RouteMeasures(try route(longitudes: [Double](repeating: 0, count: 7), altitudes: altitudes))
        #expect(abs((measures.ascent ?? 0) - 7.1) < 1e-9 && abs((measures.descent ?? 0) - 3.1) < 1e-9)
        let flat = RouteMeasures(try route(longitudes: [0, 0, 0], altitudes: [5, 7.9, 5.1]))
        #expect(flat.ascent == 0 && flat.descent == 0 && flat.distance == 0)
    }

    @Test("A route over the date line goes the short way")
    func dateLine() throws {
        let measures = RouteMeasures(try route(longitudes: [179.99, -179.98], altitudes: []))
        // 0.03° of the equator.
        #expect(abs(measures.distance - 3335.852) < 0.001)
    }
}
