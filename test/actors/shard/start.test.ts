import t from 'tap'
import { SET_ASIDE } from '../../../actors/shard/log/quarantine.js'
import { ShardClient } from '../../../actors/shard/shard-client.js'
import { createSharedBuffers, SharedCounters } from '../../../actors/shared/shared-state.js'
import type { BookRecords } from '../../../engine/config/book-records.js'
import { because } from '../../../engine/reasons/reasons.js'
import { anchorsOf } from '../../../storage/journal-anchors.js'
import { LogFile } from '../../../storage/log/log-file.js'
import { logDirectory } from '../../../storage/paths.js'
import { recordsOf } from '../../../storage/projection/merged-records.js'
import { ENTRY_BYTES_MAX } from '../../../wire/thread/batch.js'
import type { FromShard } from '../../../wire/thread/messages.js'
import { DOER, STAFF, scratch, startDesk } from '../../given/desk.js'

const LOGIN = 1001
const DAY_MS = 86_400_000
const DEPOSIT = {
  login: LOGIN,
  action: 'deposit',
  amount: '10.00',
  comment: '',
  request_id: 'given-1',
  skip_margin_check: false,
  by: DOER,
} as const

/** Shard 1 of 2, and what it says. */
class OneShard {
  readonly client: ShardClient
  readonly counters: SharedCounters
  readonly deaths: unknown[] = []
  /** The logins of accounts whose money staff were told. */
  readonly moneyTold: number[] = []
  readonly #heard: FromShard[] = []
  #wake: () => void = () => undefined

  constructor(
    dataDir: string,
    book: BookRecords,
    daysLater: number,
    awaitsOthers: boolean,
    setAside: readonly number[] = [],
  ) {
    const shared = createSharedBuffers()
    this.counters = new SharedCounters(shared, 2)
    this.client = new ShardClient(1, {
      onBatch: () => undefined,
      onWatched: (frames) => {
        for (const { news, login } of frames) if (news === 'money') this.moneyTold.push(login)
        this.#wake()
      },
      onMessage: (_, message) => {
        this.#heard.push(message)
        this.#wake()
      },
      onDeath: (shard, { message }, login) => {
        this.deaths.push([shard, message, login])
        this.#wake()
      },
    })
    const clockOffsetMs = daysLater * DAY_MS
    this.client.start({
      shard: 1,
      shards: 2,
      dataDir,
      shared,
      book,
      clockOffsetMs,
      awaitsOthers,
      setAside,
    })
  }

  hear(type: FromShard['type']): Promise<void> {
    return this.#until(() => this.#heard.some((message) => message.type === type))
  }

  /** Until staff were told of money so many times, or the thread has ended. */
  hearMoney(times: number): Promise<void> {
    return this.#until(() => this.moneyTold.length >= times || this.deaths.length > 0)
  }

  async #until(isSo: () => boolean): Promise<void> {
    while (!isSo()) {
      await new Promise<void>((resolve) => {
        this.#wake = resolve
      })
    }
  }

  grant(next: number): void {
    for (const kind of ['order', 'deal'] as const) {
      this.client.post({ type: 'ids', range: { kind, next, end: next + 100 } })
    }
  }
}

