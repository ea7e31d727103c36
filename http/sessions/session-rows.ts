import type { AccountSessionView } from '../../wire/schema/trading/trades.js'
import type { Static } from '../../wire/types/scalars.js'
import { systemNamed } from '../server/user-agent.js'
import type { LiveSession } from './live-session.js'

/** The client's names in a row; null if hidden or unknown. */
export interface HolderNames {
  readonly name: string | null
  readonly last_name: string | null
}

export type SessionRow = Static<typeof AccountSessionView>

export const NO_NAMES: HolderNames = { name: null, last_name: null }

/** A session as staff see it. Sessions of staff show no equity. */
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

/** All fields of a row except the equity, which the shard knows. */
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
