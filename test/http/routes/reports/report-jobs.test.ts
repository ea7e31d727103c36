import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { AccountFront, YEN } from '../../../given/fronts/account-front.js'
import { deposit, funded, OPEN, settled, trade } from '../../../given/records/trades.js'
import { operation, run, type Section, tables } from '../../../given/reports.js'

// Report jobs over trades of two accounts, their totals against what the accounts come to.

const front = await AccountFront.start(t)
await front.quoted('EURUSD')
const ada = await funded(front, { name: 'Ada' })
const yuki = await front.open({ name: '=Yuki()', group: YEN })
await deposit(front, yuki, '500000')
await operation(front, ada, 'withdraw', '120.50')
await operation(front, ada, 'credit_in', '70.00')
const positions: unknown[] = []
let seq: unknown = '0'
for (const [login, side, volume] of [
  [ada, 'buy', '0.30'],
  [ada, 'sell', '0.10'],
  [yuki, 'buy', '0.01'],
] as const) {
  const opened = await trade(front, login, { ...OPEN, side, volume })
  if (opened.code !== 'ok') throw new Error(opened.message)
  positions.push(opened.data['position_id'])
}
for (const [login, position_id] of [
  [ada, positions[0]],
  [yuki, positions[2]],
] as const) {
  const closed = await trade(front, login, { kind: 'close', position_id })
  if (closed.code !== 'ok') throw new Error(closed.message)
  seq = closed.data['projection_seq']
}
await settled(front, 'GET /admin/v1/deals', 'admin', seq)

type Row = Readonly<Record<string, unknown>>

async function rowsOf(what: string): Promise<Row[]> {
  const { data } = await front.ask(`GET ${what}`, 'admin')
  return data['items'] as Row[]
}

/** The sum of a field, in cents. */
function sum(rows: readonly Row[], field: string): number {
  return rows.reduce((total, row) => total + Math.round(Number(row[field]) * 100), 0)
}

function totalsOf(section: Section, currency: string): Row {
  return section.totals.find((line) => line['currency'] === currency) ?? {}
}

t.test('trades, deals and their totals are those of the accounts', async (t) => {
  const own = { params: { login: ada } }
  const deals = await tables(front, await run(front, { module: 'deals', ...own }))
  const listed = (await rowsOf(`/admin/v1/accounts/${ada}/deals`)).filter(
    (row) => row['entry'] !== 'balance',
  )
  t.equal(deals.row_count, listed.length)
  const column = (name: string) => deals.columns.findIndex((one) => one.name === name)
  t.same(
    deals.rows.map((row) => row[column('deal')]),
    listed.map((row) => row['id']).reverse(),
  )
  const totals = totalsOf(deals, 'USD')
  for (const name of ['profit', 'swap', 'commission', 'fee']) {
    t.equal(Math.round(Number(totals[name]) * 100), sum(listed, name), name)
  }
  t.equal(totals['volume'], '0.7')
  const trades = await tables(front, await run(front, { module: 'trades' }))
  t.equal(trades.row_count, 2)
  t.match(totalsOf(trades, 'USD'), { rows: 1, volume: '0.3' })
  t.match(totalsOf(trades, 'JPY'), { rows: 1, volume: '0.01' })
})

t.test('the summary adds up to the balances, begun where the period begins', async (t) => {
  const section = await tables(front, await run(front, { module: 'accounts_summary' }))
  for (const [login, currency] of [
    [ada, 'USD'],
    [yuki, 'JPY'],
  ] as const) {
    const { balance, credit } = (await front.ask(`GET /admin/v1/accounts/${login}`, 'admin')).data
    const row = section.rows.find((one) => one[0] === login) ?? []
    const of = (name: string) => row[section.columns.findIndex((one) => one.name === name)]
    t.same([of('balance_end'), of('credit_end')], [balance, credit])
    t.equal(Number(of('balance_begin')), 0)
    t.equal(totalsOf(section, currency)['balance_end'], balance)
  }
  const later = { module: 'accounts_summary', params: { login: ada, from: '2999-01-01' } }
  const after = totalsOf(await tables(front, await run(front, later)), 'USD')
  t.equal(after['balance_begin'], after['balance_end'])
  t.match(after, { profit: '0.00', deposits: '0.00', volume: '0' })
})

t.test('the other modules tell what was done', async (t) => {
  const of = async (module: string, params: object = {}) =>
    tables(front, await run(front, { module, params }))
  const operations = await of('balance_operations', { login: ada })
  t.same(
    operations.totals.map((line) => [line['action'], line['amount'], line['credit']]),
    [
      ['credit_in', '0.00', '70.00'],
      ['deposit', '10000.00', '0.00'],
      ['withdraw', '-120.50', '0.00'],
    ],
  )
  const charged = await of('commissions')
  const fees = (await rowsOf(`/admin/v1/deals?login=${ada}`)).filter(
    (row) => Number(row['commission']) !== 0 || Number(row['fee']) !== 0,
  )
  t.equal(totalsOf(charged, 'USD')['rows'] ?? 0, fees.length)
  const exposure = await of('exposure')
  t.match(exposure.rows, [['EURUSD', '0', '0.1', '-0.1', 1]])
  const routing = await of('routing')
  t.match(routing.totals, [{ route: 'here', gateway: '', rows: 5, volume: '0.72' }])
  t.equal((await of('margin_calls')).row_count, 0)
  t.equal((await of('daily')).row_count, 0)
  const journal = await of('journal', { login: ada })
  t.ok(journal.row_count > 0 && journal.rows.every((row) => row[3] === ada))
})

