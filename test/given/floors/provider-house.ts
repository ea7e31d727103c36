import { join } from 'node:path'
import { prepareDataDir } from '../../../actors/server/data-dir.js'
import type { Supervisor } from '../../../actors/server/supervisor.js'
import { systemClock } from '../../../actors/thread/clock.js'
import { createLogger } from '../../../actors/thread/logger.js'
import { isUsable } from '../../../engine/book/prices.js'
import type { TradeFields } from '../../../wire/trade/trade-request.js'
import { verifyAll } from '../../crash/audit.js'
import { DOER, moment, STAFF, scratch } from '../desk.js'
import { Counterparty } from '../peers/counterparty.js'
import { FixCounterparty } from '../quickfix/fix-counterparty.js'
import { freePort } from '../quickfix/quickfix-peer.js'
import { auditProvider } from '../records/provider-audit.js'
import { supervisorOf } from '../supervisor.js'

/** A Wednesday, so that markets are open on whatever day this runs. */
const FIRST_START_MS = Date.parse('2026-03-04T10:00:00Z')
const offset = FIRST_START_MS - systemClock().now()
const clock = systemClock(offset)

export const LINE_SESSION = new URL('../peers/line-session.js', import.meta.url).href

/** The answer to a trade. */
export interface ProviderAnswer {
  readonly code: string
  readonly message: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The ids of the two sides, as `QuickfixPeer` has them. */
export const FIX_IDS = [
  { name: 'SenderCompID', value: 'OF' },
  { name: 'TargetCompID', value: 'LP' },
]

/** Pending orders rest at the provider. */
export const RESTS_THERE = { name: 'Limit Orders Coverage Mode', value: 'Gateway' }

/** The time of the threads here. */
export function houseNow(): number {
  return clock.now()
}

/** All of a server's threads but its front, and a gateway that speaks to a real second party. */
export class ProviderHouse {
  readonly supervisor: Supervisor
  readonly dataDir: string
  #whenReady: () => void = () => undefined
  #stopped: Promise<void> | undefined

  private constructor(dataDir: string, shards: number, isFix: boolean) {
    this.dataDir = dataDir
    this.supervisor = supervisorOf(
      dataDir,
      {
        shards,
        demo: true,
        demoProvider: 'dde',
        clockOffsetMs: offset,
        secretKey: prepareDataDir(dataDir, undefined).secretKey,
        clock,
        logger: createLogger('fatal', 'test'),
        ...(isFix ? {} : { sessionModule: LINE_SESSION }),
        outboundAllow: ['127.0.0.0/8'],
      },
      { onShardReady: () => this.#whenReady() },
    )
  }

  /** The first start makes the gateway and the rule that sends everything to it. */
  static async start(
    dataDir: string,
    { party, shards = 1, timeoutSec = 60, fix }: StartOptions,
  ): Promise<ProviderHouse> {
    const house = new ProviderHouse(dataDir, shards, fix !== undefined)
    await house.supervisor.start()
    if (house.supervisor.book.records.gateways.length === 0) {
      await house.#settle(fix ?? party.address, timeoutSec)
    }
    while (house.supervisor.book.records.gateways.length === 0) await moment()
    return house
  }

  get gateway() {
    const [record] = this.supervisor.book.records.gateways
    if (record === undefined) throw new Error('the gateway was made')
    return this.supervisor.gateways.status(record, clock.now())
  }

  async #settle(address: string, timeoutSec: number): Promise<void> {
    const timeout = { name: 'Order Placement Timeout', value: String(timeoutSec) }
    const params = [...FIX_IDS, RESTS_THERE, timeout]
    await this.#config('gateways', {
      name: 'Second party',
      server: address,
      params,
      reconnect_sec: 1,
      series_pause_sec: 1,
    })
    await this.#config('routing', { name: 'out', position: 1, action: 'gateway', dealers: [1] })
  }

  async #config(kind: 'gateways' | 'routing', input: object): Promise<void> {
    const made = await this.supervisor.ask('config.create', {
      actor: STAFF,
      kind,
      input: input as never,
    })
    if (!made.ok) throw new Error(`${kind}: ${made.message} ${JSON.stringify(made)}`)
  }

  /** A funded account with prices to trade at. */
  async account(login: number): Promise<number> {
    const created = await this.supervisor.ask('accounts.create', {
      actor: STAFF,
      group: 'demo\\standard',
      login,
      hashes: { master: 'm' },
    })
    if (!created.ok) throw new Error(created.message)
    const funded = await this.supervisor.shardOf(login).ask('balance', {
      login,
      action: 'deposit',
      amount: '1000000',
      comment: '',
      skip_margin_check: false,
      request_id: `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`,
      by: DOER,
    })
    if (!funded.ok) throw new Error(funded.message)
    return login
  }

  /**
   * Asks until it is decided: once there is a price, and again while a shard begins. A refusal for want of a price is
   * remembered under its id, so to ask again by the same one would never end.
   */
  async trade(login: number, body: TradeFields): Promise<ProviderAnswer> {
    for (;;) {
      while (!this.#hasPrice(body.symbol)) await moment()
      const request = { login, body, reason: 'api', by: null } as const
      const result = await this.supervisor.shardOf(login).ask('trade', request)
      if (result.ok) {
        const space = result.value.indexOf(' ')
        const data = JSON.parse(result.value.slice(space + 1)) as ProviderAnswer['data']
        const code = result.value.slice(0, space)
        if (!AGAIN.has(code) || body.client_order_id !== undefined) {
          return { code, message: '', data }
        }
        await moment()
        continue
      }
      const { code, message } = result
      const isOnce = body.client_order_id !== undefined && code !== 'unavailable'
      if (!AGAIN.has(code) || isOnce) return { code, message, data: {} }
      await moment()
    }
  }

  /** Of a request that names no symbol nothing is known. */
  #hasPrice(name: string | undefined): boolean {
    const { symbolsByName } = this.supervisor.book
    const symbol = name === undefined ? undefined : symbolsByName.get(name)
    if (symbol === undefined) return true
    const quote = this.supervisor.board.quote(symbol.id)
    return quote !== undefined && isUsable(quote, clock.now())
  }

  /** Kills a shard as a defect would; resolves when its successor takes requests. */
  async killShard(shard: number): Promise<void> {
    const back = new Promise<void>((resolve) => {
      this.#whenReady = resolve
    })
    await this.supervisor.shards[shard]?.kill()
    await back
  }

  async online(): Promise<void> {
    while (this.gateway.state !== 'online') await moment()
  }

  stop(): Promise<void> {
    this.#stopped ??= this.supervisor.stop()
    return this.#stopped
  }
}

