import CalendarIntervals
import QueryDiagnostics
import QueryVocabulary

/// Stages, and statements other than queries.
extension Phrases {
    // MARK: Stages

    func stage(_ stage: StageKind) -> String {
        [stage.word?.phrase, arguments(of: stage)].compactMap(\.self).joined(separator: " ")
    }

    /// The text after the words that start a stage; nil for a stage without arguments.
    private func arguments(of stage: StageKind) -> String? {
        switch stage {
        case .runningTotal(let period): period.map { "reset each \($0.name)" }
        case .rolling(let window, let aggregates, let least):
            "\(amount(window)) \(self.aggregates(aggregates))" + (least.map { " at least \(count($0))" } ?? "")
        case .compare(let target, let alignment): self.target(target) + (alignment.map { " aligned \($0.rawValue)" } ?? "")
        case .change(let percent): percent ? "percent" : nil
        case .aggregate(let aggregates, let keys): self.aggregates(aggregates) + (keys.isEmpty ? "" : " by " + self.keys(keys))
        case .filter(let predicate): self.predicate(predicate)
        case .fill(let rule): fill(rule)
        case .partial(let rule): rule.rawValue
        case .valueAt(.time(let time)): self.time(time)
        case .valueAt(.when(let when)): self.when(when)
        case .plain: nil
        case .sort(let column, let descending): self.column(column) + (descending ? " descending" : "")
        case .ranking(_, let count, let column): self.count(count) + (column.map { " by \(self.column($0))" } ?? "")
        case .counted(_, let count): self.count(count)
        case .derive(let name, let unit, let expression):
            self.name(name) + (unit.map { " in \(self.unit($0))" } ?? "") + " = \(self.expression(expression))"
        case .select(let columns): columns.map(selected).joined(separator: ", ")
        case .join(let query, let isByDay): "(\(layout(query).oneLine))" + (isByDay ? " by day" : "")
        case .trend(let period, let isLinear):
            [period.map { "per \($0.rawValue)" }, isLinear ? "linear" : nil].compactMap(\.self).joined(separator: " ").nilIfEmpty
        case .smooth(let method, .share(let share)): "\(method.rawValue) \(number(share))"
        case .smooth(let method, .length(let time)): "\(method.rawValue) \(amount(time))"
        case .outliers(let limit, let column):
            [limit.map(number), column.map { "by \(self.column($0))" }].compactMap(\.self).joined(separator: " ").nilIfEmpty
        case .correlate(let first, let second, let lag, let last):
            "\(column(first)) with \(column(second))" + (lag.map { " lag \(count($0))" } ?? "") + (last.map { " to \(count($0))" } ?? "")
        case .streaks(_, let skipsMissing, let condition): (skipsMissing ? "skipping missing " : "") + "where \(predicate(condition))"
        case .usual(let length): length.map { "of \(amount($0))" }
        case .share(let condition, let keys): "where \(predicate(condition))" + (keys.isEmpty ? "" : " by " + self.keys(keys))
        }
    }

    private func target(_ target: CompareTarget) -> String {
        switch target {
        case .previous(let unit): "previous" + (unit.map { " \($0.name)" } ?? "")
        case .span(let span): self.span(span)
        case .period(let period): self.period(period)
        }
    }

    private func selected(_ column: SelectedColumn) -> String {
        let text =
            switch column.kind {
            case .field(let field): self.field(field)
            case .part(let part): part.rawValue
            case .partial: "partial"
            }
        return text + (column.alias.map { " called \(name($0))" } ?? "")
    }

    private func expression(_ expression: Expression) -> String {
        /// Returns an operand, in parentheses if its operators bind less than those of `least`.
        func operand(_ inner: Expression, _ least: Int) -> String {
            inner.strength < least ? "(\(self.expression(inner)))" : self.expression(inner)
        }
        let strength = expression.strength
        // Operators of the same precedence are left-associative, so the right side keeps its parentheses.
        return switch expression {
        case .number(let number): number.text
        case .quantity(let literal): self.literal(literal)
        case .column(let column): self.column(column)
        case .test(let predicate): self.predicate(predicate)
        case .negate(let inner, _): "-" + operand(inner, 6)
        case .not(let inner, _): "not " + operand(inner, 3)
        case .binary(let symbol, let left, let right):
            [operand(left, strength), symbol.rawValue, operand(right, strength + 1)].joined(separator: " ")
        case .comparison(let sign, let left, let right):
            [operand(left, strength + 1), sign.rawValue, operand(right, strength + 1)].joined(separator: " ")
        case .and(let left, let right): "\(operand(left, strength)) and \(operand(right, strength + 1))"
        case .or(let left, let right): "\(operand(left, strength)) or \(operand(right, strength + 1))"
        }
    }

