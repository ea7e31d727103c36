import t from 'tap'
import { JournalKeeper } from '../../../actors/server/journal-keeper.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import type { Clock } from '../../../actors/thread/clock.js'
import { silentLogger } from '../../../actors/thread/logger.js'
import { refuse } from '../../../engine/code.js'
import type { JournalHead } from '../../../wire/stored/journal-line.js'
import type { ToShard } from '../../../wire/thread/messages.js'
import { writtenLog } from '../links/feeds/given-feed.js'
import { ManualClock } from '../links/manual-clock.js'

/** Two shards, a desk and a second that a test lets go by. */
function given() {
  const state = { sequence: 0, halted: false, newest: 0 }
  const posted: [shard: number, id: number][] = []
  let look: () => void = () => undefined
  const shard = (index: number) => ({
    ready: true,
    post: (message: ToShard) => {
      if (message.type === 'anchor') posted.push([index, message.head.id])
    },
  })
  const shards = [shard(0), shard(1)]
  const clock = {
    now: () => 7_000 + state.newest,
    every: (_ms: number, run: () => void) => {
      look = run
      return { cancel: () => undefined }
    },
  } as unknown as Clock
  const keeper = new JournalKeeper({
    shards,
    counters: state,
    clock,
    logger: silentLogger,
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
  return { state, shards, keeper, lines, second }
}

t.test('lines are anchored once a second, in one log after the other', async (t) => {
  const { state, keeper, lines, second, shards } = given()
  state.newest = 4
  keeper.start({ id: 4, hash: 'h4' })
  t.equal(keeper.anchor, null)
  t.same(await second(), [[0, 4]])
  t.same(keeper.anchor, { id: 4, hash: 'h4', at: 7_004 })
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

/** One shard, a clock that a test moves, and a desk that answers as it says. */
function givenOne() {
  const clock = new ManualClock()
  const log = writtenLog()
  const posted: ToShard[] = []
  const state = { isReady: true, isHalted: false, sequence: 0 }
  let answers: (head: JournalHead) => Outcome<JournalHead> = accept
  const newest = { id: 0, hash: '' }
  let asked = 0
  const keeper = new JournalKeeper({
    clock,
    logger: log,
    counters: {
      get sequence() {
        return state.sequence
      },
    },
    shards: [
      {
        get ready() {
          return state.isReady
        },
        post: (message) => posted.push(message),
      },
    ],
    sync: () => {
      asked++
      return Promise.resolve(answers({ ...newest }))
    },
    isHalted: () => state.isHalted,
  })
  const heard = (id: number): void => {
    newest.id = Math.max(newest.id, id)
    newest.hash = `h${newest.id}`
    keeper.heard({ id, hash: `h${id}` })
  }
  const seen = async () => {
    await new Promise<void>((resolve) => setImmediate(resolve))
    const heads = posted.splice(0).map((message) => message.type === 'anchor' && message.head)
    const all = { heads, asked, log: log.lines.splice(0) }
    asked = 0
    return all
  }
  const second = () => {
    clock.advance(1_000)
    return seen()
  }
  const answer = (how: typeof answers): void => {
    answers = how
  }
  return { keeper, clock, state, heard, seen, second, answer }
}

const NOTHING = { heads: [], asked: 0, log: [] }
const line = (id: number, what: string) =>
  `info the journal ${what} {"line":${id},"journal_hash":"h${id}"}`

t.test(
  'what is anchored is what the desk has on disk, and nothing where it does not say',
  async (t) => {
    const { keeper, clock, state, heard, second, answer } = givenOne()
    keeper.start({ id: 0, hash: '' })
    t.same(await second(), NOTHING, 'an empty journal has no line')
    heard(2)
    heard(1)
    answer(() => refuse('unavailable', 'The desk starts again.'))
    t.same(await second(), { ...NOTHING, asked: 1 })
    answer(() => accept({ id: 3, hash: 'h3' }))
    state.isReady = false
    t.same(await second(), { ...NOTHING, asked: 1 }, 'no log takes it')
    state.isReady = true
    t.same(await second(), { ...NOTHING, asked: 1, heads: [{ id: 3, hash: 'h3' }] })
    heard(3)
    t.same(await second(), NOTHING, 'it was anchored before it was heard of')
    state.sequence = 19_999
    t.same(await second(), NOTHING)
    state.sequence++
    t.same(await second(), { ...NOTHING, heads: [{ id: 3, hash: 'h3' }] }, 'synced already')
    t.same(await second(), NOTHING)
    heard(4)
    answer((head) => {
      state.isHalted = true
      return accept(head)
    })
    t.same(await second(), { ...NOTHING, asked: 1 }, 'the disk is full meanwhile')
    t.same(await second(), NOTHING)
    state.isHalted = false
    answer(accept)
    t.same(await second(), { ...NOTHING, asked: 1, heads: [{ id: 4, hash: 'h4' }] })
    t.equal(clock.timers, 1)
  },
)

t.test('the newest line is told at the start, when a day ends, and at the end', async (t) => {
  const { keeper, clock, heard, seen } = givenOne()
  heard(3)
  await keeper.stop()
  t.same(await seen(), NOTHING, 'it has not started')
  keeper.start({ id: 2, hash: 'h2' })
  t.same(await seen(), { ...NOTHING, log: [line(3, 'begins after this line')] })
  heard(4)
  keeper.dayEnded()
  const head = { id: 4, hash: 'h4' }
  const come = line(4, 'has come to this line')
  t.same(await seen(), { asked: 1, heads: [head], log: [come] })
  heard(1_003)
  t.same(await seen(), NOTHING, 'a thousand since the last that was told')
  heard(1_004)
  t.same(await seen(), { ...NOTHING, log: [line(1_004, 'has come to this line')] })
  await keeper.stop()
  t.same(await seen(), { ...NOTHING, asked: 1, heads: [{ id: 1_004, hash: 'h1004' }] })
  t.equal(clock.timers, 0)
  keeper.ended()
  t.same(await seen(), { ...NOTHING, log: [line(1_004, 'ends with this line')] })
})

t.test('however many lines there are, none is told before the start', async (t) => {
  const { keeper, heard, seen } = givenOne()
  heard(1_500)
  t.same(await seen(), NOTHING)
  keeper.start({ id: 1_400, hash: 'h1400' })
  t.same(await seen(), { ...NOTHING, log: [line(1_500, 'begins after this line')] })
})

t.test('a stop is over when the newest line is in a log', async (t) => {
  const { keeper, heard, state } = givenOne()
  keeper.start({ id: 1, hash: 'h1' })
  heard(2)
  const steps: string[] = []
  Object.defineProperty(state, 'isReady', {
    get: () => {
      steps.push('anchored')
      return true
    },
  })
  await keeper.stop()
  steps.push('stopped')
  t.same(steps, ['anchored', 'stopped'])
})
