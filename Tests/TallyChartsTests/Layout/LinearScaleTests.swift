@_spi(Guests) import TallyCharts
import Testing

@Suite("A linear scale")
struct LinearScaleTests {
    @Test("maps its domain to its positions, also downward")
    func mapsDomain() {
        let scale = LinearScale(domain: 10...20, from: 100, to: 0)
        #expect(scale.position(of: 10) == 100)
        #expect(scale.position(of: 15) == 50)
        #expect(scale.position(of: 20) == 0)
    }

    @Test("shows a domain of one value in the middle")
    func singleValue() {
        #expect(LinearScale(domain: 5...5, from: 0, to: 10).position(of: 5) == 5)
    }
}
