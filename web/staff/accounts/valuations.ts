import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import type { FrameSchemas } from '../../link/contract.js'
import { follow, hear, line } from '../connection/link.js'
import { isLookedAt } from './money.js'

/** Live figures of the positions of an account, as the server tells them while its card is looked at. */
type Told = FrameSchemas['WatchedValuationView']['rows'][number]
type Figures = Omit<Told, 'position_id'>

/** By position; null while the server tells none, since it follows as many accounts for this page as it does at once. */
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
        // An account that is watched no more has no figures either, and would be watched again by asking for none.
        if (isLookedAt(login)) void line()?.ask('watch', { logins: [login], valuation: false })
      },
    )
    const end = hear('valuation', ({ login: of, rows }) => {
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
