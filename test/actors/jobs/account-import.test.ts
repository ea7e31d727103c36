import t from 'tap'
import { AccountImports, type ImportDesk, readImport } from '../../../actors/jobs/account-import.js'
import type { Passwords } from '../../../actors/sign-in/passwords.js'
import { refuse } from '../../../engine/code.js'
import {
  IMPORT_PARTS_BYTES,
  IMPORT_SLICE_PASSWORDS,
  IMPORT_SLICE_RECORDS,
} from '../../../engine/limits/jobs.js'
import { givenBook } from '../../given/book.js'
import { storedJob } from '../../given/records/stored-job.js'

// Goal: a table reaches the desk whole, or no job is made of it.

const FULL = refuse('unavailable', 'Too many tables are being received.')
const RECEIPT = 7

/** A desk that takes as many slices of a table, and what it was asked. */
function given(taken: number) {
  const asked: unknown[] = []
  const ask = async (name: string, request: { receipt: number; parts?: readonly unknown[] }) => {
    asked.push([name, request.receipt, request.parts?.length ?? 0])
    if (name === 'imports.abandon') return { ok: true, value: null }
    return asked.length > taken ? FULL : { ok: true, value: RECEIPT }
  }
  const imports = new AccountImports({
    desk: { ask } as unknown as ImportDesk,
    passwords: {} as Passwords,
    book: givenBook,
  })
  return { asked, imports }
}

/** Each of them fills a slice. */
const PARTS = [0, 1, 2].map((first) => ({
  first,
  line: first + 2,
  text: 'x'.repeat(IMPORT_PARTS_BYTES),
}))

t.test(
  'a table of which the desk refuses a slice becomes no job, and what it has is abandoned',
  async (t) => {
    for (const [taken, told] of [
      [0, [['imports.receive', 0, 1]]],
      [
        1,
        [
          ['imports.receive', 0, 1],
          ['imports.receive', RECEIPT, 1],
          ['imports.abandon', RECEIPT, 0],
        ],
      ],
    ] as const) {
      const { asked, imports } = given(taken)
      const outcome = await imports.handOver(PARTS, async () => t.fail('a job was made') as never)
      t.same(outcome, FULL)
      t.same(asked, told)
    }
  },
)

t.test('a table is taken apart into parts that can be read by themselves', async (t) => {
  const columns = 'group,login'
  const lines = Array.from(
    { length: 2 * IMPORT_SLICE_RECORDS + 1 },
    (_, n) => `demo\\standard,${n + 5}`,
  )
  const read = async (text: string) => readImport(text)
  const [first, second, third] = [0, 1, 2].map((n) => ({
    first: n * IMPORT_SLICE_RECORDS,
    line: 2 + n * IMPORT_SLICE_RECORDS,
    text: lines.slice(n * IMPORT_SLICE_RECORDS, (n + 1) * IMPORT_SLICE_RECORDS).join('\n'),
  }))
  const table = [columns, ...lines].join('\n')
  const cutBetween = (part = { first: 0, line: 0, text: '' }) => ({
    ...part,
    text: `${part.text}\n`,
  })
  const whole = {
    ok: true,
    columns: ['group', 'login'],
    total: lines.length,
    parts: [cutBetween(first), cutBetween(second), third],
  }
  t.same(await read(table), whole)
  t.same(await read(`\ufeff${table}`), whole, 'as spreadsheets write it')
  t.same(await read(columns), { ok: true, columns: ['group', 'login'], parts: [], total: 0 })
  t.same(await read(''), { ok: false, line: 1, column: 1, says: 'there is no header' })
  t.match(await read('login\n5'), { ok: false, line: 1, says: /lacks the column group/ })
  t.match(await read('group,"login\n5'), { ok: false })
  t.match(await read(`${columns}\ndemo,"x`), { ok: false, line: 2 })
  t.match(await read(`${columns}\ndemo,\ud800`), {
    ok: false,
    line: 2,
    column: 6,
    says: 'these bytes are no UTF-8',
  })
})

t.test('while a long table is read other work has its turn', async (t) => {
  let turns = 0
  const next = (): unknown => setImmediate(() => turns++ < 100 && next())
  next()
  const line = `demo\\standard,${'x'.repeat(1_000)}\n`
  const read = await readImport(`group,comment\n${line.repeat(400)}`)
  t.match(read, { ok: true, total: 400 })
  t.ok(turns >= 2, `${turns} turns`)
})

t.test('a table is abandoned once its job was made or not, and waited for', async (t) => {
  const said: unknown[] = []
  let abandoned: () => void = () => undefined
  const ask = async (name: string) => {
    said.push(name)
    if (name === 'imports.receive') return { ok: true, value: RECEIPT }
    await new Promise<void>((resolve) => {
      abandoned = resolve
    })
    said.push('abandoned')
    throw new Error('the desk is dead')
  }
  const imports = new AccountImports({
    desk: { ask } as unknown as ImportDesk,
    passwords: {} as Passwords,
    book: givenBook,
  })
  const made = imports.handOver(PARTS.slice(1), async () => {
    await new Promise((resolve) => setImmediate(resolve))
    said.push('made')
    return FULL
  })
  const told = made.then((outcome) => said.push(outcome))
  while (!said.includes('imports.abandon')) await new Promise((resolve) => setImmediate(resolve))
  await new Promise((resolve) => setImmediate(resolve))
  abandoned()
  await told
  t.same(said, ['imports.receive', 'made', 'imports.abandon', 'abandoned', FULL])
})

