import { signal } from '@preact/signals'
import { serverNow, wait } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { keep, keptJson } from '../../link/kept.js'
import { newId } from '../../link/random.js'
import { type Answer, call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { hear } from '../connection/link.js'

/**
 * Settings on their way in: a file, what it would do, and an import under way.
 *
 *   T1. The file and the import outlive their page, and a reload of the tab where the browser has room for the file.
 *   T2. An import is known by its key. While it is under way nothing else is asked; where its answer is lost, the server is
 *       asked what is left to do, which it answers once the import has ended: what was done is the same by then.
 */
type Body = Schemas['TransferImportBody']
export interface Options {
  readonly mode: 'upsert' | 'create_only' | 'update_only'
  readonly new_symbols_trading_disabled: boolean
  readonly connections_enabled: boolean
}
type Kind = keyof NonNullable<Body['select']>
type PreviewRow = Data<'POST /admin/v1/config/transfer/preview'>['items'][number]
type Imported = Data<'POST /admin/v1/config/transfer/import'>
export type ResultRow = Imported['items'][number]
type Fields = Readonly<Record<string, unknown>>

interface LoadedFile {
  readonly name: string
  readonly kinds: Readonly<Partial<Record<Kind, readonly Fields[]>>>
  readonly exportedAt: string
}

/** A record of the file: its row of the preview, and its place within its kind. */
export interface FileRow extends PreviewRow {
  readonly id: string
  readonly at: number
}

export interface Run {
  readonly key: string
  readonly at: number
  readonly total: number
  readonly done: number
  readonly refused: number
  readonly state: 'sent' | 'unknown' | 'over' | 'refused'
  /** The keys of what was chosen, by kind. */
  readonly select: NonNullable<Body['select']>
  readonly rows: readonly ResultRow[]
  readonly code?: string
  readonly message?: string
}

interface Looked {
  readonly rows: readonly FileRow[] | null
  readonly refused: Answer<unknown> | null
}

const OPTIONS: Options = {
  mode: 'upsert',
  new_symbols_trading_disabled: true,
  connections_enabled: false,
}

const FILE = ownKey('transfer.file')
const RUN = ownKey('transfer.run')
const HOW = ownKey('transfer.options')
/** A tab's storage has some five million characters. */
const KEPT_CHARACTERS_MAX = 2_000_000
const AGAIN_MS = 2_000
const UNKNOWN: ReadonlySet<number> = new Set([0, 500, 503, 504])

export const file = signal<LoadedFile | null>(keptJson<LoadedFile | null>(FILE, null, 'session'))
export const options = signal<Options>(keptJson<Options>(HOW, OPTIONS, 'session'))
export const looked = signal<Looked>({ rows: null, refused: null })
export const run = signal<Run | null>(afterReload(keptJson<Run | null>(RUN, null, 'session')))

/** Whoever asked is gone with the page: its answer never comes here. */
function afterReload(one: Run | null): Run | null {
  return one?.state === 'sent' ? { ...one, state: 'unknown' } : one
}

function setRun(next: Run | null): void {
  run.value = next
  // Thousands of rows of results are found again in the journal.
  keep(RUN, next === null ? null : JSON.stringify({ ...next, rows: [] }), 'session')
}

/** Takes a file; false where it is none of settings. */
export function takeFile(name: string, text: string): boolean {
  const read = fileOf(text)
  if (read === null) return false
  setRun(null)
  file.value = { name, ...read }
  const kept = JSON.stringify(file.value)
  keep(FILE, kept.length > KEPT_CHARACTERS_MAX ? null : kept, 'session')
  looked.value = { rows: null, refused: null }
  void look()
  return true
}

export function dropFile(): void {
  file.value = null
  keep(FILE, null, 'session')
  // The next file is taken with care again.
  options.value = OPTIONS
  keep(HOW, null, 'session')
  looked.value = { rows: null, refused: null }
  setRun(null)
}

/** A file as it was exported, or the answer that it came in. */
function fileOf(text: string): Omit<LoadedFile, 'name'> | null {
  try {
    const sent = JSON.parse(text) as { readonly data?: unknown }
    const one = (isFile(sent) ? sent : sent.data) as Fields
    if (!isFile(one)) return null
    const kinds = one['kinds'] as LoadedFile['kinds']
    if (!Object.values(kinds).every((rows) => Array.isArray(rows))) return null
    return { kinds, exportedAt: String(one['exported_at'] ?? '') }
  } catch {
    return null
  }
}

function isFile(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { format, kinds } = value as Fields
  return format === 'app-config' && typeof kinds === 'object' && kinds !== null
}

function bodyOf({ kinds }: LoadedFile, select?: Body['select']): Body {
  const sent = { format: 'app-config', version: 1, kinds } as unknown as Body['file']
  return {
    file: sent,
    options: options.value,
    ...(select === undefined ? {} : { select }),
  }
}

/** Asks what the file would do, record by record. */
export async function look(): Promise<void> {
  const own = file.value
  if (own === null) return
  const asked = options.value
  const answer = await call('POST /admin/v1/config/transfer/preview', { body: bodyOf(own) })
  if (file.value !== own || options.value !== asked) return
  looked.value = answer.ok
    ? { rows: rowsOf(answer.data.items), refused: null }
    : { ...looked.value, refused: answer }
}

/** What these records of the file would do to the margin of accounts. */
export async function lookAtEffects(rows: readonly FileRow[]) {
  const own = file.value
  if (own === null) return null
  return call('POST /admin/v1/config/transfer/preview', { body: bodyOf(own, selectOf(rows)) })
}

export function setOptions(changed: Partial<Options>): void {
  options.value = { ...options.value, ...changed }
  keep(HOW, JSON.stringify(options.value), 'session')
  looked.value = { rows: null, refused: null }
  void look()
}

/** Rows come kind by kind, each in the order of the file. */
function rowsOf(items: readonly PreviewRow[]): FileRow[] {
  const counts = new Map<string, number>()
  return items.map((row) => {
    const at = counts.get(row.kind) ?? 0
    counts.set(row.kind, at + 1)
    return { ...row, at, id: `${row.kind} ${at}` }
  })
}

/** The fields of a record as the file has them. */
export function fieldsIn({ kinds }: LoadedFile, { kind, at }: FileRow): Fields {
  return kinds[kind]?.[at] ?? {}
}

function selectOf(rows: readonly FileRow[]): Run['select'] {
  const select: Partial<Record<Kind, string[]>> = {}
  for (const { kind, key } of rows) {
    const keys = select[kind] ?? []
    keys.push(key)
    select[kind] = keys
  }
  return select as Run['select']
}

/** Imports what was chosen, under the key of its dialog; answers once it has ended or nobody knows. */
export async function beginImport(key: string, rows: readonly FileRow[]): Promise<void> {
  const own = file.value
  if (own === null || run.value?.state === 'sent') return
  const select = selectOf(rows)
  const begun = { key, at: serverNow(), total: rows.length, done: 0, refused: 0, select }
  setRun({ ...begun, state: 'sent', rows: [] })
  const answer = await call('POST /admin/v1/config/transfer/import', {
    key,
    body: bodyOf(own, select),
  })
  const now = run.value
  if (now?.key !== key) return
  if (answer.ok) ended(now, answer.data.items)
  else if (UNKNOWN.has(answer.status)) setRun({ ...now, state: 'unknown' })
  else setRun({ ...now, state: 'refused', code: answer.code, message: answer.message })
}

/** Whether the last import has taken the record: what it would change once more is not chosen by itself. */
export function wasImported({ kind, key }: FileRow): boolean {
  const now = run.value
  return now?.state === 'over' && now.select[kind]?.includes(key) === true
}

export const newKey = (): string => newId()

function ended(now: Run, rows: readonly ResultRow[]): void {
  const refused = rows.filter(({ action }) => action === 'error').length
  setRun({ ...now, state: 'over', done: rows.length, refused, rows })
  void look()
}

/**
 * T2: what came of an import whose answer was lost, by what is left of it; null while that cannot be asked. The server
 * refuses another batch of the same person while it is under way.
 */
export async function foundAgain(): Promise<Answer<unknown> | null> {
  for (;;) {
    const [own, now] = [file.value, run.value]
    if (own === null || now === null || now.state !== 'unknown') return null
    const body = bodyOf(own, now.select)
    const answer = await call('POST /admin/v1/config/transfer/preview', { body })
    if (run.value?.key !== now.key) return null
    if (answer.code === 'too_many_requests') {
      await wait(AGAIN_MS)
      continue
    }
    if (!answer.ok) return answer
    ended(now, answer.data.items.map(leftOf))
    return null
  }
}

/**
 * A record that would change nothing more was done; others were not reached. A symbol that came without trading would be
 * given trading by a second import, and by that alone.
 */
function leftOf(row: PreviewRow): ResultRow {
  const isResting =
    row.kind === 'symbols' && row.action === 'update' && row.changes.join() === 'trade_access'
  if (isResting && options.value.new_symbols_trading_disabled) {
    return { ...row, action: 'unchanged', changes: [] }
  }
  if (row.action === 'unchanged') return { ...row, action: 'unchanged' }
  if (row.action === 'skip') return { ...row, action: 'skipped' }
  return { ...row, action: 'error', error: row.error ?? 'unavailable: It was not reached.' }
}

hear('config_progress', ({ key, done, refused, total }) => {
  const now = run.value
  if (now === null || key !== now.key || (now.state !== 'sent' && now.state !== 'unknown')) return
  setRun({ ...now, done, refused, total })
})
