import { signal } from '@preact/signals'
import { call } from '../../link/rest.js'
import { may, PAGE_NEEDS } from '../rights.js'

/**
 * Names and phone numbers for accounts that appear in lists of figures, limited to what the
 * reader's rights show.
 */
interface Reachable {
  readonly name: string
  readonly phone: string
}

const NOBODY: Reachable = { name: '', phone: '' }
const AT_ONCE = 100
const KEPT_MAX = 5_000

const persons = signal<ReadonlyMap<number, Reachable>>(new Map())
const wanted = new Set<number>()
let isReading = false

/** Both texts are empty until they have loaded, and when the reader may not see them. */
export const personOf = (login: number): Reachable => persons.value.get(login) ?? NOBODY

/** Loads the persons that are not in the cache yet. */
export function needPersons(logins: readonly number[]): void {
  if (!may(PAGE_NEEDS.accounts)) return
  const known = persons.peek()
  for (const login of logins) if (!known.has(login)) wanted.add(login)
  if (!isReading && wanted.size > 0) void read()
}

async function read(): Promise<void> {
  isReading = true
  while (wanted.size > 0) {
    const logins = [...wanted].slice(0, AT_ONCE)
    for (const login of logins) wanted.delete(login)
    const filter = [{ field: 'login', op: 'in', value: logins.map(String) }]
    const answer = await call('GET /admin/v1/accounts/window', {
      query: {
        filter: JSON.stringify(filter),
        limit: AT_ONCE,
        fields: 'name,middle_name,last_name,phone',
      },
    })
    if (!answer.ok) break
    const known = persons.peek()
    const next = new Map(known.size > KEPT_MAX ? [] : known)
    for (const login of logins) next.set(login, NOBODY)
    for (const { login, name, middle_name: middle, last_name: last, phone } of answer.data.items) {
      const parts = [name, middle, last].filter((part) => typeof part === 'string' && part !== '')
      next.set(Number(login), {
        name: parts.join(' '),
        phone: typeof phone === 'string' ? phone : '',
      })
    }
    persons.value = next
  }
  isReading = false
}
