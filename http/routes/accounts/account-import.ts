import { readImport, type UnreadImport } from '../../../actors/jobs/account-import.js'
import { assert } from '../../../engine/assert.js'
import type { Refusal } from '../../../engine/code.js'
import {
  IMPORT_AT_ONCE_MAX,
  IMPORT_BODY_BYTES_MAX,
  IMPORT_CELLS_MAX,
} from '../../../engine/limits.js'
import { readCsv } from '../../../wire/answer/csv.js'
import { refuseField } from '../../../wire/answer/errors.js'
import { AccountImportBody, AccountImportView } from '../../../wire/schema/account-import.js'
import type { ImportRow } from '../../../wire/thread/account-import.js'
import { type Route, route } from '../../pipeline/route.js'
import { actorOf } from '../settings/config-routes.js'

const EXAMPLE = {
  csv: 'group,name,email\r\ndemo\\standard,Ada,ada@example.com\r\ndemo\\standard,Bob,\r\n',
  dry_run: false,
}

/** Rights that open more of an import than its own. */
const OPENING = 'config.staff'

export const accountImportRoute: Route = route({
  method: 'POST',
  path: '/admin/v1/accounts/import',
  audience: 'staff',
  rights: ['accounts.edit'],
  summary: 'Open trading accounts from a table',
  description:
    'csv is a table in UTF-8 whose header names fields of the create body, each once; group must be there. An empty ' +
    'cell is a field left out. A dry run, which is what you get unless dry_run is false, makes all checks and ' +
    'nothing else. Each record has its row: created (in a dry run create), exists (the login is there, and is not ' +
    'changed) or error, with its line. Passwords left out are made by the server and shown here alone; the master ' +
    'password must then be changed at the first sign-in. Up to 500 records are answered at once; ' +
    'more (up to 20,000, in a body of 4 MiB) are a job, whose result has the same rows as CSV. What is no such ' +
    'table is refused with its line and column before anything is done.',
  idempotent: true,
  marksBadBytes: true,
  answersSecrets: true,
  bodyBytesMax: IMPORT_BODY_BYTES_MAX,
  body: AccountImportBody,
  data: AccountImportView,
  errors: ['conflict', 'too_large', 'too_many_requests', 'unavailable'],
  example: { body: EXAMPLE },
  async handle(context) {
    const { body, session, services } = context
    const read = await readImport(body.csv)
    if (!read.ok) return refuseTable(read)
    const { desk, imports } = services
    const actor = actorOf(context)
    const { dry_run: dryRun = true } = body
    const { login, rights, groupScope: scope } = session
    const { columns, parts, total } = read
    if (total === 0) return { items: [], job_id: null }
    const isShort = total <= IMPORT_AT_ONCE_MAX
    if (isShort && dryRun) {
      const items = imports.items(read, { login, rights, scope })
      const rows = await desk.ask('imports.look', { actor, items })
      return rows.ok ? { items: rows.value, job_id: null } : rows
    }
    const started = await imports.handOver(parts, ({ receipt, ...last }) => {
      const request = { dry_run: dryRun, columns, ...(receipt !== undefined && { receipt }) }
      return desk.ask('imports.start', {
        ...{ actor, ...context.keyed, request, total, ...last, scope },
        rights: ['accounts.edit', ...(rights.has(OPENING) ? [OPENING] : [])],
      })
    })
    if (!started.ok) return started
    const job = started.value
    if (!isShort || !(await imports.drive(job))) return { items: [], job_id: job.id }
    const made = await desk.ask('imports.result', { id: job.id })
    if (!made.ok) return made
    const items = rowsOf(made.value)
    // It was cancelled, or failed: the job says why.
    if (items.length < total) return { items: [], job_id: job.id }
    // Under a key they can be asked for again.
    if (context.keyed.once === undefined) await desk.ask('imports.shown', { actor, id: job.id })
    return { items, job_id: null }
  },
})

/** The rows as the desk keeps them. */
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

function refuseTable({ line, column, says }: UnreadImport): Refusal {
  return refuseField('csv', `line ${line}, column ${column}: ${says}`)
}
