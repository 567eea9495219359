"""A service that stores values by HTTP, with a thread for each connection."""

import http.server

values = {}


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, code: int, body: bytes) -> None:
        self.send_response(code)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self) -> None:
        value = values.get(self.path)
        self.answer(404 if value is None else 200, value or b"")

    def do_PUT(self) -> None:
        values[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200, b"ok")


http.server.ThreadingHTTPServer(("", 8080), Handler).serve_forever()
