import { EventEmitter } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import threads from 'node:worker_threads'
import t from 'tap'
import { ShardClient } from '../../../actors/shard/shard-client.js'
import { BatchWriter, FROM_SHARD } from '../../../wire/thread/batch.js'
import type { ShardStart } from '../../../wire/thread/shard-messages.js'

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
  client.post({ type: 'halt', reason: '' })
  await client.kill()
  await client.stop()
})

t.test('an answer that comes a second time is stepped over', async (t) => {
  class Thread extends EventEmitter {
    constructor() {
      super()
      thread = this
    }
    postMessage(): void {}
  }
  let thread: EventEmitter | undefined
  const { Worker } = threads
  Object.assign(threads, { Worker: Thread })
  syncBuiltinESMExports()
  t.teardown(() => {
    Object.assign(threads, { Worker })
    syncBuiltinESMExports()
  })
  let batches = 0
  const client = new ShardClient(0, {
    onBatch: () => batches++,
    onMessage: () => undefined,
    onDeath: () => t.fail('the thread is there'),
  })
  client.start({ book: {} } as ShardStart)
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
