import HealthModel
package import QuerySyntax

/// The rights of apps to run a statement (S10.4).
///
/// Each statement, each list and each setting has one, so that nobody can forget the question for a new one.
package enum StatementAccess: Hashable {
    /// The statement neither reads nor changes what a store keeps.
    case anyone
    /// The statement reads and writes the store as the app: what it may see, and as itself.
    case asApp
    /// Only the owner can do this. The text goes after `APP can't`.
    case ownerOnly(String)
}

extension StatementKind {
    /// The right of an app to run the statement.
    package var access: StatementAccess {
        switch self {
        case .letBinding, .definition, .parameter, .stop, .actAs, .forget, .testCase, .help, .learn, .reportLine, .history, .quit, .edition,
            .invalid:
            .anyone
        case .query, .assert, .expect, .explain, .watch, .changes, .anchor, .showAccess, .why, .add, .load, .delete, .describe, .run: .asApp
        case .show(let thing, _, _): thing.kind.access
        case .set(let set): SettingCatalog.access(of: set.setting.text)
        case .export(let export):
            // The codes and the moved dates belong to the owner.
            if case .pseudonyms = export.names { .ownerOnly("export pseudonyms of persons") } else { .asApp }
        case .decideAccess: .ownerOnly("decide what apps may do")
        case .addSummary: .ownerOnly("add activity summaries")
        case .importFiles: .ownerOnly("import files")
        case .person(.describe): .ownerOnly("see the attributes of a person")
        case .person(.forget), .person(.rename): .ownerOnly("change the persons of the store")
        // Saved queries belong to the owner, who uses them later.
        case .save: .ownerOnly("save queries")
        case .open: .ownerOnly("open another store")
        }
    }
}

extension ShowThing.Kind {
    /// The right of an app to see the list.
    package var access: StatementAccess {
        switch self {
        case .persons: .ownerOnly("list the persons of the store")
        case .saved: .ownerOnly("list saved queries")
        case .metrics, .sources, .priority, .overlap, .settings, .access, .watches: .asApp
        case .zones, .units, .variables, .functions, .codes: .anyone
        }
    }
}

extension SettingCatalog {
    /// The right of an app to run `set NAME = …`.
    package static func access(of name: String) -> StatementAccess {
        let key = foldedName(name)
        if stored.contains(where: { foldedName($0.name) == key }) { return .ownerOnly("change settings of the store") }
        // The samples that an app writes have the app as their source.
        return key == "app" ? .ownerOnly("choose another source of its samples") : .anyone
    }
}
