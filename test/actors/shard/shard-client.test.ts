import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import threads, { MessageChannel } from 'node:worker_threads'
import t, { type Test } from 'tap'
import { ShardClient } from '../../../actors/shard/shard-client.js'
import { createClockMemory, machineReadings } from '../../../actors/thread/clock.js'
import { SHARD_ASKS_MAX, SHARD_WAITING_BYTES_MAX } from '../../../engine/limits/shards.js'
import {
  BatchWriter,
  ENTRY_BYTES_MAX,
  FROM_SHARD,
  readBatch,
  receivedIn,
  TO_SHARD,
} from '../../../wire/thread/batch.js'
import { BatchLane, isBatch, type LaneMemory } from '../../../wire/thread/batch-lane.js'
import { READY_TEXT, type ShardStart } from '../../../wire/thread/shard-messages.js'
import { WatchedWriter } from '../../../wire/thread/watched-accounts.js'

t.test('a shard whose thread is not there takes nothing, and harms nobody', async (t) => {
  const fail = (): void => {
    t.fail('nobody is there to tell anything')
  }
  const client = new ShardClient(0, { onBatch: fail, onMessage: fail, onDeath: fail })
  t.equal(client.frame(1, Buffer.from('{}')), false)
  t.match(await client.ask('moneys', { logins: [1001] }), { ok: false, code: 'unavailable' })
  client.credit(1)
  client.valueAgain(1)
  client.closeSocket(1)
  t.equal(client.waitingBytes, 0)
  const session = { codec: 'json', read_only: false, reason: 'client', session: '' } as const
  client.openSocket(1, { login: 1001, ...session })
  // What was said leaves at the end of the turn.
  await new Promise((resolve) => setImmediate(resolve))
  client.post({ type: 'halt', stop: null })
  await client.kill()
  await client.stop()
})

class Thread extends EventEmitter {
  readonly posted: unknown[] = []
  readonly lane: BatchLane
  readonly answers: BatchLane
  constructor(toShard: LaneMemory, fromShard: LaneMemory) {
    super()
    this.lane = new BatchLane(toShard)
    this.answers = new BatchLane(fromShard)
  }
  postMessage(message: unknown): void {
    this.posted.push(message)
  }
}

/** Clients whose threads are only told things; the newest is the last of `started`. */
function fakeThreads(t: Tap): Thread[] {
  const started: Thread[] = []
  const { Worker } = threads
  class Started extends Thread {
    constructor(
      _url: URL,
      { workerData }: { workerData: Record<'toShard' | 'fromShard', LaneMemory> },
    ) {
      super(workerData.toShard, workerData.fromShard)
      started.push(this)
    }
  }
  Object.assign(threads, { Worker: Started })
  syncBuiltinESMExports()
  t.teardown(() => {
    Object.assign(threads, { Worker })
    syncBuiltinESMExports()
  })
  return started
}

interface Tap {
  teardown(done: () => void): void
}

const START = { book: {} } as ShardStart
const turn = () => new Promise((resolve) => setImmediate(resolve))

t.test('an answer that comes a second time is stepped over', async (t) => {
  const started = fakeThreads(t)
  let batches = 0
  const client = new ShardClient(0, {
    onBatch: () => batches++,
    onMessage: () => undefined,
    onDeath: () => t.fail('the thread is there'),
  })
  client.start(START)
  const [thread] = started
  thread?.emit('message', { type: 'ready' })
  const asked = client.ask('moneys', { logins: [1001] })
  const out = new BatchWriter()
  for (const code of ['first', 'second']) {
    out.push(FROM_SHARD.answer, 1, Buffer.from(JSON.stringify({ ok: false, code })))
  }
  while (out.length > 0) thread?.emit('message', out.take())
  t.match(await asked, { ok: false, code: 'first' })
  t.equal(batches, 1)
})

