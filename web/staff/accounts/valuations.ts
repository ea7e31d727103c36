import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FrameSchemas } from '../../link/contract.js'
import { follow, line, subscribe } from '../connection/link.js'
import { isLookedAt } from './money.js'

/**
 * Live figures of an account's open positions, which the server sends while the account's card is
 * open.
 */
type ValuationRow = FrameSchemas['WatchedValuationView']['rows'][number]
type Figures = Omit<ValuationRow, 'position_id'>

/**
 * Figures by position id; null while the server sends none, because it follows only a limited
 * number of accounts per connection.
 */
export function useValuations(login: number): ReadonlyMap<number, Figures> | null {
  const figures = useSignal<ReadonlyMap<number, Figures> | null>(null)
  useEffect(() => {
    let isLeft = false
    const leave = follow(
      `valuation.${login}`,
      () => {
        void line()
          ?.ask('watch', { logins: [login], valuation: true })
          .then((answer) => {
            if (!isLeft) figures.value = answer?.code === 'ok' ? new Map() : null
          })
      },
      () => {
        // The request with `valuation: false` would watch the account again, so it is skipped when
        // the account is no longer watched.
        if (isLookedAt(login)) void line()?.ask('watch', { logins: [login], valuation: false })
      },
    )
    const end = subscribe('valuation', ({ login: of, rows }) => {
      if (of !== login) return
      const next = new Map(figures.value ?? [])
      for (const { position_id: id, ...row } of rows) next.set(id, row)
      figures.value = next
    })
    return () => {
      isLeft = true
      end()
      leave()
      figures.value = null
    }
  }, [login])
  return figures.value
}
