import { deepStrictEqual } from 'node:assert'
import fc from 'fast-check'
import t from 'tap'
import { AppendedRows, type Cell } from '../../../storage/sqlite/appended-rows.js'
import { Database } from '../../../storage/sqlite/library.js'

const COLUMNS = [
  { name: 'id' },
  { name: 'fee', usual: 0 },
  { name: 'comment', usual: "it's" },
] as const

function table(): InstanceType<typeof Database> {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, fee INTEGER, comment TEXT) STRICT')
  return db
}

function add(rows: AppendedRows, values: readonly Cell[]): void {
  values.forEach((value, column) => {
    rows.next[column] = value
  })
  rows.add()
}

t.test('rows of whatever values are stored as they were added, usual or not', (t) => {
  const db = table()
  const rows = new AppendedRows(db, 'rows', COLUMNS)
  const added: [number, number, string][] = []
  for (let id = 1; id <= 200; id++) {
    const fee = id % 50 < 20 ? 0 : id
    const comment = id % 70 < 35 ? "it's" : `${id}`
    added.push([id, fee, comment])
    add(rows, [id, fee, comment])
  }
  rows.flush()
  t.same(db.prepare('SELECT * FROM rows ORDER BY id').raw().all(), added)
  db.close()
  t.end()
})

const PAIRED = [
  { name: 'id' },
  { name: 'entry', either: ['in', 'out'] },
  { name: 'fee', usual: 0 },
  { name: 'side', either: [1, -1] },
  { name: 'comment', usual: "it's" },
  { name: 'rate', either: ["it's", '0'] },
] as const

t.test('A3: rows are stored as one by one, whichever of two values they have, or another', (t) => {
  const anyRow = fc.tuple(
    fc.constantFrom<Cell>('in', 'out', 'in', 'out', 'inout', '0', '1'),
    fc.constantFrom<Cell>(0, 1),
    fc.constantFrom<Cell>(1, -1, 0, 2),
    fc.constantFrom<Cell>("it's", ''),
    fc.constantFrom<Cell>("it's", '0', '1', '0.5'),
  )
  const anyRows = fc.array(anyRow, { maxLength: 120 })
  const columns =
    'id INTEGER PRIMARY KEY, entry TEXT, fee INTEGER, side INTEGER, comment TEXT, rate TEXT'
  fc.assert(
    fc.property(anyRows, fc.integer({ min: 1, max: 40 }), (rows, every) => {
      const db = new Database(':memory:')
      for (const name of ['plain', 'fast']) db.exec(`CREATE TABLE ${name} (${columns}) STRICT`)
      const plain = db.prepare('INSERT INTO plain VALUES (?, ?, ?, ?, ?, ?)')
      const fast = new AppendedRows(db, 'fast', PAIRED)
      rows.forEach((row, id) => {
        plain.run(id, ...row)
        add(fast, [id, ...row])
        if (id % every === 0) fast.flush()
      })
      fast.flush()
      const all = (name: string): unknown[] => db.prepare(`SELECT * FROM ${name}`).raw().all()
      deepStrictEqual(all('fast'), all('plain'))
      db.close()
    }),
    { numRuns: 60 },
  )
  t.end()
})

t.test('A1, A3: what is as usual is not handed over, and of a pair its place is', (t) => {
  const db = new Database(':memory:')
  db.exec('CREATE TABLE fast (id INTEGER PRIMARY KEY, entry, fee, side, comment, rate)')
  const handed: Cell[][] = []
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    const statement = prepare<Cell[]>(sql)
    return { run: (...values: Cell[]) => handed.push(values) && statement.run(...values) }
  }) as unknown as typeof db.prepare
  const rows = new AppendedRows(db, 'fast', PAIRED)
  const cases: [row: Cell[], handed: Cell[]][] = [
    [
      [1, 'in', 0, 1, "it's", "it's"],
      [1, 0, 0, 0],
    ],
    [
      [2, 'out', 0, -1, "it's", '0'],
      [2, 1, 1, 1],
    ],
    [
      [3, 'inout', 7, 0, '', '1'],
      [3, 'inout', 7, 0, '', '1'],
    ],
    [
      [4, 'out', 7, 1, "it's", '0.5'],
      [4, 1, 7, 0, '0.5'],
    ],
  ]
  for (const [row] of cases) {
    add(rows, row)
    rows.flush()
  }
  t.strictSame(
    handed,
    cases.map(([, values]) => values),
  )
  t.strictSame(
    prepare('SELECT * FROM fast').raw().all(),
    cases.map(([row]) => row),
  )
  db.close()
  t.end()
})

