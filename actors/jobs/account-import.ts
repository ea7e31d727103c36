import { groupOf } from '../../engine/book/book.js'
import type { Book } from '../../engine/book/compiled.js'
import type { Refusal } from '../../engine/code.js'
import {
  IMPORT_CELL_LENGTH_MAX,
  IMPORT_CELLS_MAX,
  IMPORT_PARTS_BYTES,
  IMPORT_RECORDS_MAX,
  IMPORT_SLICE_PASSWORDS,
  IMPORT_SLICE_RECORDS,
} from '../../engine/limits/jobs.js'
import { type GroupScope, groupPath, groupReach } from '../../engine/names/group-path.js'
import type { Login } from '../../engine/units.js'
import { detailsOf, refusePasswords } from '../../wire/account/new-account.js'
import { brokenText, type CsvFault, CsvReader, type CsvRecord } from '../../wire/format/csv.js'
import type { StoredJob } from '../../wire/stored/stored-job.js'
import type { ImportItem, ImportPart, ImportRequest } from '../../wire/thread/account-import.js'
import type { AccountImportsOperations } from '../desk/accounts/imports.js'
import { COMMON_PASSWORDS } from '../sign-in/common-passwords.js'
import { importing, type Passwords } from '../sign-in/passwords.js'
import type { Outcome } from '../thread/ask.js'
import { headerFault, type ImportedFields, recordFields } from './imported-record.js'

/**
 * The front's part of an import of accounts: reads the table, checks its records and hashes their
 * passwords. The desk creates the accounts (actors/desk/accounts/imports.ts).
 *
 *   - Reading pauses every few hundred records, so that the thread can do other work.
 *   - Errors of the table as a whole are found before anything is done; errors of a record become
 *     its result row.
 *   - Passwords are hashed a few at a time, on a part of the threads (actors/sign-in/passwords.ts,
 *     P4).
 */
export interface ImportDesk {
  ask<Name extends keyof AccountImportsOperations & string>(
    name: Name,
    request: AccountImportsOperations[Name]['request'],
  ): Promise<Outcome<AccountImportsOperations[Name]['answer']>>
}

export interface ReadImport {
  readonly ok: true
  readonly columns: readonly string[]
  readonly parts: readonly ImportPart[]
  readonly total: number
}

export type UnreadImport = { readonly ok: false } & CsvFault

const BOUNDS = {
  // The header counts as a record too.
  recordsMax: IMPORT_RECORDS_MAX + 1,
  cellsMax: IMPORT_CELLS_MAX,
  cellLengthMax: IMPORT_CELL_LENGTH_MAX,
}
/** The mark that spreadsheet programs write at the start of their files. */
const BYTE_ORDER_MARK = '\ufeff'
const TURN_CHARACTERS = 128 * 1024

