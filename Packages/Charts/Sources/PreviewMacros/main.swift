import Foundation

// The compiler starts this program for `#Preview`, and asks it what the macro becomes. The answer is nothing: previews are for Xcode.
//
// Requests and answers are JSON, each after its length in eight bytes, the lowest first. Apple's library for macros is not needed for
// this, and would take minutes to compile.

let input = FileHandle.standardInput
let output = FileHandle.standardOutput

while let head = try input.read(upToCount: 8), head.count == 8 {
    let length = head.reversed().reduce(0) { $0 << 8 | Int($1) }
    guard let body = try input.read(upToCount: length), body.count == length,
        let request = try JSONSerialization.jsonObject(with: body) as? [String: Any]
    else { break }
    let answer: [String: Any] =
        request["getCapability"] != nil
        ? ["getCapabilityResult": ["capability": ["protocolVersion": 7]]]
        : ["expandMacroResult": ["expandedSource": "", "diagnostics": [Any]()] as [String: Any]]
    let text = try JSONSerialization.data(withJSONObject: answer)
    var count = UInt64(text.count)
    var bytes = Data()
    for _ in 0..<8 {
        bytes.append(UInt8(count & 0xff))
        count >>= 8
    }
    try output.write(contentsOf: bytes + text)
}
