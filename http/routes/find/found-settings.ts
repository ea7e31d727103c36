import { CONFIG_KINDS } from '../../../engine/config/config-records.js'
import { nameOf } from '../../../engine/config/kinds.js'
import { lastSegment } from '../../../engine/names/group-path.js'
import { sortText } from '../../../engine/names/sort-text.js'
import { hasWordLike } from '../../../engine/names/words.js'
import { reachableGroups } from '../../reach/group-reach.js'
import { mayReadKind } from '../settings/config-readers.js'
import { reachedRecords, type Viewer } from '../settings/config-routes.js'

/**
 * Searches groups, symbols and other settings by name. Every word has to be in the name; names in
 * which a part starts with the word come first.
 */
const KINDS = CONFIG_KINDS.filter((kind) => !isElsewhere(kind))

/** True for kinds with a separate search, and for kinds with a single record, which has no name. */
function isElsewhere(kind: string): boolean {
  return ['groups', 'symbols', 'licence', 'allocation_settings', 'settings'].includes(kind)
}

/** The groups that contain the words; null if the caller may not see groups. */
export function foundGroups(viewer: Viewer, words: readonly string[], limit: number) {
  const { rights } = viewer.session
  if (!rights.has('accounts.view') && !rights.has('config.groups')) return null
  const groups = reachableGroups(viewer.services, viewer.session)
  const found = bestOf(groups, words, limit, ({ path }) => [path])
  return found.map(({ path, record }) => ({ id: record.id, path }))
}

export function foundSymbols(viewer: Viewer, words: readonly string[], limit: number) {
  if (!mayReadKind(viewer.session, 'symbols')) return null
  const { symbols } = viewer.services.settings.book.records
  const namesOf = ({ path, description }: (typeof symbols)[number]) => [
    lastSegment(path),
    path,
    description,
  ]
  return bestOf(symbols, words, limit, namesOf).map(({ id, path, description }) => {
    return { id, name: lastSegment(path), description }
  })
}

export function foundSettings(viewer: Viewer, words: readonly string[], limit: number) {
  const kinds = KINDS.filter((kind) => mayReadKind(viewer.session, kind))
  if (kinds.length === 0) return null
  const all = kinds.flatMap((kind) =>
    reachedRecords(viewer, kind).map((record) => {
      return { kind, id: record.id, name: nameOf(kind, record) }
    }),
  )
  return bestOf(all, words, limit, ({ name }) => [name])
}

function bestOf<One>(
  all: readonly One[],
  words: readonly string[],
  limit: number,
  namesOf: (one: One) => readonly string[],
): One[] {
  const [whole, begun, within]: [One[], One[], One[]] = [[], [], []]
  for (const one of all) {
    const names = namesOf(one).map(sortText)
    if (!words.every((word) => names.some((name) => name.includes(word)))) continue
    const isBegun = words.every((word) => names.some((name) => hasWordLike(name, word)))
    const place = names[0] === words.join(' ') ? whole : isBegun ? begun : within
    place.push(one)
  }
  return [...whole, ...begun, ...within].slice(0, limit)
}
