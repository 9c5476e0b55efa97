import Foundation

#if Readline
import CReadline
#endif

/// The characters that the C library knows, and readline with it.
enum CharacterLocale {
    /// Makes the C library know UTF-8, also where the user's locale does not.
    static func adoptUTF8() {
        _ = adoption
    }

    private static let adoption: Void = {
        unsafe setlocale(LC_CTYPE, "")
        for name in ["C.UTF-8", "en_US.UTF-8"] where !knowsUTF8 {
            // readline takes the locale from the environment, anew for every line.
            if unsafe setlocale(LC_CTYPE, name) != nil { unsafe setenv("LC_ALL", name, 1) }
        }
    }()

    private static var knowsUTF8: Bool {
        #if Readline
        wcwidth(wchar_t(("é" as Unicode.Scalar).value)) == 1
        #else
        true
        #endif
    }
}
