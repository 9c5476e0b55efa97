public import Foundation
import TallyKit

/// A device that measured a sample. Each property is nil if it is unknown.
public final class HKDevice: NSObject, NSCopying, Sendable {
    /// The name given by the user or the maker.
    public let name: String?
    /// The maker.
    public let manufacturer: String?
    /// The model, such as `Watch`.
    public let model: String?
    /// The version of the hardware, such as `Watch7,2`.
    public let hardwareVersion: String?
    /// The version of the firmware. Stores do not keep it.
    public let firmwareVersion: String?
    /// The version of the software.
    public let softwareVersion: String?
    /// The identifier that the app uses for the device. Stores do not keep it.
    public let localIdentifier: String?
    /// The device identifier of its regulation. Stores do not keep it.
    public let udiDeviceIdentifier: String?

    /// Creates a device from the properties that are known.
    public init(
        name: String?, manufacturer: String?, model: String?, hardwareVersion: String?, firmwareVersion: String?,
        softwareVersion: String?, localIdentifier: String?, udiDeviceIdentifier: String?
    ) {
        self.name = name
        self.manufacturer = manufacturer
        self.model = model
        self.hardwareVersion = hardwareVersion
        self.firmwareVersion = firmwareVersion
        self.softwareVersion = softwareVersion
        self.localIdentifier = localIdentifier
        self.udiDeviceIdentifier = udiDeviceIdentifier
    }

    convenience init(_ device: Device) {
        self.init(
            name: device.name, manufacturer: device.manufacturer, model: device.model, hardwareVersion: device.hardware,
            firmwareVersion: nil, softwareVersion: device.software, localIdentifier: nil, udiDeviceIdentifier: nil)
    }

    /// Returns this computer.
    public class func local() -> HKDevice {
        HKDevice(
            name: ProcessInfo.processInfo.hostName, manufacturer: nil, model: nil, hardwareVersion: nil, firmwareVersion: nil,
            softwareVersion: ProcessInfo.processInfo.operatingSystemVersionString, localIdentifier: nil, udiDeviceIdentifier: nil)
    }

    /// The fields that a store keeps.
    var stored: Device {
        Device(name: name, manufacturer: manufacturer, model: model, hardware: hardwareVersion, software: softwareVersion)
    }

    /// Returns the property with a key of ``HKQuery/predicateForObjects(withDeviceProperty:allowedValues:)``.
    func property(_ key: String) -> String? {
        switch key {
        case HKDevicePropertyKeyName: name
        case HKDevicePropertyKeyManufacturer: manufacturer
        case HKDevicePropertyKeyModel: model
        case HKDevicePropertyKeyHardwareVersion: hardwareVersion
        case HKDevicePropertyKeyFirmwareVersion: firmwareVersion
        case HKDevicePropertyKeySoftwareVersion: softwareVersion
        case HKDevicePropertyKeyLocalIdentifier: localIdentifier
        case HKDevicePropertyKeyUDIDeviceIdentifier: udiDeviceIdentifier
        default: nil
        }
    }

    /// Returns true for a device with the same properties, as far as stores keep them.
    public override func isEqual(_ object: Any?) -> Bool { (object as? HKDevice)?.stored == stored }
    /// A hash of the properties that stores keep.
    public override var hash: Int { stored.hashValue }
    /// The name, or else the model.
    public override var description: String { name ?? model ?? "unknown device" }
    /// Returns the device itself, which never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}
