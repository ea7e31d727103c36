import { createServer, type Server, type Socket } from 'node:net'
import { Decimal } from 'decimal.js'
import type {
  SessionOrder,
  SessionReport,
} from '../../../actors/links/gateways/provider-session.js'

/**
 * A liquidity provider on a real socket, with books of its own: what it was sent, what it has traded, and
 * what it has told. It speaks lines of JSON (`line-session.ts` is the other side) and does what the test
 * says. As a FIX session does, it tells again what was not called taken, unless it is `forgetful`.
 */
export interface CounterpartyTrade {
  readonly order: string
  readonly id: string
  readonly symbol: string
  readonly side: 'buy' | 'sell'
  readonly quantity: string
  readonly price: string
}

interface Held {
  order: SessionOrder
  readonly placed: number
  state: SessionReport['state']
  readonly trades: CounterpartyTrade[]
}

/** The way it treats an order as it comes; nothing is `silent`. */
export type Policy = (order: SessionOrder, party: Counterparty) => void

export class Counterparty {
  readonly orders = new Map<string, Held>()
  readonly cancels: string[] = []
  readonly changes: string[] = []
  readonly asks: string[] = []
  /** Ids that came twice: S2 was broken. */
  readonly doubled: string[] = []
  policy: Policy = (order, party) => party.fill(order.id, order.quantity)
  /** It lets nobody in. */
  isClosed = false
  isForgetful = false
  /** Orders that it does not cancel, and says nothing about that. */
  readonly deaf = new Set<string>()
  /** It refuses to cancel or change anything, and says why. */
  refusal = ''
  /** The price that it fills at, where the order has no limit. */
  price = '1.17005'
  logons = 0
  /** What orders are called now, by what they were called before they were changed. */
  readonly #names = new Map<string, string>()
  readonly #server: Server
  readonly #sockets = new Set<Socket>()
  #online: Socket | undefined
  #told: { readonly mark: number; readonly report: SessionReport }[] = []
  #lastMark = 0
  #lastTrade = 0
  readonly #waiting: (() => void)[] = []

  private constructor(server: Server) {
    this.#server = server
    server.on('connection', (socket) => this.#accept(socket))
  }

  static async start(port = 0): Promise<Counterparty> {
    const server = createServer()
    const party = new Counterparty(server)
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    return party
  }

  get address(): string {
    const address = this.#server.address()
    return `127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  }

  get isOnline(): boolean {
    return this.#online !== undefined
  }

  /** Reports that were not called taken. */
  get untaken(): number {
    return this.#told.length
  }

  get trades(): readonly CounterpartyTrade[] {
    return [...this.orders.values()].flatMap(({ trades }) => trades)
  }

  async until(claim: (party: this) => boolean): Promise<void> {
    while (!claim(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve))
  }

  /** Trades some of an order, and tells of it; `tells` false keeps that to itself. */
  fill(id: string, quantity: string, price?: string, tells = true): CounterpartyTrade {
    const held = this.held(id)
    const { symbol, side, limit } = held.order
    const at = price ?? (limit === '' ? this.price : limit)
    const trade = { order: id, id: `T${++this.#lastTrade}`, symbol, side, quantity, price: at }
    held.trades.push(trade)
    const isWhole = totalOf(held.trades).gte(held.order.quantity)
    if (held.state === 'working' && isWhole) held.state = 'filled'
    if (tells) this.#tell(this.#reportOf(held, trade))
    return trade
  }

  end(id: string, state: 'cancelled' | 'rejected' | 'expired', text = ''): void {
    const held = this.held(id)
    if (held.state !== 'working') return
    held.state = state
    this.#tell({ ...this.#reportOf(held), text })
  }

  accept(id: string): void {
    this.#tell(this.#reportOf(this.held(id)))
  }

  /** Tells something that it told before once more, under a new mark. */
  repeat(trade: CounterpartyTrade): void {
    this.#tell(this.#reportOf(this.held(trade.order), trade))
  }

  /** The line drops, in the middle of whatever was on it. */
  disconnect(): void {
    this.#online?.destroy()
    this.#online = undefined
  }

  /** The thread at the other end of the line dies of what it hears. */
  die(): void {
    this.#say({ op: 'die' })
  }

  stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy()
    return new Promise((resolve) => {
      this.#server.close(() => resolve())
    })
  }

  /** What it holds of an order, under whichever of its names. */
  held(id: string): Held {
    const named = this.#names.get(id)
    if (named !== undefined) return this.held(named)
    const held = this.orders.get(id)
    if (held === undefined) throw new Error(`order ${id} has arrived`)
    return held
  }

  #reportOf({ order, state, trades }: Held, trade?: CounterpartyTrade): SessionReport {
    const total = totalOf(trades)
    const paid = trades.reduce((sum, one) => sum.plus(times(one)), new Decimal(0))
    return {
      order: order.id,
      symbol: order.symbol,
      side: order.side,
      state,
      externalId: `P${[...this.orders.keys()].indexOf(order.id) + 1}`,
      execution: trade === undefined ? null : executionOf(trade),
      total: total.toFixed(),
      average: total.isZero() ? '' : paid.div(total).toFixed(8),
      text: '',
    }
  }

