import { computed, effect, signal } from '@preact/signals'
import { after, serverNow } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { exclusively } from '../../link/exclusive.js'
import { keep, keptJson, onKept } from '../../link/kept.js'
import { type Answer, call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { session } from '../../state/session.js'
import { hear, lives } from '../connection/link.js'
import type { ActRow } from './act-row.js'
import { jobOver, rowsOfJob } from './jobs.js'

/**
 * Acts on many records, under way and done. An act is known by the Idempotency-Key that it was confirmed with.
 *
 *   A1. It goes on when its page is left, and is found again under its key, after a reload as well.
 *   A2. Without an answer it is asked for again under the same key, by itself for two minutes after it was confirmed: whoever
 *       comes back later is asked first, since what never arrived would be done only then, at other prices.
 *   A3. One tab asks at a time; the others hear of it.
 *   A4. What is more than a request holds goes in parts, one after the other, each under a key that is made of the act's. Asked
 *       again, parts that are done are answered as they were; it can be stopped between two of them.
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
  /** The records that it was confirmed for. */
  readonly meant: number
  /** Those of them that were still there when it began. */
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly state: ActState
  /** Why none of it was done, where all of it was refused. */
  readonly code?: string
  readonly message?: string
  /** A mark of what it was made of, by which the same is known again. */
  readonly mark?: string
  /** It is to end before its next part. */
  readonly isStopping?: boolean
  /** Parts that have come to an end. */
  readonly partsDone?: number
  /** Its key as the part under way has it, and what the parts before it came to. */
  readonly part?: PartUnderWay
  /** The job that does it, once that is known. */
  readonly job?: number
  /** The time at which it is to begin, where one was said. */
  readonly startsAt?: string
}

interface PartUnderWay {
  readonly key: string
  readonly done: number
  readonly refused: number
}

/** Trades of one request, and of one act, which goes in parts. */
export const PART_MAX = 1_000
export const BULK_MAX = 20_000

/** The request of an act, by its kind. */
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
/** Requests of so many newest acts are kept: what was refused can be asked for again. */
const BODIES_MAX = 4
const ROWS_KEPT_MAX = 2_000

const bodyKey = (key: string) => ownKey(`act.${key}.body`)
const rowsKey = (key: string) => ownKey(`act.${key}.rows`)

const all = signal<readonly Act[]>(keptJson<readonly Act[]>(LIST, []))
const asking = new Set<string>()
/** Fields of the confirmation, which are kept nowhere. */
const confirmed = new Map<string, Partial<Schemas['BulkCloseBody']>>()
const heard = new Map<string, readonly ActRow[]>()
/** Counts the results that have come. */
export const actRowChanges = signal(0)

/** The acts of whoever is signed in, the newest first. */
export const acts = computed(() => all.value.filter(({ by }) => by === session.value?.login))
export const actsUnderWay = computed(() =>
  acts.value.filter(
    (act) => (act.state === 'sent' && !isBeforeItsTime(act)) || act.state === 'unknown',
  ),
)

/** It waits for the time at which it is to begin. */
export function isBeforeItsTime({ state, startsAt, done }: Act): boolean {
  return state === 'sent' && startsAt !== undefined && done === 0
}

onKept(LIST, () => {
  all.value = keptJson<readonly Act[]>(LIST, [])
  for (const key of heard.keys()) if (!asking.has(key)) heard.delete(key)
  actRowChanges.value++
})

export function actRows(key: string): readonly ActRow[] {
  const known = heard.get(key) ?? keptJson<readonly ActRow[]>(rowsKey(key), [])
  heard.set(key, known)
  return known
}

/** The request of an act; null where it is kept no more. */
export function actBody<Kind extends ActKind>({ key }: Act): ActBodies[Kind] | null {
  return keptJson<ActBodies[Kind] | null>(bodyKey(key), null)
}

/** Begins an act that was confirmed; its key is the one of its dialog. */
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
  keep(bodyKey(key), JSON.stringify(kept))
  const by = session.value?.login ?? 0
  const counts = { meant: total, total, done: 0, refused: 0 }
  const { starts_at: startsAt } = body as ActBodies['accounts']
  const later = startsAt === undefined ? {} : { startsAt }
  const act: Act = { key, by, kind, at: serverNow(), ...counts, state: 'sent', mark, ...later }
  write([act, ...all.value])
  void ask(key)
}

/** A2: asks for it again under its key. */
export function askAct(key: string): void {
  change(key, { state: 'sent' })
  void ask(key)
}

function write(next: readonly Act[]): void {
  for (const { key } of next.slice(KEPT_MAX)) {
    keep(bodyKey(key), null)
    keep(rowsKey(key), null)
  }
  for (const { key, state } of next.slice(BODIES_MAX))
    if (state === 'over' || state === 'refused') keep(bodyKey(key), null)
  all.value = next.slice(0, KEPT_MAX)
  keep(LIST, JSON.stringify(all.value))
}

function change(key: string, changed: Partial<Act>): void {
  // Another tab may have written since: what it says of other acts stays.
  const known = keptJson<readonly Act[]>(LIST, all.value)
  write(known.map((act) => (act.key === key ? { ...act, ...changed } : act)))
}

const actOf = (key: string): Act | undefined =>
  keptJson<readonly Act[]>(LIST, all.value).find((act) => act.key === key)

async function ask(key: string): Promise<void> {
  if (asking.has(key)) return
  asking.add(key)
  const answer = await exclusively(ownKey(`act.${key}`), async () => {
    const act = actOf(key)
    // A3: another tab has its answer.
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

/** A bulk close as requests hold it: each names so many of its trades. */
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

/** The key of a part: the act's with the number of the part in its last four digits. */
const partKey = (key: string, i: number): string =>
  i === 0
    ? key
    : `${key.slice(0, -4)}${((parseInt(key.slice(-4), 16) + i) % 0x1_0000).toString(16).padStart(4, '0')}`

/** A4. What was done counts, also where a later part was refused or the act was stopped. */
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

/** A4. */
export function stopAct(key: string): void {
  change(key, { isStopping: true })
}

/** An answer that says nothing about what came of the request. */
const isUnknown = ({ status }: Answer<unknown>): boolean => status === 0 || status >= 502

/** The trades that an act in parts did not come to. */
export function leftOf(act: Act): readonly number[] {
  const body = actBody<'close'>(act)
  if (body === null || act.state !== 'over') return []
  const come = act.partsDone ?? 0
  return partsOf(body)
    .slice(come)
    .flatMap((part) => part.orders ?? part.positions ?? [])
}

/** Done by a job, which is followed to its end. What it has done counts, also where it was stopped. */
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
    keep(rowsKey(key), JSON.stringify(rows.slice(0, ROWS_KEPT_MAX)))
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

/** A2. */
function goOn(): void {
  for (const { key, at, state, job } of acts.peek()) {
    if (asking.has(key) || (state !== 'sent' && state !== 'unknown')) continue
    // Its job is known: that is looked at, and nothing is sent.
    if (job !== undefined || serverNow() - at < BY_ITSELF_MS) void ask(key)
    else if (state === 'sent') change(key, { state: 'unknown' })
  }
}

effect(() => {
  if (lives.value > 0 && session.value !== null) goOn()
})

hear('bulk_progress', ({ key, done, refused, total, rows }) => {
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
