import Foundation

#if Readline
import CReadline
#elseif Editline
import CEditline
#endif

/// Sets the character encoding of the C library, which libraries of keys use.
enum CharacterLocale {
    /// Makes the C library use UTF-8, even if the user's locale does not.
    static func adoptUTF8() {
        _ = adoption
    }

    private static let adoption: Void = {
        unsafe setlocale(LC_CTYPE, "")
        for name in ["C.UTF-8", "en_US.UTF-8"] where !knowsUTF8 {
            // A library may read the locale from the environment again for every line.
            if unsafe setlocale(LC_CTYPE, name) != nil { unsafe setenv("LC_ALL", name, 1) }
        }
    }()

    private static var knowsUTF8: Bool {
        #if Readline || Editline
        wcwidth(wchar_t(("é" as Unicode.Scalar).value)) == 1
        #else
        true
        #endif
    }
}
