// A service that stores values. It speaks HTTP, streams slowly, and serves itself as a file.
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	"sync"
	"time"
)

func main() {
	var lock sync.Mutex
	values := map[string]string{}
	http.HandleFunc("/kv/", func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		key := r.URL.Path[4:]
		if r.Method == "PUT" {
			body, _ := io.ReadAll(r.Body)
			values[key] = string(body)
		}
		value, found := values[key]
		if !found {
			http.NotFound(w, r)
			return
		}
		fmt.Fprint(w, value)
	})
	http.HandleFunc("/all", func(w http.ResponseWriter, r *http.Request) {
		lock.Lock()
		defer lock.Unlock()
		json.NewEncoder(w).Encode(values)
	})
	http.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
		for i := 0; i < 5; i++ {
			fmt.Fprint(w, i, " ")
			w.(http.Flusher).Flush()
			time.Sleep(300 * time.Millisecond)
		}
	})
	http.HandleFunc("/file", func(w http.ResponseWriter, r *http.Request) { http.ServeFile(w, r, os.Args[0]) })
	log.Fatal(http.ListenAndServe(":8080", nil))
}
