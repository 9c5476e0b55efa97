/// The name of a device, as a key of a predicate.
public let HKDevicePropertyKeyName = "HKDevicePropertyName"
/// The manufacturer of a device, as a key of a predicate.
public let HKDevicePropertyKeyManufacturer = "HKDevicePropertyManufacturer"
/// The model of a device, as a key of a predicate.
public let HKDevicePropertyKeyModel = "HKDevicePropertyModel"
/// The hardware version of a device, as a key of a predicate.
public let HKDevicePropertyKeyHardwareVersion = "HKDevicePropertyHardwareVersion"
/// The firmware version of a device, as a key of a predicate.
public let HKDevicePropertyKeyFirmwareVersion = "HKDevicePropertyFirmwareVersion"
/// The software version of a device, as a key of a predicate.
public let HKDevicePropertyKeySoftwareVersion = "HKDevicePropertySoftwareVersion"
/// The app's identifier of a device, as a key of a predicate.
public let HKDevicePropertyKeyLocalIdentifier = "HKDevicePropertyLocalIdentifier"
/// The device part of the unique device identifier (UDI), as a key of a predicate.
public let HKDevicePropertyKeyUDIDeviceIdentifier = "HKDevicePropertyUDIDeviceIdentifier"
