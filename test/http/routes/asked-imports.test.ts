import t from 'tap'
import { refuse } from '../../../engine/code.js'
import { ACTOR, givenParts, handled } from '../../given/handled.js'
import { session } from '../given.js'

// What an import of accounts asks of the parts behind it, to the letter, and what it answers.

const done = (value: unknown) => ({ ok: true, value })
const AWAY = refuse('unavailable', 'This part is starting again.')
const rights = ['accounts.view', 'accounts.edit']
const READER = session({ rights: new Set(rights) })

/** The answer, and what was asked for it. */
async function look(name: string, answers: object, context: object, parts: object) {
  const { asked, services } = givenParts(answers as Record<string, unknown>, parts)
  return { answer: await handled(name, { services, ...context }), asked }
}

const TABLE = 'POST /admin/v1/accounts/import'
const ADDED = 'line,action,login,error,master_password,investor_password'
const JOB = { id: 3 }

/** An import of so many records, by what the desk answers, and whether it is carried out while its caller waits. */
async function importing(records: number, own: object, answers: object = {}, isDriven = true) {
  const told: unknown[] = []
  const imports = {
    items: (_: unknown, owner: object) => {
      told.push(['items', owner])
      return ['item']
    },
    handOver: (parts: readonly object[], start: (last: object) => unknown) => {
      told.push(['parts', parts.length])
      return start({ parts: ['last'], received: 2, receipt: 9 })
    },
    drive: async (job: object) => {
      told.push(['drive', job])
      return isDriven
    },
  }
  const csv = `group,name\r\n${'demo\\standard,Ada\r\n'.repeat(records)}`
  const { dry_run, ...context } = own as { dry_run?: boolean }
  const body = { csv, ...(dry_run === undefined ? {} : { dry_run }) }
  const all = { 'imports.start': done(JOB), 'imports.shown': done(null), ...answers }
  const looked = await look(TABLE, all, { body, session: READER, ...context }, { imports })
  return { ...looked, told }
}

const OWNER = { login: 7, rights: READER.rights, scope: READER.groupScope }
const START = {
  ...{ actor: ACTOR, total: 2, parts: ['last'], received: 2, scope: READER.groupScope },
  ...{ request: { dry_run: false, columns: ['group', 'name'], receipt: 9 } },
  rights: ['accounts.edit'],
}

t.test('a short table is looked at without asking, and no job is made', async (t) => {
  const rows = [{ line: 2, action: 'create' }]
  t.strictSame(await importing(2, {}, { 'imports.look': done(rows) }), {
    answer: { items: rows, job_id: null },
    asked: [['desk imports.look', { actor: ACTOR, items: ['item'] }]],
    told: [['items', OWNER]],
  })
  t.same((await importing(2, {}, { 'imports.look': AWAY })).answer, AWAY)
  const none = { answer: { items: [], job_id: null }, asked: [], told: [] }
  t.strictSame(await importing(0, { dry_run: false }), none)
})

t.test(
  'rows that an import has made are told once, but under a key as often as asked',
  async (t) => {
    const text = `${ADDED}\r\n2,created,1001,,secret1,secret2\r\n3,error,,"no, not so",,\r\n`
    const items = [
      {
        ...{ line: 2, action: 'created', login: 1001, error: '' },
        ...{ master_password: 'secret1', investor_password: 'secret2' },
      },
      {
        ...{ line: 3, action: 'error', login: null, error: 'no, not so' },
        ...{ master_password: null, investor_password: null },
      },
    ]
    const answers = { 'imports.result': done(text) }
    const begun = [
      ['desk imports.start', START],
      ['desk imports.result', { id: 3 }],
    ]
    const told = [
      ['parts', 1],
      ['drive', JOB],
    ]
    const shown = ['desk imports.shown', { actor: ACTOR, id: 3 }]
    t.strictSame(await importing(2, { dry_run: false }, answers), {
      ...{ answer: { items, job_id: null }, asked: [...begun, shown], told },
    })
    const keyed = { once: { key: 'k', digest: 'd' } }
    t.strictSame(await importing(2, { dry_run: false, keyed }, answers), {
      answer: { items, job_id: null },
      asked: [['desk imports.start', { ...START, ...keyed }], begun[1]],
      told,
    })
    const more = await importing(3, { dry_run: false }, answers)
    t.strictSame(more.answer, { items: [], job_id: 3 }, 'the job says why there are fewer')
    t.equal(more.asked.length, 2, 'and its rows are shown to nobody')
    t.same((await importing(2, { dry_run: false }, { 'imports.result': AWAY })).answer, AWAY)
  },
)

t.test('what is long, or left to others, is a job', async (t) => {
  const job = { items: [], job_id: 3 }
  t.strictSame((await importing(2, { dry_run: false }, {}, false)).answer, job)
  for (const dry_run of [true, false]) {
    const { answer, asked, told } = await importing(501, { dry_run })
    const request = { ...START.request, dry_run }
    t.strictSame(
      [answer, asked],
      [job, [['desk imports.start', { ...START, total: 501, request }]]],
    )
    t.equal(told.length, 1, 'nobody waits for it')
  }
  t.same((await importing(2, { dry_run: false }, { 'imports.start': AWAY })).answer, AWAY)
  const leader = session({ rights: new Set([...rights, 'config.staff']) })
  const { asked } = await importing(501, { session: leader })
  t.match(asked, [['desk imports.start', { rights: ['accounts.edit', 'config.staff'] }]])
})

t.test('a file is read to its end and closed, whatever is in it', async (t) => {
  const name = `${TABLE}/file`
  const fileOf = (...parts: string[]) => {
    const state = { closed: 0 }
    const part = Buffer.alloc(64)
    const next = async () => {
      const text = parts.shift()
      if (text === 'broken') throw new Error('the disk')
      // The same memory for each, as a file is read.
      return text === undefined ? null : part.subarray(0, part.write(text))
    }
    const read = async () => done({ next, close: () => state.closed++ })
    return { state, file: { read } }
  }
  const items = () => []
  const ask = (file: object, body: object = {}) =>
    look(
      name,
      { 'imports.look': done([]) },
      { file, body, session: READER },
      { imports: { items } },
    )
  const good = fileOf('group,na', 'me\r\ndemo', '\\standard,Ada')
  const { answer, asked } = await ask(good.file)
  t.strictSame([answer, asked.length, good.state.closed], [{ items: [], job_id: null }, 1, 1])
  const bad = fileOf('name\r\n', 'Ada\r\n')
  t.match((await ask(bad.file)).answer, { ok: false, message: /^file: line 1, column / })
  const broken = fileOf('group', 'broken')
  await t.rejects(ask(broken.file), { message: 'the disk' })
  t.same([bad.state.closed, broken.state.closed], [1, 1])
  t.same((await ask({ read: async () => AWAY })).answer, AWAY)
})
