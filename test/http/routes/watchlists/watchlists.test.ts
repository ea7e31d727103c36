import t from 'tap'
import {
  WATCHLIST_NAME_MAX,
  WATCHLIST_SYMBOLS_MAX,
  WATCHLISTS_PER_ACCOUNT_MAX,
} from '../../../../engine/limits/people.js'
import { type ConfigAnswer, ConfigFront } from '../../../given/fronts/config-front.js'

// Watchlists over a real desk: whose they are, what they take, and what of them is shown.

const PATH = '/trader/v1/watchlists'
const GROUP = 'demo\\standard'
const WRONG = { status: 400, code: 'invalid_input' }
const GONE = { status: 404, code: 'not_found' }

function given(test: ConstructorParameters<typeof ConfigFront>[0]) {
  const front = new ConfigFront(test)
  const trader = { audience: 'trader', group: GROUP, rights: new Set<string>() } as const
  front.name('one', { ...trader, login: 1001 })
  front.name('other', { ...trader, login: 1002 })
  front.name('investor', { ...trader, login: 1001, readOnly: true })
  front.name('in a lost group', { ...trader, login: 1001, group: 'demo\\gone' })
  const make = (name: unknown, symbols?: unknown, as = 'one'): Promise<ConfigAnswer> =>
    front.ask(`POST ${PATH}`, as, symbols === undefined ? { name } : { name, symbols })
  const patch = (id: number, change: object, as = 'one'): Promise<ConfigAnswer> =>
    front.ask(`PATCH ${PATH}/${id}`, as, change)
  const lists = async (as = 'one') => (await front.ask(`GET ${PATH}`, as)).data
  const watches = (default_watchlist: readonly string[]) => {
    const { id } = front.book.records.settings[0] ?? { id: 0 }
    front.change('settings', id, { default_watchlist })
  }
  watches([])
  const idOf = (name: string) => front.book.symbolsByName.get(name)?.id ?? 0
  return { front, make, patch, lists, watches, idOf }
}

t.test('a list is made, shown, changed and deleted', async (t) => {
  const { front, make, patch, lists } = given(t)
  const written = front.lines.length
  const at = '2026-03-02T10:00:00.000Z'
  const made = await make(' Majors ', ['usdjpy', 'EURUSD', 'USDJPY'])
  const list = { id: 1, name: 'Majors', symbols: ['USDJPY', 'EURUSD'] }
  t.same(made.data, { ...list, created_at: at, updated_at: at })
  t.same((await make('Second')).data.symbols, [], 'symbols may be left out')
  front.now += 1000
  const later = '2026-03-02T10:00:01.000Z'
  const same = await patch(1, { name: 'Majors', symbols: ['USDJPY', 'EURUSD'] })
  t.same(same.data, made.data, 'a change of nothing')
  t.same((await patch(1, {})).data, made.data)
  const named = await patch(1, { name: 'Yen ' })
  t.same(named.data, { ...list, name: 'Yen', created_at: at, updated_at: later })
  t.same((await patch(1, { symbols: ['GBPUSD'] })).data.symbols, ['GBPUSD'])
  t.same(
    (await lists()).map(({ name, symbols }: Record<string, unknown>) => [name, symbols]),
    [
      ['Yen', ['GBPUSD']],
      ['Second', []],
    ],
    'in the order made',
  )
  t.match(await front.ask(`DELETE ${PATH}/2`, 'one'), { status: 200, data: null })
  t.match(await front.ask(`DELETE ${PATH}/2`, 'one'), GONE)
  t.equal((await make('Third')).data.id, 3, 'ids are not given out again')
  t.equal(front.lines.length, written, 'the journal has no lines of them')
})

t.test("a list is its account's alone, and investors change none", async (t) => {
  const { front, make, patch, lists } = given(t)
  await make('Mine', ['EURUSD'])
  t.same(await lists('other'), [])
  t.match(await patch(1, { name: 'Theirs' }, 'other'), GONE)
  t.match(await front.ask(`DELETE ${PATH}/1`, 'other'), GONE)
  t.match(await patch(9, { name: 'x' }), GONE)
  const refused = { status: 403, code: 'trade.read_only' }
  t.match(await make('No', [], 'investor'), refused)
  t.match(await patch(1, { name: 'No' }, 'investor'), refused)
  t.match(await front.ask(`DELETE ${PATH}/1`, 'investor'), refused)
  t.same(await lists('investor'), await lists())
  const header = { 'x-app-account': '1002' }
  const other = { status: 409, code: 'auth.account_changed' }
  t.match(await front.ask(`GET ${PATH}`, 'one', undefined, header), other)
  t.match(await front.ask(`POST ${PATH}`, 'one', { name: 'x' }, header), other)
  t.equal((await lists())[0].name, 'Mine')
})

