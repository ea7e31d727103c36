import t from 'tap'
import { ShardClient } from '../../../actors/shard/shard-client.js'
import { createSharedBuffers } from '../../../actors/shared/shared-state.js'
import { TURN_ENTRIES_MAX } from '../../../engine/limits/shards.js'
import { FROM_SHARD, readBatch } from '../../../wire/thread/batch.js'
import { scratch, startDesk } from '../../given/desk.js'

// A real shard's thread, asked for more at once than it decides in a turn.

const REST = 88

t.test('the first requests of a long batch are answered before the last are decided', async (t) => {
  const dataDir = scratch(t)
  const { desk } = startDesk(dataDir)
  await desk.ready
  const records = await desk.ask('config.records', null)
  await desk.stop()
  if (!records.ok) throw new Error(records.message)
  const answered: number[] = []
  let isReady: () => void = () => undefined
  const ready = new Promise<void>((resolve) => {
    isReady = resolve
  })
  const client = new ShardClient(0, {
    onBatch: (_, batch) => {
      let answers = 0
      readBatch(batch, (kind) => {
        if (kind === FROM_SHARD.answer) answers++
      })
      if (answers > 0) answered.push(answers)
    },
    onMessage: (_, { type }) => {
      if (type === 'ready') isReady()
    },
    onDeath: () => undefined,
  })
  const shared = createSharedBuffers()
  client.start({ shard: 0, shards: 1, dataDir, shared, book: records.value, clockOffsetMs: 0 })
  t.teardown(() => client.stop())
  await ready
  const asks = Array.from({ length: 2 * TURN_ENTRIES_MAX + REST }, () => {
    return client.ask('moneys', { logins: [1001] })
  })
  const told = await Promise.all(asks)
  t.ok(told.every(({ ok }) => ok))
  t.same(answered, [TURN_ENTRIES_MAX, TURN_ENTRIES_MAX, REST])
})
