import Foundation
import HealthModel

/// Sound levels are averaged by the energy they stand for: 10·log10(Σ w·10^(L/10) / Σ w).
enum SoundEnergy: Measurand {
    static let timedPart = QuarterPart.sound
    static func encode(_ level: Double) -> Double { pow(10, level / 10) }
    static func decode(_ energy: Double) -> Double { 10 * log10(energy) }
}

/// The steady level with the energy of the samples, by time.
typealias EquivalentContinuousLevel = WeightedMean<SoundEnergy, ByTime>
/// The same with every sample counting alike.
typealias EquallyWeightedLevel = WeightedMean<SoundEnergy, Equal>