const JOB = storedJob({
  id: 3,
  owner: 9,
  total: 4,
  scope: ['demo\\*'],
  request: {
    dry_run: false,
    columns: ['group', 'login', 'master_password', 'phone_password', 'name'],
  },
})

/** A desk that has one part of a table and knows some logins, and hashes that show what was hashed. */
function sliced(lines: readonly string[], over: Readonly<Record<string, unknown>> = {}) {
  const asked: [string, unknown][] = []
  const hashed: unknown[] = []
  const says: Record<string, unknown> = {
    'imports.part': { part: { first: 10, line: 12, text: lines.join('\n') }, next: 10 },
    'imports.known': [],
    'imports.advance': false,
    ...over,
  }
  const ask = async (name: string, request: unknown) => {
    asked.push([name, request])
    const answer = says[name]
    return answer === FULL ? FULL : { ok: true, value: answer }
  }
  const passwords = {
    importsAtOnce: 2,
    async hash(password: string, party: unknown) {
      hashed.push([password, party])
      return says['hash'] ?? `hash of ${password}`
    },
  } as unknown as Passwords
  const imports = new AccountImports({
    desk: { ask } as unknown as ImportDesk,
    passwords,
    book: givenBook,
  })
  const items = () => asked.find(([name]) => name === 'imports.advance')?.[1]
  return { asked, hashed, says, imports, items }
}

const account = (over: object = {}) => ({
  group: 'demo\\standard',
  details: {},
  hashes: {},
  ...over,
})

t.test('a slice is checked, hashed and handed over, each record with its line', async (t) => {
  const { imports, asked, hashed, items } = sliced(
    [
      'demo\\standard,7,Abcd12!x,Other34!y,Ada',
      'demo\\standard,,,,',
      'demo\\standard,8,Abcd12!x,,',
      'nowhere,5,,,',
      'demo\\standard,6,weak,,',
      'demo\\standard,-6,,,',
      'demo\\standard,x,y',
    ],
    { 'imports.known': [8], 'imports.advance': true },
  )
  t.equal(await imports.slice(JOB), 'goes_on')
  const refused = (line: number, login: number, error: RegExp) => ({
    line,
    login,
    error,
    account: null,
  })
  const hashes = { master: 'hash of Abcd12!x', phone: 'hash of Other34!y' }
  t.match(items(), {
    id: 3,
    from: 10,
    items: [
      { line: 12, login: 7, error: '', account: account({ details: { name: 'Ada' }, hashes }) },
      { line: 13, login: 0, error: '', account: account() },
      { line: 14, login: 8, error: '', account: account() },
      refused(15, 5, /^group: there is no group nowhere\.$/),
      refused(16, 6, /^master_password: ./),
      refused(17, 0, /^login: ./),
      refused(18, 0, /^The record has 3 cells, the header 5\.$/),
    ],
  })
  t.same(
    asked.map(([name]) => name),
    ['imports.part', 'imports.known', 'imports.advance'],
  )
  t.same(asked[0]?.[1], { id: 3 })
  t.same(asked[1]?.[1], [7, 8])
  const party = { lane: 'imported', name: 'login 9' }
  t.same(hashed, [
    ['Abcd12!x', party],
    ['Other34!y', party],
  ])
})

t.test('a slice goes on where the desk is, and holds so many passwords', async (t) => {
  const lines = Array.from({ length: 6 }, (_, n) => `demo\\standard,${n + 1},Abcd12!x,Other34!y,`)
  const at = (next: number) => ({ part: { first: 10, line: 12, text: lines.join('\n') }, next })
  const logins = async (next: number, dry_run = false): Promise<unknown> => {
    const { imports, items, hashed } = sliced([], { 'imports.part': at(next) })
    const request = { ...(JOB.request as object), dry_run }
    t.equal(await imports.slice({ ...JOB, request }), 'over')
    const { items: made, from } = items() as { items: { login: number }[]; from: number }
    t.equal(hashed.length, dry_run ? 0 : 2 * made.length, 'nothing is hashed in a dry run')
    return [from, ...made.map(({ login }) => login)]
  }
  t.equal(IMPORT_SLICE_PASSWORDS, 8)
  t.same(await logins(10), [10, 1, 2, 3, 4])
  t.same(await logins(11), [11, 2, 3, 4, 5])
  t.same(await logins(14), [14, 5, 6])
  t.same(await logins(10, true), [10, 1, 2, 3, 4, 5, 6])
})

