"""A client of server.py: one connection for many requests, and one for each."""

import http.client
import time
import urllib.error
import urllib.request

time.sleep(1)
one = http.client.HTTPConnection("n0", 8080)
for i in range(20):
    one.request("PUT", f"/key{i % 3}", str(i))
    written = one.getresponse().read().decode()
    one.request("GET", f"/key{i % 3}")
    answer = one.getresponse()
    assert (written, answer.status, answer.read().decode()) == ("ok", 200, str(i))
    time.sleep(0.1)
print(answer.headers["Date"])
print(urllib.request.urlopen("http://n0:8080/key1").read().decode())
try:
    urllib.request.urlopen("http://n0:8080/none")
except urllib.error.HTTPError as error:
    print(error)
