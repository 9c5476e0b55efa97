"""What people report about the sites of manuals, each as a check of ours.

| report | situation | check |
|---|---|---|
| quarto-dev/quarto-cli#3028, mkdocs/mkdocs#871, mitmproxy/pdoc#298 | search needs a server, because browsers don't fetch files | `opens_as_files` |
| rstudio/bookdown#735, BookStackApp/BookStack#4282 | search misses underscores and words in code | `finds_code` |
| mkdocs/mkdocs#2333, mkdocs/mkdocs#1824 | search misses languages without spaces | `finds_any_script` |
| rust-lang/mdBook#1113 | marks of search break code with hyphens | `marks_keep_text` |
| w3c/silver#314 | paper leaves out folded text | `paper_is_open` |
| eecs485staff/primer-spec#227 | paper cuts long lines of code | `paper_wraps_code` |
| valeriangalliat/markdown-it-anchor#35 | `a`, `a` and `a 1` get equal anchors | test of `MarkdownMarkup` |
| sphinx-doc/sphinx#11888, notypecheck/passlib#28 | order and dates change the files | test of `Site` |
| handsontable/handsontable#9831 | a wide table makes the page of a phone scroll | `tables_scroll_alone` |
| python/mypy#12684, psf/black#4788 | code is unreadable in the dark | `code_is_readable` |
| alphagov/govuk-design-system#1343 | boxes that scroll can't be reached with keys | `keys_reach_boxes` |
| appwrite/docs#30 | a header covers the heading of a link | `headings_are_seen` |
"""
from browser import check, opened
from selenium.webdriver.common.keys import Keys

TEXT_OF_ITEMS = "return Array.from(document.querySelectorAll('#Results li'), e => e.innerText)"


def opens_as_files(browser):
    browser.open("search.html?q=anchor")
    check(browser.run("return location.protocol + document.querySelectorAll('#Results li').length") == "file:40", "search needs a server")
    severe = [entry["message"] for entry in browser.driver.get_log("browser") if entry["level"] == "SEVERE"]
    check(not severe, f"the browser reports {severe}")
    browser.scripts(False)
    browser.open("search.html")
    text = browser.driver.find_element("tag name", "main").text
    check("Search needs JavaScript" in text, f"without scripts, search says {text!r}")
    browser.scripts(True)


def finds_code(browser):
    for words in ("active_energy_burned", "HKQuantityTypeIdentifierActiveEnergyBurned", "--act-as", "p99.9", "export.zip", "S2.9", "| average", "$XDG_STATE_HOME"):
        check(browser.found(words), f"search does not find `{words}`")
    check(browser.found("xyzzy plugh") == [], "search finds words that are not there")


def finds_any_script(browser):
    browser.open("search.html")
    browser.run("""
        tallySections.push([0, 3, "日本語の見出し", "x", "", "毎日の歩数を合計します"], [0, 3, "Größe", "y", "", "Die Länge"]);
        const script = document.createElement("script"); script.src = "site.js"; document.head.append(script);""")
    for words, wanted in (("歩数", "日本語の見出し"), ("見出し", "日本語の見出し"), ("größe", "Größe"), ("länge", "Größe")):
        field = browser.driver.find_element("id", "Words")
        field.clear()
        field.send_keys(words)
        first = (browser.run(TEXT_OF_ITEMS) or [""])[0]
        check(first.startswith(wanted), f"search for {words} finds {first!r}")


def marks_keep_text(browser):
    for words in ("tally-pipe", "in-place", "<b>", "a.b*", "(", "\\", "[", "$"):
        browser.found(words)
        text = "".join(browser.run(TEXT_OF_ITEMS))
        check("<mark>" not in text and "undefined" not in text, f"search for {words} shows markup")
    check(browser.run("return document.querySelectorAll('#Results script, #Results b').length") == 0, "search makes elements")


def keys_search(browser):
    browser.open("queries.html")
    browser.driver.find_element("tag name", "body").send_keys("/")
    browser.driver.switch_to.active_element.send_keys("while", Keys.ENTER)
    check(browser.arrives("search.html?q=while"), f"Enter leads to {browser.driver.current_url}")
    field = browser.driver.find_element("id", "Words")
    field.send_keys(Keys.ARROW_DOWN)
    browser.driver.switch_to.active_element.send_keys(Keys.ARROW_DOWN)
    links = browser.driver.find_elements("css selector", "#Results a")
    check(browser.driver.switch_to.active_element == links[1], "arrow keys do not go through the results")
    browser.driver.switch_to.active_element.send_keys(Keys.ARROW_UP, Keys.ENTER)
    check(browser.arrives("language.html#times-that-count"), f"Enter opens {browser.driver.current_url}")


