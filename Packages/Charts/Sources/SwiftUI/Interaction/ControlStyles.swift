import Foundation

// Styles of controls: accepted, kept for tests. All controls are drawn in one style.

/// A style of buttons.
public protocol PrimitiveButtonStyle: Sendable {}

/// The style `plain`.
public struct PlainButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    /// The style `plain`.
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

/// The style `bordered`.
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    /// The style `bordered`.
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

/// The style `borderedProminent`.
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    /// The style `borderedProminent`.
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

/// The style `borderless`.
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    /// The style `borderless`.
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

/// The style `automatic`.
public struct DefaultButtonStyle: PrimitiveButtonStyle {
    /// Creates the style.
    public init() {}
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    /// The style `automatic`.
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

/// A style of choices.
public protocol PickerStyle: Sendable {}

/// The style `segmented`.
public struct SegmentedPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}
}

extension PickerStyle where Self == SegmentedPickerStyle {
    /// The style `segmented`.
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

/// The style `menu`.
public struct MenuPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}
}

extension PickerStyle where Self == MenuPickerStyle {
    /// The style `menu`.
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

/// The style `wheel`.
public struct WheelPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}
}

extension PickerStyle where Self == WheelPickerStyle {
    /// The style `wheel`.
    public static var wheel: WheelPickerStyle { WheelPickerStyle() }
}

/// The style `inline`.
public struct InlinePickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}
}

extension PickerStyle where Self == InlinePickerStyle {
    /// The style `inline`.
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

/// The style `automatic`.
public struct DefaultPickerStyle: PickerStyle {
    /// Creates the style.
    public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
    /// The style `automatic`.
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

/// A style of lists.
public protocol ListStyle: Sendable {}

/// The style `plain`.
public struct PlainListStyle: ListStyle {
    /// Creates the style.
    public init() {}
}

extension ListStyle where Self == PlainListStyle {
    /// The style `plain`.
    public static var plain: PlainListStyle { PlainListStyle() }
}

/// The style `inset`.
public struct InsetListStyle: ListStyle {
    /// Creates the style.
    public init() {}
}

extension ListStyle where Self == InsetListStyle {
    /// The style `inset`.
    public static var inset: InsetListStyle { InsetListStyle() }
}

/// The style `grouped`.
public struct GroupedListStyle: ListStyle {
    /// Creates the style.
    public init() {}
}

extension ListStyle where Self == GroupedListStyle {
    /// The style `grouped`.
    public static var grouped: GroupedListStyle { GroupedListStyle() }
}

/// The style `insetGrouped`.
public struct InsetGroupedListStyle: ListStyle {
    /// Creates the style.
    public init() {}
}

extension ListStyle where Self == InsetGroupedListStyle {
    /// The style `insetGrouped`.
    public static var insetGrouped: InsetGroupedListStyle { InsetGroupedListStyle() }
}

/// The style `sidebar`.
public struct SidebarListStyle: ListStyle {
    /// Creates the style.
    public init() {}
}

extension ListStyle where Self == SidebarListStyle {
    /// The style `sidebar`.
    public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

/// The style `automatic`.
public struct DefaultListStyle: ListStyle {
    /// Creates the style.
    public init() {}
}

extension ListStyle where Self == DefaultListStyle {
    /// The style `automatic`.
    public static var automatic: DefaultListStyle { DefaultListStyle() }
}

/// A style of tabs.
public protocol TabViewStyle: Sendable {}

/// The style `page`.
public struct PageTabViewStyle: TabViewStyle {
    /// Creates the style.
    public init() {}
}

extension TabViewStyle where Self == PageTabViewStyle {
    /// The style `page`.
    public static var page: PageTabViewStyle { PageTabViewStyle() }
}

/// The style `automatic`.
public struct DefaultTabViewStyle: TabViewStyle {
    /// Creates the style.
    public init() {}
}

extension TabViewStyle where Self == DefaultTabViewStyle {
    /// The style `automatic`.
    public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

/// A style of switches.
public protocol ToggleStyle: Sendable {}

/// The style `switch`.
public struct SwitchToggleStyle: ToggleStyle {
    /// Creates the style.
    public init() {}
}

extension ToggleStyle where Self == SwitchToggleStyle {
    /// The style `switch`.
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

/// The style `button`.
public struct ButtonToggleStyle: ToggleStyle {
    /// Creates the style.
    public init() {}
}

extension ToggleStyle where Self == ButtonToggleStyle {
    /// The style `button`.
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}

/// The style `automatic`.
public struct DefaultToggleStyle: ToggleStyle {
    /// Creates the style.
    public init() {}
}

extension ToggleStyle where Self == DefaultToggleStyle {
    /// The style `automatic`.
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

/// A style of fields.
public protocol TextFieldStyle: Sendable {}

/// The style `roundedBorder`.
public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public init() {}
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    /// The style `roundedBorder`.
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

/// The style `plain`.
public struct PlainTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public init() {}
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
    /// The style `plain`.
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

/// The style `automatic`.
public struct DefaultTextFieldStyle: TextFieldStyle {
    /// Creates the style.
    public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    /// The style `automatic`.
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}
