import { mkdirSync } from 'node:fs'
import { Decimal } from 'decimal.js'
import type { SessionOrder } from '../../actors/links/gateways/provider-session.js'
import { Prng } from '../../engine/numbers/prng.js'
import { sentIdOf } from '../../wire/thread/provider-messages.js'
import { drillProgram } from '../given/drill-program.js'
import { FIX_IDS, RESTS_THERE } from '../given/floors/provider-house.js'
import { Counterparty, type CounterpartyTrade } from '../given/peers/counterparty.js'
import { FixCounterparty } from '../given/quickfix/fix-counterparty.js'
import { freePort } from '../given/quickfix/quickfix-peer.js'
import {
  type AuditedOrders,
  ProviderAudit,
  type SymbolTerms,
} from '../given/records/provider-audit.js'
import type { LogAudit } from './log-audit.js'
import { serverNow } from './server-clock.js'
import { CHEAP_SERVER, pause, type ServerProcess, type Signature } from './server-process.js'

/**
 * The provider that the orders of a crash test go to, or those of one group. It lives on while the server is
 * killed and starts again: it trades meanwhile, drops the line, tells things twice or not at all, and
 * keeps books of its own, which the server's have to agree with (test/given/records/provider-audit.ts).
 */
export interface SecondPartyOptions {
  readonly dataDir: string
  readonly shards: number
  readonly seed: number
  /** It is spoken to in FIX, by QuickFIX. */
  readonly speaksFix?: boolean | undefined
  /** Only orders of this group go to it. */
  readonly group?: string | undefined
}

/** The figures of what the drill has met. */
export interface ProviderFigures
  extends Pick<AuditedOrders, 'orders' | 'trades' | 'late' | 'reasons'> {
  /** Orders that were at the provider when the server was killed. */
  readonly outThere: number
  readonly logons: number
  readonly cancels: number
  readonly changes: number
  readonly asks: number
  /** Orders that it said nothing to until they were given up. */
  readonly givenUp: number
  /** Lines that were cut with orders on them, and other harm to a session of FIX. */
  readonly cuts: number
  readonly harms: Readonly<Record<string, number>>
}

const SCRIPT = [drillProgram(new URL('./provider-server.js', import.meta.url))]
const LATER_MAX_MS = 400
const CUT_WITHIN_MS = 200
const SLIP_POINTS = 3
const OLD_REPEATS = 5
const LOOK_MS = 10
const SETTLED_MAX_MS = 30_000
const AGREE_MS = 200
/** Placement, cancelling, and a server that is slow. */
const GIVEN_UP_MAX_MS = 60_000

export class SecondParty {
  /** The script that a server is started with, so that its gateways speak with a `Counterparty`. */
  readonly script: readonly string[]
  readonly #party: Counterparty
  readonly #fix: FixCounterparty | undefined
  readonly #audit: ProviderAudit
  readonly #group: string | undefined
  /** Accounts of the group. */
  readonly #logins = new Set<number>()
  readonly #prng: Prng
  readonly #terms = new Map<string, SymbolTerms>()
  readonly #prices = new Map<string, { readonly bid: string; readonly ask: string }>()
  /** True while orders that come are filled at once, so that the books come to rest. */
  #isPrompt = true
  #outThere = 0
  #givenUp = 0
  #cuts = 0
  readonly #harms: Record<string, number> = {}
  #audited: AuditedOrders | undefined

