import type { Schemas } from '../../link/contract.js'
import { callForText } from '../../link/rest.js'
import { csvRows, csvText } from '../../text/csv.js'

/** A typed table of accounts as CSV for the server: cells separated by commas, empty rows removed. */
export interface AccountFile {
  readonly csv: string
  readonly records: number
  /** Maps a line of the sent CSV to the line of the typed table where that record begins. */
  lineOf(sent: number): number
}

export type ImportedRow = Schemas['AccountImportView']['items'][number]

/** Reads pasted text as accounts; null if it has no header or no record below the header. */
export function accountFile(typed: string): AccountFile | null {
  const rows = csvRows(typed)
  const [head, ...records] = rows ?? []
  if (rows === null || head === undefined || records.length === 0) return null
  const heads = head.cells.map((cell) => cell.toLowerCase())
  const lines = new Map<number, number>()
  let sent = 2
  for (const { line, cells } of records) {
    lines.set(sent, line)
    sent += 1 + cells.join('').split('\n').length - 1
  }
  return {
    csv: csvText(
      heads,
      records.map(({ cells }) => heads.map((_, i) => cells[i] ?? '')),
    ),
    records: records.length,
    lineOf: (line) => lines.get(line) ?? line,
  }
}

/** The result rows of an import job, or null if they cannot be read. */
export async function rowsOfImport(id: number): Promise<readonly ImportedRow[] | null> {
  const text = await callForText('GET /admin/v1/jobs/{id}/result', { params: { id } })
  const rows = text === null ? null : csvRows(text)
  if (rows === null) return null
  return rows.slice(1).map(({ cells }) => {
    const [line, action = '', login, error = '', master = '', investor = ''] = cells
    return {
      line: Number(line),
      action: action as ImportedRow['action'],
      login: Number(login) || null,
      error,
      master_password: master || null,
      investor_password: investor || null,
    }
  })
}
