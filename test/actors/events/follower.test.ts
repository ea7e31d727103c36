import t from 'tap'
import { type EventReceiver, Follower } from '../../../actors/events/follower.js'
import { FollowerPace } from '../../../actors/events/follower-pace.js'
import { StreamReader } from '../../../actors/events/stream-reader.js'
import { accept } from '../../../actors/thread/ask.js'
import {
  FOLLOW_READ_CHARACTERS,
  UNACKNOWLEDGED_MAX,
  UNACKNOWLEDGED_MS,
} from '../../../engine/limits/events.js'
import { because } from '../../../engine/reasons/reasons.js'
import { journalRepo } from '../../../storage/repos/records/journal.js'
import { framesIn, type PackedFrames, packEvents } from '../../../wire/frame/packed-frames.js'
import type { EventScope } from '../../../wire/thread/event-reads.js'
import { openBooks } from '../../given/records/projection.js'
import { ManualClock } from '../links/manual-clock.js'

// A follower reads lines of the journal from real tables, with a clock that the test moves.

const LINES = UNACKNOWLEDGED_MAX + 600
const { db, logs } = openBooks(t, 1)
const journal = journalRepo(db)
db.transaction(() => {
  for (let i = 0; i < LINES; i++) write()
})()

const JOURNAL_ONLY: EventScope = {
  kinds: ['journal'],
  groups: [],
  isNarrowed: false,
  reader: 1,
  hidden: [],
  settings: [],
  linesFrom: 0,
}

function write(): void {
  journal.append(
    {
      actor: null,
      login: null,
      kind: 'config',
      text: 'A line',
      changes: [],
      ip: '',
      requestId: '',
    },
    1_700_000_000_000,
  )
}

/** The cursor behind all lines. */
function newest(): string {
  const reader = new StreamReader(db, () => 0)
  const found = reader.read(logs, { isLatest: true, limit: 1, scope: JOURNAL_ONLY, keptFrom: 0 })
  if (!found.ok) throw new Error(found.message)
  return found.value.next
}

class Receiver implements EventReceiver {
  readonly codec = 'json'
  readonly ids: string[] = []
  /** The bytes of each read. */
  readonly reads: number[] = []
  isFull = false
  rights: unknown = {}
  refusal: ReturnType<EventReceiver['scope']> = JOURNAL_ONLY
  endedWith: string | undefined
  onScope: () => void = () => undefined
  onTake: () => void = () => undefined

  scope() {
    this.onScope()
    return this.refusal
  }

  sight(): unknown {
    return this.rights
  }

  hasRoom(): boolean {
    return !this.isFull
  }

  take(frames: PackedFrames): void {
    this.reads.push(frames.bytes.length)
    for (const frame of framesIn(frames)) {
      const { data } = JSON.parse(Buffer.from(frame).toString()) as { data: { id: string } }
      this.ids.push(data.id)
    }
    this.onTake()
  }

  ended({ code }: { readonly code: string }): void {
    this.endedWith = code
  }
}

/** A follower and the ways to move it on. */
class Given {
  readonly clock = new ManualClock()
  readonly receiver = new Receiver()
  readonly follower: Follower
  #lines = 0
  /** The time that the thread has worked. */
  activeMs = () => 0

  constructor() {
    const { clock, receiver } = this
    const reader = new StreamReader(db, () => clock.monotonic())
    const lines = () => this.#lines
    this.follower = new Follower({
      stream: {
        async frames(ask, codec) {
          const found = reader.read(logs, ask)
          if (!found.ok) return found
          const { items, ...part } = found.value
          const texts = items.map(({ json }) => json)
          return accept({ ...part, frames: packEvents('stream', texts, codec) })
        },
        get state() {
          return String(lines())
        },
        clock,
        pauseMs: 50,
        pace: new FollowerPace(clock, () => this.activeMs()),
      },
      receiver,
      keptFrom: () => 0,
      onFailure: (error) => {
        throw error
      },
      onEnd: () => undefined,
    })
  }

  static async start(test: { teardown(run: () => unknown): unknown }, after?: string) {
    const given = new Given()
    test.teardown(() => given.follower.stop())
    const begun = await given.follower.begin({
      ...(after === undefined ? {} : { after }),
      isLatest: false,
    })
    if (!begun.ok) throw new Error(begun.message)
    return given
  }

  write(): void {
    write()
    this.#lines++
  }

  /** Time passes until the follower has nothing to do. */
  async settle(): Promise<void> {
    for (let quiet = 0, before = -1; quiet < 5; before = this.receiver.ids.length) {
      quiet = this.receiver.ids.length === before ? quiet + 1 : 0
      this.clock.advance(50)
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
}

t.test('pauses at the bound of unacknowledged events, and loses none', async (t) => {
  const given = await Given.start(t)
  const { receiver, follower } = given
  await given.settle()
  t.equal(receiver.ids.length, UNACKNOWLEDGED_MAX)
  t.ok(Math.max(...receiver.reads) < FOLLOW_READ_CHARACTERS * 1.2)
  t.equal(follower.acknowledge(receiver.ids[4_999] as string), true)
  await given.settle()
  t.ok(receiver.ids.length > UNACKNOWLEDGED_MAX)
  t.equal(follower.acknowledge(receiver.ids.at(-1) as string), true)
  await given.settle()
  t.equal(receiver.ids.length, LINES)
  t.equal(new Set(receiver.ids).size, LINES)
})

t.test('pauses when an acknowledgement is overdue', async (t) => {
  const start = newest()
  const given = await Given.start(t, start)
  const { receiver, follower } = given
  given.write()
  await given.settle()
  t.equal(receiver.ids.length, 1)
  given.clock.advance(UNACKNOWLEDGED_MS)
  given.write()
  await given.settle()
  t.equal(receiver.ids.length, 1)
  t.equal(follower.acknowledge(receiver.ids[0] as string), true)
  await given.settle()
  t.equal(receiver.ids.length, 2)
  t.equal(follower.acknowledge('00000000-0-1-1'), false, 'of another stream')
  t.equal(follower.acknowledge(`${start.slice(0, 8)}-0-zzzzzz-1`), false, 'was not sent')
})

t.test('sends nothing while the receiver has no room, and then all', async (t) => {
  const given = await Given.start(t, newest())
  const { receiver } = given
  receiver.isFull = true
  given.write()
  given.write()
  await given.settle()
  t.equal(receiver.ids.length, 0)
  receiver.isFull = false
  given.follower.wake()
  await given.settle()
  t.equal(receiver.ids.length, 2)
})

t.test('rests between two reads while the thread is busy', async (t) => {
  const given = await Given.start(t)
  const { clock, receiver } = given
  const times: number[] = []
  receiver.onTake = () => {
    times.push(clock.monotonic())
    clock.advance(1)
  }
  given.activeMs = () => clock.monotonic()
  clock.advance(100)
  await given.settle()
  const [first = 0, second = 0] = times
  t.ok(second - first >= 50, `${second - first} ms`)
})

t.test('reads again what it read with other rights, and ends without rights', async (t) => {
  const given = await Given.start(t, newest())
  const { receiver } = given
  let scopes = 0
  receiver.onScope = () => {
    scopes++
    if (scopes === 1) queueMicrotask(() => (receiver.rights = {}))
  }
  given.write()
  await given.settle()
  t.equal(scopes, 2)
  t.equal(receiver.ids.length, 1)
  receiver.refusal = because('forbidden.needs', { right: 'events' })
  given.write()
  await given.settle()
  t.equal(receiver.ids.length, 1)
  t.equal(receiver.endedWith, 'forbidden')
})
