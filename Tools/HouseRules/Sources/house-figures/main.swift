import HouseRules

print(Figures(sources: try Repository.sources(), tests: try Repository.tests()).text, terminator: "")
