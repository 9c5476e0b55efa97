// Apple's module makes Foundation and Observation visible, too, and code of apps relies on it.
@_exported import Foundation
@_exported import Observation
