// A node of a distributed system that ldfi-farm can run in virtual time, and Maelstrom in real time.
//
//	node := NewNode()
//	node.On("echo", func(m Message) { node.Reply(m, Body{"type": "echo_ok", "echo": m.Body["echo"]}) })
//	node.Run()
//
// Rules for ldfi-farm: do nothing but in handlers, ask Now for the time and Random for chance, start no goroutines, and let State
// return all that later behaviour depends on (docs/reference/node-protocol.md#rules-of-ldfi1). Build it with the node: go build -o node node.go ldfi_node.go
package main

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"sort"
	"time"
)

// Body is that of a message. Numbers are json.Number: Int reads them.
type Body map[string]any

// Message is one that a node got.
type Message struct {
	Src  string `json:"src"`
	Dest string `json:"dest"`
	At   *int64 `json:"at,omitempty"`
	Body Body   `json:"body"`
}

// Timer is what After plans.
type Timer struct {
	due  int64
	name string
	call func()
}

type rpc struct {
	what string
	done func(Body)
}

// Node has a name once it was told, and so have the others. State: without it fewer faults can be ruled out. Reset forgets all;
// without it each execution needs new processes. Started is called once ID and IDs are known.
type Node struct {
	ID      string
	IDs     []string
	Now     int64
	State   func() any
	Reset   func()
	Started func()

	handlers map[string]func(Message)
	timers   []*Timer
	calls    map[int64]rpc
	ids      int64
	read     int64
	chance   uint64
	extended bool
	began    time.Time
	output   *bufio.Writer
}

// NewNode returns a node that does nothing yet.
func NewNode() *Node {
	return &Node{handlers: map[string]func(Message){}, calls: map[int64]rpc{}, began: time.Now(), output: bufio.NewWriter(os.Stdout)}
}

// Int reads an integer of a body; 0 if there is none.
func (b Body) Int(key string) int64 {
	number, _ := b[key].(json.Number)
	value, _ := number.Int64()
	return value
}

// Text reads a text of a body; empty if there is none.
func (b Body) Text(key string) string {
	value, _ := b[key].(string)
	return value
}

// On has a function handle messages of this type.
func (n *Node) On(kind string, handler func(Message)) { n.handlers[kind] = handler }

// Send sends a message.
func (n *Node) Send(dest string, body Body) {
	line, err := json.Marshal(map[string]any{"src": n.ID, "dest": dest, "body": body})
	if err != nil {
		panic(err)
	}
	n.output.Write(append(line, '\n'))
}

// Reply answers a request.
func (n *Node) Reply(m Message, body Body) {
	n.Send(m.Src, with(body, "in_reply_to", m.Body["msg_id"]))
}

func with(body Body, key string, value any) Body {
	out := Body{key: value}
	for name, one := range body {
		out[name] = one
	}
	return out
}

// RPC sends a request. done gets the answer, or nil if there is none in time; a timeout of 0 is none.
func (n *Node) RPC(dest string, body Body, timeout time.Duration, done func(Body)) {
	n.ids++
	number := n.ids
	text, _ := json.Marshal(body)
	n.calls[number] = rpc{dest + " " + string(text), done}
	n.Send(dest, with(body, "msg_id", number))
	if timeout > 0 {
		n.After(timeout, fmt.Sprint("rpc ", number), func() { n.answer(number, nil) })
	}
}

func (n *Node) answer(number int64, body Body) {
	if call, found := n.calls[number]; found {
		delete(n.calls, number)
		call.done(body)
	}
}

// After calls a function in that time. The name stands for it in the state.
func (n *Node) After(delay time.Duration, name string, call func()) *Timer {
	timer := &Timer{n.Now + int64(delay), name, call}
	at := sort.Search(len(n.timers), func(i int) bool { return n.timers[i].due > timer.due })
	n.timers = append(n.timers[:at], append([]*Timer{timer}, n.timers[at:]...)...)
	return timer
}

// Cancel takes a timer back.
func (n *Node) Cancel(timer *Timer) {
	for i, other := range n.timers {
		if other == timer {
			n.timers = append(n.timers[:i], n.timers[i+1:]...)
			return
		}
	}
}

