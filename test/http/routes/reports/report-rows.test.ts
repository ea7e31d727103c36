import t from 'tap'
import type { ReportRow } from '../../../../engine/reports/section.js'
import { sectionView } from '../../../../wire/stored/stored-report.js'
import { AccountFront } from '../../../given/fronts/account-front.js'
import { deposit, funded, OPEN, settled, trade } from '../../../given/records/trades.js'
import { operation, run, tables } from '../../../given/reports.js'

// Rows of a finished report by their number, and the same rows as files of other formats.

const front = await AccountFront.shared()
await front.quoted('EURUSD')
const ada = await funded(front, { name: 'Ada' })
const opened = await trade(front, ada, { ...OPEN, volume: '0.10' })
if (opened.code !== 'ok') throw new Error(opened.message)
/** More rows than lie between two places that are kept, with texts that JSON has to escape. */
const OPERATIONS = 140
for (let i = 0; i < OPERATIONS; i++) await operation(front, ada, 'correction', `${i + 1}.00`)
const last = await deposit(front, ada, '5.00')
await settled(front, 'GET /admin/v1/deals', 'admin', last)

t.setTimeout(120_000)
const JOBS = '/admin/v1/reports/jobs'

async function rowsOf(id: number, query = '', as = 'admin') {
  return front.ask(`GET ${JOBS}/${id}/sections/0${query}`, as)
}

t.test('pages have every row once, as the file has them, and end with the last', async (t) => {
  const id = await run(front, { module: 'balance_operations', params: { login: ada } })
  const file = await front.take(`${JOBS}/${id}/download`, 'admin')
  const all = JSON.parse(file.text).sections[0].rows as ReportRow[]
  t.ok(all.length > OPERATIONS, `${all.length} rows`)
  for (const limit of [7, 64, 100, 1000]) {
    const paged: ReportRow[] = []
    for (let offset = 0; offset < all.length; offset += limit) {
      const page = await rowsOf(id, `?offset=${offset}&limit=${limit}`)
      t.match(page.data, { offset, row_count: all.length })
      paged.push(...(page.data['rows'] as ReportRow[]))
    }
    t.same(paged, all, `in pages of ${limit}`)
  }
  t.same((await rowsOf(id)).data['rows'], all.slice(0, 100), 'a hundred where nothing is said')
  t.same((await rowsOf(id, `?offset=${all.length}`)).data['rows'], [])
  t.same((await rowsOf(id, '?offset=9007199254740991')).data['rows'], [])
  t.match(await front.ask(`GET ${JOBS}/${id}/sections/1`, 'admin'), { status: 404 })
  t.match(await rowsOf(id, '?limit=1001'), { status: 400, fields: ['limit'] })
  t.match(await rowsOf(id, '?offset=-1'), { status: 400, fields: ['offset'] })
})

t.test('an empty report has no rows, and what is not there says why', async (t) => {
  const empty = await run(front, { module: 'margin_calls' })
  t.match((await rowsOf(empty)).data, { offset: 0, rows: [], row_count: 0 })
  const csv = await run(front, { module: 'deals', format: 'csv' })
  t.match(await rowsOf(csv), {
    status: 409,
    code: 'conflict',
    message: /run the report again with the format json/,
  })
  t.match(await rowsOf(999), { status: 404, code: 'not_found' })
  const gone = await run(front, { module: 'deals' })
  t.match(await rowsOf(gone), { status: 200 })
  await front.ask(`DELETE ${JOBS}/${gone}`, 'admin')
  t.match(await rowsOf(gone), { status: 404 })
})

t.test('its rights are those of the job: another one has none of it', async (t) => {
  const id = await run(front, { module: 'deals' })
  t.match(await rowsOf(id, '', 'real only'), { status: 403, message: /outside your scope/ })
  t.match(await front.ask(`POST ${JOBS}`, 'real only', { format: 'csv', job_id: id }), {
    status: 403,
  })
})

t.test('its rows come as files of other formats, however many there are by now', async (t) => {
  const id = await run(front, { module: 'balance_operations', params: { login: ada } })
  const own = await tables(front, id)
  await operation(front, ada, 'correction', '7.00')
  for (const format of ['csv', 'xlsx', 'html', 'json']) {
    const copy = await run(front, { job_id: id, format })
    const { data } = await front.ask(`GET ${JOBS}/${copy}`, 'admin')
    t.match(data, { format, module: 'balance_operations', copy_of: id, params: { login: ada } })
    const section = await tables(front, copy)
    t.same(section.totals, own.totals, format)
    t.equal(section.row_count, own.row_count)
    t.same(section.rows, own.rows)
  }
  const first = await front.take(
    `${JOBS}/${await run(front, { job_id: id, format: 'csv' })}/download`,
    'admin',
  )
  t.equal(first.text.trimEnd().split('\r\n').length, own.row_count + 1)
  const ask = (body: object) =>
    front.ask(`POST ${JOBS}`, 'admin', { job_id: id, format: 'csv', ...body })
  t.match(await ask({ params: { login: ada } }), { status: 400, fields: ['job_id'] })
  t.match(await ask({ module: 'deals' }), { status: 400, fields: ['job_id'] })
  const csv = await run(front, { module: 'deals', format: 'csv' })
  t.match(await ask({ job_id: csv }), { status: 409 })
  t.match(await ask({ job_id: 999 }), { status: 404 })
})

t.test('charts come with the job, by days and by name', async (t) => {
  const id = await run(front, { module: 'deals' })
  const { data } = await front.ask(`GET ${JOBS}/${id}`, 'admin')
  const [section] = data['sections'] as readonly Record<string, unknown>[]
  t.match(section?.['charts'], [
    { by: 'symbol', by_day: false, unit: 'lots', points: [{ label: 'EURUSD' }] },
    { title: 'Profit by day', by_day: true, unit: 'USD', kind: 'bars' },
  ])
  const drawn = { unit: 'lots', kind: 'bars', isByDay: false, names: [], points: [] } as const
  const stored = { title: '', columns: [], rows: [], row_count: 0, totals: [] }
  const charts = ['Volume by route', 'Volume by symbol'].map((title) => ({ title, ...drawn }))
  const view = sectionView({ ...stored, charts })
  t.match(view.charts, [{ by: 'route' }, { by: undefined }], 'stored before charts had `by`')
  t.notOk('places' in (section ?? {}))
})
