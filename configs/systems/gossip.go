// Broadcast by gossip, with our library: who hears something new tells all others. With RETRIES each copy is sent again until it is
// acknowledged.
//
//	go build -o gossip-go-node gossip.go ldfi_node.go
//	gossip-go-node [RETRIES]      0, which is the default: nothing is sent twice
package main

import (
	"fmt"
	"os"
	"sort"
	"strconv"
	"time"
)

const every = 100 * time.Millisecond

func main() {
	retries := 0
	if len(os.Args) > 1 {
		retries, _ = strconv.Atoi(os.Args[1])
	}
	node := NewNode()
	seen := map[int64]bool{}
	unacknowledged := map[string]int{} // how often each copy may still be sent

	node.State = func() any { return []any{seen, unacknowledged} }
	node.Reset = func() { seen, unacknowledged = map[int64]bool{}, map[string]int{} }

	var offer func(peer string, value int64)
	offer = func(peer string, value int64) {
		copies := fmt.Sprint(peer, " ", value)
		node.Send(peer, Body{"type": "gossip", "message": value})
		if unacknowledged[copies] == 0 {
			return
		}
		node.After(every, "again "+copies, func() {
			if left, waiting := unacknowledged[copies]; waiting {
				unacknowledged[copies] = left - 1
				offer(peer, value)
			}
		})
	}
	learn := func(value int64, source string) {
		if seen[value] {
			return
		}
		seen[value] = true
		for _, peer := range node.IDs {
			if peer == node.ID || peer == source {
				continue
			}
			if retries > 0 {
				unacknowledged[fmt.Sprint(peer, " ", value)] = retries
			}
			offer(peer, value)
		}
	}

	node.On("topology", func(m Message) { node.Reply(m, Body{"type": "topology_ok"}) })
	node.On("broadcast", func(m Message) {
		learn(m.Body.Int("message"), m.Src)
		node.Reply(m, Body{"type": "broadcast_ok"})
	})
	node.On("gossip", func(m Message) {
		learn(m.Body.Int("message"), m.Src)
		if retries > 0 {
			node.Send(m.Src, Body{"type": "ack", "message": m.Body["message"]})
		}
	})
	node.On("ack", func(m Message) { delete(unacknowledged, fmt.Sprint(m.Src, " ", m.Body["message"])) })
	node.On("read", func(m Message) {
		values := []int64{}
		for value := range seen {
			values = append(values, value)
		}
		sort.Slice(values, func(i, j int) bool { return values[i] < values[j] })
		node.Reply(m, Body{"type": "read_ok", "messages": values})
	})
	node.Run()
}
