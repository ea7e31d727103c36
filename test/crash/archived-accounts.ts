import type { Prng } from '../../engine/numbers/prng.js'
import { LIMIT_ORDER } from '../given/records/trade-bodies.js'
import { pause, type ServerProcess, type Signature } from './server-process.js'

/**
 * Accounts that staff archive while an order is placed for them, until the server is gone. An account is
 * archived whole or not at all, and never with an order.
 */
const ACCOUNTS = 3
const PLACED_LATER_MS_MAX = 12
const PLACE = { ...LIMIT_ORDER, volume: '0.01', price: '0.50000' }

export interface ArchivedHolder {
  readonly login: number
  wasArchived: boolean
  hasPlaced: boolean
}

export async function openHolders(
  server: ServerProcess,
  staff: Signature,
): Promise<ArchivedHolder[]> {
  const holders: ArchivedHolder[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    const login = await server.openBareAccount(staff, 'demo\\standard')
    const request_id = `00000000-0000-4000-8000-${String(login).padStart(12, '0')}`
    const paid = { action: 'deposit', amount: '1000', request_id }
    await server.sure(`POST /admin/v1/accounts/${login}/balance`, staff, paid)
    holders.push({ login, wasArchived: false, hasPlaced: false })
  }
  return holders
}

/** Both at about the same time, mostly the order second. */
export async function archiveWhilePlacing(
  server: ServerProcess,
  staff: Signature,
  holder: ArchivedHolder,
  prng: Prng,
): Promise<void> {
  const account = `/admin/v1/accounts/${holder.login}`
  const gone = () => undefined
  const trade = async () => {
    const { code } = await server.ask(`POST ${account}/trade`, staff, PLACE)
    holder.hasPlaced = code === 'trade.placed'
  }
  const archive = async () => {
    const { code } = await server.ask(`DELETE ${account}`, staff)
    holder.wasArchived = code === 'ok'
  }
  const [first, second] = prng.below(4) === 0 ? [trade, archive] : [archive, trade]
  const begun = first().catch(gone)
  await pause(prng.below(PLACED_LATER_MS_MAX))
  await Promise.all([begun, second().catch(gone)])
}

/** The faults of the account by what anybody says of it. */
export async function archiveProblems(
  server: ServerProcess,
  staff: Signature,
  { login, wasArchived, hasPlaced }: ArchivedHolder,
): Promise<string[]> {
  const found: string[] = []
  const account = `/admin/v1/accounts/${login}`
  const lines = await server.ask<{ items: unknown[] }>(
    `GET /admin/v1/journal?login=${login}&kind=account.archived`,
    staff,
  )
  const { data } = await server.ask(`GET ${account}`, staff)
  const isArchived = data['archived_at'] !== null
  const orders = await server.ask<unknown[]>(`GET ${account}/orders`, staff)
  if (lines.data.items.length !== Number(isArchived)) found.push('its row and its line differ')
  if (wasArchived && !isArchived) found.push('its answered archiving is lost')
  if (hasPlaced && orders.data.length !== 1) found.push('its answered order is lost')
  if (isArchived && orders.data.length > 0) found.push('it is archived with an order')
  const { code } = await server.ask(`POST ${account}/trade`, staff, PLACE)
  const expected = isArchived ? 'trade.disabled' : 'trade.placed'
  if (code !== expected) found.push(`an order is answered ${code}`)
  return found.map((what) => `${login}: ${what}`)
}
