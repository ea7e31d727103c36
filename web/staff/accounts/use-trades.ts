import { useEffect, useState } from 'preact/hooks'
import { after } from '../../link/clock.js'
import { second } from '../../state/market.js'
import { lives, subscribe } from '../connection/link.js'

const CHANGED_MS = 300

/**
 * Increases when trades of the account change and, if `isLive`, once a second. Lists reload when it
 * changes.
 */
export function useTrades(login: number, isLive: boolean): number {
  const { count } = useTradeEvents(login)
  return count + lives.value + (isLive ? second.value : 0)
}

/**
 * Counts events about trades of the account, at most one in `CHANGED_MS`, and keeps the newest
 * `projection_seq`. Without a login there are none.
 */
export function useTradeEvents(login: number | null): {
  readonly count: number
  readonly newest: number
} {
  const [events, setEvents] = useState({ count: 0, newest: 0 })
  useEffect(() => {
    let stop: (() => void) | undefined
    let newest = 0
    // Not a debounce: the timer is not restarted, so an account that trades all the time is still read.
    const changed = () => {
      stop ??= after(CHANGED_MS, () => {
        stop = undefined
        setEvents(({ count }) => ({ count: count + 1, newest }))
      })
    }
    const ends = (['position', 'order', 'deal'] as const).map((name) =>
      subscribe(name, (data, projectionSeq = 0) => {
        if (data.login !== login) return
        newest = Math.max(newest, projectionSeq)
        changed()
      }),
    )
    return () => {
      stop?.()
      for (const end of ends) end()
    }
  }, [login])
  return events
}
