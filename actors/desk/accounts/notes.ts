import { HOUR_MS } from '../../../engine/calendar/durations.js'
import { isRefusal, type Refusal } from '../../../engine/code.js'
import { refuseStale } from '../../../engine/config/kind.js'
import { NOTE_CHANGE_MS, NOTES_PER_ACCOUNT_MAX } from '../../../engine/limits/people.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { Login } from '../../../engine/units.js'
import type { StoredNote } from '../../../wire/stored/stored-note.js'
import { accept, type Outcome } from '../../thread/ask.js'
import type { Actor } from '../actor.js'
import type { Desk } from '../desk.js'
import type { Once } from '../remembered-answers.js'
import { ChangedAccounts } from './changed-accounts.js'

/**
 * Notes of staff on accounts.
 *
 *   N1. Only the author changes or deletes a note, and only for a day, because later readers rely
 *       on it.
 *   - The journal has who did what with which note, without the text, because not all readers of
 *     the journal may see notes.
 */
type Of = { readonly actor: Actor; readonly login: Login }
type One = Of & { readonly id: number }
type Changed = One & { readonly text: string; readonly version: number }

export type AddNote = Of & { readonly text: string; readonly once?: Once }

export interface NotesPage {
  readonly items: readonly StoredNote[]
  readonly total: number
}

export function accountNotesDesk(desk: Desk) {
  const notes = new AccountNotes(desk)
  return {
    'notes.page': (request: Of & { readonly page: number; readonly limit: number }) =>
      notes.page(request),
    'notes.add': (request: AddNote) => notes.add(request),
    'notes.change': (request: Changed) => notes.change(request),
    'notes.remove': (request: One) => notes.remove(request),
  }
}

class AccountNotes {
  readonly #desk: Desk
  readonly #accounts: ChangedAccounts

  constructor(desk: Desk) {
    this.#desk = desk
    this.#accounts = new ChangedAccounts(desk)
  }

  page(request: Of & { readonly page: number; readonly limit: number }): Outcome<NotesPage> {
    const { actor, login, page, limit } = request
    const reached = this.#accounts.reached(actor, login)
    if (isRefusal(reached)) return reached
    const { notes } = this.#desk.tables
    return accept({
      items: notes.page(login, (page - 1) * limit, limit),
      total: notes.count(login),
    })
  }

  add({ actor, login, text }: AddNote): Outcome<StoredNote> {
    const reached = this.#accounts.reached(actor, login)
    if (isRefusal(reached)) return reached
    const { notes } = this.#desk.tables
    const max = NOTES_PER_ACCOUNT_MAX
    if (notes.count(login) >= max) return because('conflict.notes_max', { max })
    const author = reached.caller.login
    const at = this.#desk.clock.now()
    return this.#desk.change((journal) => {
      const note = notes.add({ login, text, author, at, changed_at: null, version: 1 })
      const line = `Account ${login}: note ${note.id} was added`
      journal(actor, { kind: 'note', login, text: line })
      return accept(note)
    })
  }

  change(request: Changed): Outcome<StoredNote> {
    const note = this.#own(request)
    if (isRefusal(note)) return note
    const { actor, login, text, version } = request
    if (version !== note.version) return refuseStale('note', note.version)
    if (text === note.text) return accept(note)
    const changed = { ...note, text, changed_at: this.#desk.clock.now(), version: note.version + 1 }
    return this.#desk.change((journal) => {
      this.#desk.tables.notes.put(changed)
      const line = `Account ${login}: note ${note.id} was changed`
      journal(actor, { kind: 'note', login, text: line })
      return accept(changed)
    })
  }

  remove(request: One): Outcome<null> {
    const note = this.#own(request)
    if (isRefusal(note)) return note
    const { actor, login } = request
    return this.#desk.change((journal) => {
      this.#desk.tables.notes.remove(note.id)
      const line = `Account ${login}: note ${note.id} was deleted`
      journal(actor, { kind: 'note', login, text: line })
      return accept(null)
    })
  }

  /** See N1. */
  #own({ actor, login, id }: One): StoredNote | Refusal {
    const reached = this.#accounts.reached(actor, login)
    if (isRefusal(reached)) return reached
    const note = this.#desk.tables.notes.get(login, id)
    if (note === undefined) return because('not_found.note', { id })
    if (note.author !== reached.caller.login) return because('forbidden.note_of_other')
    if (this.#desk.clock.now() - note.at > NOTE_CHANGE_MS) {
      return because('conflict.note_closed', { hours: NOTE_CHANGE_MS / HOUR_MS })
    }
    return note
  }
}
