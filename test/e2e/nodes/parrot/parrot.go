// As parrot.py.
package main

import "time"

func main() {
	node := NewNode()
	kept := []any{}
	var alarm *Timer
	node.State = func() any { return kept }
	node.Reset = func() { kept = []any{} }
	ms := func(body Body) time.Duration { return time.Duration(body.Int("ms")) * time.Millisecond }
	node.On("echo", func(m Message) {
		node.Reply(m, Body{"type": "echo_ok", "echo": m.Body["echo"], "now": node.Now, "id": node.ID, "ids": node.IDs})
	})
	node.On("keep", func(m Message) {
		kept = append(kept, m.Body["value"])
		node.Reply(m, Body{"type": "keep_ok", "kept": kept})
	})
	node.On("later", func(m Message) {
		to, note := m.Body.Text("to"), m.Body["note"]
		alarm = node.After(ms(m.Body), "later "+m.Body.Text("note"), func() { node.Send(to, Body{"type": "alarm", "note": note}) })
	})
	node.On("never_mind", func(m Message) { node.Cancel(alarm) })
	node.On("ask", func(m Message) {
		node.RPC(m.Body.Text("of"), Body{"type": "question"}, ms(m.Body), func(answer Body) {
			var text any
			if answer != nil {
				text = answer["text"]
			}
			node.Reply(m, Body{"type": "ask_ok", "answer": text})
		})
	})
	node.On("roll", func(m Message) {
		node.Reply(m, Body{"type": "roll_ok", "value": int(float64(node.Random()>>11) / (1 << 53) * 1000)})
	})
	node.Run()
}
