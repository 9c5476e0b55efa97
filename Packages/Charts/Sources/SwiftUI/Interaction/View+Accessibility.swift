import Foundation

// Interaction and accessibility: accepted, kept for tests, without effect on a picture.

extension View {
    /// Keeps a text for people who cannot see the view.
    nonisolated public func accessibilityLabel(_ label: LocalizedStringKey) -> some View { kept("accessibilityLabel", label.text) }

    /// Keeps a text for people who cannot see the view.
    nonisolated public func accessibilityLabel(_ label: Text) -> some View { kept("accessibilityLabel", label.string) }

    /// Keeps a text for people who cannot see the view.
    @_disfavoredOverload
    nonisolated public func accessibilityLabel(_ label: some StringProtocol) -> some View { kept("accessibilityLabel", String(label)) }

    /// Keeps a value for people who cannot see the view.
    nonisolated public func accessibilityValue(_ value: LocalizedStringKey) -> some View { kept("accessibilityValue", value.text) }

    /// Keeps a value for people who cannot see the view.
    nonisolated public func accessibilityValue(_ value: Text) -> some View { kept("accessibilityValue", value.string) }

    /// Keeps a value for people who cannot see the view.
    @_disfavoredOverload
    nonisolated public func accessibilityValue(_ value: some StringProtocol) -> some View { kept("accessibilityValue", String(value)) }

    /// Keeps a hint for people who cannot see the view.
    nonisolated public func accessibilityHint(_ hint: LocalizedStringKey) -> some View { kept("accessibilityHint", hint.text) }

    /// Keeps whether the view is read out.
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { kept("accessibilityHidden", "\(hidden)") }

    /// Keeps a name for tests.
    nonisolated public func accessibilityIdentifier(_ identifier: String) -> some View { kept("accessibilityIdentifier", identifier) }

    /// Keeps whether parts are read out together.
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View { kept("accessibilityElement") }

    /// Keeps kinds of accessibility.
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { kept("accessibilityAddTraits") }

    /// Keeps kinds of accessibility.
    nonisolated public func accessibilityRemoveTraits(_ traits: AccessibilityTraits) -> some View { kept("accessibilityRemoveTraits") }
}
