import Foundation

/// The key of a value that views inherit.
public protocol EnvironmentKey {
    /// The type of the value.
    associatedtype Value
    /// The value if none is set.
    static var defaultValue: Value { get }
}

/// Values that views inherit from those around them.
public struct EnvironmentValues {
    private var values: [ObjectIdentifier: Any] = [:]
    private var objects: [ObjectIdentifier: AnyObject] = [:]

    /// The light or dark appearance that code sees.
    public var colorScheme: ColorScheme {
        get { style.scheme ?? pictureScheme ?? .light }
        set { style.scheme = newValue }
    }

    /// The appearance of the whole picture. Nil lets its viewer choose.
    package var pictureScheme: ColorScheme?

    /// The size of a character, if the picture is for a terminal. Nil if it is not.
    package var pictureCell: CGSize?

    /// The font of text.
    public var font: Font?
    /// The calendar of dates.
    public var calendar = Calendar.current
    /// The time zone of dates.
    public var timeZone: TimeZone {
        get { calendar.timeZone }
        set { calendar.timeZone = newValue }
    }
    /// The language and region of texts.
    public var locale = Locale.current
    /// The direction of text. Pictures are always from left to right.
    public var layoutDirection = LayoutDirection.leftToRight
    /// The greatest number of lines of a text.
    public var lineLimit: Int?
    /// The additional space between lines.
    public var lineSpacing: CGFloat = 0
    /// How lines of text are aligned.
    public var multilineTextAlignment = TextAlignment.leading
    /// The share of the size to which a text may shrink.
    public var minimumScaleFactor: CGFloat = 1
    /// True if views accept touches.
    public var isEnabled = true
    /// The number of pixels of a point.
    public var displayScale: CGFloat = 2
    /// The size class of the width.
    public var horizontalSizeClass: UserInterfaceSizeClass? = .compact
    /// The size class of the height.
    public var verticalSizeClass: UserInterfaceSizeClass? = .regular
    /// The size of text that the user chose.
    public var dynamicTypeSize = DynamicTypeSize.large
    /// Closes a presented view. It does nothing.
    public var dismiss = DismissAction()
    /// Opens a window. It does nothing.
    public var openWindow = OpenWindowAction()
    /// The state of the scene.
    public var scenePhase = ScenePhase.active
    /// True if the picture hides private data.
    public var redactionReasons = RedactionReasons()

    /// Colors of the surroundings.
    package var style = StyleContext()
    package var isBold = false
    package var isItalic = false
    package var weight: Font.Weight?
    package var textCase: TextCase?
    /// The direction of the stack around a view, which spacers and dividers follow.
    package var stackAxis: Axis?
    package var symbolIsFilled = false

    /// Creates the values without settings.
    public init() {}

    /// Reads or sets the value of a key.
    public subscript<Key: EnvironmentKey>(key: Key.Type) -> Key.Value {
        get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    /// Reads or sets the object of a type.
    package subscript<Object: AnyObject>(object type: Object.Type) -> Object? {
        get { objects[ObjectIdentifier(type)] as? Object }
        set { objects[ObjectIdentifier(type)] = newValue }
    }

    /// The font of text, with the weight and the slant of the surroundings.
    package var textFont: Font {
        var font = font ?? .body
        if let weight { font = font.weight(weight) }
        if isBold { font = font.bold() }
        if isItalic { font = font.italic() }
        return font
    }

    /// Returns how a style paints in these surroundings.
    package func fill(_ style: some ShapeStyle) -> Fill { style.fill(in: self.style) }

    /// Values in force while the body of a view is read.
    @MainActor package private(set) static var current = EnvironmentValues()

    /// Runs code with these values in force, for property wrappers.
    @MainActor package func whileCurrent<Result>(_ body: () -> Result) -> Result {
        let previous = Self.current
        Self.current = self
        defer { Self.current = previous }
        return body()
    }
}
