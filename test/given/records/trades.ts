import { randomUUID } from 'node:crypto'
import type { AccountRecord } from '../../../engine/account/event.js'
import { openWholeLogForReading } from '../../../storage/log/open.js'
import { logDirectory } from '../../../storage/paths.js'
import { decodeRecords } from '../../../wire/record/record.js'
import { moment } from '../desk.js'
import type { AccountAnswer, AccountFront } from '../fronts/account-front.js'

/** Trades over REST, for tests of what comes of them. */

export const OPEN = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.10' } as const

export function trade(
  front: AccountFront,
  login: number,
  body: object = OPEN,
  headers: Readonly<Record<string, string>> = {},
): Promise<AccountAnswer> {
  return front.ask('POST /trader/v1/trade', login, body, headers)
}

/** Answers the projection_seq. */
export async function deposit(
  front: AccountFront,
  login: number,
  amount: string,
): Promise<unknown> {
  const body = { action: 'deposit', amount, request_id: randomUUID() }
  const done = await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
  if (done.status !== 200) throw new Error(done.message)
  return done.data['projection_seq']
}

/** An account with money. */
export async function funded(front: AccountFront, over: object = {}): Promise<number> {
  const login = await front.open(over as Record<string, unknown>)
  await deposit(front, login, '10000.00')
  return login
}

/** Every record of the account that is in the log now. */
export async function recordsOf(front: AccountFront, login: number): Promise<AccountRecord[]> {
  const shard = login % front.supervisor.shards.length
  const log = openWholeLogForReading(logDirectory(front.dataDir, shard))
  try {
    const records: AccountRecord[] = []
    for (const { bytes } of log.read(1)) records.push(...decodeRecords(bytes))
    return records.filter((record) => record.login === login)
  } finally {
    await log.close()
  }
}

export interface Page {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  readonly total: number
  readonly page: number
  readonly totals?: Readonly<Record<string, unknown>>
}

/** Asks again until the tables have the trade: the fence says when. */
export async function settled(
  front: AccountFront,
  what: string,
  as: string | number,
  projectionSeq: unknown,
): Promise<Page> {
  const join = what.includes('?') ? '&' : '?'
  for (;;) {
    const answer = await front.ask(`${what}${join}min_projection_seq=${projectionSeq}`, as)
    if (answer.status !== 200) throw new Error(`${what}: ${answer.code} ${answer.message}`)
    if (answer.data['consistency'] === 'current') return answer.data as unknown as Page
    await moment()
  }
}
