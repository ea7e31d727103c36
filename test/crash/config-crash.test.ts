import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { Prng } from '../../engine/numbers/prng.js'
import { journalRepo } from '../../storage/repos/records/journal.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { openReader } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { killedAfter } from './killed-writer.js'

// Each change of settings is whole (record, journal line, configuration version) or absent, whenever
// the process is killed. `node dist/test/crash/config-crash.test.js 200` kills it so often.

const ROUNDS = Number(process.argv[2] ?? 8)
const CLERKS = 4
const WRITER = fileURLToPath(new URL('./config-writer.js', import.meta.url))

t.setTimeout(0)

interface Told {
  /** Newest answered version by description. */
  readonly kept: Map<string, number>
  readonly gone: Set<string>
}

function take(told: Told, output: string): number {
  const lines = output.slice(0, output.lastIndexOf('\n')).split('\n')
  for (const line of lines) {
    const [, version, kept] = /^kept (\d+) (.*)/.exec(line) ?? []
    if (kept !== undefined) told.kept.set(kept, Number(version))
    if (line.startsWith('gone ')) told.gone.add(line.slice('gone '.length))
  }
  return lines.length - 1
}

/** The faults in the database; none when every change is whole. */
function problems(directory: string, told: Told): string[] {
  const db = openReader(join(directory, 'openfloor.sqlite'))
  try {
    const found: string[] = []
    const settings = settingsRepo(db)
    const broken = journalRepo(db).brokenAt()
    if (broken !== undefined) found.push(`journal: ${broken}`)
    const texts = db
      .prepare<[], string>("SELECT text FROM journal WHERE kind = 'config' ORDER BY id")
      .pluck()
      .all()
    if (settings.version() !== 1 + texts.length) {
      found.push(`version ${settings.version()} after ${texts.length} changes`)
    }
    const lines = new Map<string, number>()
    const deleted = new Set<string>()
    for (const text of texts) {
      const [, name = '', what] = /^Holiday (.*) was (created|changed|deleted)/.exec(text) ?? []
      const key = name.slice(name.indexOf(' ') + 1)
      if (what === 'deleted') deleted.add(key)
      else lines.set(key, (lines.get(key) ?? 0) + 1)
    }
    const rows = settings.list('holidays')
    const versions = new Map(
      rows.map(({ body, version }) => [String(body['description']), version]),
    )
    for (const [key, version] of versions) {
      if (deleted.has(key)) found.push(`${key}: deleted by its line, and there`)
      if (lines.get(key) !== version) {
        found.push(`${key}: version ${version}, ${lines.get(key)} lines`)
      }
      lines.delete(key)
    }
    for (const key of lines.keys()) if (!deleted.has(key)) found.push(`${key}: lines and no record`)
    if (new Set(rows.map(({ body }) => body['position'])).size !== rows.length) {
      found.push('two records have one place')
    }
    for (const [key, answered] of told.kept) {
      const version = versions.get(key)
      if (version === undefined && !deleted.has(key)) found.push(`${key}: lost`)
      if (version !== undefined && version < answered) found.push(`${key}: ${answered} lost`)
    }
    for (const key of told.gone) if (!deleted.has(key)) found.push(`${key}: back again`)
    return found
  } finally {
    db.close()
  }
}

t.test(`settings changed by ${CLERKS} at once survive ${ROUNDS} kills whole`, async (t) => {
  const directory = scratch(t)
  const prng = new Prng(20261120)
  const told: Told = { kept: new Map(), gone: new Set() }
  const args = [directory, String(CLERKS)]
  let answered = 0
  for (let round = 1; round <= ROUNDS; round++) {
    answered += take(told, await killedAfter(WRITER, args, 1 + prng.below(120)))
    t.same(problems(directory, told), [], `round ${round}`)
  }
  t.comment(`${answered} changes were answered`)
  t.ok(answered > ROUNDS, 'it had work to lose')
})
