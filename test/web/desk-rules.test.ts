import t from 'tap'
import { BarePage } from '../given/bare-page.js'
import { pageModule } from '../given/page-module.js'

// Rules of the desk that need no browser: filters as text, groups as a tree, where a grid stands, what is chosen.

interface Condition {
  readonly field: string
  readonly op: string
  readonly value: unknown
}

const FILTERS: readonly (readonly [string, string, readonly Condition[]])[] = [
  ['anna berg', 'anna berg', []],
  ['country=DE', '', [{ field: 'country', op: 'eq', value: 'DE' }]],
  ['country=DE|AT', '', [{ field: 'country', op: 'in', value: ['DE', 'AT'] }]],
  ['balance>=1000.50', '', [{ field: 'balance', op: 'ge', value: '1000.50' }]],
  ['balance<0 anna', 'anna', [{ field: 'balance', op: 'lt', value: '0' }]],
  ['email~example', '', [{ field: 'email', op: 'contains', value: 'example' }]],
  ['email^anna', '', [{ field: 'email', op: 'starts', value: 'anna' }]],
  ['enabled!=true', '', [{ field: 'enabled', op: 'ne', value: true }]],
  ['group="real\\vip two"', '', [{ field: 'group', op: 'eq', value: 'real\\vip two' }]],
  ['margin_level<200', '', [{ field: 'margin_level', op: 'lt', value: '200' }]],
  ['country=', 'country=', []],
  ['', '', []],
]

t.test('a filter as text is words and conditions', async (t) => {
  const { filterOf, without } = await pageModule<{
    filterOf(text: string): { search: string; conditions: Condition[] }
    without(text: string, part: string): string
  }>('web/text/filter/filter-text.ts')
  for (const [text, search, conditions] of FILTERS) {
    t.same(filterOf(text), { search, conditions }, text)
  }
  t.equal(without('anna country=DE balance>1', 'country=DE'), 'anna balance>1')
})

t.test('rows that are read again stay, and what nobody answers is asked again', async (t) => {
  interface Rows {
    want(from: number, to: number): void
    again(): void
    row(i: number): string | undefined
    changes: { value: number }
  }
  const { WindowRows } = await pageModule<{ WindowRows: new (source: object) => Rows }>(
    'web/staff/lists/window-rows.ts',
  )
  const answers = [{ status: 200 }, { status: 503 }, { status: 200 }]
  let asked = 0
  const rows = new WindowRows({
    rows: async () => {
      const { status } = answers[asked++] ?? { status: 500 }
      return { ok: status === 200, status, data: { items: [`read ${asked}`] } }
    },
    count: async () => ({ ok: true, status: 200, data: { total: 1 } }),
  })
  const shows = async (text: string) => {
    while (rows.row(0) !== text) await new Promise((resolve) => setTimeout(resolve, 5))
  }
  rows.want(0, 0)
  await shows('read 1')
  rows.again()
  t.equal(rows.row(0), 'read 1')
  await shows('read 3')
  rows.want(0, 0)
  t.equal(asked, 3, 'and no more then')
})

t.test('groups are a tree by their paths, with counts of all below', async (t) => {
  interface Node {
    readonly name: string
    readonly mask: string
    readonly accounts: number
    readonly children: readonly Node[]
  }
  const { nodesOf } = await pageModule<{ nodesOf(groups: readonly object[]): Node[] }>(
    'web/desk/accounts/group-nodes.ts',
  )
  const [demo, real] = nodesOf([
    { path: 'demo', accounts: 2 },
    { path: 'real\\a\\one', accounts: 3 },
    { path: 'real\\a\\two', accounts: 4 },
    { path: 'real\\b', accounts: 5 },
  ])
  t.match(demo, { name: 'demo', mask: 'demo', accounts: 2, children: [] })
  t.match(real, { name: 'real', mask: 'real*', accounts: 12 })
  t.same(
    real?.children.map(({ name, mask, accounts }) => [name, mask, accounts]),
    [
      ['a', 'real\\a*', 7],
      ['b', 'real\\b', 5],
    ],
  )
})

