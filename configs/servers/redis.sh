#!/bin/sh
# Starts the node with this number: n0 is the primary, n1 its replica. If there is a third node, it is a sentinel
# that makes the replica the primary when the primary does not answer for a second.
common="--bind 0.0.0.0 --protected-mode no"
store="$common --appendonly no --repl-diskless-sync-delay 0"
case $1 in
  0) exec redis-server $store --save "" ;;
  1) exec redis-server $store --save "" --replicaof n0 6379 ;;
  *)
    cat > sentinel.conf <<'END'
port 26379
protected-mode no
sentinel resolve-hostnames yes
sentinel monitor store n0 6379 1
sentinel down-after-milliseconds store 1000
sentinel failover-timeout store 5000
END
    exec redis-server sentinel.conf --sentinel
    ;;
esac
