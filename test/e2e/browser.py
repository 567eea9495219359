"""A headless Chromium, driven over its DevTools protocol through pipes: no ports, no packages.

    with Browser() as browser:
        page = browser.open("report.html", dark=True)
        page.evaluate("document.title"); page.screenshot("first.png"); page.problems(); page.requests()
"""

import base64
import contextlib
import json
import os
import pathlib
import select
import shutil
import subprocess
import tempfile
import time

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")


class Browser:
    def __init__(self, timeout_s=60):
        self.timeout_s = timeout_s
        self.profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        to_browser, self.writer = os.pipe()
        self.reader, from_browser = os.pipe()

        def pipes():
            # The protocol uses descriptors 3 and 4. Both get high numbers first, so that neither overwrites
            # the other.
            a, b = os.dup(to_browser), os.dup(from_browser)
            while a < 5:
                a = os.dup(a)
            while b < 5:
                b = os.dup(b)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            [CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
             "--disable-background-networking", "--disable-component-update", "--disable-sync", "--mute-audio",
             f"--user-data-dir={self.profile.name}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(to_browser)
        os.close(from_browser)
        self.buffer = b""
        self.number = 0
        self.events = []

    def __enter__(self):
        return self

    def __exit__(self, *_):
        with contextlib.suppress(OSError):
            self.write({"id": 0, "method": "Browser.close"})
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.writer)
        os.close(self.reader)
        self.profile.cleanup()

    def write(self, message):
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self.writer, data):]

    def read(self, deadline):
        while b"\0" not in self.buffer:
            ready = select.select([self.reader], [], [], max(0, deadline - time.monotonic()))[0]
            chunk = os.read(self.reader, 1 << 20) if ready else b""
            if not chunk:
                raise TimeoutError("the browser does not answer")
            self.buffer += chunk
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, session=None, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        self.write(message)
        deadline = time.monotonic() + self.timeout_s
        while True:
            answer = self.read(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            if "method" in answer:
                self.events.append(answer)

    def open(self, path, dark=False, width=1280, height=900):
        return self.open_url(pathlib.Path(path).absolute().as_uri(), dark, width, height)

    def open_url(self, url, dark=False, width=1280, height=900):
        return Page(self, url, dark, width, height)


class Page:
    def __init__(self, browser, url, dark, width, height):
        self.browser = browser
        target = browser.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = browser.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.call(f"{domain}.enable")
        scheme = "dark" if dark else "light"
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.url = url
        began = time.monotonic()
        self.call("Page.navigate", url=self.url)
        while self.evaluate("document.readyState") != "complete" or self.evaluate("location.href") != self.url:
            if time.monotonic() > began + browser.timeout_s:
                raise TimeoutError(url)
            time.sleep(0.01)
        self.seconds = time.monotonic() - began

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def evaluate(self, expression):
        answer = self.call("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(json.dumps(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def press(self, key):
        """Presses a key as on a keyboard: Tab, Enter, an arrow, or a letter."""
        codes = {"Tab": (9, ""), "Enter": (13, "\r"), "ArrowLeft": (37, ""), "ArrowRight": (39, "")}
        code, text = codes.get(key, (ord(key[0].upper()), key))
        for kind in ("keyDown", "keyUp"):
            self.call("Input.dispatchKeyEvent", type=kind, key=key, windowsVirtualKeyCode=code, **({"text": text} if text and kind == "keyDown" else {}))

    def screenshot(self, path):
        with open(path, "wb") as stream:
            stream.write(base64.b64decode(self.call("Page.captureScreenshot", format="png")["data"]))

    def _events(self):
        return [e for e in self.browser.events if e.get("sessionId") == self.session]

    def problems(self):
        """Returns console messages, exceptions and violations of the content security policy."""
        self.evaluate("0")  # after this answer, all earlier messages have arrived
        wanted = ("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
        return [json.dumps(e["params"])[:500] for e in self._events() if e["method"] in wanted]

    def requests(self):
        """Returns every URL that the page requested, except its own."""
        urls = [e["params"]["request"]["url"] for e in self._events() if e["method"] == "Network.requestWillBeSent"]
        return [url for url in urls if url != self.url]
