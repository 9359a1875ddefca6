"""A ROS master, for tests on computers without ROS: it knows who publishes, subscribes to and serves what.

Prints its port, then serves until its standard input is closed.
"""

import collections
import socketserver
import sys
import threading
import xmlrpc.client
import xmlrpc.server


class Server(socketserver.ThreadingMixIn, xmlrpc.server.SimpleXMLRPCServer):
    daemon_threads = True


class Master:
    def __init__(self, uri):
        self.uri, self.lock = uri, threading.Lock()
        self.publishers, self.subscribers, self.services = collections.defaultdict(set), collections.defaultdict(set), {}

    def getUri(self, _caller):
        return 1, "", self.uri

    def registerPublisher(self, _caller, topic, _type, api):
        return self.publish(topic, lambda apis: apis.add(api))

    def unregisterPublisher(self, _caller, topic, api):
        return self.publish(topic, lambda apis: apis.discard(api))

    def publish(self, topic, change):
        with self.lock:
            change(self.publishers[topic])
            publishers, subscribers = sorted(self.publishers[topic]), sorted(self.subscribers[topic])
        for api in subscribers:
            threading.Thread(target=tell, args=(api, topic, publishers), daemon=True).start()
        return 1, "", subscribers

    def registerSubscriber(self, _caller, topic, _type, api):
        with self.lock:
            self.subscribers[topic].add(api)
            return 1, "", sorted(self.publishers[topic])

    def unregisterSubscriber(self, _caller, topic, api):
        with self.lock:
            self.subscribers[topic].discard(api)
            return 1, "", 1

    def registerService(self, _caller, service, api, _caller_api):
        self.services[service] = api
        return 1, "", 1

    def unregisterService(self, _caller, service, _api):
        return 1, "", int(self.services.pop(service, None) is not None)

    def lookupService(self, _caller, service):
        api = self.services.get(service)
        return (1, "", api) if api else (-1, "unknown service", "")


def tell(api, topic, publishers):
    try:
        xmlrpc.client.ServerProxy(api).publisherUpdate("/master", topic, publishers)
    except OSError:
        pass  # a node that has gone needs no news


def main():
    server = Server(("127.0.0.1", 0), logRequests=False, allow_none=True)
    port = server.server_address[1]
    server.register_instance(Master(f"http://127.0.0.1:{port}/"))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(port, flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