t.test('a grid stands where its bar says, in a list of any length', async (t) => {
  interface Extent {
    readonly total: number
    readonly rowPx: number
    readonly viewPx: number
  }
  const { heightPx, isScaled, scrollOf, topMax, topOf, topShowing } = await pageModule<{
    heightPx(extent: Extent): number
    isScaled(extent: Extent): boolean
    scrollOf(extent: Extent, top: number): number
    topMax(extent: Extent): number
    topOf(extent: Extent, px: number): number
    topShowing(extent: Extent, top: number, row: number): number
  }>('web/look/grid/scroll.ts')
  const short = { total: 1_000, rowPx: 26, viewPx: 260 }
  const long = { total: 1_000_000, rowPx: 26, viewPx: 260 }
  t.same([isScaled(short), isScaled(long)], [false, true])
  t.same([heightPx(short), heightPx(long)], [26_000, 8_000_000])
  for (const extent of [short, long]) {
    for (const row of [0, 1, 500, extent.total - 10]) {
      const back = topOf(extent, scrollOf(extent, row))
      t.ok(Math.abs(back - row) < 0.001, `row ${row} of ${extent.total}`)
    }
    t.equal(topMax(extent), extent.total - 10)
    t.equal(scrollOf(extent, extent.total), heightPx(extent) - extent.viewPx, 'the bar’s end')
  }
  t.same(
    [topShowing(short, 20, 25), topShowing(short, 20, 5), topShowing(short, 20, 40)],
    [20, 5, 31],
  )
  t.equal(topMax({ total: 3, rowPx: 26, viewPx: 260 }), 0)
})

t.test('all that the filter has are chosen but those that are taken out', async (t) => {
  interface Choice {
    readonly isAll: boolean
    readonly ids: ReadonlySet<string>
  }
  const { ALL, NOTHING, chosenCount, isChosen, toggled, withIds } = await pageModule<{
    ALL: Choice
    NOTHING: Choice
    chosenCount(choice: Choice, total: number | null): number | null
    isChosen(choice: Choice, id: string): boolean
    toggled(choice: Choice, id: string): Choice
    withIds(choice: Choice, ids: readonly string[]): Choice
  }>('web/look/grid/choice.ts')
  const some = withIds(toggled(NOTHING, '1'), ['2', '3'])
  t.same([isChosen(some, '2'), isChosen(some, '4'), chosenCount(some, 100)], [true, false, 3])
  const but = toggled(ALL, '2')
  t.same([isChosen(but, '1'), isChosen(but, '2')], [true, false])
  t.same([chosenCount(but, 3_000), chosenCount(but, null)], [2_999, null])
  t.equal(chosenCount(withIds(but, ['2']), 3_000), 3_000)
})

t.test('a stop is called reached only if it closed the position', async (t) => {
  new BarePage()
  const { cameText } = await pageModule<{ cameText(reached: object, clock: string): string }>(
    'web/desk/why/tick-figures.tsx',
  )
  const tick = { at: '2026-01-01T00:00:00.000Z', bid: '1.10000', ask: '1.10010' }
  const level = { name: 'stopLoss', price: '1.20000', side: 'ask', isBelow: false }
  const says = (more: object) =>
    cameText({ level: { ...level, ...more }, came: tick, nearest: tick, points: 0n }, 'utc')
  t.match(says({ hasFired: false }), /do not say whether the stop was set before that/)
  t.match(says({ hasFired: true }), /^reached at/)
  t.match(says({ name: 'price', hasFired: false }), /^reached at/)
})

t.test('a pasted time counts in the zone that it names', async (t) => {
  new BarePage()
  const { pastedMoment } = await pageModule<{ pastedMoment(text: string): string | null }>(
    'web/text/times.ts',
  )
  const same = '2026-03-02T09:00:05Z'
  for (const text of ['2026-03-02T10:00:05+01:00', '2026-03-02 10:00:05.250 +0100', ` ${same} `]) {
    t.equal(pastedMoment(text), same, text)
  }
  t.equal(pastedMoment('2026-03-02 09:00 UTC'), '2026-03-02T09:00:00Z')
  for (const text of ['', 'yesterday', '10:00', '2026-13-02T10:00:05Z']) {
    t.equal(pastedMoment(text), null, text)
  }
})
