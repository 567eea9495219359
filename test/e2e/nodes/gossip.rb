# A broadcast in Ruby: each value has a thread that sends it again until it is acknowledged.
require 'json'

$stdout.sync = true
AGAIN = 0.1
@me = ''
@others = []
@seen = {}
@unanswered = {}
@told = 0
@lock = Mutex.new

def say(dest, body)
  puts JSON.generate(src: @me, dest: dest, body: body)
end

def tell(node, value)
  id = @told += 1
  @unanswered[id] = true
  say(node, type: 'gossip', message: value, msg_id: id)
  Thread.new do
    sleep AGAIN
    @lock.synchronize { tell(node, value) if @unanswered.delete(id) }
  end
end

def learn(value, sender)
  return if @seen[value]

  @seen[value] = true
  @others.each { |node| tell(node, value) if node != sender }
end

def take(sender, body)
  reply = { type: "#{body['type']}_ok", in_reply_to: body['msg_id'] }
  case body['type']
  when 'init'
    @me = body['node_id']
    @others = body['node_ids'] - [@me]
  when 'broadcast' then learn(body['message'], sender)
  when 'gossip'
    learn(body['message'], sender)
    reply[:type] = 'ack'
  when 'ack' then return @unanswered.delete(body['in_reply_to'])
  when 'read' then reply.update(messages: @seen.keys, chance: rand)
  end
  say(sender, reply)
end

while (line = $stdin.gets)
  message = JSON.parse(line)
  @lock.synchronize { take(message['src'], message['body']) }
end
