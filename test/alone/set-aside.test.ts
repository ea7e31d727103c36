import t from 'tap'
import { prepareDataDir } from '../../actors/server/data-dir.js'
import { RepeatedDeaths } from '../../actors/server/repeated-deaths.js'
import { Supervisor } from '../../actors/server/supervisor.js'
import { systemClock } from '../../actors/thread/clock.js'
import { createLogger } from '../../actors/thread/logger.js'
import { STAFF, scratch } from '../given/desk.js'

// An account that ends its shard again and again, by whatever, is set aside: the others trade on.

const SHARDS = 2
const [ENDING, NEIGHBOUR] = [1000, 1002]

interface Running {
  readonly supervisor: Supervisor
  /** Lines of the journal about accounts that were set aside. */
  readonly lines: string[]
  /** Ends shard 0 in the account's work; resolves when it is back. */
  end(login: number): Promise<void>
}

async function start(test: { teardown(run: () => unknown): unknown }): Promise<Running> {
  const dataDir = scratch(test)
  const lines: string[] = []
  let back: () => void = () => undefined
  const supervisor = new Supervisor(
    {
      dataDir,
      shards: SHARDS,
      demo: true,
      secretKey: prepareDataDir(dataDir, undefined).secretKey,
      administratorRights: [],
      clockOffsetMs: 0,
      diskReserveBytes: 0,
      clock: systemClock(),
      logger: createLogger('fatal', 'test'),
    },
    {
      onBatch: () => undefined,
      onMoved: () => undefined,
      onDeskEvent: (event) => {
        if (event.type !== 'journal' || event.line.kind !== 'account.set_aside') return
        lines.push(event.line.text)
        heard()
      },
      onBook: () => undefined,
      onShardReady: () => back(),
      onShardDeath: () => undefined,
    },
  )
  test.teardown(() => supervisor.stop())
  await supervisor.start()
  return {
    supervisor,
    lines,
    async end(login) {
      const ready = new Promise<void>((resolve) => {
        back = resolve
      })
      await supervisor.shards[0]?.kill(false, login)
      await ready
    },
  }
}

let heard: () => void = () => undefined

/** Waits for the journal to have so many. */
async function journaled(lines: readonly string[], count: number): Promise<void> {
  while (lines.length < count) {
    await new Promise<void>((resolve) => {
      heard = resolve
    })
  }
}

async function openAccount(supervisor: Supervisor, login: number): Promise<void> {
  const created = await supervisor.ask('accounts.create', {
    actor: STAFF,
    group: 'demo\\standard',
    login,
    hashes: { master: 'm' },
  })
  if (!created.ok) throw new Error(created.message)
}

async function money(supervisor: Supervisor, login: number): Promise<string> {
  const answer = await supervisor.shardOf(login).ask('money', { login })
  return answer.ok ? 'ok' : answer.code
}

t.test('whose work was in hand at two ends of its shard in a row is set aside', async (t) => {
  const { supervisor, lines, end } = await start(t)
  for (const login of [ENDING, NEIGHBOUR]) await openAccount(supervisor, login)
  await end(ENDING)
  t.equal(await money(supervisor, ENDING), 'ok', 'once may be chance')
  await end(0)
  await end(ENDING)
  t.equal(await money(supervisor, ENDING), 'ok', 'and so may it be, where another end lies between')
  t.same(supervisor.condition.notes, [])
  await end(ENDING)
  t.equal(await money(supervisor, ENDING), 'unavailable')
  t.equal(await money(supervisor, NEIGHBOUR), 'ok')
  await journaled(lines, 1)
  t.match(lines[0], /^Account 1000 was set aside: its work was in hand at two ends/)
  t.match(supervisor.condition.notes, [
    /shard 0 that are set aside for repair: 1\. See the journal/,
  ])
  t.same(
    [...supervisor.accountsSetAside.values()].reduce((a, b) => a + b, 0),
    1,
  )
  await end(0)
  t.equal(await money(supervisor, ENDING), 'unavailable', 'at every start from then on')
  t.equal(await money(supervisor, NEIGHBOUR), 'ok')
})

t.test('deaths are counted for each shard', (t) => {
  const deaths = new RepeatedDeaths()
  deaths.died(0, 1000)
  deaths.died(1, 1000)
  t.same([deaths.of(0), deaths.of(1)], [[], []])
  deaths.died(0, 0)
  deaths.died(0, 0)
  t.same(deaths.of(0), [], 'nobody is not an account')
  deaths.died(1, 1000)
  deaths.died(1, 1002)
  deaths.died(1, 1002)
  t.same([deaths.of(0), deaths.of(1)], [[], [1000, 1002]])
  t.end()
})