  #tell(report: SessionReport): void {
    const one = { mark: ++this.#lastMark, report }
    this.#told.push(one)
    this.#say({ op: 'report', ...one })
    this.#wake()
  }

  #say(line: object): void {
    this.#online?.write(`${JSON.stringify(line)}\n`)
  }

  #accept(socket: Socket): void {
    this.#sockets.add(socket)
    let text = ''
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      if (this.#online === socket) this.#online = undefined
      this.#wake()
    })
    socket.on('data', (bytes) => {
      const lines = `${text}${bytes.toString('utf8')}`.split('\n')
      text = lines.pop() ?? ''
      for (const line of lines) if (!socket.destroyed) this.#heard(socket, JSON.parse(line))
      this.#wake()
    })
  }

  #heard(socket: Socket, line: { op: string; order?: SessionOrder; mark?: number }): void {
    if (line.op === 'logon') {
      if (this.isClosed) socket.destroy()
      else this.#letIn(socket)
      return
    }
    if (socket !== this.#online) return
    if (line.op === 'taken') this.#told = this.#told.filter(({ mark }) => mark !== line.mark)
    const { order } = line
    if (order === undefined) return
    if (line.op === 'place') this.#place(order)
    else if (line.op === 'change') this.#change(order)
    else if (line.op === 'cancel') this.#cancel(order.id)
    else if (line.op === 'ask') this.#answer(order)
  }

  #letIn(socket: Socket): void {
    this.#online?.destroy()
    this.#online = socket
    this.logons++
    this.#say({ op: 'welcome' })
    if (this.isForgetful) this.#told = []
    for (const one of this.#told) this.#say({ op: 'report', ...one })
  }

  #place(order: SessionOrder): void {
    if (this.orders.has(order.id)) {
      this.doubled.push(order.id)
      return
    }
    this.orders.set(order.id, { order, placed: performance.now(), state: 'working', trades: [] })
    this.policy(order, this)
  }

  /** An order that rests has other terms and another name from now on, or neither. */
  #change(order: SessionOrder): void {
    this.changes.push(order.id)
    const before = order.replaces ?? ''
    const held = this.orders.get(before)
    if (held === undefined || held.state !== 'working' || this.refusal !== '') {
      this.#tell({
        order: order.id,
        symbol: order.symbol,
        side: order.side,
        state: 'kept',
        externalId: '',
        execution: null,
        total: '0',
        average: '',
        text: this.refusal || 'too late',
      })
      return
    }
    held.order = order
    this.orders.delete(before)
    this.orders.set(order.id, held)
    this.#names.set(before, order.id)
    this.accept(order.id)
  }

  #cancel(id: string): void {
    this.cancels.push(id)
    const held = this.orders.get(id)
    if (held !== undefined && (this.refusal !== '' || held.state !== 'working')) {
      this.#tell({ ...this.#reportOf(held), state: 'kept', text: this.refusal || 'too late' })
    } else if (this.orders.has(id) && !this.deaf.has(id)) this.end(id, 'cancelled')
  }

  #answer(order: SessionOrder): void {
    this.asks.push(order.id)
    const held = this.orders.get(order.id)
    if (held !== undefined) this.#tell(this.#reportOf(held))
    else {
      this.#tell({
        order: order.id,
        symbol: order.symbol,
        side: order.side,
        state: 'unknown',
        externalId: '',
        execution: null,
        total: '0',
        average: '',
        text: '',
      })
    }
  }

  #wake(): void {
    for (const resolve of this.#waiting.splice(0)) resolve()
  }
}

function executionOf({ id, quantity, price }: CounterpartyTrade) {
  return { id, quantity, price }
}

function totalOf(trades: readonly CounterpartyTrade[]): Decimal {
  return trades.reduce((sum, { quantity }) => sum.plus(quantity), new Decimal(0))
}

function times({ quantity, price }: CounterpartyTrade): Decimal {
  return new Decimal(quantity).times(price)
}