function given(t: Test) {
  const started = fakeThreads(t)
  const heard: unknown[] = []
  const client = new ShardClient(0, {
    onBatch: () => undefined,
    onMessage: (_shard, { type }) => heard.push(type),
    onDeath: (_shard, { message }) => heard.push(message),
  })
  client.start(START)
  const thread = started.at(-1)
  if (thread === undefined) throw new Error('a thread was started')
  /** What is waiting, by its kind and target, as the thread hears it. */
  const sent = async (): Promise<unknown[]> => {
    await turn()
    return thread.posted.splice(0).flatMap((message): unknown[] => {
      if (!isBatch(message)) return [(message as { type: string }).type]
      const entries: unknown[] = []
      readBatch(thread.lane.open(message), (kind, target) => entries.push([kind, target]))
      thread.lane.release(message)
      t.same(entries.shift(), RECEIVED)
      return [entries]
    })
  }
  /** The same as texts, with what the thread is told otherwise as it is. */
  const told = async (): Promise<unknown[]> => {
    await turn()
    return thread.posted.splice(0).flatMap((message): unknown[] => {
      if (!isBatch(message)) return [message]
      const entries: unknown[] = []
      readBatch(thread.lane.open(message), (kind, target, bytes) => {
        if (kind === TO_SHARD.received) t.ok(receivedIn(bytes) <= monotonic(), 'a moment ago')
        else entries.push([kind, target, Buffer.from(bytes).toString()])
      })
      thread.lane.release(message)
      return entries
    })
  }
  return { client, thread, heard, sent, told, started }
}

/** Each batch begins with when the front had it. */
const RECEIVED = [TO_SHARD.received, 0]
const { monotonic } = machineReadings(0, createClockMemory())

t.test('a thread that is not ready yet is told only which sockets there are', async (t) => {
  const { client, thread, heard, sent } = given(t)
  const tell = () => {
    const isTaken = client.frame(1, Buffer.from('{}'))
    client.credit(2)
    client.valueAgain(3)
    client.closeSocket(4)
    return isTaken
  }
  t.equal(client.ready, false)
  t.equal(tell(), false)
  t.same(await sent(), [])
  thread.emit('message', { type: 'granted' })
  t.same([client.ready, tell()], [false, false])
  thread.emit('message', { type: 'ready' })
  t.same([client.ready, tell()], [true, true])
  const { frame, credit, valuation, socketClose } = TO_SHARD
  const targets = { [frame]: 1, [credit]: 2, [valuation]: 3, [socketClose]: 4 }
  const all = [frame, credit, valuation, socketClose].map((kind) => [kind, targets[kind]])
  t.same(await sent(), [all], 'at once, at the end of the turn')
  tell()
  t.same(await sent(), [all], 'and so in the next')
  t.same(heard, ['granted', 'ready'])
})

t.test('what is more than may wait for a shard is not taken, and what is as much is', async (t) => {
  const { client, thread } = given(t)
  thread.emit('message', { type: 'ready' })
  const tries = async (waitingBytes: number) => {
    Object.defineProperty(client, 'waitingBytes', { value: waitingBytes, configurable: true })
    const asked = client.ask('moneys', { logins: [1001] })
    const isTaken = (await Promise.race([asked, turn()])) === undefined
    return [client.frame(1, Buffer.from('{}')), isTaken]
  }
  t.same(await tries(SHARD_WAITING_BYTES_MAX), [true, true])
  t.same(await tries(SHARD_WAITING_BYTES_MAX + 1), [false, false])
  t.same(await tries(0), [true, true])
  const all = Array.from({ length: SHARD_ASKS_MAX - 2 }, () => client.ask('moneys', { logins: [] }))
  const busy = { ok: false, code: 'unavailable', message: /^The server is busy/ }
  t.match(await client.ask('moneys', { logins: [] }), busy, 'one more than may be asked')
  const out = new BatchWriter()
  out.push(FROM_SHARD.answer, 3, Buffer.from(`${READY_TEXT}null`))
  out.push(FROM_SHARD.answer, 4, Buffer.from('{"ok":true,"value":[]}'))
  while (out.length > 0) thread.emit('message', out.take())
  t.same(await all[0], { ok: true, value: 'null' })
  t.same(await all[1], { ok: true, value: [] })
  for (let more = 0; more < 2; more++) void client.ask('moneys', { logins: [] })
  t.match(await client.ask('moneys', { logins: [] }), busy, 'two were answered')
})

