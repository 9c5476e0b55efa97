import HealthModel

/// The settings that a store saves.
package enum StoreSetting {
    package static let zone = PersonalSetting.zone
}
