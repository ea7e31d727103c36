import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { Prng } from '../../engine/numbers/prng.js'
import { sqlitePath } from '../../storage/paths.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { openReader } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { company } from './licence-writer.js'

// A licence is applied whole or not at all, whenever the process is killed: licence, brand, groups, journal and version.
// `node dist/test/crash/licence-crash.test.js 100` kills it so often.

const KILLS = Number(process.argv[2] ?? 4)
const GROUPS = 300
const KILLED_WITHIN_MS = 60
const WRITER = fileURLToPath(new URL('./licence-writer.js', import.meta.url))

t.setTimeout(0)

/** Kills the writer some time after it is ready, or has applied one; the last licence that it said was applied. */
async function killed(
  directory: string,
  from: number,
  since: 'ready' | 'applied',
  afterMs: number,
): Promise<number> {
  const args = [WRITER, directory, String(GROUPS), String(from)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  let told = from
  for await (const line of createInterface({ input: child.stdout })) {
    const [what, n] = line.split(' ')
    if (what === 'applied') told = Number(n)
    if (what === since) setTimeout(() => child.kill('SIGKILL'), afterMs)
  }
  const [, signal] = await exited
  if (signal !== 'SIGKILL') throw new Error('the writer ended by itself')
  return told
}

t.test(`licences that are applied survive ${KILLS} kills whole`, async (t) => {
  const directory = scratch(t)
  const prng = new Prng(20261123)
  // None yet: the first writer makes the groups, too.
  let from = 0
  for (let kill = 1; kill <= KILLS; kill++) {
    // However slow the machine is, some have work to lose.
    const since = kill % 2 === 0 ? 'applied' : 'ready'
    const told = await killed(directory, from, since, prng.below(KILLED_WITHIN_MS))
    const db = openReader(sqlitePath(directory))
    const settings = settingsRepo(db)
    const [licence] = settings.list('licence')
    const id = String(licence?.body['licence_id'])
    const n = Number(id.slice('L-'.length))
    t.ok(n === told || n === told + 1, `${n} is there, ${told} was told`)
    const ofCrash = settings.list('groups').filter(({ name }) => name.includes('crash'))
    t.same(new Set(ofCrash.map(({ body }) => body['company'])), new Set([company(n)]))
    t.equal(ofCrash.length, GROUPS)
    t.match(settings.list('brands'), [{ name: company(n), body: { short_name: id } }])
    // A version for the licence, its brand and its groups each; a line, too.
    t.equal(settings.version(), 1 + GROUPS + 3 * n)
    const lines = db
      .prepare<[], number>("SELECT count(*) FROM journal WHERE kind = 'config'")
      .pluck()
      .get()
    t.equal(lines, GROUPS + 3 * n)
    db.close()
    from = n
  }
  t.ok(from > 1, 'it had work to lose')
})
