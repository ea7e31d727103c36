import { computed, signal } from '@preact/signals'
import { scaled } from '../../text/numbers.js'
import { money, positions, terms } from './account.js'

/** The account's state relative to the margin levels of its group. */
type MarginStanding = 'fine' | 'call' | 'out'

const DIGITS = 8

/** Whether the last event entered a margin call; null until the first event after the snapshot. */
const told = signal<boolean | null>(null)

export function takeMarginCall(entered: boolean): void {
  told.value = entered
}

export function marginCallUnknown(): void {
  told.value = null
}

/**
 * The state by the account's figures, known even after a reload. If there was an event, the event
 * decides.
 */
export const marginStanding = computed<MarginStanding>(() => {
  const known = byFigures()
  if (known === 'out' || told.value === null) return known
  return told.value ? 'call' : 'fine'
})

function byFigures(): MarginStanding {
  if (money.value === null || terms.value === null) return 'fine'
  const { equity, margin, margin_level } = money.value
  const { stop_out_mode, margin_call_level, stop_out_level } = terms.value
  const isPercent = stop_out_mode === 'percent'
  const isCharged = scaled(margin ?? '0', DIGITS) > 0n
  const now = isPercent ? margin_level : equity
  if (now === null || !(isCharged || (!isPercent && positions.value.size > 0))) return 'fine'
  const isAt = (level: string) => scaled(now, DIGITS) <= scaled(level, DIGITS)
  return isAt(stop_out_level) ? 'out' : isAt(margin_call_level) ? 'call' : 'fine'
}
