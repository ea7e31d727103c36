import t from 'tap'
import { pages, product, targetOf } from './sources.js'

// Rooms are the folders and files of a folder. They stand on floors, each of which imports only those below.

/**
 * How many rooms still stand in circles, by their folder: in every other folder they stand on floors. Bounds may only
 * fall.
 */
const IN_CIRCLES: Readonly<Record<string, number>> = {
  'actors/desk': 13,
  engine: 11,
  'engine/account': 7,
  'engine/account/rules': 3,
  'engine/config': 15,
  'http/pipeline': 6,
}

/** An import of one room from another. */
interface RoomImport {
  readonly from: string
  readonly to: string
  readonly path: string
  readonly target: string
}

/** The imports between the rooms of each folder. A file that lies in the folder itself is a room, too. */
function importsOfFolders(): Map<string, RoomImport[]> {
  const byFolder = new Map<string, RoomImport[]>()
  for (const source of [...product, ...pages]) {
    for (const name of source.names) {
      const target = targetOf(source, name)
      const [own, other] = [source.path.split('/'), target.split('/')]
      const at = own.findIndex((part, place) => part !== other[place])
      const [from = '', to = '', folder] = [own[at], other[at], own.slice(0, at).join('/')]
      const known = byFolder.get(folder) ?? []
      byFolder.set(folder, known)
      known.push({ from, to, path: source.path, target })
    }
  }
  return byFolder
}

/** The rooms that stand in circles, in groups whose rooms all lead to each other. */
function circlesOf(imports: readonly RoomImport[]): string[][] {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of imports) arrows.set(from, (arrows.get(from) ?? new Set()).add(to))
  const reached = new Map<string, Set<string>>()
  for (const room of arrows.keys()) {
    const seen = new Set(arrows.get(room))
    for (const next of seen) for (const one of arrows.get(next) ?? []) seen.add(one)
    reached.set(room, seen)
  }
  const groups = new Map<string, string[]>()
  for (const [room, seen] of reached) {
    if (!seen.has(room)) continue
    const group = [...seen].filter((one) => reached.get(one)?.has(room)).sort()
    groups.set(group.join(' '), group)
  }
  return [...groups.values()]
}

/** One import for each arrow that leads up again, with the rooms in an order that has few of these. */
function upwardIn(circle: readonly string[], imports: readonly RoomImport[]): string[] {
  const own = imports.filter(({ from, to }) => circle.includes(from) && circle.includes(to))
  const upward = (order: readonly string[]) =>
    own.filter(({ from, to }) => order.indexOf(from) > order.indexOf(to))
  let order = circle
  for (let isBetter = true; isBetter; ) {
    isBetter = false
    for (const room of circle) {
      for (const place of circle.keys()) {
        const other = order.filter((one) => one !== room).toSpliced(place, 0, room)
        if (upward(other).length >= upward(order).length) continue
        order = other
        isBetter = true
      }
    }
  }
  const ties = new Map(upward(order).map((one) => [`${one.from} ${one.to}`, one]))
  return [...ties.values()].map(({ path, target }) => `${path} imports ${target}`)
}

/** A shortest chain of imports from a file back to itself. */
function wayBack(start: string, imports: readonly RoomImport[]): string {
  const [ways, seen] = [[[start]], new Set<string>()]
  for (const way of ways) {
    for (const { from, to } of imports) {
      if (from !== way.at(-1) || seen.has(to)) continue
      if (to === start) return [...way, to].join(' > ')
      seen.add(to)
      ways.push([...way, to])
    }
  }
  return start
}

t.test('no file leads back to itself, not even by a type or a part loaded later', async (t) => {
  const all = [...importsOfFolders().values()].flat()
  const arrows = all.map(({ path, target }) => ({ from: path, to: target, path, target }))
  t.same(
    circlesOf(arrows).map(([path = '']) => wayBack(path, arrows)),
    [],
  )
})

t.test('rooms stand on floors: none leads back to itself, not even by a type', async (t) => {
  const byFolder = importsOfFolders()
  const folders = new Set([...byFolder.keys(), ...Object.keys(IN_CIRCLES)])
  const found = [...folders].flatMap((folder) => {
    const imports = byFolder.get(folder) ?? []
    const circles = circlesOf(imports)
    const [rooms, bound] = [circles.flat().length, IN_CIRCLES[folder] ?? 0]
    if (rooms === bound) return []
    if (rooms < bound) return [`${folder}: ${rooms} rooms stand in circles: lower the bound`]
    return circles.flatMap((circle) => [
      `${folder}: ${circle.join(', ')} lead to each other`,
      ...upwardIn(circle, imports),
    ])
  })
  t.same(found, [])
})
