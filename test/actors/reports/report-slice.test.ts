import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import t from 'tap'
import { summarySource } from '../../../actors/reports/account-sources.js'
import { ReportFacts } from '../../../actors/reports/report-facts.js'
import { reportSlice } from '../../../actors/reports/report-slice.js'
import { JsonReport } from '../../../actors/reports/section-writer.js'
import { REPORT_MODULES, type ReportModule } from '../../../engine/reports/modules.js'
import { sqlitePath } from '../../../storage/paths.js'
import { openReader } from '../../../storage/sqlite/open.js'
import type { ReportFormat } from '../../../wire/stored/stored-report.js'
import type { ReportWork } from '../../../wire/thread/report-work.js'
import { AccountFront } from '../../given/fronts/account-front.js'
import { funded, OPEN, settled, trade } from '../../given/records/trades.js'

// Reports that are made in many slices, while the accounts go on trading: what the first slice found is what they tell.

const front = await AccountFront.shared()
await front.quoted('EURUSD')
// Of both shards, so that there is more than one span of deals.
const logins = [await funded(front, { name: 'Ada' }), await funded(front, { name: 'Bob' })]
await traded()
const db = openReader(sqlitePath(front.dataDir))
t.teardown(() => db.close())

async function traded(): Promise<void> {
  for (const login of logins) {
    const opened = await trade(front, login, { ...OPEN, volume: '0.20' })
    const { position_id } = opened.data
    const closed = await trade(front, login, { kind: 'close', position_id })
    if (closed.code !== 'ok') throw new Error(closed.message)
    const body = { action: 'deposit', amount: '5.00', request_id: randomUUID() }
    const paid = await front.ask(`POST /admin/v1/accounts/${login}/balance`, 'admin', body)
    await settled(front, 'GET /admin/v1/deals', 'admin', paid.data['projection_seq'])
  }
}

function workOf(module: ReportModule, format: ReportFormat): ReportWork {
  return {
    module,
    format,
    name: module,
    madeAt: 0,
    asked: [],
    clock: { utc_offset_min: 0, daylight_saving: 'none' },
    from: null,
    to: null,
    days: { from: 0, to: Number.MAX_SAFE_INTEGER },
    logins: null,
    groups: [{ path: 'demo\\standard', currency: 'USD', digits: 2 }],
    journal: { groups: ['demo\\standard'], gone: false, scope: ['*'], beyond: [], from: null },
    hidden: [],
  }
}

const START = { place: '', done: 0, total: null }

/** The file, and the section that is kept; `between` is done after the first slice. */
async function made(work: ReportWork, looks: number, between?: () => Promise<void>) {
  const parts: Uint8Array[] = []
  for (let place = '', slices = 1; ; slices++) {
    const slice = await reportSlice(db, work, { ...START, place }, { looks, size: 1e9, ms: 1e9 })
    parts.push(slice.made)
    place = slice.place
    if (slice.isOver) return { bytes: Buffer.concat(parts), kept: place, slices }
    if (slices === 1) await between?.()
  }
}

for (const format of ['csv', 'json', 'html'] as const) {
  t.test(`${format} in many slices is that of one, whatever is traded in between`, async (t) => {
    for (const module of REPORT_MODULES) {
      const whole = await made(workOf(module, format), 1000)
      t.equal(whole.slices, 1)
      const isOfDeals = ['deals', 'trades'].includes(module)
      const sliced = await made(workOf(module, format), 1, isOfDeals ? traded : undefined)
      t.equal(String(sliced.bytes), String(whole.bytes), module)
      t.equal(sliced.kept, whole.kept)
      if (isOfDeals) t.ok(sliced.slices > 1, `${sliced.slices} slices`)
    }
  })
}

t.test('balances are those of the first slice, however late an account is looked at', async (t) => {
  const work = workOf('accounts_summary', 'csv')
  const ground = () => ({ db, work, facts: new ReportFacts(db, work) })
  const { fence, place } = summarySource.begin(ground())
  const look = () => summarySource.look(ground(), fence, place).rows
  const before = look()
  await traded()
  t.equal(before.length, 2)
  t.same(look(), before)
  t.notSame(summarySource.look(ground(), summarySource.begin(ground()).fence, place).rows, before)
})

const READER = `
import sys, json, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
print(json.dumps({name: book.read(name).decode() for name in book.namelist()}))
`

t.test('a workbook in many slices reads as that of one', async (t) => {
  const read = (bytes: Uint8Array): Record<string, string> => {
    const file = join(front.dataDir, 'book.xlsx')
    writeFileSync(file, bytes)
    return JSON.parse(execFileSync('python3', ['-c', READER, file], { encoding: 'utf8' }))
  }
  const whole = await made(workOf('deals', 'xlsx'), 1000)
  const sliced = await made(workOf('deals', 'xlsx'), 1, traded)
  t.ok(sliced.slices > 1)
  const book = read(whole.bytes)
  t.same(read(sliced.bytes), book)
  t.match(book['xl/worksheets/totals.xml'], /Made at<\/t><\/is><\/c><c s="2"><v>\d{5}[.\d]*</)
  t.match(book['xl/styles.xml'], '<cellStyle name="Normal" xfId="0" builtinId="0"/>')
})

t.test('a file that an older version has begun stays whole', (t) => {
  const head = { title: 'Any', columns: [], totalsBy: [], charts: [] }
  const writer = new JsonReport(head, true)
  writer.row([1])
  t.equal(String(writer.taken()), ',\n[1]')
  t.same([writer.kept(), writer.places()], [true, undefined])
  t.end()
})
