import { readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { commentFaults } from './comments.js'

/**
 * Comments use the usual words of programming and trading. Each room has a bound for the phrases of its comments that
 * `comments` and `dialect` in docs/build/glossary.json replace, and for sentences with a clause as the subject. Bounds
 * may only fall: lower them in test/docs/comment-bounds.json after rewriting comments. A room that has none is not
 * listed there.
 */
const ROOT = resolve(fileURLToPath(new URL('../../..', import.meta.url)))
const FOLDERS = ['actors', 'bench', 'bin', 'client', 'engine', 'http', 'storage', 'web', 'wire']
const BOUNDS = JSON.parse(
  readFileSync(join(ROOT, 'test/docs/comment-bounds.json'), 'utf8'),
) as Readonly<Record<string, number>>

function sourcesIn(directory: string): string[] {
  return readdirSync(directory, { withFileTypes: true }).flatMap((entry) => {
    const path = join(directory, entry.name)
    // The build writes generated folders.
    if (entry.isDirectory()) return entry.name === 'generated' ? [] : sourcesIn(path)
    return /\.tsx?$/.test(entry.name) ? [relative(ROOT, path)] : []
  })
}

/** A file beside the rooms belongs to its top folder. */
function roomOf(path: string): string {
  return path.split('/').slice(0, -1).slice(0, 2).join('/')
}

t.test('comments of a room have no more old phrases than its bound', (t) => {
  const found = new Map<string, string[]>()
  for (const path of FOLDERS.flatMap((folder) => sourcesIn(join(ROOT, folder)))) {
    const faults = commentFaults(readFileSync(join(ROOT, path), 'utf8'))
    const lines = faults.map(({ line, what }) => `${path}:${line} ${what}`)
    if (lines.length > 0) found.set(roomOf(path), [...(found.get(roomOf(path)) ?? []), ...lines])
  }
  for (const [room, lines] of found) {
    const bound = BOUNDS[room] ?? 0
    if (lines.length <= bound) continue
    t.same(lines, [], `${room}: ${lines.length} old phrases in comments, the bound is ${bound}`)
  }
  t.same(
    Object.keys(BOUNDS).filter((room) => !found.has(room)),
    [],
    'these rooms need no bound any more',
  )
  t.end()
})

t.test('names the phrase, its line and the words to write', (t) => {
  const source =
    "const at = 'http://told'\n\n/**\n * C1. Who is gone.\n */\nlet x = 1 // A new start.\n"
  const faults = commentFaults(source).map(({ line, what }) => `${line} ${what}`)
  t.match(faults, ['3 a clause as the subject', /^3 "gone": deleted, /])
  t.equal(faults.length, 2)
  t.end()
})
