// Apple's module makes Foundation visible, too, and code of apps relies on it.
@_exported public import Foundation
