import type { Step } from '../steps/steps.js'

/** The moments of a step, from the first one that is known, and what lies between them. */
type MomentName = 'received' | 'sent' | 'acknowledged' | 'filled' | 'decided' | 'durable' | 'told'

interface Moment {
  readonly name: MomentName
  readonly at: string
  /** Microseconds since the first moment; 0 of that itself. */
  readonly after: number
}

/** In the order of their time. What nothing tells is not there. */
export function momentsOf({ order, deal }: Step): Moment[] {
  const told = deal ?? order
  const isOwn = deal === null || order === null || isOfOrder(deal.reason)
  const known: readonly (readonly [MomentName, string | null | undefined])[] = [
    ['received', isOwn ? order?.received_at : null],
    ['sent', order?.sent_at],
    ['acknowledged', order?.acknowledged_at],
    ['filled', order?.provider_filled_at],
    ['decided', told?.decided_at],
    ['durable', told?.durable_at],
    ['told', told?.told_at],
  ]
  const there = known.flatMap(([name, at]) => (at == null ? [] : [{ name, at }]))
  const sorted = there.toSorted((a, b) => microsOf(a.at) - microsOf(b.at))
  const [first] = sorted
  if (first === undefined) return []
  return sorted.map((one) => ({ ...one, after: microsOf(one.at) - microsOf(first.at) }))
}

/** An order that rested came long before its price: that is not the way of its deal. */
const isOfOrder = (reason: string): boolean => reason !== 'activation'

/** Microseconds since 1970: a double holds them. */
function microsOf(at: string): number {
  const [seconds = '', fraction = ''] = at.replace('Z', '').split('.')
  return Date.parse(`${seconds}Z`) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}
