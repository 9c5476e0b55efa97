import HealthModel

extension Device {
    /// Reads `<<HKDevice: 0x283f5e3f0>, name:Apple Watch, manufacturer:Apple Inc., model:Watch, hardware:Watch7,2, software:10.1>`.
    ///
    /// The pointer differs in every export and is left out. Values can contain commas, so a value ends only before a known key. Any other
    /// text is the device's name.
    init(exported text: String) {
        self.init()
        guard text.hasPrefix("<<HKDevice"), let head = text.firstRange(of: ">") else {
            name = text.trimmingPrefix("<").last == ">" ? String(text.trimmingPrefix("<").dropLast()) : text
            return
        }
        let keys = ["name", "manufacturer", "model", "hardware", "firmware", "software", "localIdentifier", "UDIDeviceIdentifier"]
        var parts = text[head.upperBound...]
        if parts.last == ">" { parts.removeLast() }
        let marks = keys.compactMap { key in parts.firstRange(of: ", \(key):").map { (key: key, range: $0) } }
            .sorted { $0.range.lowerBound < $1.range.lowerBound }
        for (index, mark) in marks.enumerated() {
            let end = index + 1 < marks.count ? marks[index + 1].range.lowerBound : parts.endIndex
            guard mark.range.upperBound <= end else { continue }
            let value = String(parts[mark.range.upperBound..<end])
            switch mark.key {
            case "name": name = value
            case "manufacturer": manufacturer = value
            case "model": model = value
            case "hardware": hardware = value
            case "software": software = value
            default: break
            }
        }
    }

    /// Returns the range of an exported device without `HKDevice: 0x283f5e3f0`, or the whole range if the text does not start like that.
    static func rangeWithoutPointer(_ text: Bytes) -> Range<Int> {
        guard text.starts(with: "&lt;&lt;HKDevice: 0x") || text.starts(with: "<<HKDevice: 0x"),
            let comma = text.offset(of: UInt8(ascii: ","))
        else { return text.indices }
        return comma..<text.count
    }
}