    // MARK: Statements

    func layout(_ statement: Statement) -> Layout {
        switch statement.kind {
        case .query(let query): layout(query)
        case .letBinding(let statement): letLayout(statement)
        case .definition(let statement):
            layout(statement.body).prefixed("def \(signature(statement)) =")
        case .parameter(let statement): Layout(parameter(statement))
        case .set(let statement):
            Layout(
                "set \(name(statement.setting))\(statement.metric.map { " of \(metric($0))" } ?? "")\(owner(statement.person)) = "
                    + literal(statement.value))
        case .assert(let statement): assertLayout(statement)
        case .expect(let expectation): layout(expectation)
        case .explain(let mode, let query): layout(query).prefixed((["explain"] + mode.words).joined(separator: " "))
        case .watch(let watch): layout(watch)
        case .stop(let name): Layout("stop \(name.map(self.name) ?? "all")")
        case .why(.row(let count)): Layout("why \(self.count(count))")
        case .changes(let statement): Layout(changes(statement))
        case .anchor(let metric): Layout("anchor of \(self.metric(metric))")
        case .actAs(let app): Layout("act as \(app.map(text) ?? "owner")")
        case .decideAccess(let statement): Layout(access(statement))
        case .showAccess(let app): Layout("show access" + (app.map { " of \(text($0))" } ?? ""))
        case .why(.when(let when)): Layout("why \(self.when(when))")
        case .why(.time(let time)): Layout("why \(self.time(time))")
        case .add(let statement): Layout(add(statement))
        case .addSummary(let statement): Layout(addSummary(statement))
        case .load(let statement): Layout(load(statement))
        case .delete(let statement):
            Layout(
                ["delete samples of \(metric(statement.metric))"] + clauses(statement.clauses)
                    + (statement.isConfirmed ? ["confirmed"] : []))
        case .importFiles(let statement): Layout(imports(statement))
        case .export(let statement):
            Layout(export(statement))
        case .testCase(let title): Layout("case \(text(title))")
        case .person(.describe(let name)): Layout("describe person \(person(name))")
        case .person(.forget(let name, let isConfirmed)): Layout("forget person \(person(name))" + (isConfirmed ? " confirmed" : ""))
        case .person(.rename(let name, let other)): Layout("rename person \(person(name)) to \(person(other))")
        case .metric(.define(let definition)): Layout("define metric " + self.definition(definition))
        case .metric(.forget(let name)): Layout("forget metric \(self.name(name))")
        case .forget(let name, let isConfirmed): Layout("forget \(self.name(name))" + (isConfirmed ? " confirmed" : ""))
        case .undo(let isConfirmed, _): Layout("undo" + (isConfirmed ? " confirmed" : ""))
        case .help(let topic): Layout("help" + (topic.map { " \($0.text)" } ?? ""))
        case .show(let list, let metric, let clauses):
            Layout(show(list.word, metric, clauses))
        case .showOne(let list, let number, let output):
            Layout("show \(list.word.singular ?? list.word.rawValue) \(count(number))" + (output.map { " \(self.output($0))" } ?? ""))
        case .describe(let metric): Layout("describe \(self.metric(metric))")
        case .learn(let lesson): Layout("learn" + (lesson.map { " \($0.text)" } ?? ""))
        case .run(let path, let arguments):
            Layout((["run \(text(path))"] + arguments.map { argument($0, opening: "--", closing: " ") }).joined(separator: " "))
        case .reportLine(let word, let words): Layout("\(word.rawValue) \(text(words))")
        case .save(let name): Layout("save \(self.name(name))")
        case .history: Layout("history")
        case .open(let path): Layout("open \(text(path))")
        case .quit: Layout("quit")
        case .edition(let number): Layout("tally \(number)")
        case .invalid: Layout("")
        }
    }

    private func show(_ list: ListWord, _ metric: MetricReference?, _ clauses: [Clause]) -> String {
        (["show \(list.rawValue)\(metric.map { " of \(self.metric($0))" } ?? "")"] + self.clauses(clauses)).joined(separator: " ")
    }

