import { NOTE_CHANGE_MS } from '../../../engine/limits/people.js'
import type { Login } from '../../../engine/units.js'
import { timeOrNull, timeText } from '../../../wire/format/time-text.js'
import { AccountParams } from '../../../wire/schema/accounts/account.js'
import {
  NoteBody,
  NoteParams,
  NotePatchBody,
  NotesPageView,
  NotesQuery,
  NoteView,
} from '../../../wire/schema/accounts/note.js'
import type { StoredNote } from '../../../wire/stored/stored-note.js'
import type { RouteRate } from '../../pipeline/rates/route-rates.js'
import { type FrontRoute, type FrontServices, route } from '../route.js'

/** Routes for staff's notes on an account. No route shows them to traders. */
const NOTES = '/admin/v1/accounts/{login}/notes'
const ONE = `${NOTES}/{id}`
const ACCOUNT = { param: 'login', outOfScope: 'not_found' } as const
const PARAMS = { login: '1001', id: '7' }
/** The changes are limited, because each one is a write to disk. */
const RATE: RouteRate = { per: 'login', max: 60, seconds: 60 }
const OWN = 'Only the author can call it, within 24 hours of writing the note.'

const listRoute = route({
  method: 'GET',
  path: NOTES,
  audience: 'staff',
  rights: ['clients.view'],
  account: ACCOUNT,
  summary: 'List the notes on an account',
  description: 'Newest first. The holder of the account never sees them.',
  params: AccountParams,
  query: NotesQuery,
  data: NotesPageView,
  errors: ['not_found', 'unavailable'],
  example: { params: { login: '1001' } },
  async handle({ actor, params, query, session, services }) {
    const { page, limit } = query
    const asked = { actor, login: params.login, page, limit }
    const found = await services.desk.ask('notes.page', asked)
    if (!found.ok) return found
    const { items, total } = found.value
    return { items: items.map((note) => view(note, session.login, services)), page, total }
  },
})

const addRoute = route({
  method: 'POST',
  path: NOTES,
  audience: 'staff',
  rights: ['clients.edit'],
  account: ACCOUNT,
  idempotent: true,
  rate: RATE,
  summary: 'Add a note to an account',
  description: 'The server adds the time and your login. The journal has a line without the text.',
  params: AccountParams,
  body: NoteBody,
  data: NoteView,
  errors: ['not_found', 'conflict', 'unavailable'],
  example: { params: { login: '1001' }, body: { text: 'Asked to be called after 5 pm.' } },
  async handle({ actor, keyed, params, body, session, services }) {
    const asked = { actor, ...keyed, login: params.login, text: body.text }
    const added = await services.desk.ask('notes.add', asked)
    return added.ok ? view(added.value, session.login, services) : added
  },
})

const patchRoute = route({
  method: 'PATCH',
  path: ONE,
  audience: 'staff',
  rights: ['clients.edit'],
  account: ACCOUNT,
  rate: RATE,
  summary: 'Change a note',
  description: OWN,
  params: NoteParams,
  body: NotePatchBody,
  data: NoteView,
  errors: ['not_found', 'conflict', 'forbidden', 'unavailable'],
  example: { params: PARAMS, body: { text: 'Asked to be called after 6 pm.', version: 1 } },
  async handle({ actor, params, body, session, services }) {
    const changed = await services.desk.ask('notes.change', { actor, ...params, ...body })
    return changed.ok ? view(changed.value, session.login, services) : changed
  },
})

const deleteRoute = route({
  method: 'DELETE',
  path: ONE,
  audience: 'staff',
  rights: ['clients.edit'],
  account: ACCOUNT,
  rate: RATE,
  summary: 'Delete a note',
  description: OWN,
  params: NoteParams,
  errors: ['not_found', 'conflict', 'forbidden', 'unavailable'],
  example: { params: PARAMS },
  async handle({ actor, params, services }) {
    const removed = await services.desk.ask('notes.remove', { actor, ...params })
    return removed.ok ? null : removed
  },
})

export const noteRoutes: readonly FrontRoute[] = [listRoute, addRoute, patchRoute, deleteRoute]

function view(note: StoredNote, reader: Login, { clock }: Pick<FrontServices, 'clock'>) {
  const { at, changed_at, author } = note
  const isOpen = clock.now() - at <= NOTE_CHANGE_MS
  return {
    ...note,
    at: timeText(at),
    changed_at: timeOrNull(changed_at),
    can_change: author === reader && isOpen,
  }
}
