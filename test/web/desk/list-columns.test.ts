import t from 'tap'
import { isRefusal } from '../../../engine/code.js'
import { TRADE_WINDOW_FIELDS } from '../../../wire/schema/trading/trade-window-fields.js'
import { ACCOUNT_WINDOW_FIELDS, type WindowFields } from '../../../wire/window/window-fields.js'
import { readFilter, readSort } from '../../../wire/window/window-query.js'
import { BarePage } from '../../given/bare-page.js'
import { pageModules } from '../../given/page-module.js'

// Each column of a long list has a filter that the server takes, or says why not. That the columns
// of all other lists have one or a reason is a type.

interface Filter {
  readonly field: string
  readonly type: 'text' | 'whole' | 'amount' | 'time' | 'flag'
  say?(value: string): string
  choices?(): readonly (readonly [string, string])[]
}
interface Column {
  readonly id: string
  readonly label: string
  readonly isSorted?: boolean
  value?(row: unknown): unknown
}
interface Pages {
  readonly accounts: { accountColumns(): readonly Column[] }
  readonly lists: Readonly<Record<string, { columns(): readonly Column[] }>>
  readonly conditions: { servedColumns(list: object): readonly Column[] }
  readonly column: { filterOfColumn(column: Column): Filter | { readonly why: string } }
  readonly kinds: { columnKinds(): Readonly<Record<string, (...parts: unknown[]) => Column>> }
  readonly fields: typeof import('../../../web/text/filter/filter-fields.js')
  readonly text: typeof import('../../../web/text/filter/filter-text.js')
  readonly words: { tableWords: { value: { filter: { why: Record<string, string> } } } }
  readonly summed: { summed(column: Column | undefined, rows: readonly object[]): string }
  readonly fitting: {
    foundRows(columns: readonly Column[], rows: readonly object[], text: string): readonly object[]
    valuesOf(columns: readonly Column[], rows: readonly object[], field: string): unknown
  }
}

new BarePage()
const pages = await pageModules<Pages>({
  accounts: 'web/desk/accounts/account-columns.tsx',
  lists: 'web/desk/trades/trade-lists.ts',
  conditions: 'web/desk/trades/trade-conditions.tsx',
  column: 'web/look/table/column.ts',
  kinds: 'web/look/table/column-kinds.tsx',
  fields: 'web/text/filter/filter-fields.ts',
  text: 'web/text/filter/filter-text.ts',
  words: 'web/text/tables/table-words.ts',
  fitting: 'web/look/table/fitting.ts',
  summed: 'web/look/table/summed.ts',
})

const LISTS: readonly (readonly [string, WindowFields, () => readonly Column[]])[] = [
  ['accounts', ACCOUNT_WINDOW_FIELDS, pages.accounts.accountColumns],
  ...(
    [
      ['OPEN_POSITIONS', 'positions'],
      ['OPEN_ORDERS', 'orders'],
      ['DONE_ORDERS', 'history'],
      ['DEALS', 'deals'],
      ['CLOSED_POSITIONS', 'closed'],
    ] as const
  ).map(([list, kind]) => {
    const columns = () => pages.conditions.servedColumns(pages.lists[list] as object)
    return [kind, TRADE_WINDOW_FIELDS[kind], columns] as const
  }),
]
const TYPED = { text: 'a b', whole: '7', amount: '-1.5', time: '2026-03-02T10:00', flag: 'true' }
const momentOf = (wall: string) => `${wall}:00Z`
/** The right to every field. */
const all = new Set([...ACCOUNT_WINDOW_FIELDS.values()].flatMap(({ right }) => right ?? []))