    private func letLayout(_ statement: LetStatement) -> Layout {
        let value: Layout =
            switch statement.value {
            case .query(let query): layout(query)
            case .predicate(let predicate): Layout("where \(self.predicate(predicate))")
            case .intervals(let set): Layout("while \(self.set(set))")
            case .anchor(let metric): Layout("anchor of \(self.metric(metric))")
            case .when(let when): Layout(self.when(when))
            case .span(let span): Layout(self.span(span))
            case .unit(let unit): Layout(self.unit(unit))
            case .literal(let literal): Layout(self.literal(literal))
            }
        return value.prefixed("let \(name(statement.name)) =")
    }

    func signature(_ statement: DefStatement) -> String {
        "\(name(statement.name))(\(statement.formals.map(formal).joined(separator: ", ")))"
    }

    func formal(_ formal: Formal) -> String {
        name(formal.name) + (formal.type.map { ": \($0.kind.rawValue)" } ?? "") + (formal.defaultValue.map { " = \(literal($0))" } ?? "")
    }

    private func parameter(_ statement: ParamStatement) -> String {
        "param \(formal(Formal(statement)))" + (statement.summary.map { " \(text($0))" } ?? "")
    }

    private func condition(_ condition: Condition) -> String { "\(condition.comparison.rawValue) \(literal(condition.literal))" }

    private func assertLayout(_ statement: AssertStatement) -> Layout {
        let tolerance = statement.tolerance.map { " within \(self.tolerance($0.amount))\($0.isPercent ? "%" : "")" } ?? ""
        return layout(statement.query).suffixed(condition(statement.condition) + tolerance).prefixed("assert")
    }

    private func layout(_ watch: WatchStatement) -> Layout {
        let end = [watch.rate.map { "every \(amount($0))" }, watch.condition.map { "until \(condition($0))" }].compactMap(\.self)
        let query = end.isEmpty ? layout(watch.query) : layout(watch.query).suffixed(end.joined(separator: " "))
        return query.prefixed(watch.name.map { "watch \(name($0)) =" } ?? "watch")
    }

    private func tolerance(_ amount: Literal) -> String {
        if case .number(let number, nil) = amount { Phrases.shortest(number.value) } else { literal(amount) }
    }

    private func layout(_ expectation: Expectation) -> Layout {
        switch expectation {
        case .rows(let count): Layout("expect rows \(self.count(count))")
        case .row(let when, let values):
            Layout("expect row \(row(when, values))")
        case .changed(let count, let watch): Layout("expect changed \(self.count(count))\(suffix(of: watch))")
        case .changedRow(let when, let values, let watch): Layout("expect changed row \(row(when, values))\(suffix(of: watch))")
        case .noData: Layout("expect no data")
        case .warning(let code): Layout("expect warning \(code.text)")
        case .info(let code): Layout("expect info \(code.text)")
        case .error(let code, let statement):
            statement.map { layout($0).prefixed("expect error \(code.text):") } ?? Layout("expect error \(code.text)")
        }
    }

    private func row(_ when: When, _ values: [Literal]) -> String {
        ([self.when(when)] + values.map { literal($0, isCell: true) }).joined(separator: " ")
    }

    private func suffix(of watch: Name?) -> String { watch.map { " of \(name($0))" } ?? "" }

    private func add(_ statement: AddStatement) -> String {
        let unit = statement.unit.map { ($0.isBoundBeforeMetric ? "" : " ") + self.unit($0) } ?? ""
        var words =
            ["add"] + [statement.amount.map { number($0) + unit }].compactMap(\.self) + [metric(statement.metric) + owner(statement.person)]
        if let source = statement.source { words += ["from", text(source)] }
        if let start = statement.start { words += ["at", when(start)] }
        switch statement.extent {
        case .duration(let amount): words += ["for", self.amount(amount)]
        case .end(let end): words += ["to", when(end)]
        case nil: break
        }
        let metadata = statement.metadata.map { "\(text($0.key)) = \(literal($0.value))" }
        if !metadata.isEmpty { words += ["with", metadata.joined(separator: ", ")] }
        return words.joined(separator: " ")
    }
}

extension Phrases {
    private func person(_ name: Name) -> String { name.isQuoted ? quoted(name.text) : name.text }

