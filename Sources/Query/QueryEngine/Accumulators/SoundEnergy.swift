import Foundation
import HealthModel
import StorageModel

/// Sound levels are averaged by their energy: 10·log10(Σ w·10^(L/10) / Σ w).
enum SoundEnergy: Measurand {
    static let timedPart = QuarterPart.sound
    static func encode(_ level: Double) -> Double { pow(10, level / 10) }
    static func decode(_ energy: Double) -> Double { 10 * log10(energy) }
}

/// The constant level with the same energy as the samples over their time.
typealias EquivalentContinuousLevel = WeightedMean<SoundEnergy, ByTime>
/// The same with equal weights.
typealias EquallyWeightedLevel = WeightedMean<SoundEnergy, Equal>
