import QueryPlan

/// The condition of a plan. Foundation has a type of the same name.
typealias PlanPredicate = QueryPlan.Predicate
