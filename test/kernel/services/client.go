// Clients of server.go: eight goroutines that write at random times, then requests of all kinds.
package main

import (
	"bytes"
	"fmt"
	"io"
	"math/rand"
	"net/http"
	"sync"
	"time"
)

func answer(r *http.Response, err error) string {
	if err != nil {
		return err.Error()
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return err.Error()
	}
	if len(body) > 1000000 {
		return fmt.Sprint(r.StatusCode, " a large file")
	}
	return fmt.Sprint(r.StatusCode, " ", string(bytes.TrimSpace(body)))
}

func write(i int) {
	for j := 0; j < 5; j++ {
		request, _ := http.NewRequest("PUT", fmt.Sprintf("http://n0:8080/kv/key%d", i), bytes.NewReader([]byte(fmt.Sprint(i+j))))
		if text := answer(http.DefaultClient.Do(request)); text != fmt.Sprint("200 ", i+j) {
			fmt.Println("wrong:", text)
		}
		time.Sleep(time.Duration(rand.Intn(50)) * time.Millisecond)
	}
}

func main() {
	time.Sleep(100 * time.Millisecond)
	var all sync.WaitGroup
	for i := 0; i < 8; i++ {
		all.Add(1)
		go func(i int) {
			defer all.Done()
			write(i)
		}(i)
	}
	all.Wait()
	for _, path := range []string{"all", "kv/none", "slow", "file"} {
		fmt.Println(answer(http.Get("http://n0:8080/" + path)))
	}
	impatient := http.Client{Timeout: 500 * time.Millisecond}
	fmt.Println(answer(impatient.Get("http://n0:8080/slow")))
}
