import type { AccountAudit } from '../../../actors/queries/audit-query.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { FrontServices } from '../route.js'

/**
 * The most pages of the newest records to read from the log. Older deals are read from the
 * database.
 */
const PAGES_MAX = 80
const LOOK_MS = 50
/** The database must catch up with the account within 5 s; otherwise the client has to try again. */
const LOOKS_MAX = 100

type AuditParts = Pick<FrontServices, 'queries' | 'clock'> & {
  readonly trading: Pick<FrontServices['trading'], 'shardOf'>
}

/** Audits on behalf of a staff user, without a session. */
export function auditsOf(parts: AuditParts) {
  return (owner: number, login: number) =>
    auditAccount(parts, { login: owner, audience: 'staff' }, login)
}

/** Compares the account's current state with the sum of its records. */
export async function auditAccount(
  services: AuditParts,
  session: Parameters<FrontServices['queries']['of']>[0],
  login: number,
): Promise<AccountAudit | Refusal> {
  const shard = services.trading.shardOf(login)
  const held = await shard.ask('held', { login })
  if (!held.ok) return held
  const logged: string[] = []
  for (let from = held.value.recordSeq; from !== 0 && logged.length < PAGES_MAX; ) {
    const page = await shard.ask('history', { login, from })
    if (!page.ok) return page
    logged.push(page.value.records)
    from = page.value.next
  }
  const asked = { login, shard: shard.shard, held: held.value.text, logged }
  for (let look = 0; look < LOOKS_MAX; look++) {
    const found = await services.queries.of(session).run('account.audit', asked)
    if (!found.ok) return found
    if (!found.value.isBehind) return found.value
    await new Promise<void>((resolve) => services.clock.after(LOOK_MS, resolve))
  }
  return because('unavailable.tables_behind')
}
