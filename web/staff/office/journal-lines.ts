import type { Data } from '../../link/contract.js'

export type JournalLine = Data<'GET /admin/v1/journal'>['items'][number]

/** The filter of the journal. An empty field matches everything. */
export interface JournalFilter {
  readonly text: string
  readonly kind: string
  readonly actor: string
  readonly login: string
  readonly about: string
  readonly from: string
  readonly to: string
}

const LINES_MAX = 300

/** Whether a new journal line matches the filter, by the same rules as the route. */
export function fits(line: JournalLine, filter: JournalFilter): boolean {
  const { text, kind, actor, login, about, from, to } = filter
  const has = (wanted: string, own: string | number | null) => wanted === '' || wanted === `${own}`
  return (
    has(actor, line.actor ?? 0) &&
    has(login, line.login) &&
    has(about, line.about === null ? null : `${line.about.kind}:${line.about.id}`) &&
    (kind === '' || kind.split(',').includes(line.kind)) &&
    line.text.toLowerCase().includes(text.toLowerCase()) &&
    (from === '' || Date.parse(line.at) >= Date.parse(from)) &&
    (to === '' || Date.parse(line.at) <= Date.parse(to))
  )
}

/**
 * Puts newer lines before the known ones, each once. If there may be a gap between them, the known
 * lines are dropped.
 */
export function joinLines(
  fresh: readonly JournalLine[],
  known: readonly JournalLine[],
  isWhole: boolean,
): readonly JournalLine[] {
  const ids = new Set(fresh.map(({ id }) => id))
  const older = known.filter(({ id }) => !ids.has(id))
  const isJoined = isWhole || older.length < known.length
  const all = isJoined ? [...fresh, ...older] : fresh
  return all.toSorted((one, other) => other.id - one.id).slice(0, LINES_MAX)
}

export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
