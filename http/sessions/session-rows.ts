import type { Static } from '../../wire/schema/scalars.js'
import type { AccountSessionView } from '../../wire/schema/trading/trades.js'
import { systemNamed } from '../server/user-agent.js'
import type { LiveSession } from './live-session.js'

/** The names that a row has of the account; null is hidden, or not known. */
export interface HolderNames {
  readonly name: string | null
  readonly last_name: string | null
}

export type SessionRow = Static<typeof AccountSessionView>

export const NO_NAMES: HolderNames = { name: null, last_name: null }

/** A session as staff read it. The equity of staff is no figure of theirs. */
export function sessionRow(
  session: LiveSession,
  sockets: number,
  names: HolderNames,
  equity: string,
): SessionRow {
  return {
    equity: session.audience === 'staff' ? '0' : equity,
    ...factsOfRow(session, sockets, names),
  }
}

/** All fields of a row except those that trading knows. */
export function factsOfRow(
  session: LiveSession,
  sockets: number,
  { name, last_name }: HolderNames,
): Omit<SessionRow, 'equity'> {
  return {
    group: session.group,
    ip: session.ip,
    last_name,
    login: session.login,
    name,
    os: systemNamed(session.userAgent),
    read_only: session.readOnly,
    session: session.id,
    since: new Date(session.createdAt).toISOString(),
    sockets,
    staff: session.audience === 'staff',
    terminal: session.terminal,
  }
}
