package import HealthModel

/// The abilities that only some views have, each as the view itself; nil for those that a view does not have.
///
/// Without blocks and quarter hours, a view has the same answers, and is slower.
package struct SourceCapabilities {
    /// The samples in packed blocks.
    package var blocks: (any BlockSource)?
    /// The sums of quarter hours.
    package var quarters: (any QuarterSource)?
    /// The numbered changes.
    package var changes: (any ChangeSource)?
    /// The attributes of all people of the store.
    package var attributes: (any AttributeSource)?
    /// The list of settings.
    package var settings: (any SettingSource)?

    package init(
        blocks: (any BlockSource)? = nil, quarters: (any QuarterSource)? = nil, changes: (any ChangeSource)? = nil,
        attributes: (any AttributeSource)? = nil, settings: (any SettingSource)? = nil
    ) {
        (self.blocks, self.quarters, self.changes) = (blocks, quarters, changes)
        (self.attributes, self.settings) = (attributes, settings)
    }
}

/// A view with capabilities.
package protocol CapableSource: SampleSource {
    /// The capabilities. A view of a view chooses which of them it passes on.
    var capabilities: SourceCapabilities { get }
}

extension SampleSource {
    /// The capabilities of a view: none for a view that an app provides.
    package var capabilities: SourceCapabilities {
        // `SampleSource` is public, so it cannot require them.
        (self as? any CapableSource)?.capabilities ?? SourceCapabilities()
    }
}
