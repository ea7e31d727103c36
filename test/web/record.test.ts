import t from 'tap'
import type { ServerClock } from '../../engine/calendar/server-clock.js'
import { pageModule } from '../given/page-module.js'

// A trader's own record against plain arithmetic: sums are exact, an average that does not come out even is rounded, and
// days are the server's.

interface Row {
  readonly symbol: string
  readonly profit: string
  readonly swap: string
  readonly commission: string
  readonly fee: string
  readonly opened_at: string
  readonly closed_at: string
}

interface Part {
  readonly name: string
  readonly count: number
  readonly wins: number
  readonly net: string
}

interface Made {
  readonly count: number
  readonly wins: number
  readonly losses: number
  readonly net: string
  readonly averageWin: string | null
  readonly averageLoss: string | null
  readonly factorHundredths: bigint | null
  readonly drawdown: string
  readonly symbols: readonly Part[]
  readonly hours: readonly Part[]
  readonly lengths: readonly Part[]
}

const DAY = '2026-03-02T'

/** Closed in the order of the list, a minute apart. */
function rowsOf(...results: readonly (readonly [string, Partial<Row>?])[]): Row[] {
  return results.map(([profit, more], i) => ({
    symbol: 'EURUSD',
    profit,
    swap: '0.00',
    commission: '0.00',
    fee: '0.00',
    opened_at: `${DAY}10:00:00.000Z`,
    closed_at: `${DAY}10:${String(i + 1).padStart(2, '0')}:00.000Z`,
    ...more,
  }))
}

const CASES: readonly (readonly [string, readonly Row[], Partial<Made>])[] = [
  [
    'nothing',
    [],
    { count: 0, net: '0.00', averageWin: null, factorHundredths: null, drawdown: '0.00' },
  ],
  [
    'costs make a loss of a gain, and nought is neither',
    rowsOf(['1.00', { commission: '-0.70', fee: '-0.20', swap: '-0.11' }], ['0.00']),
    { count: 2, wins: 0, losses: 1, net: '-0.01', averageLoss: '-0.01', factorHundredths: 0n },
  ],
  [
    'averages are rounded, halves away from nought',
    rowsOf(['0.01'], ['0.02'], ['-0.01'], ['-0.02']),
    { averageWin: '0.02', averageLoss: '-0.02', factorHundredths: 100n },
  ],
  [
    'thirds',
    rowsOf(['10.00'], ['10.00'], ['-3.00']),
    { net: '17.00', factorHundredths: 667n, drawdown: '3.00' },
  ],
  [
    'the largest fall is from the highest place, not from the begin',
    rowsOf(['5.00'], ['-2.00'], ['4.00'], ['-6.00'], ['1.00'], ['-4.00']),
    { net: '-2.00', drawdown: '9.00' },
  ],
  ['a fall from the begin', rowsOf(['-5.00'], ['9.00']), { drawdown: '5.00' }],
  [
    'rows come newest first',
    rowsOf(['5.00'], ['-2.00'], ['-4.00'], ['9.00']).toReversed(),
    { drawdown: '6.00' },
  ],
  [
    'amounts beyond what a double holds',
    rowsOf(['90071992547409.93'], ['0.01']),
    { net: '90071992547409.94' },
  ],
  [
    'by symbol the most traded first, by hour and length in their order',
    rowsOf(
      ['1.00', { symbol: 'XAUUSD', opened_at: `${DAY}09:59:59.999Z` }],
      ['-1.50'],
      ['2.00', { closed_at: '2026-03-20T10:00:00.000Z' }],
      ['-0.50', { closed_at: `${DAY}10:05:00.000Z` }],
    ),
    {
      symbols: [
        { name: 'EURUSD', count: 3, wins: 1, net: '0.00' },
        { name: 'XAUUSD', count: 1, wins: 1, net: '1.00' },
      ],
      hours: [
        { name: '9', count: 1, wins: 1, net: '1.00' },
        { name: '10', count: 3, wins: 1, net: '0.00' },
      ],
      lengths: [
        { name: '0', count: 2, wins: 1, net: '-0.50' },
        { name: '1', count: 1, wins: 0, net: '-0.50' },
        { name: '5', count: 1, wins: 1, net: '2.00' },
      ],
    },
  ],
]

t.test('what closed positions come to', async (t) => {
  const { recordOf } = await pageModule<{
    recordOf(rows: readonly Row[], digits: number, hourOf: (at: string) => number): Made
  }>('web/trader/account/record.ts')
  for (const [name, rows, wanted] of CASES) {
    const made = recordOf(rows, 2, (at) => new Date(at).getUTCHours())
    t.match(made, wanted, name)
  }
})

t.test('rows are sorted, and stay where they were while somebody is at them', async (t) => {
  type Sorted = (
    rows: readonly string[],
    by: (row: string) => string | null,
    down: boolean,
  ) => string[]
  const { sortedRows, asBefore, nextSort, sortText, sortFrom } = await pageModule<{
    sortedRows: Sorted
    asBefore(
      rows: readonly string[],
      key: (row: string) => string,
      before: readonly string[],
    ): string[]
    nextSort(sort: object | null, column: { id: string; isNumber?: boolean }): object | null
    sortText(sort: object | null): string
    sortFrom(text: string): object | null
  }>('web/look/table/column.ts')
  const by = (row: string) => (row === '?' ? null : row)
  t.same(sortedRows(['b', '?', 'a10', 'a9'], by, false), ['a9', 'a10', 'b', '?'])
  t.same(sortedRows(['b', '?', 'a10', 'a9'], by, true), ['b', 'a10', 'a9', '?'])
  t.same(
    asBefore(['new', 'c', 'a'], (row) => row, ['a', 'b', 'c']),
    ['a', 'c', 'new'],
  )
  const number = { id: 'profit', isNumber: true }
  const [first, second] = [nextSort(null, number), nextSort({ by: 'profit', isDown: true }, number)]
  t.same(first, { by: 'profit', isDown: true })
  t.same(second, { by: 'profit', isDown: false })
  t.equal(nextSort(second, number), null)
  for (const text of ['', 'profit', '-profit']) t.equal(sortText(sortFrom(text)), text)
  t.same(sortFrom('-profit'), first)
})

t.test("today is the server's day, and longer times go back from now", async (t) => {
  const { beginOf, dayOf } = await pageModule<{
    beginOf(span: string, at: number, clock: ServerClock): Date
    dayOf(begin: Date, clock: ServerClock): string
  }>('web/terminal/history/history-spans.ts')
  const clock: ServerClock = { utc_offset_min: 120, daylight_saving: 'eu' }
  for (const [span, now, begin, day] of [
    ['today', '2026-07-06T20:59:30Z', '2026-07-05T21:00:00Z', '2026-07-06'],
    ['today', '2026-07-06T21:00:30Z', '2026-07-06T21:00:00Z', '2026-07-07'],
    ['today', '2026-01-05T21:30:00Z', '2026-01-04T22:00:00Z', '2026-01-05'],
    ['week', '2026-01-08T23:10:30Z', '2026-01-01T23:10:00Z', '2026-01-02'],
  ] as const) {
    const found = beginOf(span, Date.parse(now), clock)
    t.same(found, new Date(begin), `${span} at ${now}`)
    t.equal(dayOf(found, clock), day)
  }
})