    private func owner(_ name: Name?) -> String { name.map { " for person \(person($0))" } ?? "" }

    private func addSummary(_ statement: AddSummaryStatement) -> String {
        let parts = statement.parts.map { part in
            "\(part.ring.rawValue) \(number(part.amount))" + (part.goal.map { " of \(number($0))" } ?? "")
                + (part.unit.map { " \(unit($0))" } ?? "")
        }
        return "add summary\(owner(statement.person)) on \(when(statement.day)) " + parts.joined(separator: ", ")
    }

    private func changes(_ statement: ChangesStatement) -> String {
        let parts = [
            "changes of \(metric(statement.metric))", statement.anchor.map { "since anchor \(count($0))" },
            statement.limit.map { "limit \(count($0))" }, statement.output.map(output),
        ]
        return parts.compactMap(\.self).joined(separator: " ")
    }

    fileprivate func imports(_ statement: ImportStatement) -> String {
        let owner =
            switch statement.owner {
            case .inFiles: ""
            case .person(let name): self.owner(name)
            case .fileName: " person from name"
            case .column(let name): " person column \(person(name))"
            }
        let fields = statement.fields.map { field in
            switch field.content {
            case .column(let name): " \(field.word.rawValue) column \(person(name))"
            case .text(let name): " \(field.word.rawValue) \(person(name))"
            }
        }
        let replacement =
            switch statement.replacement {
            case .none: ""
            case .everything: " replace"
            case .span: " replace span"
            }
        return "import " + statement.paths.map(text).joined(separator: ", ") + owner + fields.joined() + replacement
            + (statement.isConfirmed ? " confirmed" : "")
    }

    fileprivate func export(_ statement: ExportStatement) -> [String] {
        let subject = if case .metric(let metric) = statement.subject { self.metric(metric) } else { "everything" }
        var words = ["export \(subject)"] + clauses(statement.clauses)
        if case .pseudonyms(let key) = statement.names { words.append("pseudonymised" + (key.map { " using \(text($0))" } ?? "")) }
        if let places = statement.places { words.append(places.areWritten ? "with places" : "without places") }
        return words + ["to \(text(statement.path))"]
    }

    private func access(_ statement: AccessStatement) -> String {
        var kinds = ""
        let grants = statement.grants.map { grant in
            let own = [grant.reads ? "read" : nil, grant.writes ? "write" : nil].compactMap(\.self).joined(separator: " and ")
            let subject =
                switch grant.subject {
                case .metric(let metric): self.metric(metric)
                case .summaries: "summaries"
                case .all: "all"
                }
            defer { kinds = own }
            return own == kinds ? subject : "\(own) \(subject)"
        }
        return "\(statement.isAllowed ? "allow" : "deny") \(text(statement.app)) to \(grants.joined(separator: ", "))"
    }

    /// Returns the definition as it follows `define metric`.
    func definition(_ definition: MetricDefinition) -> String {
        var words = [name(definition.name)]
        if let scale = definition.scale { words += ["from", scale.low.text, "to", scale.high.text] }
        if let unit = definition.unit { words += ["in", self.unit(unit)] }
        if definition.isCumulative { words.append("cumulative") }
        return words.joined(separator: " ")
    }

    private func load(_ statement: LoadStatement) -> String {
        var words = ["load", metric(statement.metric)]
        if let unit = statement.unit { words += ["in", self.unit(unit)] }
        if let name = statement.person { words += ["for person", person(name)] }
        if let source = statement.source { words += ["from", text(source)] }
        words += ["at", when(statement.start), "every", amount(statement.interval)]
        if let length = statement.length { words += ["for", amount(length)] }
        return words.joined(separator: " ") + ": " + statement.items.map(\.text).joined(separator: " ")
    }
}

extension Expression {
    /// The precedence: 0 for `or`, 1 for `and`, 2 for `not`, 3 for tests and comparisons, 4 for sums, 5 for products, 6 for expressions
    /// that need no parentheses.
    fileprivate var strength: Int {
        switch self {
        case .or: 0
        case .and: 1
        case .not: 2
        case .comparison, .test: 3
        case .binary(.add, _, _), .binary(.subtract, _, _): 4
        case .binary: 5
        case .number, .quantity, .column, .negate: 6
        }
    }
}

extension String {
    fileprivate var nilIfEmpty: String? { isEmpty ? nil : self }
}
