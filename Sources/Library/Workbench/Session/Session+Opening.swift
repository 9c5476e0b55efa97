import Foundation
import Lessons
package import Scripts
package import StoreCommands
import TallyKit

extension Session {
    /// Opens the first store of this process, at `location`, with the clock and the zone of this machine, and the folders for saved
    /// queries and lessons from `environment`.
    ///
    /// - Parameter name: the display name of the store; nil uses its location.
    package convenience init(
        opening location: StoreLocation, for use: StoreUse, isReadOnly: Bool, mayOnlyAsk: Bool = false, named name: String? = nil,
        settings: SessionSettings,
        environment: [String: String], warehouses: ReachableWarehouses = ReachableWarehouses()
    ) throws {
        let store: HealthStore
        do {
            store = try StoreOpening.open(location, for: use, isReadOnly: isReadOnly, isFirst: true, warehouses: warehouses)
        } catch {
            throw CommandError(ofWarehouse: error) ?? error
        }
        self.init(store, named: name ?? location.name, settings: settings)
        library = QueryLibrary(environment: environment)
        lessons.progress = LessonProgress(environment: environment)
        lessons.runner = SwiftRunner(environment: environment, program: { Bundle.main.executableURL })
        storage.forbidsWrites = isReadOnly
        storage.mayOnlyAsk = mayOnlyAsk
        storage.warehouses = warehouses
    }
}
