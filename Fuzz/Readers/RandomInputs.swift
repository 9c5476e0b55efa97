extension Reader {
    /// Returns an input made of two known ones, with up to four random changes. A fuzzer sees which code an input reaches and finds more,
    /// but it needs a build of its kind.
    package func randomInput(from known: [[UInt8]], using random: inout some RandomNumberGenerator) -> [UInt8] {
        guard var input = known.randomElement(using: &random) else { return [] }
        for _ in 0..<Int.random(in: 1...4, using: &random) {
            let place = Int.random(in: 0...input.count, using: &random)
            let length = min(input.count - place, Int.random(in: 1...9, using: &random))
            switch Int.random(in: 0..<6, using: &random) {
            case 0: for index in place..<place + min(1, length) { input[index] = .random(in: 0...255, using: &random) }
            case 1: for index in place..<place + min(1, length) { input[index] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            case 2: input.removeSubrange(place..<place + length)
            case 3: input.insert(contentsOf: input[place..<place + length], at: place)
            case 4: input.insert(contentsOf: [UInt8]((words.randomElement(using: &random) ?? "0").utf8), at: place)
            default:
                guard let other = known.randomElement(using: &random) else { continue }
                input = input[..<place] + other.suffix(Int.random(in: 0...other.count, using: &random))
            }
        }
        return Array(input.prefix(longest))
    }
}
