import Foundation

/// What the system knows of terminals.
package enum Terminal {
    /// The size in character cells at this moment; nil where the terminal does not tell.
    package static func size(of descriptor: Descriptor) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// The path of a terminal; nil where `descriptor` is none.
    package static func path(of descriptor: Descriptor) -> String? {
        guard let name = unsafe ttyname(descriptor.number) else { return nil }
        return unsafe String(cString: name)
    }
}

/// How a terminal treats what is typed.
package struct TerminalSettings: Sendable {
    private var settings = termios()

    /// The settings of a terminal at this moment; nil where `descriptor` is none.
    package init?(of descriptor: Descriptor) {
        guard unsafe tcgetattr(descriptor.number, &settings) == 0 else { return nil }
    }

    /// The same, but what is typed is neither shown nor kept back until a line ends.
    package var byKeys: TerminalSettings {
        var copy = self
        copy.settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        return copy
    }

    /// Gives a terminal these settings, and returns whether it took them.
    ///
    /// - Parameter drains: whether everything is shown first that was written.
    @discardableResult
    package func apply(to descriptor: Descriptor, drains: Bool = false) -> Bool {
        var settings = settings
        return unsafe tcsetattr(descriptor.number, drains ? TCSADRAIN : TCSANOW, &settings) == 0
    }
}
