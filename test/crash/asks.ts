import type { Prng } from '../../engine/numbers/prng.js'
import type { View } from './account-fold.js'
import { serverNow } from './server-clock.js'

/**
 * The requests of the traders of one account, by what they were told of before: opening and closing, orders
 * that rest, stops, pairs, and closing by one another. Positions and orders that have gone meanwhile are
 * asked for too.
 */
export class TradeAsks {
  readonly #prng: Prng
  readonly #positions: Known[] = []
  readonly #orders: Known[] = []
  /** Changes of orders that were just told of, so that some of them meet the order while it rests. */
  readonly #changes: View[] = []
  /** The newest price that the account was told of, by symbol, as text. */
  readonly #prices: Map<string, string>

  constructor(prng: Prng, prices: Map<string, string>) {
    this.#prng = prng
    this.#prices = prices
  }

  /** A request was accepted. */
  learn(args: View, data: View): void {
    const { kind, symbol, side } = args
    const known = (id: unknown): Known => ({
      id: Number(id),
      symbol: String(symbol),
      side: String(side),
    })
    const { price } = data
    if (typeof price === 'string' && kind === 'open') this.#prices.set(String(symbol), price)
    if (kind === 'open') this.#positions.push(known(data['position_id']))
    if (kind !== 'place') return
    this.#orders.push(known(data['order_id']))
    const up = side === 'buy' ? 1 : -1
    const away = this.#near(String(args['price']), args['order_kind'] === 'limit' ? -up : up)
    this.#changes.push({ kind: 'change', order_id: Number(data['order_id']), price: away })
  }

  /** A change that found its provider away is asked for again, so that some meet it when it is back. */
  again(args: View): void {
    const { kind, order_id, price } = args
    if (kind === 'change') this.#changes.push({ kind, order_id, price })
  }

  /** It is not there any more. */
  forget({ position_id, order_id }: View): void {
    drop(this.#positions, position_id)
    drop(this.#orders, order_id)
  }

  next(): View {
    const change = this.#changes.shift()
    if (change !== undefined) return change
    const unit = this.#prng.unit()
    const symbol = SYMBOLS[this.#prng.below(SYMBOLS.length)] as string
    const side = this.#prng.below(2) === 0 ? 'buy' : 'sell'
    if (unit < 0.04) return { kind: 'open', symbol, side, volume: '90' }
    if (unit < 0.07) return { kind: 'open', symbol, side, volume: '0.001' }
    if (unit < 0.1) return { kind: 'close', position_id: 1 }
    const price = this.#prices.get(symbol)
    if (unit < 0.35 && price !== undefined) return this.#place(symbol, side, price)
    if (unit < 0.5 && this.#orders.length > 0) return this.#ofOrder()
    if (unit < 0.6 && this.#positions.length > 0) return this.#stops()
    if (unit < 0.65) return this.#closeBy()
    if (this.#prng.below(POSITIONS_WANTED) < this.#positions.length) return this.#close()
    return { kind: 'open', symbol, side, ...this.#volume(), ...this.#levels(price, side) }
  }

  /** That was opened, whatever became of it. */
  anyPosition(): number | undefined {
    return this.#one(this.#positions)?.id
  }

  #volume(): View {
    return { volume: `0.0${1 + this.#prng.below(5)}` }
  }

  /** A stop loss, a take profit or both, some thousandths away. */
  #levels(price: string | undefined, side: string): View {
    const which = this.#prng.below(4)
    if (price === undefined || which === 0) return {}
    const down = side === 'buy' ? -1 : 1
    return {
      ...(which & 1 ? { stop_loss: this.#near(price, down) } : {}),
      ...(which & 2 ? { take_profit: this.#near(price, -down) } : {}),
      ...(this.#prng.below(4) === 0 ? { trailing_pts: 20 + this.#prng.below(200) } : {}),
    }
  }

  /** So near that many are hit within a round. */
  #near(price: string, way: number): string {
    const digits = price.length - price.indexOf('.') - 1
    return (Number(price) * (1 + way * 0.0008 * this.#prng.unit())).toFixed(digits)
  }

  #place(symbol: string, side: string, price: string): View {
    const order_kind = (['limit', 'stop', 'stop_limit'] as const)[this.#prng.below(3)]
    const up = side === 'buy' ? 1 : -1
    const level = this.#near(price, order_kind === 'limit' ? -up : up)
    const other = this.#one(this.#orders)
    return {
      kind: 'place',
      symbol,
      side,
      order_kind,
      price: level,
      ...this.#volume(),
      ...(order_kind === 'stop_limit' ? { trigger_price: level } : {}),
      ...this.#levels(level, side),
      ...(other !== undefined && this.#prng.below(3) === 0 ? { oco_order_id: other.id } : {}),
      ...this.#term(),
    }
  }

  #term(): View {
    const which = this.#prng.below(6)
    if (which === 0) return { expiration: 'day' }
    const expires_at = new Date(serverNow() + this.#prng.below(2_000) + 500).toISOString()
    return which === 1 ? { expiration: 'specified', expires_at } : {}
  }

  #ofOrder(): View {
    const at = this.#prng.below(this.#orders.length)
    const { id: order_id, symbol, side } = this.#orders[at] as Known
    const price = this.#prices.get(symbol)
    if (this.#prng.below(2) === 0 || price === undefined) {
      // Now and then it stays in the list, so that two requests want to delete the same.
      if (this.#prng.unit() < 0.9) this.#orders.splice(at, 1)
      return { kind: 'delete', order_id }
    }
    const way = this.#prng.below(2) === 0 ? 1 : -1
    return { kind: 'change', order_id, price: this.#near(price, way), ...this.#levels(price, side) }
  }

  #stops(): View {
    const { id: position_id, symbol, side } = this.#one(this.#positions) as Known
    const levels = this.#levels(this.#prices.get(symbol), side)
    return { kind: 'stops', position_id, take_profit: '0', ...levels }
  }

  #closeBy(): View {
    const one = this.#one(this.#positions)
    const other = this.#positions.find(
      ({ symbol, side }) => symbol === one?.symbol && side !== one.side,
    )
    if (one === undefined || other === undefined) return { kind: 'close', position_id: 1 }
    return { kind: 'close_by', position_id: one.id, by_position_id: other.id }
  }

  #close(): View {
    const at = this.#prng.below(this.#positions.length)
    const { id: position_id } = this.#positions[at] as Known
    const part = this.#prng.unit()
    if (part < 0.1) return { kind: 'close', position_id, volume: '0.01' }
    // As with orders.
    if (part < 0.95) this.#positions.splice(at, 1)
    return { kind: 'close', position_id }
  }

  #one(of: readonly Known[]): Known | undefined {
    return of[this.#prng.below(Math.max(1, of.length))]
  }
}

function drop(of: Known[], id: unknown): void {
  const at = of.findIndex((one) => one.id === id)
  if (at >= 0) of.splice(at, 1)
}

interface Known {
  readonly id: number
  readonly symbol: string
  readonly side: string
}

const SYMBOLS = ['EURUSD', 'GBPUSD', 'USDJPY', 'EURJPY', 'XAUUSD', 'BTCUSD'] as const
const POSITIONS_WANTED = 30
