import { type AuditedMoney, audit, type PositionRecord } from '../../engine/account/audit/audit.js'
import type { AccountRepair } from '../../engine/account/audit/repair.js'
import type { AccountRecord } from '../../engine/account/event.js'
import type { Position } from '../../engine/account/holdings/position.js'
import { InvariantError } from '../../engine/assert.js'
import { because } from '../../engine/reasons/reasons.js'
import type { Login } from '../../engine/units.js'
import { BadRecordError } from '../../storage/log/log.js'
import { historyReader } from '../../storage/projection/account-history.js'
import { accountStatesRepo } from '../../storage/repos/accounts/account-states.js'
import { positionsRepo } from '../../storage/repos/trades/positions.js'
import { projectionRepo } from '../../storage/repos/trades/projection.js'
import type { Sqlite } from '../../storage/sqlite/open.js'
import { inSnapshot } from '../../storage/sqlite/snapshot.js'
import type { FieldDifference } from '../../wire/account/field-difference.js'
import { emptyState } from '../../wire/account/stored-account.js'
import { differenceText } from '../../wire/answer/difference-text.js'
import { exactJson, fromExactJson } from '../../wire/format/exact-json.js'
import { decodeRecords } from '../../wire/record/record.js'
import { accept, type Handlers } from '../thread/ask.js'
import { rowFactsReader } from './row-facts.js'

/**
 * Compares an account with its history: the records in its shard's log, and the tables for older
 * ones.
 */
export interface AuditQueries {
  'account.audit': { readonly request: AuditRequest; readonly answer: AccountAudit }
}

export interface AuditRequest {
  readonly login: Login
  readonly shard: number
  /** A `HeldText` as JSON, in which integers keep all digits. */
  readonly held: string
  /** Pages of the account's records, newest first, in base64. */
  readonly logged: readonly string[]
}

/** The account's state as its shard has it. */
export interface HeldText extends AuditedMoney {
  readonly seq: number
  readonly recordSeq: number
  readonly day: number
  readonly positions: readonly Position[]
}

export interface AccountAudit {
  /** True if the tables lag behind the account, so that nothing is known yet. */
  readonly isBehind: boolean
  readonly differences: readonly FieldDifference[]
  /** The `AccountRepair` as JSON with exact integers; empty if nothing can be computed. */
  readonly repair: string
}

const BEHIND: AccountAudit = { isBehind: true, differences: [], repair: '' }

export function auditQueries(db: Sqlite): Handlers<AuditQueries> {
  const projection = projectionRepo(db)
  const states = accountStatesRepo(db)
  const openPositions = positionsRepo(db)
  const readFacts = rowFactsReader(db)
  const readHistory = historyReader(db)

  /** The account in the tables; undefined if it has changed since the shard reported it. */
  const shownAccount = (login: Login, { seq, recordSeq }: HeldText) => {
    const state = states.get(login) ?? emptyState(login)
    if (state.seq !== seq || state.recordSeq !== recordSeq) return undefined
    const rows = openPositions.ofLogin(login).map(({ login: _, ...row }) => row as PositionRecord)
    return { ...state, positions: new Map(rows.map((row) => [row.id, row])) }
  }

  const audited = ({ login, shard, held: text, logged }: AuditRequest): AccountAudit => {
    const told = fromExactJson<HeldText>(text)
    if (projection.cursor(shard) < told.recordSeq) return BEHIND
    const positions = new Map(told.positions.map((position) => [position.id, position]))
    const shown = shownAccount(login, told)
    const ids = [...positions.keys(), ...(shown?.positions.keys() ?? [])]
    const history = readHistory(recordsIn(logged), { ...told, login, positions: ids })
    const facts = readFacts()
    const { moneyDigits } = facts.holder(login)
    const words = { moneyDigits, symbol: facts.symbol }
    const said = (differences: typeof history.differences): FieldDifference[] =>
      differences.map((difference) => differenceText(difference, words))
    const { found, deals } = history
    if (found === undefined) {
      return { isBehind: false, differences: said(history.differences), repair: '' }
    }
    const { differences, money, positions: wrong } = audit({ ...told, positions }, shown, found)
    const repair: AccountRepair = { seq: told.seq, money, positions: wrong, deals }
    return {
      isBehind: false,
      differences: said([...differences, ...history.differences]),
      repair: exactJson(repair),
    }
  }

  return {
    'account.audit': (request) => {
      try {
        return accept(inSnapshot(db, () => audited(request)))
      } catch (error) {
        if (!(error instanceof BadRecordError || error instanceof InvariantError)) throw error
        return because('conflict.history_contradicts', {
          login: request.login,
          text: error.message,
        })
      }
    },
  }
}

function* recordsIn(pages: readonly string[]): Generator<AccountRecord> {
  for (const page of pages) yield* decodeRecords(Buffer.from(page, 'base64'))
}
