import { signal } from '@preact/signals'
import { call } from '../../link/rest.js'
import { readOnce } from './groups-and-symbols.js'

const STAFF_MAX = 1_000

/** The logins of staff, for filters by who acted. Without the right to read them there are none. */
export const staffLogins = signal<readonly string[]>([])

export const needStaff = readOnce('staff', { all: ['config.staff'] }, async () => {
  const answer = await call('GET /admin/v1/staff', { query: { limit: STAFF_MAX } })
  if (answer.ok) staffLogins.value = answer.data.items.map(({ login }) => String(login))
  return answer.ok
})