// Random is splitmix64, from the seed of the execution and the name of the node.
func (n *Node) Random() uint64 {
	n.chance += 0x9e3779b97f4a7c15
	z := n.chance
	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9
	z = (z ^ (z >> 27)) * 0x94d049bb133111eb
	return z ^ (z >> 31)
}

func (n *Node) fire() {
	for len(n.timers) > 0 && n.timers[0].due <= n.Now {
		timer := n.timers[0]
		n.timers = n.timers[1:]
		timer.call()
	}
}

func (n *Node) init(m Message) {
	n.ID, n.IDs = m.Body.Text("node_id"), nil
	names, _ := m.Body["node_ids"].([]any)
	for _, name := range names {
		n.IDs = append(n.IDs, fmt.Sprint(name))
	}
	answer := Body{"type": "init_ok"}
	ldfi, extended := m.Body["ldfi"].(map[string]any)
	n.extended = extended
	seed := fmt.Sprint(time.Now().UnixNano())
	if extended {
		seed = fmt.Sprint(ldfi["seed"])
		answer["ldfi"] = Body{"version": 1, "state": n.State != nil, "reset": n.Reset != nil}
	}
	n.chance = 1
	for _, c := range []byte(seed + " " + n.ID) {
		n.chance = (n.chance ^ uint64(c)) * 1099511628211
	}
	n.Reply(m, answer)
	if n.Started != nil {
		n.Started()
	}
}

func (n *Node) handle(m Message) {
	kind := m.Body.Text("type")
	handler, known := n.handlers[kind]
	switch {
	case kind == "init":
		n.init(m)
	case m.Body["in_reply_to"] != nil:
		n.answer(m.Body.Int("in_reply_to"), m.Body)
	case known:
		handler(m)
	case m.Body["msg_id"] != nil:
		n.Reply(m, Body{"type": "error", "code": 10, "text": "there is no " + kind})
	}
}

func (n *Node) hash() any {
	if n.State == nil {
		return nil
	}
	whole := []any{n.State(), n.chance}
	for _, timer := range n.timers {
		whole = append(whole, timer.due, timer.name)
	}
	for number := int64(1); number <= n.ids; number++ {
		if call, open := n.calls[number]; open {
			whole = append(whole, call.what)
		}
	}
	text, err := json.Marshal(whole)
	if err != nil {
		panic(err)
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}

func (n *Node) done() {
	var wake any
	if len(n.timers) > 0 {
		wake = n.timers[0].due
	}
	n.Send("$farm", Body{"type": "done", "n": n.read, "wake": wake, "state": n.hash()})
}

// take is told whether to go on by its result.
func (n *Node) take(line []byte) bool {
	var m Message
	decoder := json.NewDecoder(bytes.NewReader(line))
	decoder.UseNumber()
	if err := decoder.Decode(&m); err != nil {
		panic(err)
	}
	n.read++
	if m.At == nil {
		n.Now = int64(time.Since(n.began))
	} else if *m.At > n.Now {
		n.Now = *m.At
	}
	farm, kind := m.Src == "$farm", m.Body.Text("type")
	if farm && kind == "bye" {
		return false
	}
	if farm && kind == "reset" {
		n.timers, n.calls, n.ids, n.Now = nil, map[int64]rpc{}, 0, 0
		if n.Reset != nil {
			n.Reset()
		}
	} else if !farm {
		n.handle(m)
	}
	if n.extended {
		n.fire()
		n.done()
	}
	return n.output.Flush() == nil
}

// Run takes lines until stdin ends. Without ldfi-farm time is real.
func (n *Node) Run() {
	lines := make(chan []byte)
	go func() {
		in := bufio.NewReader(os.Stdin)
		for {
			line, err := in.ReadBytes('\n')
			if err != nil {
				close(lines)
				return
			}
			lines <- line
		}
	}()
	for {
		var due <-chan time.Time
		if !n.extended && len(n.timers) > 0 {
			due = time.After(time.Duration(n.timers[0].due - int64(time.Since(n.began))))
		}
		select {
		case line, more := <-lines:
			if !more || !n.take(line) {
				return
			}
		case <-due:
			n.Now = int64(time.Since(n.began))
			n.fire()
			n.output.Flush()
		}
	}
}
