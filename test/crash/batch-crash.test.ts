import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import t from 'tap'
import { journalRepo } from '../../storage/repos/records/journal.js'
import { settingsRepo } from '../../storage/repos/settings.js'
import { openReader } from '../../storage/sqlite/open.js'
import { scratch } from '../given/desk.js'
import { saidWithin } from './killed-writer.js'

// A batch of settings that is killed in the middle is in as far as its slices were, each item wholly; sent again,
// it goes on from there.

const COUNT = 2_000
const WRITER = fileURLToPath(new URL('./batch-writer.js', import.meta.url))

t.setTimeout(0)

/** Sends the batch; kills the process once so many lines were said, if any are given. */
async function sent(directory: string, lines = Number.POSITIVE_INFINITY): Promise<string[]> {
  const output = await saidWithin(WRITER, [directory, String(COUNT)], lines)
  return output.slice(0, output.lastIndexOf('\n')).split('\n')
}

function stored(directory: string) {
  const db = openReader(join(directory, 'openfloor.sqlite'))
  try {
    const texts = db
      .prepare<[], string>("SELECT text FROM journal WHERE text LIKE 'Symbol S% was created'")
      .pluck()
      .all()
    const names = settingsRepo(db)
      .list('symbols')
      .map(({ name }) => name)
      .filter((name) => /^S\d+$/.test(name))
    return { broken: journalRepo(db).brokenAt(), texts, names }
  } finally {
    db.close()
  }
}

t.test('a batch that is killed is whole by items, and goes on when it is sent again', async (t) => {
  const directory = scratch(t)
  let before = 0
  for (const lines of [1, 9, 20]) {
    const said = await sent(directory, lines)
    const answered = Number(said.at(-1)?.split(' ')[0])
    const { broken, texts, names } = stored(directory)
    t.equal(broken, undefined)
    t.same(
      texts.map((text) => text.split(' ')[1]),
      names,
      'a record for each line, a line for each record',
    )
    t.same(
      names,
      names.map((_, i) => `S${i}`),
      'in their order, none left out',
    )
    t.ok(names.length >= answered, `${names.length} are in, ${answered} were answered`)
    const answers = said.flatMap((line) => line.split(' ').slice(1))
    const known = answers.slice(0, before)
    t.same(
      known.filter((did) => did !== 'same'),
      [],
      'what was in is the same',
    )
    before = names.length
  }
  const said = await sent(directory)
  const answers = said.flatMap((line) => line.split(' ').slice(1))
  t.same(
    [answers.indexOf('created'), answers.lastIndexOf('same'), answers.length],
    [before, before - 1, COUNT],
  )
  t.equal(stored(directory).names.length, COUNT)
})
