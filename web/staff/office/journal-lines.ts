import type { Data } from '../../link/contract.js'

export type JournalLine = Data<'GET /admin/v1/journal'>['items'][number]

/** What a list of lines is asked for: empty is everything. */
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

/** Whether a line that has just been written belongs into the list, by the rules of the route. */
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

/** Newer lines above those that were there, each once; where nothing joins them, what lies between is unknown and the older ones go. */
export function joined(
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

/** A value before or after a change, as it is read. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