export interface StartOptions {
  readonly party: Counterparty
  readonly shards?: number
  readonly timeoutSec?: number
  /** The address where the party is spoken to in FIX, in place of lines. */
  readonly fix?: string
}

const AGAIN: ReadonlySet<string> = new Set(['unavailable', 'trade.busy', 'trade.off_quotes'])

/** Half a lot at the market. */
export const HALF_LOT = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.5' } as const

/** As much, at a price that the market is far from. */
export const LIMIT: TradeFields = {
  kind: 'place',
  symbol: 'EURUSD',
  side: 'buy',
  order_kind: 'limit',
  volume: '0.5',
  price: '1.14000',
}

/** A house whose provider speaks with QuickFIX. */
export async function givenFixHouse(test: {
  teardown(run: () => unknown): unknown
  testdir(dirs: { peer: Record<string, never> }): string
}) {
  const party = await Counterparty.start()
  const directory = join(test.testdir({ peer: {} }), 'peer')
  const port = await freePort()
  const quickfix = await FixCounterparty.start(party, { port, directory })
  quickfix.setClock(houseNow())
  const dataDir = scratch(test)
  const house = await ProviderHouse.start(dataDir, { party, fix: quickfix.address })
  test.teardown(async () => {
    await house.stop()
    await quickfix.stop()
    await party.stop()
  })
  await house.online()
  return { party, house, dataDir, quickfix, login: await house.account(1_001) }
}

/** A house with one account, and its provider; both are gone when the test ends. */
export async function givenHouse(test: {
  teardown(run: () => unknown): unknown
}): Promise<GivenHouse> {
  const party = await Counterparty.start()
  const dataDir = scratch(test)
  const house = await ProviderHouse.start(dataDir, { party })
  test.teardown(async () => {
    await house.stop()
    await party.stop()
  })
  await house.online()
  return { party, house, dataDir, login: await house.account(1_001) }
}

export interface GivenHouse {
  readonly party: Counterparty
  readonly house: ProviderHouse
  readonly dataDir: string
  readonly login: number
}

/** Everything was taken, nothing is out there, and the books of both sides agree. */
export async function settledHouse(
  test: { same(found: unknown, wanted: unknown): unknown },
  { party, house, dataDir }: Omit<GivenHouse, 'login'>,
) {
  await party.until(({ untaken }) => untaken === 0)
  await house.stop()
  const audited = await auditProvider(party, dataDir, 1)
  test.same(audited.problems, [])
  test.same(audited.open, [])
  test.same(await verifyAll(dataDir, 1), [])
  return audited
}