  private constructor(
    party: Counterparty,
    { dataDir, shards, seed, group }: SecondPartyOptions,
    fix: FixCounterparty | undefined,
  ) {
    this.#party = party
    this.#fix = fix
    this.script = fix === undefined ? SCRIPT : CHEAP_SERVER
    this.#group = group
    this.#audit = new ProviderAudit(dataDir, shards, (login) => {
      return group === undefined || this.#logins.has(login)
    })
    this.#prng = new Prng(seed + 2)
    party.policy = (order) => this.#decide(order)
  }

  static async start(options: SecondPartyOptions): Promise<SecondParty> {
    const party = await Counterparty.start()
    if (options.speaksFix !== true) return new SecondParty(party, options, undefined)
    const directory = `${options.dataDir}-peer`
    mkdirSync(directory, { recursive: true })
    const fix = await FixCounterparty.start(party, { port: await freePort(), directory })
    fix.setClock(serverNow())
    return new SecondParty(party, options, fix)
  }

  get figures(): ProviderFigures {
    const { orders = 0, trades = 0, late = 0, reasons = {} } = this.#audited ?? {}
    const { logons, cancels, changes, asks } = this.#party
    return {
      orders,
      trades,
      late,
      reasons,
      outThere: this.#outThere,
      logons,
      cancels: cancels.length,
      changes: changes.length,
      asks: asks.length,
      givenUp: this.#givenUp,
      cuts: this.#cuts,
      harms: this.#harms,
    }
  }

  /** An account that trades. */
  opened(login: number, group: string): void {
    if (group === this.#group) this.#logins.add(login)
  }

  /** Makes the gateway, and the rule that sends orders to it. */
  async attach(server: ServerProcess, staff: Signature): Promise<void> {
    const params = [...FIX_IDS, RESTS_THERE, { name: 'Order Placement Timeout', value: '1' }]
    await server.sure('POST /admin/v1/gateways', staff, {
      name: 'Second party',
      server: this.#fix?.address ?? this.#party.address,
      params,
      reconnect_sec: 1,
      series_pause_sec: 1,
    })
    const conditions =
      this.#group === undefined ? [] : [{ field: 'group', op: 'eq', value: this.#group }]
    const rule = { name: 'out', position: 1, action: 'gateway', dealers: [1], conditions }
    await server.sure('POST /admin/v1/routing', staff, rule)
    type Row = { id: number; path: string; digits: number; contract_size: string }
    const { data } = await server.ask<{ items: Row[] }>('GET /admin/v1/symbols?limit=1000', staff)
    for (const { id, path, digits, contract_size: contract } of data.items) {
      this.#terms.set(path.slice(path.lastIndexOf('\\') + 1), { id, digits, contract })
    }
    await this.online()
  }

  async online(): Promise<void> {
    await this.#party.until(({ isOnline }) => isOnline)
  }

  /** Its books are held against the same logs as another node has them. */
  readFrom(dataDir: string): void {
    this.#audit.readFrom(dataDir)
  }

  /** The next server starts with another time. */
  clockMoved(): void {
    this.#fix?.setClock(serverNow())
  }

  /** Cuts the line so often, each time with orders on it, and does other harm to the session meanwhile. */
  async cut(times: number): Promise<void> {
    for (let done = 0; done < times; done++) {
      await this.#party.until(({ isOnline }) => isOnline && this.#working.length > 0)
      this.#harm()
      await pause(this.#prng.below(CUT_WITHIN_MS))
      await this.#party.until(({ isOnline }) => isOnline && this.#working.length > 0)
      this.#cuts++
      if (this.#fix === undefined) this.#party.disconnect()
      else this.#fix.peer.say('drop')
      await this.#party.until(({ isOnline }) => !isOnline)
    }
  }

  /** Numbers that were never used, messages that it has forgotten, old trades told again. */
  #harm(): void {
    const kinds = ['none', 'skip', 'forget', 'repeat', 'forgetful'] as const
    const kind = kinds[this.#prng.below(kinds.length)] as (typeof kinds)[number]
    this.#harms[kind] = (this.#harms[kind] ?? 0) + 1
    if (kind === 'skip') this.#fix?.peer.say(`skip ${1 + this.#prng.below(5)}`)
    else if (kind === 'forget') this.#fix?.peer.say(`forget-last ${1 + this.#prng.below(5)}`)
    else if (kind === 'repeat') this.#repeatOld()
    else this.#party.isForgetful = kind === 'forgetful'
  }

  /** Lets the party do as it likes from now on, at prices of about now. */
  async begin(server: ServerProcess, staff: Signature): Promise<void> {
    for (const [name, { id }] of this.#terms) {
      type Quotes = { bid: string | null; ask: string | null }
      const { data } = await server.ask<Quotes>(`GET /admin/v1/symbols/${id}/quotes`, staff)
      if (data.bid !== null && data.ask !== null) {
        this.#prices.set(name, { bid: data.bid, ask: data.ask })
      }
    }
    this.#isPrompt = false
    this.#repeatOld()
    this.#party.isForgetful = this.#prng.below(4) === 0
    this.#party.refusal = this.#prng.below(4) === 0 ? 'not now' : ''
    if (this.#prng.below(5) === 0) this.#goAway()
  }

  /** Something happens to the server: of what it had sent some is filled, and some is cancelled, whether it hears that or not. */
  abandoned(): void {
    const working = this.#working
    this.#outThere += working.length
    for (const id of working) {
      const draw = this.#prng.unit()
      if (draw < 0.3) this.#fillRest(id)
      else if (draw < 0.5) this.#party.end(id, 'cancelled')
    }
  }

  /** Waits until the server has given up what was not answered at all; it is traded after that. */
  async outlast(log: LogAudit): Promise<string[]> {
    this.#calm()
    const { deaf } = this.#party
    const ids = [...deaf].filter((id) => this.#party.orders.get(id)?.state === 'working')
    const undone = await this.#until(log, GIVEN_UP_MAX_MS, () =>
      ids.filter((id) => sentBy(log).has(sentIdOf(id)?.orderId ?? 0)),
    )
    this.#givenUp += ids.length - undone.length
    for (const id of ids) this.#fillRest(id)
    return undone.map((id) => `${id} was neither answered nor given up`)
  }

  /** Waits until nothing is on its way, and all that was traded is booked. Answers what does not end. */
  async settle(log: LogAudit): Promise<string[]> {
    this.#party.deaf.clear()
    this.#calm()
    const undone = await this.#until(log, SETTLED_MAX_MS, () => {
      for (const id of this.#working) this.#decideNow(id)
      const untaken = this.#party.untaken === 0 ? [] : [`${this.#party.untaken} reports`]
      return [...[...sentBy(log)].map((id) => `order ${id}`), ...this.#working, ...untaken]
    })
    if (undone.length > 0 && !this.#party.isOnline)
      undone.push('nobody is logged on at the provider')
    await this.#agreed()
    return undone
  }

  /** QuickFIX has said everything by then; what the server cannot book at once it books a second later. */
  async #agreed(): Promise<void> {
    const giveUpAt = performance.now() + SETTLED_MAX_MS
    while ((await this.audit()).length > 0 && performance.now() < giveUpAt) await pause(AGREE_MS)
  }

  /** Audits all that was traded since the first start. */
  async audit(): Promise<readonly string[]> {
    await this.#audit.advance()
    this.#audited = this.#audit.against(this.#party, (symbol) => this.#termsOf(symbol))
    const { problems, open } = this.#audited
    const repeated = this.#fix?.repeated.map((id) => `order ${id} was sent again`) ?? []
    return [...problems, ...repeated, ...open.map((id) => `order ${id} has no end`)]
  }

  /** What it was sent again: none may be an order. */
  async stop(): Promise<void> {
    await this.#fix?.stop()
    await this.#party.stop()
  }

  get #working(): readonly string[] {
    return [...this.#party.orders].flatMap(([id, { state }]) => (state === 'working' ? [id] : []))
  }

  #calm(): void {
    this.#isPrompt = true
    this.#party.isClosed = false
    this.#party.refusal = ''
    for (const id of this.#working) if (!this.#party.deaf.has(id)) this.#decideNow(id)
  }

  /** Trades that were told long ago, and taken. */
  #repeatOld(): void {
    const { trades } = this.#party
    for (let count = OLD_REPEATS; count > 0 && trades.length > 0; count--) {
      this.#party.repeat(trades[this.#prng.below(trades.length)] as CounterpartyTrade)
    }
  }

  #goAway(): void {
    this.#later(() => {
      if (this.#isPrompt) return
      this.#party.isClosed = true
      this.#party.disconnect()
      this.#later(() => {
        this.#party.isClosed = false
      })
    })
  }

  async #until(log: LogAudit, withinMs: number, left: () => string[]): Promise<string[]> {
    const giveUpAt = performance.now() + withinMs
    for (;;) {
      await log.advance()
      const undone = left()
      if (undone.length === 0 || performance.now() > giveUpAt) return undone
      await pause(LOOK_MS)
    }
  }

  /** Some of it at once and some of it later, when the server may be dead. */
  #decide(order: SessionOrder): void {
    const { id, quantity } = order
    const party = this.#party
    if (this.#isPrompt) {
      this.#decideNow(id)
      return
    }
    const half = new Decimal(quantity).div(2).toFixed()
    if (order.rest !== undefined && this.#prng.below(6) > 0) {
      this.#rest(id, half)
      return
    }
    const draw = this.#prng.unit()
    if (draw < 0.3) this.#fill(id, quantity)
    else if (draw < 0.38) party.end(id, 'rejected', 'last look')
    else if (draw < 0.48) {
      const trade = this.#fill(id, half)
      party.repeat(trade)
      this.#later(() => party.repeat(trade))
      this.#later(() => this.#fillRest(id))
    } else if (draw < 0.53) {
      this.#fill(id, half, false)
      this.#later(() => party.end(id, 'cancelled'))
    } else if (draw < 0.58) {
      this.#fill(id, half)
      party.end(id, 'cancelled')
    } else if (draw < 0.6) this.#fill(id, new Decimal(quantity).times(1.5).toFixed())
    else if (draw < 0.61) {
      this.#fill(id, half)
      party.disconnect()
      this.#later(() => this.#fillRest(id))
    } else if (draw < 0.64) {
      party.accept(id)
      this.#later(() => party.end(id, 'cancelled', 'no liquidity'))
    } else if (draw < 0.66) party.deaf.add(id)
    // An order left silent is cancelled when its time is over.
    else if (draw > 0.7) this.#later(() => this.#fillRest(id))
  }

  /** It takes a pending order, and lets it be, or fills some of it, or all, or ends it. */
  #rest(id: string, half: string): void {
    const party = this.#party
    party.accept(id)
    const fate = this.#prng.below(12)
    if (fate === 0) this.#later(() => this.#fill(id, half))
    else if (fate === 1) this.#later(() => this.#fillRest(id))
    else if (fate === 2) this.#later(() => party.end(id, 'expired'))
  }

  #decideNow(id: string): void {
    if (this.#prng.below(8) === 0) this.#party.end(id, 'cancelled')
    else this.#fillRest(id)
  }

  #later(run: () => void): void {
    setTimeout(run, this.#prng.below(LATER_MAX_MS))
  }

  #fillRest(id: string): void {
    const { order, state, trades } = this.#party.held(id)
    if (state !== 'working') return
    const done = trades.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
    this.#fill(id, new Decimal(order.quantity).minus(done).toFixed())
  }

  #fill(id: string, quantity: string, tells = true) {
    return this.#party.fill(id, quantity, this.#priceOf(id), tells)
  }

  /** About where the market was, and no worse than the order's limit. */
  #priceOf(id: string): string {
    const { symbol, side, limit } = this.#party.held(id).order
    const { digits } = this.#termsOf(symbol)
    const quote = this.#prices.get(symbol)
    if (quote === undefined) return limit === '' ? '1' : limit
    const isBuy = side === 'buy'
    const slip = new Decimal(10)
      .pow(-digits)
      .times(this.#prng.below(2 * SLIP_POINTS + 1) - SLIP_POINTS)
    const price = slip.plus(isBuy ? quote.ask : quote.bid)
    const isWorse = limit !== '' && (isBuy ? price.gt(limit) : price.lt(limit))
    return isWorse ? limit : price.toFixed(digits)
  }

  #termsOf(symbol: string): SymbolTerms {
    const terms = this.#terms.get(symbol)
    if (terms === undefined) throw new Error(`${symbol} is among the symbols`)
    return terms
  }
}

/** Orders that are at the provider by the log. */
function sentBy(log: LogAudit): ReadonlySet<number> {
  const ids = new Set<number>()
  for (const { orders } of log.accounts.values()) {
    for (const { id, state, gatewayId } of orders.values()) {
      if (state === 'started' && gatewayId !== 0) ids.add(id)
    }
  }
  return ids
}
