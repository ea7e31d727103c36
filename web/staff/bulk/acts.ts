import { computed, effect, signal } from '@preact/signals'
import type { Answer } from '../../link/answer.js'
import { onStoredChange, readStoredJson, store } from '../../link/browser-storage.js'
import { after, serverNow } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { exclusively } from '../../link/exclusive.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { session } from '../../state/session.js'
import { lives, subscribe } from '../connection/link.js'
import type { ActRow } from './act-row.js'
import { jobOver, rowsOfJob } from './jobs.js'

/**
 * Bulk actions of staff, running and finished. Each action is identified by the Idempotency-Key of
 * its confirmed request.
 *
 * - An action continues when its page closes or reloads. The desk finds it again under its key.
 * A2. If no answer arrives, the desk repeats the request under the same key for two minutes after
 *     it was confirmed. Later it asks staff first: a request that never arrived would only now be
 *     executed, at other prices.
 * A3. Only one tab sends the requests. The other tabs read the stored state.
 * A4. An action with more records than one request may hold is sent in parts, one after the other,
 *     each under a key derived from the action's key. A repeat returns the stored answers of
 *     finished parts. Staff can stop the action between two parts.
 */
export type ActKind =
  | 'accounts'
  | 'close'
  | 'clear_stops'
  | 'correct_deals'
  | 'delete'
  | 'pay'
  | 'pay_lots'
type ActState = 'sent' | 'unknown' | 'over' | 'refused'

export interface Act {
  readonly key: string
  readonly by: number
  readonly kind: ActKind
  readonly at: number
  /** The number of records that staff confirmed. */
  readonly meant: number
  /** The number of those records that still existed when the action began. */
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly state: ActState
  /** The refusal, if the server refused the whole request. */
  readonly code?: string
  readonly message?: string
  /** A fingerprint of the input file, so that the desk recognises a file that was already sent. */
  readonly mark?: string
  /** True after the user has clicked to stop before the next part. */
  readonly isStopping?: boolean
  readonly partsDone?: number
  /** The key of the part being sent, and the results of the parts before it. */
  readonly part?: PartUnderWay
  /** The id of the server job that executes the action, once known. */
  readonly job?: number
  /** The start time, if staff have scheduled the action. */
  readonly startsAt?: string
}

interface PartUnderWay {
  readonly key: string
  readonly done: number
  readonly refused: number
}

/** The most trades in one request, and in one action (A4). */
export const PART_MAX = 1_000
export const BULK_MAX = 20_000

/** The request body of each kind of action. */
export interface ActBodies {
  readonly accounts: Schemas['AccountBatchBody']
  readonly close: Schemas['BulkCloseBody']
  readonly clear_stops: Schemas['BulkCloseBody']
  readonly correct_deals: Schemas['DealCorrectionBody']
  readonly delete: Schemas['BulkCloseBody']
  readonly pay: Schemas['BalanceBulkBody']
  readonly pay_lots: Schemas['PositionPaymentsBody']
}

const LIST = ownKey('acts')
const AGAIN_MS = 2_000
const BY_ITSELF_MS = 120_000
const KEPT_MAX = 20
/**
 * The desk stores the request bodies of only this many newest actions, so that staff can repeat
 * refused records.
 */
const BODIES_MAX = 4
const ROWS_KEPT_MAX = 2_000

const bodyKey = (key: string) => ownKey(`act.${key}.body`)
const rowsKey = (key: string) => ownKey(`act.${key}.rows`)

const all = signal<readonly Act[]>(readStoredJson<readonly Act[]>(LIST, []))
const asking = new Set<string>()
/** The confirmation code of each action. It is held in memory only and never stored. */
const confirmed = new Map<string, Partial<Schemas['BulkCloseBody']>>()
const heard = new Map<string, readonly ActRow[]>()
/** Increases by one each time results arrive. */
export const actRowChanges = signal(0)

/** The actions of the signed-in staff member, newest first. */
export const acts = computed(() => all.value.filter(({ by }) => by === session.value?.login))
export const actsUnderWay = computed(() =>
  acts.value.filter(
    (act) => (act.state === 'sent' && !isBeforeItsTime(act)) || act.state === 'unknown',
  ),
)

/** Whether a scheduled action has not reached its start time. */
export function isBeforeItsTime({ state, startsAt, done }: Act): boolean {
  return state === 'sent' && startsAt !== undefined && done === 0
}

onStoredChange(LIST, () => {
  all.value = readStoredJson<readonly Act[]>(LIST, [])
  for (const key of heard.keys()) if (!asking.has(key)) heard.delete(key)
  actRowChanges.value++
})

export function actRows(key: string): readonly ActRow[] {
  const known = heard.get(key) ?? readStoredJson<readonly ActRow[]>(rowsKey(key), [])
  heard.set(key, known)
  return known
}

