import {
  type AccountImports,
  readImport,
  type UnreadImport,
} from '../../../actors/jobs/account-import.js'
import type { Refusal } from '../../../engine/code.js'
import { IMPORT_AT_ONCE_MAX, IMPORT_BODY_BYTES_MAX } from '../../../engine/limits.js'
import { isRefusal, refuseField } from '../../../wire/answer/errors.js'
import { AccountImportBody, AccountImportView } from '../../../wire/schema/account-import.js'
import type { ImportRow } from '../../../wire/thread/account-import.js'
import { onceOf } from '../../pipeline/idempotency-key.js'
import { type Route, route } from '../../pipeline/route.js'
import { actorOf } from '../settings/config-routes.js'

declare module '../../pipeline/services.js' {
  interface FrontServices {
    readonly imports: AccountImports
  }
}

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
    'password must then be changed at the first sign-in. Up to 500 records are answered at once, as one change; ' +
    'more (up to 20,000, in a body of 4 MiB) are a job, whose result has the same rows as CSV. What is no such ' +
    'table is refused with its line and column before anything is done.',
  idempotent: true,
  marksBadBytes: true,
  bodyBytesMax: IMPORT_BODY_BYTES_MAX,
  body: AccountImportBody,
  data: AccountImportView,
  errors: ['conflict', 'too_large', 'too_many_requests', 'unavailable'],
  example: { body: EXAMPLE },
  async handle(context) {
    const { body, session, services } = context
    const read = await readImport(body.csv)
    if (!read.ok) return refuseTable(read)
    const once = onceOf(context)
    if (isRefusal(once)) return once
    const { supervisor, imports } = services
    const actor = actorOf(context)
    const { dry_run: dryRun = true } = body
    const { rights, groupScope: scope } = session
    const { columns, parts, total } = read
    if (total > IMPORT_AT_ONCE_MAX) {
      const started = await supervisor.ask('imports.start', {
        ...{ actor, ...once, request: { dry_run: dryRun, columns }, total, parts, scope },
        rights: ['accounts.edit', ...(rights.has(OPENING) ? [OPENING] : [])],
      })
      return started.ok ? { items: [], job_id: started.value.id } : started
    }
    if (once.once !== undefined && !dryRun) {
      // Before passwords are hashed.
      const first = await supervisor.ask('once.first', { actor, once: once.once })
      if (!first.ok) return first
      if (first.value !== null) return shown(first.value.value as readonly ImportRow[])
    }
    const items = await imports.items(read, { login: session.login, rights, scope }, dryRun)
    if (!items.ok) return items
    const rows = await supervisor.ask('imports.run', {
      ...{ actor, ...(dryRun ? {} : once), dryRun, items: items.value },
    })
    return rows.ok ? shown(rows.value) : rows
  },
})

function shown(rows: readonly ImportRow[]) {
  return { items: rows, job_id: null }
}

function refuseTable({ line, column, says }: UnreadImport): Refusal {
  return refuseField('csv', `line ${line}, column ${column}: ${says}`)
}
