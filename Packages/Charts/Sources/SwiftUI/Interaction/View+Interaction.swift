import Foundation

// Interaction and accessibility: accepted, kept for tests, without effect on a picture.

extension View {
    /// Keeps an action for when the view appears. It is not called.
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View { kept("onAppear") }

    /// Keeps an action for when the view disappears. It is not called.
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { kept("onDisappear") }

    /// Keeps a task. It is not started.
    nonisolated public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { kept("task") }

    /// Keeps a task that depends on a value. It is not started.
    nonisolated public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View { kept("task", "\(value)") }

    /// Keeps an action for changes of a value. It is not called.
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View { kept("onChange", "\(value)") }

    /// Keeps an action for changes of a value. It is not called.
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (V, V) -> Void
    ) -> some View { kept("onChange", "\(value)") }

    /// Keeps an action for changes of a value. It is not called.
    nonisolated public func onChange<V: Equatable>(
        of value: V, perform action: @escaping (V) -> Void
    ) -> some View { kept("onChange", "\(value)") }

    /// Keeps an action for taps.
    nonisolated public func onTapGesture(
        count: Int = 1, perform action: @escaping () -> Void
    ) -> some View { kept("onTapGesture", "\(count)") }

    /// Keeps an action for taps at a place.
    nonisolated public func onTapGesture(
        count: Int = 1, coordinateSpace: CoordinateSpace = .local, perform action: @escaping (CGPoint) -> Void
    ) -> some View { kept("onTapGesture", "\(count)") }

    /// Keeps an action for long touches.
    nonisolated public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void
    ) -> some View { kept("onLongPressGesture", "\(minimumDuration)") }

    /// Keeps an action for a pointer.
    nonisolated public func onHover(perform action: @escaping (Bool) -> Void) -> some View { kept("onHover") }

    /// Keeps an action for the path of a pointer.
    nonisolated public func onContinuousHover(
        coordinateSpace: CoordinateSpace = .local, perform action: @escaping (HoverPhase) -> Void
    ) -> some View { kept("onContinuousHover") }

    /// Keeps a gesture.
    nonisolated public func gesture(_ gesture: some Gesture) -> some View { kept("gesture", "\(gesture.gestureName)") }

    /// Keeps a gesture.
    nonisolated public func simultaneousGesture(
        _ gesture: some Gesture
    ) -> some View { kept("simultaneousGesture", "\(gesture.gestureName)") }

    /// Keeps a gesture.
    nonisolated public func highPriorityGesture(
        _ gesture: some Gesture
    ) -> some View { kept("highPriorityGesture", "\(gesture.gestureName)") }

    /// Keeps a shape for touches.
    nonisolated public func contentShape(_ shape: some Shape, eoFill: Bool = false) -> some View { kept("contentShape") }

    /// Keeps whether touches are accepted.
    nonisolated public func allowsHitTesting(_ enabled: Bool) -> some View { kept("allowsHitTesting", "\(enabled)") }

    /// Keeps a movement for changes of a value.
    nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View { kept("animation", "\(value)") }

    /// Keeps a movement.
    nonisolated public func animation(_ animation: Animation?) -> some View { kept("animation") }

    /// Keeps a movement for appearing and disappearing.
    nonisolated public func transition(_ transition: AnyTransition) -> some View { kept("transition") }

    /// Keeps a movement of content.
    nonisolated public func contentTransition(_ transition: ContentTransition) -> some View { kept("contentTransition") }

    /// Keeps an identity.
    nonisolated public func id(_ id: some Hashable) -> some View { kept("id", "\(id)") }

    /// Keeps a tag.
    nonisolated public func tag(_ tag: some Hashable) -> some View { kept("tag", "\(tag)") }

    /// Keeps a shadow. It is not drawn.
    nonisolated public func shadow(
        color: Color = Color(white: 0, opacity: 0.33), radius: CGFloat, x: CGFloat = 0, y: CGFloat = 0
    ) -> some View { kept("shadow", "\(radius)") }

    /// Keeps a blur. It is not drawn.
    nonisolated public func blur(radius: CGFloat, opaque: Bool = false) -> some View { kept("blur", "\(radius)") }

    /// Keeps a way to draw layers.
    nonisolated public func drawingGroup(opaque: Bool = false) -> some View { kept("drawingGroup") }

    /// Keeps a way to draw layers.
    nonisolated public func compositingGroup() -> some View { kept("compositingGroup") }

    /// Keeps a rotation in space. It is not drawn.
    nonisolated public func rotation3DEffect(
        _ angle: Angle, axis: (x: CGFloat, y: CGFloat, z: CGFloat)
    ) -> some View { kept("rotation3DEffect", "\(angle.degrees)") }

    /// Keeps reasons to hide data.
    nonisolated public func redacted(reason: RedactionReasons) -> some View { kept("redacted") }

    /// Keeps which parts are covered. None are.
    nonisolated public func ignoresSafeArea(
        _ regions: SafeAreaRegions = .all, edges: Edge.Set = .all
    ) -> some View { kept("ignoresSafeArea") }

    /// Keeps which parts are covered. None are.
    nonisolated public func edgesIgnoringSafeArea(_ edges: Edge.Set) -> some View { kept("ignoresSafeArea") }

    /// Keeps a sheet. It is not shown.
    nonisolated public func sheet(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> some View
    ) -> some View { kept("sheet", "\(isPresented.wrappedValue)") }

    /// Keeps a sheet. It is not shown.
    nonisolated public func sheet<Item: Identifiable>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> some View
    ) -> some View { kept("sheet", "\(item.wrappedValue != nil)") }

    /// Keeps a bubble. It is not shown.
    nonisolated public func popover(
        isPresented: Binding<Bool>, attachmentAnchor: UnitPoint = .center, arrowEdge: Edge = .top,
        @ViewBuilder content: @escaping () -> some View
    ) -> some View { kept("popover", "\(isPresented.wrappedValue)") }

    /// Keeps an alert. It is not shown.
    nonisolated public func alert(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View
    ) -> some View { kept("alert", "\(isPresented.wrappedValue)") }

    /// Keeps an alert. It is not shown.
    nonisolated public func alert(
        _ title: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> some View,
        @ViewBuilder message: () -> some View
    ) -> some View { kept("alert", "\(isPresented.wrappedValue)") }

    /// Keeps buttons. They are not shown.
    nonisolated public func toolbar(@ViewBuilder content: () -> some View) -> some View { kept("toolbar") }

    /// Keeps a menu. It is not shown.
    nonisolated public func contextMenu(@ViewBuilder menuItems: () -> some View) -> some View { kept("contextMenu") }

    /// Keeps a search field. It is not shown.
    nonisolated public func searchable(
        text: Binding<String>, prompt: LocalizedStringKey = ""
    ) -> some View { kept("searchable", text.wrappedValue) }

    /// Keeps an action for pulling. It is not called.
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View { kept("refreshable") }

    /// Keeps a title of a page. It is not drawn.
    nonisolated public func navigationTitle(_ title: LocalizedStringKey) -> some View { kept("navigationTitle", title.text) }

    /// Keeps a title of a page. It is not drawn.
    nonisolated public func navigationTitle(_ title: Text) -> some View { kept("navigationTitle", title.string) }

    /// Keeps the size of a title.
    nonisolated public func navigationBarTitleDisplayMode(
        _ mode: NavigationBarItem.TitleDisplayMode
    ) -> some View { kept("navigationBarTitleDisplayMode") }

    /// Keeps the title of a bar.
    nonisolated public func navigationBarTitle(
        _ title: LocalizedStringKey, displayMode: NavigationBarItem.TitleDisplayMode = .automatic
    ) -> some View { kept("navigationBarTitle", title.text) }

    /// Keeps whether a bar is shown.
    nonisolated public func navigationBarHidden(_ hidden: Bool) -> some View { kept("navigationBarHidden", "\(hidden)") }

    /// Keeps a page. It is not shown.
    nonisolated public func navigationDestination<D: Hashable>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> some View
    ) -> some View { kept("navigationDestination", "\(data)") }

    /// Keeps a label of a tab.
    nonisolated public func tabItem(@ViewBuilder _ label: () -> some View) -> some View { kept("tabItem") }

    /// Keeps whether touches are accepted.
    nonisolated public func disabled(_ disabled: Bool) -> some View { kept("disabled", "\(disabled)") }

    /// Keeps the background of a row.
    nonisolated public func listRowBackground(_ view: (some View)?) -> some View { kept("listRowBackground") }

    /// Keeps the space in a row.
    nonisolated public func listRowInsets(_ insets: EdgeInsets?) -> some View { kept("listRowInsets") }

    /// Keeps whether lines are between rows.
    nonisolated public func listRowSeparator(
        _ visibility: Visibility, edges: VerticalEdge.Set = .all
    ) -> some View { kept("listRowSeparator") }

    /// Keeps whether scroll bars are shown.
    nonisolated public func scrollIndicators(_ visibility: ScrollIndicatorVisibility) -> some View { kept("scrollIndicators") }

    /// Keeps whether a view scrolls.
    nonisolated public func scrollDisabled(_ disabled: Bool) -> some View { kept("scrollDisabled", "\(disabled)") }

    /// Keeps a style of buttons.
    nonisolated public func buttonStyle(_ style: some PrimitiveButtonStyle) -> some View { kept("buttonStyle", "\(type(of: style))") }

    /// Keeps a style of choices.
    nonisolated public func pickerStyle(_ style: some PickerStyle) -> some View { kept("pickerStyle", "\(type(of: style))") }

    /// Keeps a style of lists.
    nonisolated public func listStyle(_ style: some ListStyle) -> some View { kept("listStyle", "\(type(of: style))") }

    /// Keeps a style of tabs.
    nonisolated public func tabViewStyle(_ style: some TabViewStyle) -> some View { kept("tabViewStyle", "\(type(of: style))") }

    /// Keeps a style of switches.
    nonisolated public func toggleStyle(_ style: some ToggleStyle) -> some View { kept("toggleStyle", "\(type(of: style))") }

    /// Keeps a style of fields.
    nonisolated public func textFieldStyle(_ style: some TextFieldStyle) -> some View { kept("textFieldStyle", "\(type(of: style))") }

    /// Keeps the size of controls.
    nonisolated public func controlSize(_ size: ControlSize) -> some View { kept("controlSize", "\(size)") }

    /// Keeps whether a label is shown.
    nonisolated public func labelsHidden() -> some View { kept("labelsHidden") }

    /// Keeps a kind of vibration.
    nonisolated public func sensoryFeedback<T: Equatable>(_ feedback: SensoryFeedback, trigger: T) -> some View { kept("sensoryFeedback") }

    /// Keeps a name of a system of coordinates.
    nonisolated public func coordinateSpace(name: some Hashable) -> some View { kept("coordinateSpace", "\(name)") }
}
