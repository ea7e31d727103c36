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
 * Lists of symbols that traders watch. Nobody else reads them, so the journal has no lines of them. Whoever asks has looked
 * at the symbols: what the account may not trade any more is left out where a list is shown.
 */
type Content = Pick<StoredWatchlist, 'name' | 'symbols'>
type Of = { readonly login: Login }
/** The holder of the account makes it: a creation is remembered under its key. */
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

/** Refuses an id without a list; a list of another account reads the same. */
function missing(id: number): Refusal {
  return because('not_found.watchlist', { id })
}