/** The request body of an action, or null if it is no longer stored. */
export function actBody<Kind extends ActKind>({ key }: Act): ActBodies[Kind] | null {
  return readStoredJson<ActBodies[Kind] | null>(bodyKey(key), null)
}

/** Starts a confirmed action. `key` is the key that its dialog created. */
export function beginAct<Kind extends ActKind>(
  key: string,
  kind: Kind,
  body: ActBodies[Kind],
  total: number,
  mark = '',
): void {
  if (all.value.some((act) => act.key === key)) return
  const { confirm_token, confirm_code, ...kept } = body as Schemas['BulkCloseBody']
  if (confirm_token !== undefined) confirmed.set(key, { confirm_token, confirm_code })
  store(bodyKey(key), JSON.stringify(kept))
  const by = session.value?.login ?? 0
  const counts = { meant: total, total, done: 0, refused: 0 }
  const { starts_at: startsAt } = body as ActBodies['accounts']
  const later = startsAt === undefined ? {} : { startsAt }
  const act: Act = { key, by, kind, at: serverNow(), ...counts, state: 'sent', mark, ...later }
  write([act, ...all.value])
  void ask(key)
}

/** Sends the request again under the same key (A2). */
export function askAct(key: string): void {
  change(key, { state: 'sent' })
  void ask(key)
}

function write(next: readonly Act[]): void {
  for (const { key } of next.slice(KEPT_MAX)) {
    store(bodyKey(key), null)
    store(rowsKey(key), null)
  }
  for (const { key, state } of next.slice(BODIES_MAX))
    if (state === 'over' || state === 'refused') store(bodyKey(key), null)
  all.value = next.slice(0, KEPT_MAX)
  store(LIST, JSON.stringify(all.value))
}

function change(key: string, changed: Partial<Act>): void {
  // Reads the list again and changes only this action, because another tab may have written since.
  const known = readStoredJson<readonly Act[]>(LIST, all.value)
  write(known.map((act) => (act.key === key ? { ...act, ...changed } : act)))
}

const actOf = (key: string): Act | undefined =>
  readStoredJson<readonly Act[]>(LIST, all.value).find((act) => act.key === key)

async function ask(key: string): Promise<void> {
  if (asking.has(key)) return
  asking.add(key)
  const answer = await exclusively(ownKey(`act.${key}`), async () => {
    const act = actOf(key)
    // Another tab has already received the answer (A3).
    return act === undefined || act.state === 'over' ? null : send(act)
  })
  asking.delete(key)
  if (answer !== null) answered(key, answer)
}

async function send(act: Act): Promise<Answer<readonly ActRow[]>> {
  const { key, kind } = act
  if (kind === 'accounts') return sendToJob(act)
  const body = { ...actBody(act), ...confirmed.get(key) }
  if (kind === 'pay') {
    return call('POST /admin/v1/accounts/balance/bulk', { key, body: body as ActBodies['pay'] })
  }
  if (kind === 'pay_lots') {
    return call('POST /admin/v1/positions/payments', { key, body: body as ActBodies['pay_lots'] })
  }
  if (kind === 'correct_deals') {
    const corrected = await call('POST /admin/v1/deals/correct', {
      key,
      body: body as ActBodies['correct_deals'],
    })
    return { ...corrected, data: corrected.ok ? (corrected.data.results as readonly ActRow[]) : [] }
  }
  return sendParts(act, body as ActBodies['close'])
}

/** Splits a bulk close into requests of at most `PART_MAX` trades each. */
export function partsOf(body: ActBodies['close']): readonly ActBodies['close'][] {
  const of = body.orders === undefined ? 'positions' : 'orders'
  const ids = body[of] ?? []
  const count = Math.max(1, Math.ceil(ids.length / PART_MAX))
  if (count === 1) return [body]
  return Array.from({ length: count }, (_, i) => ({
    ...body,
    [of]: ids.slice(i * PART_MAX, (i + 1) * PART_MAX),
  }))
}

/** The key of part `i`: the action's key with `i` added to its last four hexadecimal digits. */
const partKey = (key: string, i: number): string =>
  i === 0
    ? key
    : `${key.slice(0, -4)}${((parseInt(key.slice(-4), 16) + i) % 0x1_0000).toString(16).padStart(4, '0')}`

/**
 * Sends the parts in order (A4). Results of finished parts count even if a later part is refused or
 * the action is stopped.
 */
