import { MessageChannel } from 'node:worker_threads'
import t from 'tap'
import {
  DRAIN_MS_MAX,
  ShardMail,
  type ShardMailParts,
} from '../../../../actors/shard/turn/shard-mail.js'

// What arrives without end is taken in parts: stops and timers are looked at in between.

t.test('mail is taken for so long, and the rest of it later', (t) => {
  const { port1, port2 } = new MessageChannel()
  t.teardown(() => port1.close())
  let now = 0
  let taken = 0
  const slice = () => {
    taken++
    now += DRAIN_MS_MAX / 4
  }
  const parts = { core: { ledger: { dayEnds: { slice } } } }
  const mail = new ShardMail({
    port: port2,
    links: { next: () => undefined },
    parts,
    monotonic: () => now,
  } as unknown as ShardMailParts)
  for (let sent = 0; sent < 10; sent++) port1.postMessage({ type: 'day_end' })
  const drained: number[] = []
  while (taken < 10) {
    mail.drain()
    drained.push(taken)
  }
  t.same(drained, [4, 8, 10])
  mail.drain()
  t.equal(taken, 10)
  t.end()
})
