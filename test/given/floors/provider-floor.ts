import { parameterValue } from '../../../engine/config/kinds/connection.js'
import { FIX_TRADING_PARAMETERS } from '../../../engine/config/kinds/fix-parameters.js'
import type { GatewayRecord } from '../../../engine/config/records/gateway.js'
import type { RoutingRuleRecord } from '../../../engine/config/records/routing-rule.js'
import { volumeFromText } from '../../../engine/numbers/decimal.js'
import type {
  ProviderOrder,
  ProviderReport,
  ProviderState,
  ToGateway,
} from '../../../wire/thread/provider-messages.js'
import { LOGIN } from '../account.js'
import { type BookChanges, givenBook } from '../book.js'
import { GivenPrices, points } from '../prices.js'
import { checkLedger } from '../records/ledger.js'
import { CONFIRM, rule } from './dealing-floor.js'
import { GivenShard, type Told } from './shard.js'

/** Seconds, as a gateway has them from the start. */
export const PLACEMENT_MS = 60_000

const HERE: Readonly<Record<string, string>> = { 'Limit Orders Coverage Mode': 'Limit' }

export function gatewayRecord(over: Partial<GatewayRecord> = {}): GatewayRecord {
  return {
    id: 3,
    name: 'Prime',
    module: 'fix44',
    enabled: true,
    server: '127.0.0.1:1',
    login: '',
    has_password: false,
    gateway_server: '',
    gateway_login: '',
    has_gateway_password: false,
    priority: 1,
    reconnect_sec: 5,
    timeout_sec: 30,
    import_symbol_settings: false,
    // What rests does so here, unless a test is about orders that rest at the provider.
    params: FIX_TRADING_PARAMETERS.map((spec) => ({
      ...spec,
      value: HERE[spec.name] ?? spec.default,
    })),
    symbols: ['*'],
    translates: [],
    mode: 'Active',
    reconnect_attempts: 3,
    series_pause_sec: 60,
    allow_import_balances: false,
    collect_transactions_days: 0,
    groups: [],
    profiling: false,
    ssl: false,
    created_at: '',
    updated_at: '',
    version: 1,
    ...over,
  }
}

export function withParameter(record: GatewayRecord, name: string, value: string): GatewayRecord {
  if (parameterValue(record.params, name) === '') throw new Error(`there is no parameter ${name}`)
  const params = record.params.map((one) => (one.name === name ? { ...one, value } : one))
  return { ...record, params }
}

/** A rule that sends marked requests to the provider, and those that the server makes by itself. */
export const TO_PROVIDER = rule({
  id: 5,
  position: 1,
  action: 'gateway',
  dealers: [3],
  conditions: [{ field: 'comment', op: 'eq', value: 'out*,[*' }],
})
export const OUT = {
  kind: 'open',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '1',
  comment: 'out',
} as const

interface Given {
  readonly routing?: readonly RoutingRuleRecord[]
  readonly gateway?: GatewayRecord
  readonly changes?: BookChanges
}

/** What rests is one order to its provider, whatever it is called since it was changed. */
function countedBy({ id, rest }: ProviderOrder): string {
  return rest === undefined ? id : id.slice(0, id.lastIndexOf('-'))
}

/** A shard with one funded account, and a provider that says what the test tells it to. */
export class ProviderFloor {
  readonly prices: GivenPrices
  shard: GivenShard
  socket: number
  /** Everything that the shard has told its gateways, oldest first. */
  readonly said: ToGateway[] = []
  readonly #replies = new Map<number, Readonly<Record<string, unknown>>>()
  readonly events: Readonly<Record<string, unknown>>[] = []
  readonly #parts: { readonly book: ReturnType<typeof givenBook>; readonly prices: GivenPrices }
  readonly #totals = new Map<string, number>()
  #since = 0
  #reports = 0
  #executions = 0