async function sendParts(act: Act, body: ActBodies['close']): Promise<Answer<readonly ActRow[]>> {
  const { key } = act
  const parts = partsOf(body)
  const rows: ActRow[] = []
  let last: Answer<Data<'POST /admin/v1/positions/bulk-close'>> | null = null
  for (const [i, part] of parts.entries()) {
    if (i > 0) {
      const { isStopping = false, partsDone = 0 } = actOf(key) ?? {}
      if (isStopping && i >= partsDone) {
        change(key, { code: 'cancelled' })
        break
      }
      const refused = rows.filter(({ status }) => status === 'rejected').length
      change(key, { part: { key: partKey(key, i), done: rows.length, refused } })
    }
    last = await call('POST /admin/v1/positions/bulk-close', { key: partKey(key, i), body: part })
    if (!last.ok) {
      if (i === 0 || isUnknown(last)) return { ...last, data: [] }
      change(key, { code: last.code, message: last.message })
      break
    }
    rows.push(...last.data.results)
    if (parts.length === 1) {
      change(key, { partsDone: 1 })
      break
    }
    const refused = rows.filter(({ status }) => status === 'rejected').length
    const partsDone = Math.max(i + 1, actOf(key)?.partsDone ?? 0)
    heard.set(key, [...rows])
    actRowChanges.value++
    change(key, { done: rows.length, refused, partsDone })
  }
  return { ...(last as Answer<unknown>), ok: true, data: rows }
}

/** Stops the action before its next part (A4). */
export function stopAct(key: string): void {
  change(key, { isStopping: true })
}

/** Whether the answer does not tell if the server executed the request. */
const isUnknown = ({ status }: Answer<unknown>): boolean => status === 0 || status >= 502

/** The trades that a stopped or refused action did not process. */
export function leftOf(act: Act): readonly number[] {
  const body = actBody<'close'>(act)
  if (body === null || act.state !== 'over') return []
  const come = act.partsDone ?? 0
  return partsOf(body)
    .slice(come)
    .flatMap((part) => part.orders ?? part.positions ?? [])
}

/**
 * Sends the action as a server job and follows the job to its end. Records that it finished count
 * even if it is stopped.
 */
async function sendToJob(act: Act): Promise<Answer<readonly ActRow[]>> {
  const { key } = act
  let id = act.job
  if (id === undefined) {
    const begun = await call('POST /admin/v1/accounts/batch', {
      key,
      body: { ...(actBody<'accounts'>(act) ?? { act: 'check' }), ...confirmed.get(key) },
    })
    if (!begun.ok || begun.data.job === null) return { ...begun, data: [] }
    id = begun.data.job.id
    change(key, { job: id })
  }
  const over = await jobOver(id, ({ done, total }) =>
    change(key, { done, total: total ?? act.total }),
  )
  if (!over.ok) return { ...over, data: [] }
  const { state, error, done } = over.data
  if (state !== 'done') change(key, { code: state, message: error })
  const rows = done === 0 ? [] : await rowsOfJob(id)
  return rows === null ? { ...over, ok: false, status: 0, data: [] } : { ...over, data: rows }
}

function answered(key: string, answer: Answer<readonly ActRow[]>): void {
  if (answer.ok) {
    confirmed.delete(key)
    const rows = answer.data
    heard.set(key, rows)
    actRowChanges.value++
    store(rowsKey(key), JSON.stringify(rows.slice(0, ROWS_KEPT_MAX)))
    const refused = rows.filter(({ status }) => status === 'rejected').length
    change(key, { state: 'over', total: rows.length, done: rows.length, refused })
  } else if (isUnknown(answer)) {
    change(key, { state: 'unknown' })
    after(AGAIN_MS, goOn)
  } else {
    confirmed.delete(key)
    change(key, { state: 'refused', code: answer.code, message: answer.message })
  }
}

/** Resumes unfinished actions after a reload or a lost connection (A2). */
function goOn(): void {
  for (const { key, at, state, job } of acts.peek()) {
    if (asking.has(key) || (state !== 'sent' && state !== 'unknown')) continue
    // If the job is known, the desk only reads its state and sends nothing.
    if (job !== undefined || serverNow() - at < BY_ITSELF_MS) void ask(key)
    else if (state === 'sent') change(key, { state: 'unknown' })
  }
}

effect(() => {
  if (lives.value > 0 && session.value !== null) goOn()
})

subscribe('bulk_progress', ({ key, done, refused, total, rows }) => {
  const act = acts.value.find((one) => one.key === key || one.part?.key === key)
  if (act === undefined || act.state === 'over') return
  const { part } = act
  if (part?.key === key) {
    change(act.key, { done: part.done + done, refused: part.refused + refused })
    return
  }
  const before = done === rows.length ? [] : actRows(key)
  heard.set(key, [...before, ...(rows as readonly ActRow[])])
  actRowChanges.value++
  change(key, { done, refused, ...(act.meant > PART_MAX ? {} : { total }) })
})
