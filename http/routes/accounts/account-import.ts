import {
  type ReadImport,
  readImport,
  type UnreadImport,
} from '../../../actors/jobs/account-import.js'
import { accept, type Outcome } from '../../../actors/thread/ask.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import {
  IMPORT_AT_ONCE_MAX,
  IMPORT_BODY_BYTES_MAX,
  IMPORT_CELLS_MAX,
  IMPORTS_AT_ONCE_MAX,
  IMPORTS_PER_CALLER_MAX,
} from '../../../engine/limits/jobs.js'
import { refuseField } from '../../../engine/reasons/fault.js'
import { because, say } from '../../../engine/reasons/reasons.js'
import { readCsv } from '../../../wire/format/csv.js'
import { markedText } from '../../../wire/format/utf8.js'
import {
  AccountFileImportBody,
  AccountImportBody,
  AccountImportView,
} from '../../../wire/schema/accounts/account-import.js'
import type { ImportRow } from '../../../wire/thread/account-import.js'
import type { Static } from '../../../wire/types/scalars.js'
import type { Session } from '../../exchange/session.js'
import type { PlaceRule } from '../../pipeline/rates/places.js'
import type { UploadedFile } from '../../pipeline/uploads/upload-rule.js'
import { type AnyFrontContext, type FrontRoute, route, uploadRoute } from '../route.js'

const EXAMPLE = {
  csv: 'group,name,email\r\ndemo\\standard,Ada,ada@example.com\r\ndemo\\standard,Bob,\r\n',
  dry_run: false,
}

/** Rights that allow more than the right to import does. */
const OPENING = 'config.staff'

const ANSWERS = {
  answersSecrets: true,
  idempotent: true,
  data: AccountImportView,
  errors: ['conflict', 'too_large', 'too_many_requests', 'unavailable'],
} as const

/** Limits simultaneous imports, because parsing a table takes long. */
const IMPORT_PLACES: PlaceRule = {
  perCaller: IMPORTS_PER_CALLER_MAX,
  all: IMPORTS_AT_ONCE_MAX,
  yours: because('too_many_requests.imports'),
  others: because('unavailable.imports'),
}

const tableRoute: FrontRoute = route({
  method: 'POST',
  path: '/admin/v1/accounts/import',
  audience: 'staff',
  rights: ['accounts.edit'],
  summary: 'Open trading accounts from a table',
  description:
    '`csv` is a table in UTF-8. Its header names fields of the request that opens an account, ' +
    'each once; `group` is required. An empty cell leaves its field out. A dry run is the ' +
    'default: it makes all checks and opens nothing.\n\n' +
    'The answer has a row for each record, with its line: `created` (`create` in a dry run), ' +
    '`exists` for a login that exists and stays as it is, or `error`. If a record has no ' +
    'password, the server makes one and shows it only here. The holder must change that master ' +
    'password at the first sign-in.\n\n' +
    'Up to 500 records are answered at once. More records (up to 20,000 in a body of 4 MiB) ' +
    'become a job, whose result has the same rows as CSV. If the text is no such table, the ' +
    'server refuses it with line and column and opens nothing.',
  ...ANSWERS,
  marksBadBytes: true,
  places: IMPORT_PLACES,
  bodyBytesMax: IMPORT_BODY_BYTES_MAX,
  body: AccountImportBody,
  example: { body: EXAMPLE },
  async handle(context) {
    const { csv, dry_run: dryRun } = context.body
    const read = await readImport(csv)
    return read.ok ? imported(context, read, dryRun) : refuseTable('csv', read)
  },
})