/** Parses the table. */
export async function readImport(given: string): Promise<ReadImport | UnreadImport> {
  const text = given.startsWith(BYTE_ORDER_MARK) ? given.slice(1) : given
  const broken = brokenText(text)
  if (broken !== null) return { ok: false, ...broken }
  const reader = new CsvReader(text, BOUNDS)
  const head = reader.next()
  if (head === null) return { ok: false, line: 1, column: 1, says: 'there is no header' }
  if ('says' in head) return { ok: false, ...head }
  const wrong = headerFault(head)
  if (wrong !== null) return { ok: false, line: head.line, ...wrong }
  const parts: ImportPart[] = []
  let [total, turnEnds] = [0, TURN_CHARACTERS]
  let begin: CsvRecord | null = null
  const cut = (end: number): void => {
    if (begin === null) return
    const first = parts.length * IMPORT_SLICE_RECORDS
    parts.push({ first, line: begin.line, text: text.slice(begin.from, end) })
  }
  for (let last = head.to; ; ) {
    const record = reader.next()
    if (record === null) {
      cut(last)
      return { ok: true, columns: head.cells, parts, total }
    }
    if ('says' in record) return { ok: false, ...record }
    if (total % IMPORT_SLICE_RECORDS === 0) {
      cut(record.from)
      begin = record
    }
    total++
    last = record.to
    if (last < turnEnds) continue
    turnEnds = last + TURN_CHARACTERS
    await nextTurn()
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

/** The owner of an import, with rights and groups. */
export interface ImportOwner {
  readonly login: Login
  readonly rights: Iterable<string>
  readonly scope: readonly string[]
}

interface CheckedItem {
  readonly item: ImportItem
  readonly passwords: readonly (readonly ['master' | 'investor' | 'phone', string])[]
}

/** The last parts of a table, and the number of records that the desk has already. */
export interface LastParts {
  readonly receipt?: number
  readonly parts: readonly ImportPart[]
  readonly received: number
}

export type SliceState = 'goes_on' | 'over' | 'later'

export interface AccountImportsOptions {
  readonly desk: ImportDesk
  readonly passwords: Passwords
  readonly book: () => Book
}

export class AccountImports {
  readonly #desk: ImportDesk
  readonly #passwords: Passwords
  readonly #book: () => Book
  readonly #driven = new Map<number, Promise<boolean>>()
  /** Called when a job is left to the job runner. */
  onLeft: () => void = () => undefined

  constructor({ desk, passwords, book }: AccountImportsOptions) {
    this.#desk = desk
    this.#passwords = passwords
    this.#book = book
  }

  /** All records of a short import in the form that the desk checks, without hashing. */
  items(
    { columns, parts }: Pick<ReadImport, 'columns' | 'parts'>,
    owner: ImportOwner,
  ): readonly ImportItem[] {
    return parts.flatMap((part) => this.#checked(part, columns, owner)).map(({ item }) => item)
  }

  /**
   * Sends the desk the parts of a table, a few at a time, so that it does other work in between;
   * `start` creates the job with the last ones.
   */
  async handOver(
    parts: readonly ImportPart[],
    start: (last: LastParts) => Promise<Outcome<StoredJob>>,
  ): Promise<Outcome<StoredJob>> {
    const slices = partSlices(parts)
    const last = slices.pop() ?? []
    let receipt = 0
    try {
      for (const slice of slices) {
        const told = await this.#desk.ask('imports.receive', { receipt, parts: slice })
        if (!told.ok) return told
        receipt = told.value
      }
      const received = parts.length - last.length
      return await start({ ...(receipt > 0 && { receipt }), parts: last, received })
    } finally {
      // Abandons a table that no job uses: the job was refused, or a request with the same key was
      // answered before.
      const abandoned = receipt > 0 && this.#desk.ask('imports.abandon', { receipt })
      if (abandoned !== false) await abandoned.catch(() => undefined)
    }
  }

  /**
   * Carries out a short import while the client waits for it; false if it is left to the job
   * runner. Repeated calls wait for the same run.
   */
  drive(job: StoredJob): Promise<boolean> {
    const driven = this.#driven.get(job.id) ?? this.#drive(job)
    this.#driven.set(job.id, driven)
    return driven
  }

  isDriven(id: number): boolean {
    return this.#driven.has(id)
  }

  async #drive(job: StoredJob): Promise<boolean> {
    try {
      for (;;) {
        const state = await this.slice(job)
        if (state !== 'goes_on') return state === 'over'
      }
    } finally {
      this.#driven.delete(job.id)
      this.onLeft()
    }
  }

  /** Carries out one slice of a job; `later` if it is to be tried again after a while. */
  async slice({ id, owner: login, request, rights, scope }: StoredJob): Promise<SliceState> {
    const found = await this.#desk.ask('imports.part', { id })
    if (!found.ok) return 'later'
    if (found.value === null) return 'over'
    const { part, next } = found.value
    const { dry_run, columns } = request as ImportRequest
    const checked = this.#checked(part, columns, { login, rights, scope })
    const due = aSlice(checked.slice(next - part.first), dry_run)
    const items = await this.#hashed(due, login, dry_run)
    if (!items.ok) return 'later'
    const told = await this.#desk.ask('imports.advance', { id, from: next, items: items.value })
    if (!told.ok) return 'later'
    return told.value ? 'goes_on' : 'over'
  }

  #checked(part: ImportPart, columns: readonly string[], owner: ImportOwner): CheckedItem[] {
    const reader = new CsvReader(part.text, BOUNDS, part.line)
    const reach = groupReach(owner.scope, new Set(owner.rights))
    const book = this.#book()
    const checked: CheckedItem[] = []
    for (;;) {
      const record = reader.next()
      if (record === null) return checked
      if ('says' in record) throw new Error(`a part of an import is no table: ${record.says}`)
      const read = recordFields(columns, record.cells)
      const error = 'error' in read ? read.error : mistakeOf(read.fields, book, reach)
      checked.push(
        'error' in read || error !== null
          ? refused(record, columns, error ?? '')
          : fitting(record.line, read.fields),
      )
    }
  }

  async #hashed(
    checked: readonly CheckedItem[],
    login: Login,
    dryRun: boolean,
  ): Promise<Outcome<readonly ImportItem[]>> {
    const items = checked.map(({ item }) => item)
    const typed = checked.flatMap(({ passwords }, at) =>
      passwords.map(([kind, password]) => ({ at, kind, password })),
    )
    if (dryRun || typed.length === 0) return { ok: true, value: items }
    // A record of an existing account changes nothing, so its password need not be hashed.
    const logins = typed.flatMap(({ at }) => items[at]?.login || [])
    const known = await this.#desk.ask('imports.known', [...new Set(logins)])
    if (!known.ok) return known
    const there = new Set(known.value)
    const due = typed.filter(({ at }) => !there.has(items[at]?.login ?? 0))
    let refusal: Refusal | null = null
    const work = due.values()
    const one = async (): Promise<void> => {
      for (const { at, kind, password } of work) {
        const hash = await this.#passwords.hash(password, importing(login))
        if (typeof hash !== 'string') refusal = hash
        if (refusal !== null || typeof hash !== 'string') return
        items[at] = withHash(items[at] as ImportItem, kind, hash)
      }
    }
    await Promise.all(Array.from({ length: this.#passwords.importsAtOnce }, one))
    return refusal ?? { ok: true, value: items }
  }
}

/** Describes an error in the record beyond its shape; null if there is none. */
function mistakeOf(fields: ImportedFields, book: Book, reach: GroupScope): string | null {
  const weak = refusePasswords(fields, 0, COMMON_PASSWORDS)
  if (weak !== undefined) return weak.message
  const group = groupOf(book, groupPath(fields.group))
  if (group === undefined) return `group: there is no group ${fields.group}.`
  if (!reach.covers(group.path)) return `group: ${group.path} is outside your scope.`
  const minimum = group.record.password_min_length
  return refusePasswords(fields, minimum, COMMON_PASSWORDS)?.message ?? null
}

function refused(
  { line, cells }: CsvRecord,
  columns: readonly string[],
  error: string,
): CheckedItem {
  const login = Number(cells[columns.indexOf('login')] ?? '')
  const named = Number.isSafeInteger(login) && login > 0 ? login : 0
  return { item: { line, login: named, error, account: null }, passwords: [] }
}

const PASSWORD_KINDS = ['master', 'investor', 'phone'] as const

function fitting(line: number, fields: ImportedFields): CheckedItem {
  const account = {
    group: fields.group,
    details: detailsOf(fields),
    hashes: {},
  }
  const passwords = PASSWORD_KINDS.flatMap((kind) => {
    const typed = fields[`${kind}_password`]
    return typed === undefined ? [] : [[kind, typed] as const]
  })
  return { item: { line, login: fields.login ?? 0, error: '', account }, passwords }
}

function withHash(
  item: ImportItem,
  kind: (typeof PASSWORD_KINDS)[number],
  hash: string,
): ImportItem {
  const { account } = item
  if (account === null) return item
  return { ...item, account: { ...account, hashes: { ...account.hashes, [kind]: hash } } }
}

/** The records of one slice: fewer if passwords must be hashed, which takes long. */
function aSlice(checked: readonly CheckedItem[], dryRun: boolean): readonly CheckedItem[] {
  if (dryRun) return checked
  let typed = 0
  const end = checked.findIndex(({ passwords }, at) => {
    typed += passwords.length
    return at > 0 && typed > IMPORT_SLICE_PASSWORDS
  })
  return end < 0 ? checked : checked.slice(0, end)
}

/** The parts in order of the file, in slices that the desk accepts at once. */
function partSlices(parts: readonly ImportPart[]): ImportPart[][] {
  const slices: ImportPart[][] = []
  let size = Number.POSITIVE_INFINITY
  for (const part of parts) {
    size += part.text.length
    if (size > IMPORT_PARTS_BYTES) {
      slices.push([])
      size = part.text.length
    }
    slices.at(-1)?.push(part)
  }
  return slices
}
