import { scaledFromText } from '../../engine/numbers/decimal.js'
import { keptRow } from '../given/records/kept-row.js'

/**
 * An account as one client knows it: the snapshot it took once, and every event since.
 *
 *   F1. Events come with rising, gapless `seq`; whatever breaks that is kept in `problems`.
 *   F2. The balance here is the sum of deals and nothing else, so it can be held against the
 *       server's own figure.
 */
export type View = Readonly<Record<string, unknown>>

export interface Event {
  readonly event: string
  readonly seq?: string
  readonly data: View
}

const MONEY_DIGITS = 2

export class AccountFold {
  seq = 0
  balance = 0
  credit = 0
  readonly positions = new Map<number, View>()
  readonly orders = new Map<number, View>()
  readonly problems: string[] = []
  /** True once a snapshot laid the ground. */
  isGrounded = false

  ground(snapshot: View): void {
    const { money } = snapshot['account'] as { readonly money: View }
    this.seq = Number(snapshot['seq'])
    this.balance = minor(money['balance'])
    this.credit = minor(money['credit'])
    this.positions.clear()
    for (const position of snapshot['positions'] as View[]) {
      this.positions.set(Number(position['id']), keptRow(position))
    }
    this.orders.clear()
    for (const order of snapshot['orders'] as View[])
      this.orders.set(Number(order['id']), keptRow(order))
    this.isGrounded = true
  }

  take(event: Event): void {
    if (event.event === 'money') this.#money(event.data)
    if (event.seq === undefined) return
    const seq = Number(event.seq)
    if (seq !== this.seq + 1) this.problems.push(`event ${seq} came after ${this.seq}`)
    this.seq = Math.max(seq, this.seq)
    if (event.event === 'deal') this.#deal(event.data)
    else if (event.event === 'position' || event.event === 'correction') this.#position(event.data)
    else if (event.event === 'order') this.#order(event.data)
  }

  /** The fields in which the server's snapshot is otherwise. */
  differences(snapshot: View): string[] {
    const server = new AccountFold()
    server.ground(snapshot)
    const found: string[] = []
    for (const field of ['seq', 'balance', 'credit'] as const) {
      if (server[field] !== this[field]) {
        found.push(`${field}: the client has ${this[field]}, the snapshot ${server[field]}`)
      }
    }
    found.push(...unlike('position', this.positions, server.positions))
    found.push(...unlike('order', this.orders, server.orders))
    return found
  }

  #money(money: View): void {
    if (Number(money['seq']) !== this.seq) return
    if (minor(money['balance']) !== this.balance) {
      this.problems.push(`at ${this.seq} the balance was told as ${money['balance']}`)
    }
  }

  #deal(deal: View): void {
    for (const part of ['profit', 'swap', 'commission', 'fee']) this.balance += minor(deal[part])
    this.credit += minor(deal['credit'])
  }

  #order(order: View): void {
    const id = Number(order['id'])
    if (order['done_at'] === undefined) this.orders.set(id, order)
    else this.orders.delete(id)
  }

  #position(position: View): void {
    const id = Number(position['id'])
    if (position['volume'] === '0') this.positions.delete(id)
    else this.positions.set(id, position)
  }
}

type Views = ReadonlyMap<number, View>

function unlike(what: string, mine: Views, theirs: Views): string[] {
  return [...new Set([...mine.keys(), ...theirs.keys()])].flatMap((id) => {
    const [own, other] = [canonical(mine.get(id)), canonical(theirs.get(id))]
    return own === other ? [] : [`${what} ${id}: ${own} against ${other}`]
  })
}

export function minor(text: unknown): number {
  const value = scaledFromText(String(text), MONEY_DIGITS)
  if (value === undefined) throw new Error(`${text} is no amount`)
  return value
}

/** The same text for the same content. */
export function canonical(view: unknown): string {
  if (typeof view !== 'object' || view === null) return JSON.stringify(view) ?? 'nothing'
  const entries = Object.entries(view).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${entries.map(([name, value]) => `${name}:${canonical(value)}`).join()}}`
}