t.test('what is due at a start is done when the logs of all shards were read', async (t) => {
  const dataDir = scratch(t)
  const { desk } = startDesk(dataDir)
  await desk.ready
  const records = await desk.ask('config.records', null)
  const created = await desk.ask('accounts.create', {
    actor: STAFF,
    group: 'demo\\standard',
    login: LOGIN,
    hashes: { master: 'm' },
  })
  await desk.stop()
  if (!records.ok || !created.ok) throw new Error('the desk has its settings and the account')
  const before = new OneShard(dataDir, records.value, 0, false)
  await before.hear('ready')
  before.grant(100)
  t.match(await before.client.ask('balance', DEPOSIT), { ok: true })
  await before.client.stop()

  const after = new OneShard(dataDir, records.value, 2, true)
  t.teardown(() => after.client.stop())
  await after.hear('ready')
  after.grant(500)
  after.client.post({ type: 'day_end' })
  const refused = await after.client.ask('balance', { ...DEPOSIT, request_id: 'given-2' })
  t.match(refused, {
    code: 'unavailable',
    message: 'The server is starting. Try again in a moment.',
  })
  t.equal(after.counters.sequence, 2, 'no number was taken')
  after.client.post({ type: 'halt', stop: null })
  await after.hear('day_end')
  t.ok(after.counters.sequence >= 4, 'two days have ended')

  const { client } = after
  const long = { ...DEPOSIT, comment: 'x'.repeat(ENTRY_BYTES_MAX) }
  t.match(await client.ask('balance', long), { code: 'too_large' }, 'and nothing is ended by it')
  const killed = client.kill(false, LOGIN)
  const asked = client.ask('moneys', { logins: [LOGIN] })
  await killed
  t.same(await asked, because('trade.timeout.repeat_id'))
  t.same(after.deaths, [[1, 'the shard was ended for a drill', LOGIN]])
  const bytes = Buffer.from('{}')
  const isTaken = [client.ready, client.frame(1, bytes)]
  t.same(isTaken, [false, false], 'a thread that has ended takes nothing')
  client.credit(1)
  client.valueAgain(1)
  client.closeSocket(1)
  t.equal(client.waitingBytes, 0, 'nor does anything wait for it')
})

t.test('numbers and time go on after an anchor that is the newest of the log', async (t) => {
  const dataDir = scratch(t)
  const { desk } = startDesk(dataDir)
  await desk.ready
  const records = await desk.ask('config.records', null)
  const created = await desk.ask('accounts.create', {
    actor: STAFF,
    group: 'demo\\standard',
    login: LOGIN,
    hashes: { master: 'm' },
  })
  await desk.stop()
  if (!records.ok || !created.ok) throw new Error('the desk has its settings and the account')
  const before = new OneShard(dataDir, records.value, 1, false)
  await before.hear('ready')
  before.grant(100)
  t.match(await before.client.ask('balance', DEPOSIT), { ok: true })
  before.client.post({ type: 'anchor', head: { id: 2, hash: 'x'.repeat(43) } })
  await before.client.stop()

  const after = new OneShard(dataDir, records.value, 0, false)
  await after.hear('ready')
  t.equal(after.counters.sequence, 3, 'the deposit, the anchor, and the times of their turns')
  after.grant(500)
  t.match(await after.client.ask('balance', { ...DEPOSIT, request_id: 'given-2' }), { ok: true })
  t.match(await after.client.ask('balance', DEPOSIT), { ok: true }, 'a repeat finds its record')
  await after.client.ask('watch', { codec: 'json', add: [LOGIN] })
  for (const times of [1, 2, 3]) {
    await after.hearMoney(times)
    const more = { ...DEPOSIT, request_id: `given-more-${times}` }
    t.match(await after.client.ask('balance', more), { ok: true })
  }
  await after.hearMoney(4)
  t.same(after.moneyTold.slice(0, 4), [LOGIN, LOGIN, LOGIN, LOGIN], 'also of what came too soon')
  t.same(after.deaths, [])
  await after.client.stop()
  const aside = new OneShard(dataDir, records.value, 0, false, [LOGIN])
  await aside.hear('ready')
  t.match(await aside.client.ask('balance', DEPOSIT), SET_ASIDE, 'as it was before the start')
  await aside.client.stop()
  const log = new LogFile(logDirectory(dataDir, 1))
  const [anchor] = anchorsOf(log, 0)
  const [first, second] = recordsOf(log, 0, 9)
  await log.close()
  t.match([first?.seq, anchor?.seq, second?.seq], [1, 2, 4], 'the third are the times of turns')
  t.ok((anchor?.at ?? 0) >= (first?.at ?? Number.NaN))
  t.equal(second?.at, anchor?.at, 'a clock that was put back does not let time run back')
})
