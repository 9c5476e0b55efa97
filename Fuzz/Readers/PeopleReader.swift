import CalendarIntervals
import HealthImport
import HealthModel

extension Reader {
    /// Lists of people. A list is read as a whole or not at all: each person once, with a known zone.
    static let people = Reader(
        name: "people", longest: 2048, words: ["id", "zone", "Europe/Berlin", "until 2020-03-01", "\"\"", "\r\n", ";", "sep=;"],
        seeds: {
            [
                "id,zone,age,group\nP01,Europe/Berlin,34,a\nP02,,41,\"b, \"\"c\"\"\"\n", "Person;Zone\nA;UTC\nA;UTC\n", "name\nx\n",
                "id,zone\nP1,Europe/Berlin until 2020-03-01 then America/New_York\n",
            ].inputs
        },
        check: { input in
            try ScratchFile.with(input) { path in
                guard let people = try? PeopleFile.read(path) else { return }
                try demand(Set(people.map(\.id)).count == people.count, "each person is there once")
                for person in people {
                    try demand(Person.id(utf8: Array(person.id.utf8)) == person.id, "an id can be used")
                    guard case .some(.some(let zone)) = Optional(person.zone) else { continue }
                    try demand(Zone.named(zone)?.identifier == zone, "a zone is known by its identifier")
                }
            }
        })
}