t.test(
  'a group out of the owner’s scope, and a password too short for the group, are mistakes',
  async (t) => {
    const of = async (line: string, scope: readonly string[], book = givenBook) => {
      const parts = [{ first: 0, line: 2, text: line }]
      const own = new AccountImports({
        desk: {} as ImportDesk,
        passwords: {} as Passwords,
        book,
      })
      const [item] = own.items(
        { columns: ['group', 'master_password'], parts },
        {
          login: 9,
          rights: [],
          scope,
        },
      )
      return item?.error
    }
    const line = 'DEMO\\standard,Abcd12!x'
    t.equal(await of(line, ['demo\\*']), '')
    t.equal(await of(line, ['real\\*']), 'group: demo\\standard is outside your scope.')
    const strict = () => givenBook({ groups: { 'demo\\standard': { password_min_length: 12 } } })
    t.match(await of(line, ['*'], strict), /^master_password: .*12/)
  },
)

t.test('only logins that a record says are looked up, and weak passwords come first', async (t) => {
  const { imports, asked, items } = sliced([
    'demo\\standard,,Abcd12!x,,',
    'nowhere,5,weak,,',
    'nowhere,6.5,,,',
  ])
  t.equal(await imports.slice(JOB), 'over')
  t.same(asked[1], ['imports.known', []])
  t.match(items(), {
    items: [
      { line: 12, login: 0, error: '', account: account({ hashes: { master: /^hash/ } }) },
      { line: 13, login: 5, error: /^master_password: / },
      { line: 14, login: 0, error: /^login: / },
    ],
  })
})

t.test('no further password is hashed once there was no room for one', async (t) => {
  const lines = Array.from({ length: 4 }, (_, n) => `demo\\standard,${n + 1},Abcd12!${n},,`)
  const { imports, hashed, says } = sliced(lines)
  let hashes = 0
  Object.defineProperty(says, 'hash', { get: () => (hashes++ === 0 ? FULL : undefined) })
  t.equal(await imports.slice(JOB), 'later')
  t.equal(hashed.length, 2, 'those that were begun at once')
})

t.test('what the desk or the passwords have no room for is tried later', async (t) => {
  const line = ['demo\\standard,7,Abcd12!x,Other34!y,']
  for (const [name, told] of [
    ['imports.part', ['imports.part']],
    ['imports.known', ['imports.part', 'imports.known']],
    ['imports.advance', ['imports.part', 'imports.known', 'imports.advance']],
    ['hash', ['imports.part', 'imports.known']],
  ] as const) {
    const { imports, asked } = sliced(line, { [name]: FULL })
    t.equal(await imports.slice(JOB), 'later', name)
    t.same(
      asked.map(([name]) => name),
      told,
    )
  }
  const without = sliced(['demo\\standard,7,,,'], { 'imports.known': FULL })
  t.equal(
    await without.imports.slice(JOB),
    'over',
    'nobody asks who is there where nothing is typed',
  )
  const over = sliced(line, { 'imports.part': null })
  t.equal(await over.imports.slice(JOB), 'over')
  t.equal(over.asked.length, 1)
})

t.test('a short import is carried out once, however many wait for it', async (t) => {
  const { imports, asked, says } = sliced(['demo\\standard,,,,'], { 'imports.advance': true })
  let left = 0
  imports.onLeft = () => {
    left++
    t.notOk(imports.isDriven(3))
  }
  const both = [imports.drive(JOB), imports.drive(JOB)]
  t.same([imports.isDriven(3), imports.isDriven(4)], [true, false])
  while (asked.length < 4) await Promise.resolve()
  says['imports.part'] = null
  t.same(await Promise.all(both), [true, true])
  t.same([left, imports.isDriven(3)], [1, false])
  says['imports.part'] = FULL
  t.equal(await imports.drive(JOB), false, 'it is left to whoever carries out jobs')
  t.equal(left, 2)
})

t.test('a table is given in slices, and the job is made with the last one', async (t) => {
  const { asked, imports } = given(9)
  const made = { ok: true, value: JOB } as const
  const lasts: unknown[] = []
  const start = async (last: unknown) => {
    lasts.push(last)
    return made
  }
  t.same(await imports.handOver(PARTS, start), made)
  t.same(lasts.splice(0), [{ receipt: RECEIPT, parts: PARTS.slice(2), received: 2 }])
  t.same(asked.splice(0), [
    ['imports.receive', 0, 1],
    ['imports.receive', RECEIPT, 1],
    ['imports.abandon', RECEIPT, 0],
  ])
  const small = PARTS.map((part) => ({ ...part, text: 'x'.repeat(IMPORT_PARTS_BYTES / 4) }))
  t.same(await imports.handOver(small, start), made)
  t.same(lasts.splice(0), [{ parts: small, received: 0 }])
  const full = [...small, ...small.slice(2)]
  t.same(await imports.handOver(full, start), made)
  t.same(lasts.splice(0), [{ parts: full, received: 0 }], 'so many bytes, and no more')
  await imports.handOver([], start)
  t.same(lasts, [{ parts: [], received: 0 }])
  t.same(asked, [])
})