t.test('names are cut of blanks, then counted', async (t) => {
  const { make } = given(t)
  for (const one of ['x', 'n'.repeat(WATCHLIST_NAME_MAX), '😀'.repeat(WATCHLIST_NAME_MAX)]) {
    t.equal((await make(`  ${one} `)).data.name, one)
  }
  t.equal((await make('e\u0301'.repeat(WATCHLIST_NAME_MAX))).data.name, 'é'.repeat(32), 'as NFC')
  const long = 'n'.repeat(WATCHLIST_NAME_MAX + 1)
  for (const wrong of [undefined, '', '   ', long, 5, null, 'a\nb', 'a\u0000b']) {
    t.match(await make(wrong), { ...WRONG, fields: ['name'] }, JSON.stringify(wrong))
  }
})

t.test('symbols are those that the group trades, so many at most', async (t) => {
  const { front, make, patch, lists, idOf } = given(t)
  const wrong = await make('Bad', ['EURUSD', 'NOSUCH'])
  t.match(wrong, { ...WRONG, fields: ['symbols[1]'] })
  for (const symbols of ['EURUSD', [1], [null], {}, [['EURUSD']]]) {
    t.match(await make('Bad', symbols), WRONG)
  }
  t.match(await make('Lost', ['EURUSD'], 'in a lost group'), WRONG)
  const few = front.book.records.symbols[0]
  const names = Array.from({ length: WATCHLIST_SYMBOLS_MAX + 1 }, (_, i) => `BAR${i}`)
  for (const name of names) {
    const {
      id: _,
      position: __,
      version: ___,
      created_at: ____,
      updated_at: _____,
      ...input
    } = {
      ...few,
      path: `Forex\\Majors\\${name}`,
    } as Record<string, unknown>
    const { status, message } = await front.ask('POST /admin/v1/symbols', 'admin', input)
    if (status !== 200) throw new Error(message)
  }
  t.match(await make('Many', names), { ...WRONG, fields: ['symbols'] })
  const most = names.slice(1).reverse()
  t.same((await make('Many', [...most, ...most])).data.symbols, most, 'repeats are not counted')
  t.match(await patch(1, { symbols: names }), { ...WRONG, fields: ['symbols'] })
  const unknown = Array.from({ length: 100 }, (_, i) => `NO${i}`)
  t.equal((await make('Bad', unknown)).fields.length, 16, 'the first of many are named')
  t.same((await lists()).length, 1, 'nothing was made of what was refused')

  front.change('symbols', idOf('BAR200'), { trade_access: 'disabled' })
  t.same((await lists())[0].symbols, most.slice(1), 'one that is not traded is left out')
  t.match(await patch(1, { symbols: ['BAR200'] }), WRONG)
  front.change('symbols', idOf('BAR200'), { trade_access: 'close_only' })
  t.same((await lists())[0].symbols, most, 'and is back with it')
  await front.ask(`DELETE /admin/v1/symbols/${idOf('BAR199')}`)
  t.equal((await lists())[0].symbols.includes('BAR199'), false)
  t.same((await lists('in a lost group'))[0].symbols, [])
})

t.test('an account has so many lists at most, also when they come at once', async (t) => {
  const { front, make, lists } = given(t)
  for (let i = 1; i < WATCHLISTS_PER_ACCOUNT_MAX; i++) await make(`L${i}`)
  const codes = (await Promise.all(['a', 'b', 'c'].map((name) => make(name)))).map(
    ({ code }) => code,
  )
  t.same(codes.sort(), ['conflict', 'conflict', 'ok'])
  t.equal((await make('Their first', [], 'other')).status, 200, 'of one account')
  await front.ask(`DELETE ${PATH}/3`, 'one')
  await make('Again')
  t.equal((await lists()).length, WATCHLISTS_PER_ACCOUNT_MAX)
  t.equal((await lists()).at(-1).name, 'Again', 'at the end')
})

t.test('without a list there is the default, which is not saved', async (t) => {
  const { front, make, patch, lists, watches, idOf } = given(t)
  t.same(await lists(), [], 'none when it is empty')
  watches(['GBPUSD', 'EURUSD'])
  const never = { created_at: null, updated_at: null }
  t.same(await lists(), [{ id: 0, name: 'Market Watch', symbols: ['GBPUSD', 'EURUSD'], ...never }])
  t.match(await patch(0, { name: 'x' }), WRONG)
  t.match(await front.ask(`DELETE ${PATH}/0`, 'one'), WRONG)
  front.change('symbols', idOf('GBPUSD'), { trade_access: 'disabled' })
  t.same((await lists())[0].symbols, ['EURUSD'])
  t.same(await lists('in a lost group'), [])
  await make('Mine')
  t.same((await lists()).length, 1)
  await front.ask(`DELETE ${PATH}/1`, 'one')
  t.equal((await lists())[0].id, 0, 'it is back')
})

t.test('a creation is made once under a key, and changes have a rate', async (t) => {
  const { front, lists } = given(t)
  const keyed = { 'idempotency-key': '0b5a4c0e-6a51-4b3f-9d0a-3f1c2d4e5f60' }
  const once = () => front.ask(`POST ${PATH}`, 'one', { name: 'Once' }, keyed)
  const [first, second] = [await once(), await once()]
  t.same(second.data, first.data)
  t.equal((await lists()).length, 1)
  const other = await front.ask(`POST ${PATH}`, 'one', { name: 'Other' }, keyed)
  t.match(other, { status: 409, code: 'conflict' })
})
