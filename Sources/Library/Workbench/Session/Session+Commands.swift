import Scripts
package import StoreCommands

extension Session {
    /// The store for commands, as it is for the person of the session.
    package var commandStore: CommandStore { commandStore(of: person) }

    /// The store for commands, as it is for one person; nil for all people.
    package func commandStore(of person: String?) -> CommandStore {
        CommandStore(
            store(of: person), named: storage.name, context: settings.queries, waitSeconds: settings.waitSeconds, timing: settings.timing)
    }

    /// Runs `write`, and tries again while another process writes to the store.
    func waiting<Result>(_ output: some SessionOutput, _ write: () throws -> Result) throws -> Result {
        try commandStore.waiting(output, write)
    }
}
