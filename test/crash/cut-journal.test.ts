import t from 'tap'
import { sqlitePath } from '../../storage/paths.js'
import { openReader, openWriter } from '../../storage/sqlite/open.js'
import { openfloor } from '../given/command.js'
import { scratch } from '../given/desk.js'
import { ServerProcess } from './server-process.js'

// Somebody with the files takes the newest lines of the journal away and leaves its chain whole.

const dataDir = scratch(t)
const here = { DATA_DIR: dataDir }
let server: ServerProcess
t.teardown(() => server?.kill())

function head(): { id: number; hash: string } {
  const db = openReader(sqlitePath(dataDir))
  const found = db.prepare('SELECT id, hash FROM journal_head').get()
  db.close()
  return found as { id: number; hash: string }
}

/** The newest `count` lines go, with the triggers that would not let them. */
function cut(count: number): string[] {
  const db = openWriter(sqlitePath(dataDir))
  const kinds = db
    .prepare<[number], string>('SELECT kind FROM journal ORDER BY id DESC LIMIT ?')
    .pluck()
    .all(count)
  db.exec(`DROP TRIGGER IF EXISTS journal_no_delete;
    DROP TRIGGER IF EXISTS journal_head_only_next;
    DELETE FROM journal WHERE id > (SELECT id FROM journal_head) - ${count};
    UPDATE journal_head SET id = id - ${count};
    UPDATE journal_head SET hash = (SELECT hash FROM journal WHERE id = journal_head.id)`)
  db.close()
  return kinds.toReversed()
}

t.test('the log of the process says how the journal stands when it begins and ends', async (t) => {
  server = await ServerProcess.start({ dataDir, shards: 2 })
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '100.00')
  await server.signInTrader(login)
  await server.terminate()
  const { id, hash } = head()
  t.match(server.output, /"line":\d+,"journal_hash":"[^"]{43}","msg":"the journal begins/)
  t.match(server.output, `"line":${id},"journal_hash":"${hash}","msg":"the journal ends with`)
  t.match(await openfloor(['verify'], here), { code: 0, stdout: /: 0 differences/ })
  const nothing = await openfloor(['admin', 'accept-journal'], here)
  t.match(nothing, { code: 1, stderr: /nothing to accept/ })
})

t.test('verify names newest lines that were cut off with their end', async (t) => {
  const before = head()
  t.same(cut(3), ['account.created', 'balance', 'auth'])
  const { code, stdout } = await openfloor(['verify'], here)
  t.equal(code, 1)
  const found = stdout
    .split('\n')
    .filter((text) => text.startsWith('{'))
    .map((text) => JSON.parse(text))
  t.match(
    found.filter(({ field }) => field === `line ${before.id}`),
    [{ subject: 'journal', stored: 'missing', computed: new RegExp(`^${before.hash} by record`) }],
  )
  const lost = found.filter(({ field }) => String(field).startsWith('the line of record'))
  t.match(lost, [{ stored: 'missing', computed: /deposit/ }], 'and what a record told of')
})

t.test('a start is refused until a person accepts it, and the journal says who did', async (t) => {
  const refused = await ServerProcess.refused({ dataDir, shards: 2 })
  t.equal(refused.code, 1)
  t.match(
    refused.output,
    /^openfloor: the journal ends at line \d+, and record \d+ of the log knows/m,
  )
  t.match(refused.output, /openfloor admin accept-journal/)
  t.match(await openfloor(['admin', 'accept-journal'], here), { code: 0, stdout: /was accepted/ })
  server = await ServerProcess.start({ dataDir, shards: 2 })
  const staff = await server.signInStaff()
  const lines = await server.ask('GET /admin/v1/journal?kind=server.journal', staff)
  t.match(lines.data['items'], [{ actor: null, text: /accepted with line \d+ as its newest/ }])
  await server.kill()
  t.match(await openfloor(['verify'], here), { code: 1 }, 'which makes nothing unseen')
})

t.test('an anchor is found after a crash, too', async (t) => {
  server = await ServerProcess.start({ dataDir, shards: 2 })
  const staff = await server.signInStaff()
  const login = await server.openBareAccount(staff, 'demo\\standard')
  const records = async () => Number((await server.health()).body.seq)
  const before = await records()
  // The anchor of the line may have come before: one that comes from here on knows of it, too.
  let others = 0
  for (; (await records()) === before; others++)
    await server.openBareAccount(staff, 'demo\\standard')
  await server.signInTrader(login)
  await server.kill()
  const { id } = head()
  const lines = others + 2
  cut(lines)
  const refused = await ServerProcess.refused({ dataDir, shards: 2 })
  t.match(refused.output, new RegExp(`the journal ends at line ${id - lines}`))
})