t.test('who ends a thread waits for its end, and what it was asked is not known', async (t) => {
  const { client, thread, heard, sent, started } = given(t)
  thread.emit('message', { type: 'ready' })
  const asked = client.ask('moneys', { logins: [1001] })
  const ends: string[] = []
  const ended = [
    client.kill().then(() => ends.push('killed')),
    client.stop().then(() => ends.push('stopped')),
  ]
  t.match(await sent(), [
    [
      [TO_SHARD.ask, 1],
      [TO_SHARD.fail, 0],
    ],
    'stop',
  ])
  t.same(ends, [])
  thread.emit('exit', 1)
  await Promise.all(ended)
  t.match(await asked, { ok: false, code: 'trade.timeout' })
  t.same([client.ready, client.waitingBytes], [false, 0])
  client.start(START)
  started.at(-1)?.emit('message', { type: 'ready' })
  thread.emit('exit', 1)
  t.equal(client.ready, true, 'an end is told once')
  started.at(-1)?.emit('error', new Error('given'))
  started.at(-1)?.emit('exit', 1)
  t.same(heard, ['ready', 'thread ended with 1', 'ready', 'given'])
})

t.test('a thread is told word for word, and in the order in which it was said', async (t) => {
  const { client, thread, told } = given(t)
  thread.emit('message', { type: 'ready' })
  await turn()
  thread.posted.splice(0)
  const open = { codec: 'json', read_only: false, reason: 'client', session: 's' } as const
  const profile = { login: 1001, enabled: true } as Parameters<ShardClient['profile']>[0]
  const symbol = { id: 1, version: 2 }
  const change = { version: 5, kind: 'symbols', changed: [symbol], removed: [3] }
  const unheard = { version: 6, kind: 'datafeeds', changed: [symbol], removed: [3] }
  client.openSocket(9, { login: 1001, ...open })
  client.frame(9, Buffer.from('{"id":1}'))
  client.profile(profile, 7)
  client.config(change as never)
  client.config(unheard as never)
  client.book({ version: 8, symbols: [symbol], datafeeds: [symbol] } as never)
  void client.ask('moneys', { logins: [1001] })
  void client.kill()
  void client.kill(true, 1001)
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port2.close())
  client.connectLinks(port1, [{ id: 3, since: 4 }])
  t.match(await told(), [
    [TO_SHARD.socketOpen, 9, JSON.stringify({ login: 1001, ...open })],
    [TO_SHARD.frame, 9, '{"id":1}'],
    { type: 'profile', number: 7, profile },
    { type: 'config', change },
    { type: 'config', change: { ...unheard, changed: [], removed: [] } },
    { type: 'book', records: { version: 8, symbols: [symbol], datafeeds: [] } },
    [TO_SHARD.ask, 1, JSON.stringify({ op: 'moneys', request: { logins: [1001] } })],
    [TO_SHARD.fail, 0, 'false'],
    [TO_SHARD.fail, 1001, 'true'],
    { type: 'links', online: [{ id: 3, since: 4 }] },
  ])
})

t.test('bytes wait for a shard from when they are said until it has taken them', async (t) => {
  const { client, thread } = given(t)
  thread.emit('message', { type: 'ready' })
  client.frame(1, Buffer.from('{"id":1}'))
  const one = client.waitingBytes
  t.ok(one > 8)
  await turn()
  t.equal(client.waitingBytes, one, 'they are on their way')
  await turn()
  t.equal(thread.posted.length, 1, 'and nothing more is')
  client.frame(1, Buffer.from('{"id":2}'))
  t.equal(client.waitingBytes, 2 * one)
  await turn()
  t.equal(client.waitingBytes, 2 * one)
  const out = new BatchWriter()
  out.push(FROM_SHARD.taken, one, new Uint8Array(0))
  while (out.length > 0) thread.emit('message', out.take())
  t.equal(client.waitingBytes, one)
})

