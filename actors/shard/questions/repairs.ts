import { type AccountRepair, decideRepair } from '../../../engine/account/audit/repair.js'
import type { AccountRecord } from '../../../engine/account/event.js'
import { assert } from '../../../engine/assert.js'
import { isRefusal } from '../../../engine/code.js'
import { because } from '../../../engine/reasons/reasons.js'
import type { FieldDifference } from '../../../wire/account/field-difference.js'
import { exactJson, fromExactJson } from '../../../wire/format/exact-json.js'
import { type JsonValue, jsonOf } from '../../../wire/format/json-parts.js'
import { encodeRecord, RecordBuffer } from '../../../wire/record/record.js'
import { notedDoer } from '../../../wire/thread/doer.js'
import type { ShardOperations } from '../../../wire/thread/messages.js'
import { textDigest } from '../../../wire/trade/trade-digest.js'
import type { ShardCore } from '../core.js'
import { isKnown } from '../outcomes/known-outcome.js'
import type { ShardAnswer } from './answer.js'

/**
 * Audits and repairs an account: the figures in its state compared with those computed from its
 * history. A repair is one record and one line of the journal.
 *
 *   - A repair is valid only for the audited state. If the account has changed since, the repair is
 *     refused. That refusal is not stored under the request's id, because a new audit may find the
 *     same.
 *   - The record contains the differences, so a repeat gets the first answer.
 */
export function answerHeldAccount(
  core: ShardCore,
  { login }: ShardOperations['held']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const { seq, lastRecordSeq: recordSeq, day, balance, credit, commissionDue } = account
  const { balancePrevDay, balancePrevMonth } = account
  const positions = [...account.positions.values()]
  const money = { balance, credit, commissionDue, balancePrevDay, balancePrevMonth }
  const text = exactJson({ seq, recordSeq, day, ...money, positions })
  return { ok: true, value: { text, recordSeq } }
}

/** The number of records of a page, about a millisecond of work, so that no trade waits longer. */
const PAGE_RECORDS = 256
/** A second bound, because records of day ends are long. */
const PAGE_BYTES = 256 * 1024
const page = new RecordBuffer()

export function answerHistory(
  core: ShardCore,
  { login, from }: ShardOperations['history']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const find = core.records.recordWalk()
  const { oldestSeq } = core.records
  let next = from
  page.clear()
  for (let taken = 0; next >= oldestSeq && next !== 0 && taken < PAGE_RECORDS; taken++) {
    if (page.length >= PAGE_BYTES) break
    const record = find(next)
    if (record?.login !== login) {
      return because('unavailable.log_record', { number: next })
    }
    encodeRecord(record, page)
    next = record.previousSeq
  }
  const records = Buffer.from(page.bytes()).toString('base64')
  return { ok: true, value: { records, next: next < oldestSeq ? 0 : next } }
}

const DIGEST = textDigest('repair')

export function answerRepair(
  core: ShardCore,
  { login, repair: text, differences, request_id, by }: ShardOperations['repair']['request'],
): ShardAnswer {
  const account = core.account(login)
  if (isRefusal(account)) return account
  const key = request_id === '' ? '' : `r:${request_id}`
  if (!isKnown(core, account, key)) {
    if (differences.length === 0) return NOTHING_DONE
    core.ledger.endDays(account)
    const { seq } = fromExactJson<AccountRepair>(text)
    if (account.seq !== seq) return CHANGED
  }
  const decide = () => {
    const repair = fromExactJson<AccountRepair>(text)
    const words = { comment: commentOf(differences), dealer: by.login }
    const found = JSON.stringify(differences)
    return decideRepair(core.contextOf(account), account, repair, { ...words, differences: found })
  }
  const said = `Account ${login} is repaired from its deals: ${wordsOf(differences)}`
  const outcome = core.ledger.once(account, key, DIGEST, decide, () => ({
    ...notedDoer(by),
    kind: 'repair',
    text: said,
  }))
  return outcome.ok ? { ok: true, text: answerOf(outcome.record) } : outcome
}

const NOTHING_DONE: ShardAnswer = {
  ok: true,
  text: jsonOf({ differences: [], projection_seq: null }),
}
const CHANGED = because('conflict.account_rechecked')

function answerOf({ seq, events }: AccountRecord): JsonValue {
  const repair = events.find((event) => event.type === 'restatement')
  assert(repair !== undefined, 'a repair says what was found')
  const found = JSON.parse(repair.differences) as FieldDifference[]
  const differences = found.map((one) => ({ ...one, deal_id: repair.dealId }))
  return jsonOf({ differences, projection_seq: String(seq) })
}

/** The comment that the holder of the account sees. */
function commentOf(differences: readonly FieldDifference[]): string {
  const balance = differences.find(({ field }) => field === 'balance')
  if (balance === undefined) return 'repaired from its deals'
  return `balance ${balance.stored} is ${balance.computed} by its deals`
}

const NAMED_MAX = 5

function wordsOf(differences: readonly FieldDifference[]): string {
  const named = differences
    .slice(0, NAMED_MAX)
    .map(({ field, stored, computed }) => `${field} ${stored ?? 'none'} is ${computed ?? 'none'}`)
  const more = differences.length - named.length
  return `${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`
}
