import type { Step } from '../steps/steps.js'

/** The timestamps of a step, from the first known one, and the delays between them. */
type MomentName = 'received' | 'sent' | 'acknowledged' | 'filled' | 'decided' | 'durable' | 'told'

interface Moment {
  readonly name: MomentName
  readonly at: string
  /** Microseconds since the first timestamp; 0 for the first itself. */
  readonly after: number
}

/** The timestamps in chronological order. Unknown ones are left out. */
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

/**
 * A pending order arrived long before its price did, so its timestamps are not part of the deal's
 * delay.
 */
const isOfOrder = (reason: string): boolean => reason !== 'activation'

/** Microseconds since 1970, which a double represents exactly. */
function microsOf(at: string): number {
  const [seconds = '', fraction = ''] = at.replace('Z', '').split('.')
  return Date.parse(`${seconds}Z`) * 1000 + Number(fraction.padEnd(6, '0').slice(0, 6))
}