t.test('A4: rows are written in the order in which they were added', (t) => {
  const db = table()
  const written: number[] = []
  db.function('written', (id) => {
    written.push(Number(id))
    return null
  })
  db.exec('CREATE TEMP TRIGGER seen AFTER INSERT ON rows BEGIN SELECT written(NEW.id); END')
  const rows = new AppendedRows(db, 'rows', COLUMNS)
  const ids = Array.from({ length: 100 }, (_, index) => index + 1)
  for (const id of ids) add(rows, [id, id % 23 === 0 ? 1 : 0, "it's"])
  rows.flush()
  t.same(written, ids)
  for (let id = 101; id <= 116; id++) add(rows, [id, 0, "it's"])
  t.equal(written.at(-1), 116, 'sixteen of one set wait no longer')
  db.close()
  t.end()
})

t.test('what waited when the transaction was undone is not written later', (t) => {
  const db = table()
  const rows = new AppendedRows(db, 'rows', COLUMNS)
  add(rows, [1, 0, 'a'])
  rows.forget()
  add(rows, [2, 0, 'b'])
  rows.flush()
  t.same(db.prepare('SELECT id FROM rows').pluck().all(), [2])
  db.close()
  t.end()
})

t.test('with more sets of usual values than are kept, all rows are stored', (t) => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g']
  const db = new Database(':memory:')
  const cells = names.map((name) => `${name} INTEGER`).join(', ')
  db.exec(`CREATE TABLE wide (id INTEGER PRIMARY KEY, ${cells}) STRICT`)
  const columns = [{ name: 'id' }, ...names.map((name) => ({ name, usual: 0 }))]
  let prepared = 0
  const prepare = db.prepare.bind(db)
  db.prepare = ((sql: string) => {
    prepared++
    return prepare(sql)
  }) as typeof db.prepare
  const rows = new AppendedRows(db, 'wide', columns)
  const all = Array.from({ length: 128 }, (_, mask) => [
    mask,
    ...names.map((__, bit) => (mask >> bit) & 1),
  ])
  for (const values of all) add(rows, values)
  rows.flush()
  t.equal(prepared, 3 * 32, 'three statements a set')
  t.same(db.prepare('SELECT * FROM wide').raw().all(), all)
  db.close()
  t.end()
})

t.test('a table whose columns have more guesses than a mask has bits is refused', (t) => {
  const db = new Database(':memory:')
  const columnsOf = (usual: number, paired: number) => [
    { name: 'id' },
    ...Array.from({ length: usual }, (_, index) => ({ name: `u${index}`, usual: index })),
    ...Array.from({ length: paired }, (_, index) => ({
      name: `p${index}`,
      either: [index, index + 1] as const,
    })),
  ]
  const make = (columns: ReturnType<typeof columnsOf>) => {
    const names = columns.map(({ name }) => name)
    db.exec(`DROP TABLE IF EXISTS guessed; CREATE TABLE guessed (${names.join(', ')})`)
    return new AppendedRows(db, 'guessed', columns)
  }
  const rows = make(columnsOf(20, 10))
  const all = [...Array(31).keys()].map((row) => [
    row,
    ...Array.from({ length: 20 }, (_, index) => (row === index + 1 ? -1 : index)),
    ...Array.from({ length: 10 }, (_, index) => (row === index + 21 ? -1 : index + (row % 2))),
  ])
  for (const values of all) add(rows, values)
  rows.flush()
  t.same(db.prepare('SELECT * FROM guessed').raw().all(), all)
  const tooMany = { message: /a bit for each column with a guess/ }
  t.throws(() => make(columnsOf(20, 11)), tooMany)
  t.throws(() => make(columnsOf(21, 10)), tooMany)
  t.throws(() => make([{ name: 'id', usual: 0, either: [0, 1] as const }]), {
    message: /one guess/,
  })
  t.throws(() => make([{ name: 'id', usual: 0 }]), { message: /the key has no usual value/ })
  db.close()
  t.end()
})
