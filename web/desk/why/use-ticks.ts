import { useEffect, useState } from 'preact/hooks'
import type { Answer } from '../../link/answer.js'
import { serverNow } from '../../link/clock.js'
import { call } from '../../link/rest.js'
import { lives } from '../../staff/connection/link.js'
import type { Tick } from './levels.js'

/** The ticks of a symbol around a time, with a group's markup. */
export interface Ticks {
  readonly from: number
  readonly to: number
  readonly items: readonly Tick[]
  /** The time at which the answer was cut off, or null if it is complete. */
  readonly next: string | null
}

const MOST = 10_000
const MINUTE_MS = 60_000

interface TicksAsk {
  readonly symbolId: number
  readonly group: string
  /** The centre of the range, and the minutes before and after it. */
  readonly at: number
  readonly minutes: number
}

/** Reads the ticks; null while they load. Ticks of another request are never shown for this one. */
export function useTicks(ask: TicksAsk | null): {
  readonly ticks: Ticks | null
  readonly refused: Answer<unknown> | null
  again(): Promise<void>
} {
  const key = JSON.stringify(ask)
  const [read, setRead] = useState<{ key: string; answer: Answer<unknown> | Ticks } | null>(null)
  const look = async (isWanted: () => boolean) => {
    if (ask === null) return
    const { symbolId: id, group, at, minutes } = ask
    const from = at - minutes * MINUTE_MS
    const to = at + minutes * MINUTE_MS
    const span = { from: new Date(from).toISOString(), to: new Date(to).toISOString() }
    const query = { ...span, group, limit: MOST }
    const answer = await call('GET /admin/v1/symbols/{id}/ticks', { params: { id }, query })
    if (!isWanted()) return
    if (!answer.ok) setRead({ key, answer })
    else setRead({ key, answer: { from, to, ...answer.data } })
  }
  useEffect(() => {
    let isOld = false
    void look(() => !isOld)
    return () => {
      isOld = true
    }
  }, [key, lives.value])
  const own = read?.key === key ? read.answer : null
  const isTicks = own !== null && 'items' in own
  return {
    ticks: isTicks ? own : null,
    refused: own === null || isTicks ? null : own,
    again: () => look(() => true),
  }
}

/** The time until which prices are known. */
export const knownUntil = ({ to, next }: Ticks): number =>
  Math.min(to, next === null ? to : Date.parse(next), serverNow())
