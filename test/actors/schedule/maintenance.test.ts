import t from 'tap'
import { deskHandlers } from '../../../actors/desk/operations.js'
import { maintenanceJob } from '../../../actors/schedule/maintenance-job.js'
import { networkServer } from '../../../engine/config/network-servers.js'
import { ConfigFront } from '../../given/fronts/config-front.js'

// The weekly maintenance: when it is due, which demo accounts it archives, and how it goes on after a crash.

const DAY_MS = 86_400_000
const ACTOR = { login: 1, ip: '', requestId: '' }

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test)
  const handlers = deskHandlers(front.desk) as unknown as Record<
    string,
    (asked: unknown) => unknown
  >
  const busy = new Set<number>()
  const settled: number[] = []
  let left = Number.POSITIVE_INFINITY
  const supervisor = {
    get book() {
      return front.book
    },
    ask: async (name: string, asked: unknown) => handlers[name]?.(asked),
    accounts: {
      change: async (login: number, commit: (isFlat: boolean) => Promise<unknown>) => {
        if (left-- <= 0) throw new Error('the server ends')
        settled.push(login)
        return commit(!busy.has(login))
      },
    },
  }
  const job = () => {
    const made = maintenanceJob({ supervisor: supervisor as never, clock: front.clock })
    const due = () => (made.times.kind === 'kept' ? made.times.next() : undefined)
    return { run: () => made.run(front.now), due }
  }
  const make = (login: number, group: string): void => {
    const made = deskHandlers(front.desk)['accounts.create']({
      actor: ACTOR,
      login,
      group,
      hashes: {},
    })
    if (!made.ok) throw new Error(made.message)
  }
  const set = (input: object): void => {
    const id = networkServer(front.book, 'trade')?.id ?? 0
    front.change('network', id, { ...input })
  }
  const endsAfter = (accounts: number): void => {
    left = accounts
  }
  return { front, busy, settled, job, make, set, endsAfter }
}

t.test('it is due on Sunday at its time and ten minutes, and once a slot', async (t) => {
  const { front, job, set } = given(t)
  const at = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString())
  t.equal(job().due(), undefined, 'without a time there is none')
  // A Monday.
  t.equal(at(front.now), '2026-03-02T10:00:00.000Z')
  set({ optimization_time: '03:30' })
  const one = job()
  t.equal(at(one.due()), '2026-03-08T03:40:00.000Z', 'not that of the week before it was set')
  front.now = Date.parse('2026-03-09T12:00:00Z')
  t.equal(at(job().due()), '2026-03-08T03:40:00.000Z', 'a start makes up for it')
  await one.run()
  t.equal(at(one.due()), '2026-03-15T03:40:00.000Z')
  const later = job()
  await later.run()
  t.equal(at(later.due()), '2026-03-15T03:40:00.000Z', 'what was done is not done again')
})

t.test(
  'demo accounts that are over are archived, busy ones left, and a crash goes on',
  async (t) => {
    const { front, busy, settled, job, make, set, endsAfter } = given(t)
    for (const login of [2001, 2002, 2003]) make(login, 'demo\\standard')
    make(2004, 'real\\standard')
    set({ optimization_time: '00:00', demo: { mode: 2, period_days: 5 } })
    front.now = Date.parse('2026-03-08T00:10:00Z')
    make(2005, 'demo\\standard')
    busy.add(2002)
    endsAfter(1)
    await t.rejects(job().run(), /the server ends/)
    endsAfter(10)
    t.match(await job().run(), { expired: 2, skipped_busy: 1 })
    t.same(settled, [2001, 2002, 2003])
    const archived = front.desk.db
      .prepare('SELECT login FROM accounts WHERE archived_at IS NOT NULL')
      .pluck()
      .all()
    t.same(archived, [2001, 2003])
    t.match((await front.ask('GET /admin/v1/network/servers/trade')).data.maintenance, {
      status: 'done',
      expired: 2,
      skipped_busy: 1,
      scheduled_at: '2026-03-08T00:10:00.000Z',
    })
    const line = front.lines.find(({ login }) => login === 2003 && true)
    t.ok(line)
    front.now += 7 * DAY_MS
    busy.clear()
    t.match(await job().run(), { expired: 2, skipped_busy: 0 }, 'the busy one, and the one of then')
  },
)
