"""A browser without a window for pages that are opened as files, and the checks of a run."""
import contextlib
import pathlib
import time
import urllib.parse

from selenium import webdriver
from selenium.webdriver.chrome.service import Service

failures = []


def check(is_right, message):
    if not is_right:
        failures.append(message)
        print("!", message, flush=True)


class Browser:
    """Chromium, with the size and the scheme of a device."""

    def __init__(self, site):
        options = webdriver.ChromeOptions()
        for option in ("--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", "--window-size=1200,900"):
            options.add_argument(option)
        self.site = pathlib.Path(site).resolve()
        self.driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))

    def close(self):
        self.driver.quit()

    def show(self, width=1200, height=900, scheme="light", media="screen"):
        """Sets the size of the window in pixels, the color scheme, and screen or paper."""
        self.driver.execute_cdp_cmd(
            "Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        self.driver.execute_cdp_cmd(
            "Emulation.setEmulatedMedia", {"media": media, "features": [
                {"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"}]})

    def scripts(self, are_on):
        self.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": not are_on})

    def open(self, page):
        self.driver.get(self.site.as_uri() + "/" + page)

    def arrives(self, address):
        """True as soon as the page has an address that contains this text."""
        for _ in range(100):
            if address in self.driver.current_url:
                return True
            time.sleep(0.1)
        return False

    def run(self, script, *arguments):
        return self.driver.execute_script(script, *arguments)

    def found(self, words):
        """The addresses of the results of a search, best first."""
        self.open("search.html?q=" + urllib.parse.quote(words))
        return self.run("return Array.from(document.querySelectorAll('#Results a'), a => a.getAttribute('href'))")


@contextlib.contextmanager
def opened(site):
    browser = Browser(site)
    try:
        yield browser
    finally:
        browser.close()
