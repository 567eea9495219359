// Broadcast by gossip: who hears something new tells all others, and tells them again until they
// acknowledge it, so often at most. It knows nothing of ldfi-farm.
//
//	broadcast [RETRIES]      0, which is the default: nothing is sent twice
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"sort"
	"strconv"
	"sync"
	"time"
)

const again = 50 * time.Millisecond

type body map[string]any

type message struct {
	Src  string `json:"src"`
	Dest string `json:"dest"`
	Body body   `json:"body"`
}

type copyOf struct {
	node  string
	value float64
}

type node struct {
	lock    sync.Mutex
	out     *json.Encoder
	id      string
	others  []string
	seen    map[float64]bool
	waiting map[copyOf]bool
	retries int
}

func (n *node) send(dest string, what body) {
	if err := n.out.Encode(message{n.id, dest, what}); err != nil {
		os.Exit(1)
	}
}

func (n *node) reply(to message, what body) {
	what["in_reply_to"] = to.Body["msg_id"]
	n.send(to.Src, what)
}

func (n *node) offer(one copyOf, left int) {
	n.send(one.node, body{"type": "gossip", "message": one.value})
	if left == 0 {
		return
	}
	n.waiting[one] = true
	time.AfterFunc(again, func() {
		n.lock.Lock()
		defer n.lock.Unlock()
		if n.waiting[one] {
			n.offer(one, left-1)
		}
	})
}

func (n *node) learn(value float64, source string) {
	if n.seen[value] {
		return
	}
	n.seen[value] = true
	for _, other := range n.others {
		if other != source {
			n.offer(copyOf{other, value}, n.retries)
		}
	}
}

func (n *node) init(m message) {
	n.id = m.Body["node_id"].(string)
	for _, one := range m.Body["node_ids"].([]any) {
		if name := one.(string); name != n.id {
			n.others = append(n.others, name)
		}
	}
	n.reply(m, body{"type": "init_ok"})
}

func (n *node) values() []float64 {
	out := []float64{}
	for value := range n.seen {
		out = append(out, value)
	}
	sort.Float64s(out)
	return out
}

func (n *node) handle(m message) {
	n.lock.Lock()
	defer n.lock.Unlock()
	switch m.Body["type"] {
	case "init":
		n.init(m)
	case "topology":
		n.reply(m, body{"type": "topology_ok"})
	case "broadcast":
		n.learn(m.Body["message"].(float64), m.Src)
		n.reply(m, body{"type": "broadcast_ok"})
	case "gossip":
		value := m.Body["message"].(float64)
		n.learn(value, m.Src)
		if n.retries > 0 {
			n.send(m.Src, body{"type": "ack", "message": value})
		}
	case "ack":
		delete(n.waiting, copyOf{m.Src, m.Body["message"].(float64)})
	case "read":
		n.reply(m, body{"type": "read_ok", "messages": n.values()})
	}
}

func main() {
	n := &node{out: json.NewEncoder(os.Stdout), seen: map[float64]bool{}, waiting: map[copyOf]bool{}}
	if len(os.Args) > 1 {
		n.retries, _ = strconv.Atoi(os.Args[1])
	}
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		var m message
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			os.Exit(1)
		}
		n.handle(m)
	}
}
