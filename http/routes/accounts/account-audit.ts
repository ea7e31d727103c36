import type { AccountAudit } from '../../../actors/queries/audit-query.js'
import type { Refusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { FrontServices } from '../../pipeline/services.js'

/** An account's newest records that are read of the log at the most; older deals come from the tables. */
const PAGES_MAX = 80
const LOOK_MS = 50
/** The tables come to where an account stands within 5 s, or they are asked for later. */
const LOOKS_MAX = 100

type AuditParts = Pick<FrontServices, 'queries' | 'clock'> & {
  readonly trading: Pick<FrontServices['trading'], 'shardOf'>
}

/** Audits as a staff user, without a session. */
export function auditsOf(parts: AuditParts) {
  return (owner: number, login: number) =>
    auditAccount(parts, { login: owner, audience: 'staff' }, login)
}

/** The account as it stands, held against all that made it so. */
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
