import type { Refusal } from '../../../engine/code.js'
import { WATCHLISTS_PER_ACCOUNT_MAX } from '../../../engine/limits/people.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredWatchlist } from '../../../wire/stored/stored-watchlist.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import type { Once } from '../remembered-answers.js'

/**
 * Watchlists of traders. Nobody else reads them, so the journal has no lines about them. The caller
 * has checked the symbols; those that the account may no longer trade are left out when a list is
 * shown.
 */
type Content = Pick<StoredWatchlist, 'name' | 'symbols'>
type Of = { readonly login: Login }
/** A new watchlist of the account's holder. The creation is stored under its key. */
type Created = Of & Content & { readonly actor: Actor; readonly once?: Once }
type Changed = Of & { readonly id: number; readonly change: Partial<Content> }

export function watchlistsDesk(desk: Desk) {
  const { watchlists } = desk.tables
  return {
    'watchlists.list': ({ login }: Of): Outcome<StoredWatchlist[]> => accept(watchlists.of(login)),
    'watchlists.create': ({ login, name, symbols }: Created): Outcome<StoredWatchlist> => {
      const max = WATCHLISTS_PER_ACCOUNT_MAX
      if (watchlists.of(login).length >= max) {
        return because('conflict.lists_max', { max })
      }
      const now = desk.clock.now()
      return desk.change(() =>
        accept(watchlists.add(login, { name, symbols, created_at: now, updated_at: now })),
      )
    },
    'watchlists.change': ({ login, id, change }: Changed): Outcome<StoredWatchlist> => {
      const before = watchlists.get(login, id)
      if (before === undefined) return missing(id)
      const after = { ...before, ...change }
      if (isSame(before, after)) return accept(before)
      const changed = { ...after, updated_at: desk.clock.now() }
      return desk.change(() => {
        watchlists.put(changed)
        return accept(changed)
      })
    },
    'watchlists.remove': ({ login, id }: Of & { readonly id: number }): Outcome<null> =>
      desk.change(() => (watchlists.remove(login, id) ? accept(null) : missing(id))),
  }
}

function isSame(a: Content, b: Content): boolean {
  return a.name === b.name && a.symbols.join() === b.symbols.join()
}

/** Refuses an unknown id; another account's list gives the same refusal. */
function missing(id: number): Refusal {
  return because('not_found.watchlist', { id })
}