t.test('memory that a batch came in is free again once it is read', async (t) => {
  const { client, thread } = given(t)
  thread.emit('message', { type: 'ready' })
  for (let n = 0; n < 20; n++) {
    client.frame(1, Buffer.from('{"id":1}'))
    await turn()
    const message = thread.posted.pop()
    t.type(message, 'number', 'it lies in memory that both have')
    thread.lane.release(message as number)
    const out = new BatchWriter(thread.answers.free)
    out.push(FROM_SHARD.taken, client.waitingBytes, new Uint8Array(0))
    const answer = out.take()
    t.type(answer, 'number')
    thread.emit('message', answer)
    t.equal(client.waitingBytes, 0)
  }
})

t.test('a question that is too long for an entry is refused', async (t) => {
  const { client, thread } = given(t)
  thread.emit('message', { type: 'ready' })
  const request = { login: 1, client_order_id: 'x'.repeat(ENTRY_BYTES_MAX) }
  t.match(await client.ask('outcome', request), { ok: false, code: 'too_large' })
  t.equal(client.waitingBytes, 0)
})

t.test('what a shard says is handed on under its number, before the batch that it came in', (t) => {
  const started = fakeThreads(t)
  const heard: unknown[] = []
  const client = new ShardClient(3, {
    onBatch: (...said) => heard.push(['batch', said[0]]),
    onWatched: (frames) => {
      for (const { frame, ...head } of frames)
        heard.push({ ...head, text: Buffer.from(frame).toString() })
    },
    onDealing: (...said) => heard.push(['dealing', ...said]),
    onMessage: (...said) => heard.push(['message', ...said]),
    onDeath: (...said) => heard.push(['death', ...said]),
  })
  t.equal(client.shard, 3)
  client.start(START)
  const [thread] = started
  const dealing = { type: 'gone' }
  const out = new BatchWriter()
  const watched = { login: 1001, groupId: 4, codec: 'json', news: 'trade' } as const
  for (const news of ['{"a":1}', '{"b":2}']) {
    const { login, groupId, codec } = watched
    const frame = Buffer.from(news)
    out.push(
      FROM_SHARD.watched,
      0,
      new WatchedWriter().written(login, groupId, codec, watched.news, frame),
    )
  }
  out.push(FROM_SHARD.dealing, 0, Buffer.from(JSON.stringify(dealing)))
  while (out.length > 0) thread?.emit('message', out.take())
  out.push(FROM_SHARD.reply, 1, Buffer.from('{}'))
  while (out.length > 0) thread?.emit('message', out.take())
  thread?.emit('message', { type: 'ready' })
  const why = new Error('given')
  thread?.emit('error', why)
  thread?.emit('exit', 1)
  t.same(heard, [
    ['dealing', 3, dealing],
    { ...watched, text: '{"a":1}' },
    { ...watched, text: '{"b":2}' },
    ['batch', 3],
    ['batch', 3],
    ['message', 3, { type: 'ready' }],
    ['death', 3, why, 0],
  ])
  t.end()
})

t.test('a thread that follows another is told nothing that was meant for that', async (t) => {
  const { client, thread, started } = given(t)
  thread.emit('message', { type: 'ready' })
  client.frame(1, Buffer.from('{"id":1}'))
  const asked = client.ask('moneys', { logins: [1001] })
  thread.emit('exit', 1)
  t.equal(client.waitingBytes, 0)
  t.match(await asked, { ok: false, code: 'trade.timeout' })
  client.post({ type: 'halt', stop: null })
  t.same(thread.posted, [], 'nor is one told that has ended')
  client.start(START)
  client.openSocket(2, {} as never)
  const next = started.at(-1)
  await turn()
  const said = next?.posted.map((message) => (isBatch(message) ? next.lane.open(message) : message))
  const kinds: unknown[] = []
  for (const batch of said ?? []) {
    readBatch(batch as Parameters<typeof readBatch>[0], (kind, target) =>
      kinds.push([kind, target]),
    )
  }
  t.same(kinds, [RECEIVED, [TO_SHARD.socketOpen, 2]])
})
