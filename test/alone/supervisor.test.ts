import { randomUUID } from 'node:crypto'
import t from 'tap'
import { prepareDataDir } from '../../actors/server/data-dir.js'
import { Supervisor } from '../../actors/server/supervisor.js'
import { systemClock } from '../../actors/thread/clock.js'
import { createLogger } from '../../actors/thread/logger.js'
import { verifyAll } from '../crash/audit.js'
import { DOER, moment, STAFF, scratch } from '../given/desk.js'

// A shard's thread dies under load, as a crash would end it. The goal is two seconds, on a machine that
// does nothing else: `node dist/test/alone/supervisor.test.js 2000`. What else runs here may take longer.

const SHARDS = 2
const DEATHS = 3
const IN_FLIGHT = 4
const BACK_MS = Number(process.argv[2] ?? 60_000)
const AMOUNT = '1.00'
const clock = systemClock()

interface Running {
  readonly supervisor: Supervisor
  /** Counts of shard starts and deaths, by shard. */
  readonly ready: number[]
  readonly deaths: number[]
  /** Resolves at the shard's next `ready`. */
  whenReady(shard: number): Promise<void>
  stop(): Promise<void>
}

async function startSupervisor(
  dataDir: string,
  test: { teardown(run: () => unknown): unknown },
): Promise<Running> {
  const [ready, deaths] = [
    [0, 0],
    [0, 0],
  ]
  const waiting: (() => void)[][] = [[], []]
  const supervisor = new Supervisor(
    {
      dataDir,
      shards: SHARDS,
      demo: true,
      secretKey: prepareDataDir(dataDir, undefined).secretKey,
      administratorRights: [],
      clockOffsetMs: 0,
      diskReserveBytes: 0,
      clock,
      logger: createLogger('fatal', 'test'),
    },
    {
      onBatch: () => undefined,
      onMoved: () => undefined,
      onDeskEvent: () => undefined,
      onBook: () => undefined,
      onShardReady: (shard) => {
        ready[shard] = (ready[shard] ?? 0) + 1
        for (const wake of waiting[shard]?.splice(0) ?? []) wake()
      },
      onShardDeath: (shard) => {
        deaths[shard] = (deaths[shard] ?? 0) + 1
      },
    },
  )
  let stopped: Promise<void> | undefined
  const stop = (): Promise<void> => {
    stopped ??= supervisor.stop()
    return stopped
  }
  test.teardown(stop)
  await supervisor.start()
  const whenReady = (shard: number): Promise<void> =>
    new Promise((resolve) => waiting[shard]?.push(resolve))
  return { supervisor, ready, deaths, whenReady, stop }
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

/** Deposits, each under an id of its own, with what came of it. */
class Depositor {
  readonly login: number
  readonly #supervisor: Supervisor
  /** Deal ids by request id. */
  readonly done = new Map<string, number>()
  readonly unknown = new Set<string>()
  readonly refused: string[] = []

  constructor(supervisor: Supervisor, login: number) {
    this.#supervisor = supervisor
    this.login = login
  }

  async deposit(request_id: string = randomUUID()): Promise<string> {
    const result = await this.#supervisor.shardOf(this.login).ask('balance', {
      login: this.login,
      action: 'deposit',
      amount: AMOUNT,
      comment: '',
      request_id,
      skip_margin_check: false,
      by: DOER,
    })
    if (result.ok) {
      const before = this.done.get(request_id) ?? result.value.deal_id
      if (before !== result.value.deal_id) throw new Error(`${request_id} has two outcomes`)
      this.done.set(request_id, result.value.deal_id)
      this.unknown.delete(request_id)
      return 'ok'
    }
    if (result.code === 'trade.timeout') this.unknown.add(request_id)
    else this.refused.push(result.code)
    return result.code
  }

  async deposits(goesOn: () => boolean): Promise<void> {
    while (goesOn()) if ((await this.deposit()) !== 'ok') await moment()
  }

  /** Repeats what is known and what is not; how often a final answer was not `ok`. */
  async repeatAll(): Promise<number> {
    const repeat = async (id: string): Promise<number> => {
      let code = await this.deposit(id)
      while (code === 'unavailable') {
        await moment()
        code = await this.deposit(id)
      }
      return code === 'ok' ? 0 : 1
    }
    const failed = await Promise.all([...this.unknown, ...this.done.keys()].map(repeat))
    return failed.reduce((sum, one) => sum + one, 0)
  }

  async balance(): Promise<string> {
    const money = await this.#supervisor.shardOf(this.login).ask('money', { login: this.login })
    return money.ok ? String(JSON.parse(`{${money.value}}`).balance) : money.code
  }
}

t.test('a shard that dies under load is back in time and nothing is lost', async (t) => {
  const dataDir = scratch(t)
  const { supervisor, ready, deaths, whenReady, stop } = await startSupervisor(dataDir, t)
  const depositors = [1000, 1001, 1002, 1003].map((login) => new Depositor(supervisor, login))
  const [killed, other] = [depositors[0] as Depositor, depositors[1] as Depositor]
  for (const { login } of depositors) await openAccount(supervisor, login)
  const awayMs: number[] = []
  let goesOn = true
  const lanes = depositors.flatMap((one) =>
    Array.from({ length: IN_FLIGHT }, () => one.deposits(() => goesOn)),
  )
  for (let death = 0; death < DEATHS; death++) {
    const target = killed.done.size + 50
    while (killed.done.size < target) await moment()
    const doneElsewhere = other.done.size
    const back = whenReady(0)
    const begun = performance.now()
    void supervisor.shards[0]?.kill(death % 2 === 1)
    await back
    awayMs.push(Math.round(performance.now() - begun))
    t.ok(other.done.size > doneElsewhere, 'the other shard went on meanwhile')
  }
  goesOn = false
  t.ok(Math.min(...awayMs) < BACK_MS, `back after ${awayMs.join(', ')} ms`)
  await Promise.all(lanes)
  t.same(
    [ready, deaths],
    [
      [1 + DEATHS, 1],
      [DEATHS, 0],
    ],
  )
  t.ok(killed.unknown.size > 0, `${killed.unknown.size} waiting requests were answered as unknown`)
  t.same(new Set(killed.refused), new Set(['unavailable']), 'later ones as unavailable')
  t.same([other.unknown.size, other.refused], [0, []])
  t.same(supervisor.condition.troubles, [])

  for (const one of depositors) {
    t.equal(await one.repeatAll(), 0)
    t.equal(await one.balance(), `${one.done.size}.00`, `each id of ${one.login} once`)
  }
  await stop()
  t.same(await verifyAll(dataDir, SHARDS), [])

  // Numbers that the dead threads had taken for nothing do not stand in the way of later ones.
  const again = await startSupervisor(dataDir, t)
  const later = depositors.map(({ login }) => new Depositor(again.supervisor, login))
  for (const one of later) {
    await one.deposit()
    t.equal(await one.repeatAll(), 0)
  }
  await again.stop()
  t.same(await verifyAll(dataDir, SHARDS), [])
  const projected = again.supervisor.counters
  t.equal(projected.projectionSeq, projected.sequence)
})