const fileRoute: FrontRoute = uploadRoute({
  method: 'POST',
  path: '/admin/v1/accounts/import/file',
  audience: 'staff',
  rights: ['accounts.edit'],
  summary: 'Open trading accounts from a CSV file',
  description:
    'Works like `POST /admin/v1/accounts/import`. The part `file` is the `csv`, and `dry_run` ' +
    '(`true` or `false`) is a field beside it. The server deletes the file after reading it.',
  ...ANSWERS,
  upload: {
    kind: 'import',
    field: 'file',
    isPassing: true,
    bytesMax: IMPORT_BODY_BYTES_MAX,
    extensions: ['.csv'],
  },
  body: AccountFileImportBody,
  async handle(context) {
    const bytes = await contentOf(context.file)
    if (!bytes.ok) return bytes
    const read = await readImport(markedText(bytes.value))
    if (!read.ok) return refuseTable('file', read)
    return imported(context, read, context.body.dry_run !== 'false')
  },
})

export const accountImportRoutes: readonly FrontRoute[] = [tableRoute, fileRoute]

async function contentOf(file: UploadedFile): Promise<Outcome<Uint8Array>> {
  const opened = await file.read()
  if (!opened.ok) return opened
  const parts: Uint8Array[] = []
  try {
    for (let part = await opened.value.next(); part !== null; part = await opened.value.next()) {
      // Copies the part, because the source reuses its buffer; `Buffer.slice` would not copy.
      parts.push(new Uint8Array(part))
    }
    return accept(Buffer.concat(parts))
  } finally {
    opened.value.close()
  }
}

type ImportContext = Pick<AnyFrontContext, 'services' | 'actor' | 'keyed'> & {
  readonly session: Session
}

/** Runs a short import while the caller waits, and a longer one as a job. */
async function imported(
  context: ImportContext,
  { columns, parts, total }: ReadImport,
  dryRun: boolean,
): Promise<Static<typeof AccountImportView> | Refusal> {
  const { session, services, actor } = context
  const { desk, imports } = services
  const { login, rights, groupScope: scope } = session
  if (total === 0) return { items: [], job_id: null }
  const isShort = total <= IMPORT_AT_ONCE_MAX
  if (isShort && dryRun) {
    const items = imports.items({ columns, parts }, { login, rights, scope })
    const rows = await desk.ask('imports.look', { actor, items })
    return rows.ok ? { items: [...rows.value], job_id: null } : rows
  }
  const started = await imports.handOver(parts, ({ receipt, ...last }) => {
    const request = { dry_run: dryRun, columns, ...(receipt !== undefined && { receipt }) }
    return desk.ask('imports.start', {
      actor,
      ...context.keyed,
      request,
      total,
      ...last,
      scope,
      rights: ['accounts.edit', ...(rights.has(OPENING) ? [OPENING] : [])],
    })
  })
  if (!started.ok) return started
  const job = started.value
  if (!isShort || !(await imports.drive(job))) return { items: [], job_id: job.id }
  const made = await desk.ask('imports.result', { id: job.id })
  if (!made.ok) return made
  const items = rowsOf(made.value)
  // The job was cancelled or has failed; its record contains the reason.
  if (items.length < total) return { items: [], job_id: job.id }
  // The rows stay stored if the request has a key, because a repeat returns them.
  if (context.keyed.once === undefined) await desk.ask('imports.shown', { actor, id: job.id })
  return { items, job_id: null }
}

/** The rows in the form that the desk stores. */
function rowsOf(text: string): ImportRow[] {
  const table = readCsv(text, { recordsMax: 1 + IMPORT_AT_ONCE_MAX, cellsMax: IMPORT_CELLS_MAX })
  assert(table.ok, 'rows are a table')
  return table.records.slice(1).map(({ cells }) => {
    const [line, action = '', login, error = '', master = '', investor = ''] = cells
    return {
      line: Number(line),
      action: action as ImportRow['action'],
      login: Number(login) || null,
      error,
      master_password: master || null,
      investor_password: investor || null,
    }
  })
}

function refuseTable(field: string, { line, column, says }: UnreadImport): Refusal {
  return refuseField(field, say('field.import_line', { line, column, text: says }))
}