t.test('the server takes each condition that the form of a long list offers', async (t) => {
  const { CONDITIONS, conditionText } = pages.fields
  for (const [list, fields, columnsOf] of LISTS) {
    const columns = columnsOf()
    t.equal(new Set(columns.map(({ id }) => id)).size, columns.length, `${list}: one id each`)
    for (const column of columns) {
      const filter = pages.column.filterOfColumn(column)
      const what = `${list} ${column.id}`
      if ('why' in filter) {
        t.type(pages.words.tableWords.value.filter.why[filter.why], 'string', `${what}: a reason`)
        continue
      }
      const { field, type, choices } = filter
      t.equal(fields.get(field)?.type, type, `${what} is ${field}`)
      if (column.isSorted === true) t.notOk(isRefusal(readSort(`-${field}`, fields, all)), what)
      const [first] = choices?.() ?? []
      if (choices !== undefined) t.ok(first, `${what}: it has values`)
      for (const kind of CONDITIONS[first === undefined ? type : 'choice']) {
        const text = conditionText(field, type, kind, first?.[0] ?? TYPED[type], momentOf) ?? ''
        const { search, conditions } = pages.text.filterOf(text)
        t.equal(search, '', `${what} ${kind}: ${text}`)
        t.notOk(isRefusal(readFilter(JSON.stringify(conditions), fields, all)), text)
      }
    }
  }
})

t.test('a list that the page has is filtered by the values and words of its columns', async (t) => {
  interface Row {
    readonly name: string
    readonly volume: string | null
    readonly madeAt: string
    readonly state: string
    readonly on: boolean
  }
  const kinds = pages.kinds.columnKinds()
  const said: Readonly<Record<string, string>> = { new: 'Waiting', done: 'Decided' }
  const columns = [
    kinds['text']?.('name', 'Name', ({ name }: Row) => name),
    kinds['lots']?.('volume', 'Volume', ({ volume }: Row) => volume),
    kinds['moment']?.('madeAt', 'Made', ({ madeAt }: Row) => madeAt),
    kinds['word']?.(
      'state',
      'State',
      ({ state }: Row) => state,
      (state: string) => said[state],
    ),
    kinds['word']?.(
      'on',
      'On',
      ({ on }: Row) => on,
      (on: boolean) => (on ? 'Yes' : 'No'),
    ),
  ] as readonly Column[]
  const ada = {
    name: 'Ada Byron',
    volume: '1.50',
    madeAt: '2026-03-02T10:00:00Z',
    state: 'new',
    on: true,
  }
  const bob = { ...ada, name: 'bob', volume: '12', madeAt: '2026-03-03T10:00:00Z', state: 'done' }
  const cy = { ...ada, name: '', volume: null, on: false }
  const rows: readonly Row[] = [ada, bob, cy]
  for (const [text, fitting] of [
    ['', rows],
    ['name="ada byron"', [ada]],
    ['name^BO', [bob]],
    ['name~b', [ada, bob]],
    ['name=""', [cy]],
    ['name!=""', [ada, bob]],
    ['name=bob|x', [bob]],
    ['volume=1.5', [ada]],
    ['volume=""', [cy]],
    ['volume>1.5', [bob]],
    ['volume>=1.5', [ada, bob]],
    ['volume<2', [ada]],
    ['volume<=12', [ada, bob]],
    ['made_at>=2026-03-03T00:00:00Z', [bob]],
    ['made_at<2026-03-03T00:00:00Z', [ada, cy]],
    ['state=done', [bob]],
    ['state=waiting', [ada, cy]],
    ['state!=waiting', [bob]],
    ['on=true', [ada, bob]],
    ['on=no', [cy]],
    ['on="false"', [cy]],
    ['decided', [bob]],
    ['byron state=new', [ada]],
  ] as const)
    t.same(pages.fitting.foundRows(columns, rows, text), fitting, text)
  t.equal(pages.summed.summed(columns[1], rows), '13.50')
  t.equal(pages.summed.summed(columns[1], []), '0')
  t.same(pages.fitting.valuesOf(columns, rows, 'state'), [
    ['done', 'Decided'],
    ['new', 'Waiting'],
  ])
})
