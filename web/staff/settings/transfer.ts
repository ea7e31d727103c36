import { signal } from '@preact/signals'
import type { Answer } from '../../link/answer.js'
import { readStoredJson, store } from '../../link/browser-storage.js'
import { serverNow, wait } from '../../link/clock.js'
import type { Data, Schemas } from '../../link/contract.js'
import { newId } from '../../link/random.js'
import { call } from '../../link/rest.js'
import { ownKey } from '../../link/side.js'
import { subscribe } from '../connection/link.js'

/**
 * Import of settings: the loaded file, its preview, and a running import.
 *
 * - The file and the import survive a change of page, and also a reload of the tab if the browser's
 *   storage has room for the file.
 * T2. An import is identified by its key. While it runs, nothing else is requested. If its answer
 *     is lost, the desk asks the server for a new preview, which the server sends after the import
 *     has ended: records without changes were imported.
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

/** A record of the file: its row in the preview, and its position within its kind. */
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
  /** The keys of the selected records, by kind. */
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
/**
 * The largest file to store. Browsers limit the storage of a tab to about five million characters.
 */
const KEPT_CHARACTERS_MAX = 2_000_000
const AGAIN_MS = 2_000
const UNKNOWN: ReadonlySet<number> = new Set([0, 500, 503, 504])

export const file = signal<LoadedFile | null>(
  readStoredJson<LoadedFile | null>(FILE, null, 'session'),
)
export const options = signal<Options>(readStoredJson<Options>(HOW, OPTIONS, 'session'))
export const looked = signal<Looked>({ rows: null, refused: null })
export const run = signal<Run | null>(afterReload(readStoredJson<Run | null>(RUN, null, 'session')))

/** The page that sent the import has been reloaded, so its answer cannot arrive any more. */
function afterReload(one: Run | null): Run | null {
  return one?.state === 'sent' ? { ...one, state: 'unknown' } : one
}

function setRun(next: Run | null): void {
  run.value = next
  // Result rows are not stored; they can number thousands and are also in the journal.
  store(RUN, next === null ? null : JSON.stringify({ ...next, rows: [] }), 'session')
}

/** Loads a file. False if it is not a settings file. */
export function takeFile(name: string, text: string): boolean {
  const read = fileOf(text)
  if (read === null) return false
  setRun(null)
  file.value = { name, ...read }
  const kept = JSON.stringify(file.value)
  store(FILE, kept.length > KEPT_CHARACTERS_MAX ? null : kept, 'session')
  looked.value = { rows: null, refused: null }
  void look()
  return true
}

export function dropFile(): void {
  file.value = null
  store(FILE, null, 'session')
  // The next file starts with the safe default options.
  options.value = OPTIONS
  store(HOW, null, 'session')
  looked.value = { rows: null, refused: null }
  setRun(null)
}

/** Accepts an exported file, or the API answer that contains one. */
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

/** Requests a preview: what the file would change, record by record. */
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

/** Requests the effect of these records on the margin of accounts. */
export async function lookAtEffects(rows: readonly FileRow[]) {
  const own = file.value
  if (own === null) return null
  return call('POST /admin/v1/config/transfer/preview', { body: bodyOf(own, selectOf(rows)) })
}

export function setOptions(changed: Partial<Options>): void {
  options.value = { ...options.value, ...changed }
  store(HOW, JSON.stringify(options.value), 'session')
  looked.value = { rows: null, refused: null }
  void look()
}

/** Rows arrive grouped by kind, each kind in the order of the file. */
function rowsOf(items: readonly PreviewRow[]): FileRow[] {
  const counts = new Map<string, number>()
  return items.map((row) => {
    const at = counts.get(row.kind) ?? 0
    counts.set(row.kind, at + 1)
    return { ...row, at, id: `${row.kind} ${at}` }
  })
}

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

/**
 * Imports the selected records under the dialog's key. Returns when the import has ended or when
 * its answer is lost.
 */
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

/**
 * Whether the last import already contained the record. Such a record is not preselected again,
 * even if it still differs.
 */
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
 * Finds the result of an import whose answer was lost, from a new preview (T2). Null while the
 * server refuses the preview because the import is still running.
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
 * A record without further changes was imported; the others were not reached. Imported symbols
 * arrive with trading disabled, so one that differs only in `trade_access` counts as imported.
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

subscribe('config_progress', ({ key, done, refused, total }) => {
  const now = run.value
  if (now === null || key !== now.key || (now.state !== 'sent' && now.state !== 'unknown')) return
  setRun({ ...now, done, refused, total })
})
