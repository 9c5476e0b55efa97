import Foundation
import SwiftUI

/// A chart as it was drawn, from which inspections and descriptions are made.
@MainActor package final class ChartRecord: Sendable {
    package let layout: ChartLayout
    package let origin: CGPoint
    package let annotations: [PlacedAnnotation]

    package init(layout: ChartLayout, origin: CGPoint, annotations: [PlacedAnnotation]) {
        (self.layout, self.origin, self.annotations) = (layout, origin, annotations)
    }

    /// The chart in sentences.
    package var description: String { ChartWords(layout: layout).text }
}
