package import HealthModel
import QueryEngine
import SampleStore
package import StorageModel
import Synchronization

/// A warehouse with pushed samples, as a store that is only read.
package final class WarehouseStore: RefusingStorage {
    package let client: any WarehouseClient
    /// The facts about the samples, and the mark of the warehouse when they were read.
    private let known: Mutex<(mark: Int64, facts: WarehouseFacts)>

    /// Reads the facts.
    package init(_ client: any WarehouseClient) throws {
        self.client = client
        known = Mutex((try client.mark(), try WarehouseFacts(of: client)))
    }

    package var isReadOnly: Bool { true }
    package var files: [String] { [] }
    package var capabilities: StorageCapabilities { StorageCapabilities(persons: self, isRemote: true) }
    package func changeMark() throws -> Int64 { try client.mark() }
    package func scoped(to person: String) -> any SampleStorage { PersonStorage(self, person: person) }

    package func withView<Result>(_ permit: borrowing ViewPermit, _ body: (any SampleSource) throws -> Result) throws -> Result {
        let mark = try client.mark()
        if known.withLock({ $0.mark }) != mark {
            let facts = try WarehouseFacts(of: client)
            known.withLock { $0 = (mark, facts) }
        }
        return try body(WarehouseView(client, facts: known.withLock { $0.facts }, changeNumber: mark))
    }

    package var refusal: any Error {
        WarehouseRefusal("`\(client.place)` can't be changed here", help: "change the store that was pushed, and push it again")
    }
}