t.test(
  'scope, groups and names bound it, and what a module does not take is refused',
  async (t) => {
    const section = await tables(
      front,
      await run(front, { module: 'trades', params: { groups: 'real\\*' } }),
    )
    t.same(
      section.rows.map((row) => row[3]),
      [yuki],
    )
    const wrong = (body: object) =>
      front.ask('POST /admin/v1/reports/jobs', 'admin', { format: 'json', ...body })
    t.match(await wrong({ module: 'exposure', params: { from: '2026-01-01' } }), {
      status: 400,
      fields: ['params.from'],
    })
    t.match(await wrong({ module: 'deals', params: { from: '2026-02-30' } }), { status: 400 })
    t.match(await wrong({ config_id: 99 }), { status: 404 })
    t.match(await wrong({}), { status: 400, fields: ['module'] })
  },
)

t.test('CSV and JSON have every row, exactly', async (t) => {
  const params = { login: ada }
  const csv = await front.take(
    `/admin/v1/reports/jobs/${await run(front, { module: 'deals', format: 'csv', params })}/download`,
    'admin',
  )
  const lines = csv.text.trimEnd().split('\r\n')
  t.equal(
    lines[0],
    'deal,time,login,group,symbol,action,entry,volume,price,profit,swap,commission,fee,currency,order,position,reason,comment',
  )
  t.equal(lines.length, 4)
  t.match(String(lines[1]), /,EURUSD,buy,in,0\.3,/)
  const json = await front.take(
    `/admin/v1/reports/jobs/${await run(front, { module: 'deals', params })}/download`,
    'admin',
  )
  const { sections, params: asked } = JSON.parse(json.text)
  t.match(sections, [{ title: 'Deals', row_count: 3, totals: [{ rows: 3, volume: '0.7' }] }])
  t.equal(sections[0].rows.length, 3)
  t.equal(asked.logins, String(ada))
})

t.test(
  'HTML runs nothing but its own script, asks for nothing, and draws its charts',
  async (t) => {
    const id = await run(front, { module: 'accounts_summary', format: 'html' })
    const { text, headers } = await front.take(`/admin/v1/reports/jobs/${id}/download`, 'admin')
    t.match(text, /default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'/)
    t.notMatch(text, /(src|href)=|@import|url\(/)
    t.match(text, /<svg viewBox=[^>]*>.*<rect class="plus"/)
    t.match(text, />=Yuki\(\)</)
    t.match(text, /prefers-color-scheme: dark/)
    t.match(JSON.stringify(headers), /attachment; filename=\\"accounts_summary-\d+\.html/)
  },
)

const READER = `
import sys, json, zipfile, xml.etree.ElementTree as tree
ns = {'m': 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'}
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
names = [one.get('name') for one in tree.fromstring(book.read('xl/workbook.xml')).iter('{%s}sheet' % ns['m'])]
def rows(name):
    for row in tree.fromstring(book.read('xl/worksheets/' + name)).iter('{%s}row' % ns['m']):
        yield [''.join(cell.itertext()) for cell in row]
styles = tree.fromstring(book.read('xl/styles.xml'))
codes = {one.get('numFmtId'): one.get('formatCode') for one in styles.iter('{%s}numFmt' % ns['m'])}
places = [codes.get(one.get('numFmtId'), '') for one in styles.find('m:cellXfs', ns)]
cells = {''.join(one.itertext()): places[int(one.get('s', 0))] for one in tree.fromstring(book.read('xl/worksheets/sheet1.xml')).iter('{%s}c' % ns['m'])}
print(json.dumps({'names': names, 'rows': list(rows('sheet1.xml')), 'totals': list(rows('totals.xml')), 'formats': cells}))
`

t.test('a workbook opens elsewhere, with numbers as numbers and text as text', async (t) => {
  const id = await run(front, { module: 'accounts_summary', format: 'xlsx' })
  const { bytes } = await front.take(`/admin/v1/reports/jobs/${id}/download`, 'admin')
  const file = join(front.dataDir, 'report.xlsx')
  writeFileSync(file, bytes)
  const read = JSON.parse(execFileSync('python3', ['-c', READER, file], { encoding: 'utf8' }))
  t.same(read.names, ['Summary of accounts', 'Totals'])
  const row = read.rows.find((cells: string[]) => cells[0] === String(yuki))
  t.same(row.slice(0, 4), [String(yuki), '=Yuki()', YEN, 'JPY'])
  t.match(read.totals, [['Report', 'Summary of accounts']])
  t.equal(read.formats['-120.50'], '#,##0.00', 'as many decimals as the amount has')
  t.equal(read.formats[String(yuki)], '')
})
