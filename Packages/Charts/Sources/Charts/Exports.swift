// Code that imports Charts often relies on SwiftUI and Foundation.
@_exported import Foundation
@_exported import SwiftUI
