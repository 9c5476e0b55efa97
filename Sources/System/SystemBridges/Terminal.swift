import Foundation

/// Properties of terminals.
package enum Terminal {
    /// Returns the current size in character cells, or nil if the terminal does not report it.
    package static func size(of descriptor: Descriptor) -> (columns: Int, rows: Int)? {
        var size = winsize()
        guard unsafe ioctl(descriptor.number, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return nil }
        return (Int(size.ws_col), Int(size.ws_row))
    }

    /// Returns the path of a terminal, or nil if `descriptor` is not a terminal.
    package static func path(of descriptor: Descriptor) -> String? {
        guard let name = unsafe ttyname(descriptor.number) else { return nil }
        return unsafe String(cString: name)
    }
}

/// The input settings of a terminal.
package struct TerminalSettings: Sendable {
    private var settings = termios()

    /// Reads the current settings of a terminal, or returns nil if `descriptor` is not a terminal.
    package init?(of descriptor: Descriptor) {
        guard unsafe tcgetattr(descriptor.number, &settings) == 0 else { return nil }
    }

    /// The same settings, but input is neither echoed nor held until the end of a line.
    package var byKeys: TerminalSettings {
        var copy = self
        copy.settings.c_lflag &= ~tcflag_t(ICANON | ECHO)
        return copy
    }

    /// Applies these settings to a terminal and returns true on success.
    ///
    /// - Parameter drains: True to output everything that was written first.
    @discardableResult
    package func apply(to descriptor: Descriptor, drains: Bool = false) -> Bool {
        var settings = settings
        return unsafe tcsetattr(descriptor.number, drains ? TCSADRAIN : TCSANOW, &settings) == 0
    }
}
