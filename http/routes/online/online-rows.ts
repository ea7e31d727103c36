import { isRefusal, type Refusal } from '../../../engine/code.js'
import { ONLINE_ROWS_AT_ONCE } from '../../../engine/limits/people.js'
import type { Session } from '../../exchange/session.js'
import type { LiveSession } from '../../sessions/live-session.js'
import {
  type HolderNames,
  NO_NAMES,
  type SessionRow,
  sessionRow,
} from '../../sessions/session-rows.js'
import type { FrontServices } from '../route.js'

/** The number of equities to request from shards at once, so that trading is delayed only briefly. */
const EQUITIES_AT_ONCE = 100

/**
 * Adds names and equity to the selected sessions in small batches, so that the front can do other
 * work in between. A session that closes meanwhile stays in the list.
 */
export async function* onlineRows(
  services: FrontServices,
  reader: Session,
  selected: readonly LiveSession[],
): AsyncGenerator<SessionRow[] | Refusal> {
  for (let start = 0; start < selected.length; start += ONLINE_ROWS_AT_ONCE) {
    const part = selected.slice(start, start + ONLINE_ROWS_AT_ONCE)
    const names = await namesOf(services, reader, part)
    if (isRefusal(names)) {
      yield names
      return
    }
    const equities = await equitiesOf(services, part)
    yield part.map((session) => {
      const { id, login } = session
      const its = names.get(login) ?? NO_NAMES
      return sessionRow(session, services.socketsOf(id), its, equities.get(login) ?? '0')
    })
  }
}

type Names = ReadonlyMap<number, HolderNames>

async function namesOf(
  { queries }: FrontServices,
  reader: Session,
  sessions: readonly LiveSession[],
): Promise<Names | Refusal> {
  if (!reader.rights.has('accounts.name')) return new Map()
  const logins = [...new Set(sessions.map(({ login }) => login))]
  const found = await queries.of(reader).run('accounts.names', { logins })
  if (!found.ok) return found
  return new Map(logins.map((login, i) => [login, found.value[i] ?? NO_NAMES]))
}

/** The equity of each session's account; `0` if the shard does not answer or a price is missing. */
async function equitiesOf(
  { accounts }: FrontServices,
  sessions: readonly LiveSession[],
): Promise<ReadonlyMap<number, string>> {
  const traders = sessions.filter(({ audience }) => audience === 'trader')
  const logins = [...new Set(traders.map(({ login }) => login))]
  const equities = new Map<number, string>()
  for (let start = 0; start < logins.length; start += EQUITIES_AT_ONCE) {
    const asked = logins.slice(start, start + EQUITIES_AT_ONCE)
    const moneys = await accounts.moneys(asked)
    for (const [i, login] of asked.entries()) {
      const money = JSON.parse(moneys[i] ?? 'null') as { readonly equity: string | null } | null
      equities.set(login, money?.equity ?? '0')
    }
  }
  return equities
}
