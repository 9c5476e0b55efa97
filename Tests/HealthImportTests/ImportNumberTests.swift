import HealthImport
import RandomTesting
import Testing

@Suite struct ImportNumberTests {
    private func read(_ text: String) -> Double? {
        DecimalNumber.read(Array(text.utf8).span)
    }

    @Test(
        "Decimals are read to the nearest double",
        arguments: [
            "0", "-0", "7", "+7", "0.1", "-12.50", ".5", "5.", "1e3", "1.2E-5", "36.6", "0.00288", "5.19412346680959", "0.4971749504535062",
            "139.3170000000021", "9007199254740993", "18446744073709551615", "123456789012345678901234567890", "1e22", "1e23",
            "2.2250738585072014e-308", "4.9e-324", "1e100", "-9.99e99", "0.000000000000000000000000000000000001",
            "3.141592653589793238462643383279", "9007199254740992.5", "9007199254740993.0000000000000000001", "1e-19", "1e-20", "00012.5",
        ])
    func nearest(text: String) throws {
        // The reader of the standard library, which uses a different algorithm.
        let expected = try #require(Double(text))
        let value = try #require(read(text))
        #expect(value.bitPattern == expected.bitPattern)
    }

    @Test(
        "Text that is not a decimal number is refused, and so is a number of more than 10^100",
        arguments: [
            "", "-", "+", ".", "e5", "1e", "1e+", "nan", "NaN", "inf", "-inf", "Infinity", "0x10", "1_000", "1,5", " 1", "1 ", "1.2.3",
            "1e400", "--1", "٣",
            // Two of these would have a sum that is not a number.
            "1.7976931348623157e308", "1e101", "-1e300",
        ])
    func refused(text: String) {
        let value = read(text)
        #expect(value == nil)
    }

    @Test("Random decimals of up to 20 digits agree bit for bit with the standard library", arguments: [testSeed])
    func random(seed: UInt64) throws {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        for _ in 0..<20_000 {
            let digits = String(random.next() >> (random.next() % 64))
            let point = Int(random.next() % UInt64(digits.count + 1))
            var text = digits.prefix(point) + "." + digits.dropFirst(point)
            if random.next() % 4 == 0 { text += "e\(Int(random.next() % 40) - 20)" }
            let value = read(String(text))
            #expect(value?.bitPattern == Double(String(text))?.bitPattern, "\(text)")
        }
    }
}