def first_key_skips(browser):
    browser.open("language.html")
    browser.driver.find_element("tag name", "body").send_keys(Keys.TAB)
    link = browser.driver.switch_to.active_element
    check(link.text == "Skip to the text", f"the first stop is {link.text!r}")
    link.send_keys(Keys.ENTER)
    check(browser.driver.switch_to.active_element.tag_name == "main", "the link does not lead to the text")


def paper_is_open(browser):
    browser.scripts(False)
    browser.show(720, 1000, media="print")
    browser.open("lesson-range.html")
    answer = browser.driver.find_element("css selector", ".question details p")
    check(answer.rect["height"] > 0, "without scripts, paper does not show the answer")
    browser.scripts(True)
    browser.show()


def paper_wraps_code(browser):
    browser.show(600, 1000, media="print")
    browser.open("language.html")
    wide = browser.run("return Array.from(document.querySelectorAll('main pre')).filter(e => e.scrollWidth > e.clientWidth + 1).length")
    check(wide == 0, f"paper cuts {wide} blocks of code")
    browser.show()


def tables_scroll_alone(browser):
    browser.show(320)
    browser.open("engines.html")
    check(browser.run("return document.documentElement.scrollWidth") <= 320, "a table makes the page scroll")
    hidden = browser.run("""return Array.from(document.querySelectorAll('main table')).filter(t => {
        const box = t.closest('.scroll'); return t.offsetWidth > box.clientWidth && getComputedStyle(box).overflowX !== 'auto' }).length""")
    check(hidden == 0, f"{hidden} tables hide columns")
    browser.show()


def code_is_readable(browser):
    """The contrast of each color of code with its ground, as WCAG defines it."""
    ratio = """
        const light = c => { const v = c.map(x => x / 255).map(x => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4);
            return .2126 * v[0] + .7152 * v[1] + .0722 * v[2] };
        const rgb = s => s.match(/[\\d.]+/g).slice(0, 3).map(Number);
        return Array.from(document.querySelectorAll('pre.code, pre.code b, pre.code span'), e => {
            const [a, b] = [light(rgb(getComputedStyle(e).color)), light(rgb(getComputedStyle(e.closest('pre')).backgroundColor))];
            return (Math.max(a, b) + .05) / (Math.min(a, b) + .05) }).reduce((a, b) => Math.min(a, b), 21)"""
    for scheme in ("light", "dark"):
        browser.show(scheme=scheme)
        for page in ("queries.html", "testing.html", "lesson-charts.html"):
            browser.open(page)
            least = browser.run(ratio)
            check(least >= 4.5, f"{page} in {scheme}: code has a contrast of {least:.2f}")
    browser.show()


def keys_reach_boxes(browser):
    for scripts in (True, False):
        browser.scripts(scripts)
        browser.show(400)
        browser.open("queries.html")
        missed = [box.get_attribute("aria-label") for box in browser.driver.find_elements("css selector", "main pre, main .scroll")
                  if int(box.get_property("scrollWidth")) > int(box.get_property("clientWidth")) and box.get_attribute("tabindex") != "0"]
        check(not missed, f"keys do not reach {missed}")
        browser.scripts(True)
    browser.show()
    browser.open("glossary.html")
    check(browser.run("return document.querySelectorAll('main [tabindex=\"0\"]').length") == 0, "boxes that do not scroll stop the Tab key")


def headings_are_seen(browser):
    for width in (400, 1200):
        browser.show(width)
        browser.open("language.html#trends-and-correlations")
        top = browser.run("""const e = document.getElementById('trends-and-correlations'), r = e.getBoundingClientRect();
            return document.elementFromPoint(r.left + 5, r.top + r.height / 2) === e && r.top >= 0 && r.top < 100""")
        check(top, f"at {width} pixels, the heading of a link is covered or not at the top")
    browser.show()


CASES = [opens_as_files, finds_code, finds_any_script, marks_keep_text, keys_search, first_key_skips, paper_is_open, paper_wraps_code,
         tables_scroll_alone, code_is_readable, keys_reach_boxes, headings_are_seen]


def complaints(site):
    """Each situation that people report works here."""
    with opened(site) as browser:
        for case in CASES:
            browser.show()
            case(browser)
    print(f"complaints: {len(CASES)} cases")
