import t from 'tap'
import { JournalKeeper } from '../../../actors/server/journal-keeper.js'
import { accept } from '../../../actors/thread/ask.js'
import type { Clock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import type { ToShard } from '../../../wire/thread/messages.js'

/** Two shards, a desk and a second that a test lets go by. */
function given() {
  const state = { sequence: 0, halted: false, newest: 0 }
  const posted: [shard: number, id: number][] = []
  const printed: unknown[] = []
  let look: () => void = () => undefined
  const shard = (index: number) => ({
    ready: true,
    post: (message: ToShard) => {
      if (message.type === 'anchor') posted.push([index, message.head.id])
    },
  })
  const shards = [shard(0), shard(1)]
  const clock = {
    every: (_ms: number, run: () => void) => {
      look = run
      return { cancel: () => undefined }
    },
  } as unknown as Clock
  const keeper = new JournalKeeper({
    ...{ shards, counters: state, clock },
    logger: { ...silentLogger, info: (fields) => printed.push(fields['line']) },
    sync: async () => accept({ id: state.newest, hash: `h${state.newest}` }),
    isHalted: () => state.halted,
  })
  const lines = (count: number): void => {
    for (let i = 0; i < count; i++) {
      state.newest++
      keeper.heard({ id: state.newest, hash: `h${state.newest}` })
    }
  }
  const second = async (): Promise<[number, number][]> => {
    look()
    await new Promise((resolve) => setImmediate(resolve))
    return posted.splice(0)
  }
  return { state, shards, keeper, lines, second, printed }
}

t.test('lines are anchored once a second, in one log after the other', async (t) => {
  const { state, keeper, lines, second, shards } = given()
  state.newest = 4
  keeper.start({ id: 4, hash: 'h4' })
  t.same(await second(), [[0, 4]])
  t.same(await second(), [], 'nothing is new')
  lines(3)
  t.same(await second(), [[1, 7]])
  lines(1)
  for (const shard of shards.slice(1)) shard.ready = false
  t.same(await second(), [[0, 8]])
  state.sequence += 20_000
  t.same(await second(), [[0, 8]], 'many records came, so that it is found near the end')
  keeper.again()
  t.same(await second(), [[0, 8]], 'a shard ended')
  state.halted = true
  lines(1)
  t.same(await second(), [], 'the disk is full')
  state.halted = false
  t.same(await second(), [[0, 9]])
})

t.test(
  'the log of the process has the newest line at the start, each thousand, and at the end',
  async (t) => {
    const { keeper, lines, printed } = given()
    keeper.start({ id: 1, hash: 'h1' })
    lines(2_500)
    t.same(printed, [1, 1_001, 2_001])
    keeper.dayEnded()
    await keeper.stop()
    lines(1)
    keeper.ended()
    t.same(printed, [1, 1_001, 2_001, 2_500, 2_501])
  },
)