  constructor({ routing = [TO_PROVIDER, CONFIRM], gateway, changes }: Given = {}) {
    const book = givenBook({ routing, gateways: [gateway ?? gatewayRecord()], ...changes })
    this.prices = new GivenPrices(book)
    this.#parts = { book, prices: this.prices }
    this.shard = new GivenShard(this.#parts).profile().grantIds(100, 100_000).deposit('10000')
    this.socket = this.shard.socket()
    this.online()
  }

  get account() {
    return this.shard.account()
  }

  turn(work: () => void): void {
    this.#heard(this.shard.turn(work))
  }

  /** Another session of the provider begins. */
  online(): void {
    const online = [{ id: 3, since: ++this.#since }]
    this.turn(() => this.shard.core.parking.gateways.setOnline(online))
  }

  offline(): void {
    this.turn(() => this.shard.core.parking.gateways.setOnline([]))
  }

  /** Answers the id of the frame. */
  send(body: object): number {
    let id = 0
    this.turn(() => {
      id = this.shard.send(this.socket, 'trade', body as Record<string, unknown>)
    })
    return id
  }

  /** The answer to the frame; undefined while it waits. */
  reply(id: number): Readonly<Record<string, unknown>> | undefined {
    return this.#replies.get(id)
  }

  ask(body: object): Readonly<Record<string, unknown>> {
    const reply = this.reply(this.send(body))
    if (reply === undefined) throw new Error('the request waits')
    return reply
  }

  /** The orders that were sent with `what`, oldest first. */
  orders(what: 'place' | 'change' | 'cancel' | 'ask' = 'place'): readonly ProviderOrder[] {
    return this.said.flatMap((one) => (one.what === what ? [one.order] : []))
  }

  /** The newest order that was placed. */
  get placed(): ProviderOrder {
    const order = this.orders().at(-1)
    if (order === undefined) throw new Error('an order was placed')
    return order
  }

  get taken(): readonly number[] {
    return this.said.flatMap((one) => (one.what === 'taken' ? [one.report] : []))
  }

  /** The provider fills so many lots; answers the report, to be sent again. */
  fill(order: ProviderOrder, lots: string, price: string, state?: ProviderState): ProviderReport {
    const volume = volumeFromText(lots)
    const total = (this.#totals.get(countedBy(order)) ?? 0) + volume
    this.#totals.set(countedBy(order), total)
    const digits = this.#parts.book.symbolsById.get(order.symbol_id)?.digits ?? 0
    const execution = { id: `X${++this.#executions}`, volume, price: points(price, digits) }
    return this.report({
      order: order.id,
      execution,
      total,
      external_id: `P-${order.id}`,
      state: state ?? (total >= order.volume ? 'filled' : 'working'),
    })
  }

  /** The provider says how an order stands, with nothing new. */
  say(order: ProviderOrder, state: ProviderState, text = ''): ProviderReport {
    const total = this.#totals.get(countedBy(order)) ?? 0
    return this.report({ order: order.id, state, total, text })
  }

  report(given: Partial<ProviderReport> & Pick<ProviderReport, 'order' | 'state'>): ProviderReport {
    const report = {
      gateway: 3,
      number: ++this.#reports,
      external_id: '',
      execution: null,
      total: 0,
      average: 0,
      text: '',
      ...given,
    }
    this.again(report)
    return report
  }

  again(report: ProviderReport): void {
    this.turn(() => this.shard.core.parking.reports.take(report))
  }

  /** Time passes, and what is due by then is done. */
  pass(ms: number): void {
    this.shard.clock.at += ms
    this.turn(() => this.shard.core.parking.run())
  }

  tick(name: string, bid: string, ask: string): void {
    this.shard.push(name, bid, ask)
    this.look()
  }

  look(): void {
    this.#heard(this.shard.look())
  }

  /** The shard ends, with what it had in memory, and comes back from its log. */
  restart(): void {
    const { disk, clock, counters } = this.shard
    disk.crash()
    const rig = new GivenShard({ ...this.#parts, disk, clock, counters }).profile()
    for (const record of rig.records()) rig.core.ledger.replay(record)
    rig.triggers.load(rig.account())
    rig.margin.load(rig.account())
    rig.core.parking.recover([rig.account()])
    rig.grantIds(rig.counters.sequence * 1_000 + 500_000, rig.counters.sequence * 1_000 + 500_900)
    this.shard = rig
    this.socket = rig.socket()
    this.turn(() => {
      rig.core.parking.gateways.setOnline([{ id: 3, since: this.#since }])
    })
  }

  notes(): readonly string[] {
    return this.shard
      .records(LOGIN)
      .flatMap(({ note }) => (note === undefined || note.kind === 'balance' ? [] : [note.text]))
  }

  /** The rows of an order, oldest first. */
  rows(id: number) {
    return this.shard
      .records(LOGIN)
      .flatMap(({ events }) => events)
      .flatMap((event) => (event.type === 'order' && event.id === id ? [event] : []))
  }

  settle(): void {
    checkLedger(this.shard.records(LOGIN), this.account)
  }

  #heard(told: readonly Told[]): void {
    for (const { kind, value } of told) {
      if (kind === 'gateway') this.said.push(value as unknown as ToGateway)
      else if (kind === 'reply') this.#replies.set(Number(value['id']), value)
      else if (kind === 'event') this.events.push(value)
    }
  }
}
