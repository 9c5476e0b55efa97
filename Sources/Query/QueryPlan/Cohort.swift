import CalendarIntervals
package import HealthModel

/// The people of a query, if there are several. Samples of different people are never merged, and days are each person's own.
package struct Cohort: Sendable {
    package struct Member: Sendable {
        package var person: Person
        /// The index of the plan with the person's days.
        package var plan: Int

        package init(_ person: Person, plan: Int) {
            (self.person, self.plan) = (person, plan)
        }
    }

    /// The people in ascending order of id.
    package var members: [Member]
    /// The query for each time zone of the people: one plan if all have the same days.
    package var plans: [Plan]

    package init(_ members: [Member], plans: [Plan]) {
        (self.members, self.plans) = (members, plans)
    }

    /// True if people have different days. Rows then have local times, written as if in UTC.
    package var hasOwnDays: Bool { plans.count > 1 }

    /// Returns the cohort with changed plans.
    package func mapping(_ change: (Plan) -> Plan) -> Cohort { Cohort(members, plans: plans.map(change)) }
}

extension Plan {
    /// True if rows are of one person each: with the key `person`, and if rows are intervals, samples or days of a person.
    package var hasRowsOfPersons: Bool {
        guard case .statistics = subject else { return true }
        return events != nil || splits.contains(.person(.id))
    }

    /// Returns the plan and the plans of its time zones after a change that does not depend on the zone.
    package func changing(_ change: (inout Plan) -> Void) -> Plan {
        var plan = self
        change(&plan)
        plan.cohort = cohort?.mapping { $0.changing(change) }
        return plan
    }

    /// The people whose samples can match the conditions; empty for a query about one person.
    package var askedMembers: [Cohort.Member] { cohort?.members.filter { concerns($0.person) } ?? [] }
}

extension Pipeline {
    /// Returns the pipeline, which has the rows of all people, with the pipelines of their time zones.
    ///
    /// All come from one query, so they have the same stages. Queries inside stages, such as those of `join`, also get their people.
    package func of(_ members: [Cohort.Member], zones: [Pipeline]) -> Pipeline {
        var whole = self
        whole.plan.cohort = Cohort(members, plans: zones.map(\.plan))
        for index in stages.indices {
            whole.stages[index].kind = stages[index].kind.of(members, zones: zones.map { $0.stages[index].kind })
            let before = zones.compactMap { $0.stages[index].before }
            guard let own = stages[index].before, before.count == zones.count else { continue }
            whole.stages[index].before = own.of(members, zones: before)
        }
        return whole
    }

    /// The pipeline, and those of the queries inside its stages.
    package var all: [Pipeline] {
        [self] + stages.flatMap { ($0.kind.inner.map(\.all) ?? []) + ($0.before?.all ?? []) }
    }
}

extension PlanStage.Kind {
    /// The query inside the stage; nil if there is none.
    fileprivate var inner: Pipeline? {
        switch self {
        case .compare(let period): period.earlier
        case .join(let joined): joined.rows
        case .versus(let compared): compared.rows
        case .project(let projection): projection.typical
        default: nil
        }
    }

    fileprivate func of(_ members: [Cohort.Member], zones: [PlanStage.Kind]) -> PlanStage.Kind {
        let others = zones.compactMap(\.inner)
        guard let inner, others.count == zones.count else { return self }
        let whole = inner.of(members, zones: others)
        switch self {
        case .compare(var period):
            period.earlier = whole
            return .compare(period)
        case .join(var joined):
            joined.rows = whole
            return .join(joined)
        case .versus(var compared):
            compared.rows = whole
            return .versus(compared)
        case .project(var projection):
            projection.typical = whole
            return .project(projection)
        default: return self
        }
    }
}
