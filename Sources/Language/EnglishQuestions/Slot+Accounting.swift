import HealthModel

extension Slot {
    /// Returns false if the queries say nothing of a slot that must leave a trace in them.
    ///
    /// A template can list a slot as optional, and a sentence with two subjects has many. This check holds for all of them, so that no
    /// word is lost without notice.
    func isSaid(by queries: [String]) -> Bool {
        func says(_ text: some StringProtocol) -> Bool { queries.contains { $0.lowercased().contains(text.lowercased()) } }
        switch kind {
        case .average:
            return value == "average" || value.split(separator: ",").allSatisfy { says($0.drop { $0 == " " }) }
        case .workout:
            return value.split(separator: ",").allSatisfy { says($0.drop { $0 == " " }) }
        case .condition, .during:
            return says(value) || kind == .during && says(value.replacing("workouts is ", with: "activity = "))
        case .limit, .goalNumber:
            return value.split(separator: " ").filter { Double($0) != nil }.allSatisfy(says)
        case .read, .span, .event:
            return value.replacing(" where ", with: ",").split(separator: ",").prefix(2).contains {
                says($0.split(separator: " ").first ?? $0)
            }
        case .sum:
            return says(value) || ["distance": "distance", "activeEnergy": "energy"][value].map(says) ?? false
        default:
            return true
        }
    }
}
