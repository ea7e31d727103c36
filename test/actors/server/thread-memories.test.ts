import { BroadcastChannel } from 'node:worker_threads'
import t from 'tap'
import { ThreadMemories } from '../../../actors/server/thread-memories.js'
import {
  MEMORY_CHANNEL,
  type MemoryMessage,
  type ThreadMemory,
} from '../../../actors/thread/own-memory.js'
import { moment } from '../../given/desk.js'
import { TimedClock } from '../../given/timed-clock.js'

const FRESH_MS = 5_000
const ANSWER_MS = 100
/** Linux has no thread of this number. */
const ENDED = '4194305'

const clock = new TimedClock()
const memories = new ThreadMemories(clock)
const others = new BroadcastChannel(MEMORY_CHANNEL)
let questions = 0
others.onmessage = (event) => {
  if ((event as unknown as { data: MemoryMessage }).data === null) questions++
}
t.teardown(() => {
  memories.close()
  others.close()
})

function tell(threadId: number, of: Partial<ThreadMemory>): void {
  const figures = { heapUsed: 1, heapTotal: 2, external: 3, arrayBuffers: 4 }
  const thread = { kind: 'desk', shard: null, isOfPool: false, threadId, kernelId: '' }
  others.postMessage({ ...thread, ...figures, ...of })
}

/** The names that are told, once they are these; no other question is asked for that. */
async function untilNames(names: readonly string[]): Promise<void> {
  for (;;) {
    const all = await memories.all()
    const told = all.map(({ name }) => name)
    if (told.join() === names.join()) return
    await moment()
  }
}

async function asked(count: number): Promise<void> {
  while (questions < count) await moment()
}

t.test('threads are asked once in five seconds, however often somebody looks', async (t) => {
  const first = memories.all()
  await asked(1)
  await clock.pass(ANSWER_MS)
  t.same(
    (await first).map(({ name }) => name),
    ['front'],
    'nobody has answered',
  )
  tell(1, { kind: 'shard', shard: 1 })
  tell(2, { heapUsed: 7 })
  await untilNames(['front', 'desk', 'shard-1'])
  t.equal((await memories.all())[1]?.heapUsed, 7)
  await clock.pass(FRESH_MS - ANSWER_MS - 1)
  await memories.all()
  t.equal(questions, 1)
  await clock.pass(1)
  const next = memories.all()
  await asked(2)
  tell(1, { kind: 'shard', shard: 1, heapUsed: 9 })
  tell(2, {})
  t.equal((await next)[2]?.heapUsed, 9, 'told at once when all have answered')
  t.equal(questions, 2)
})

t.test(
  'a thread of a pool takes the lowest name that is free, and an ended one is forgotten',
  async () => {
    const pool = { kind: 'queries', isOfPool: true }
    tell(11, pool)
    tell(12, pool)
    await untilNames(['front', 'desk', 'queries-0', 'queries-1', 'shard-1'])
    tell(11, { ...pool, kernelId: ENDED })
    await untilNames(['front', 'desk', 'queries-1', 'shard-1'])
    tell(13, pool)
    await untilNames(['front', 'desk', 'queries-0', 'queries-1', 'shard-1'])
  },
)
