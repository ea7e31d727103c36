import { Buffer } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import t from 'tap'
import { ownTerminal } from '../given/terminal.js'

// Settings of the desk on their way: a file is saved, looked at record by record, and imported; a lost import is found again.

t.setTimeout(240_000)
const shared = ownTerminal(t)

type Fields = Record<string, unknown>
interface SettingsFile {
  readonly kinds: { symbols: Fields[]; groups: Fields[]; [kind: string]: Fields[] }
  readonly [field: string]: unknown
}

const jsonFile = (name: string, content: unknown) => ({
  name,
  mimeType: 'application/json',
  buffer: Buffer.from(JSON.stringify(content)),
})

const take = (page: Page, content: unknown) =>
  page.getByLabel('Choose a file…').setInputFiles(jsonFile('other.json', content))

t.test('kinds are saved, and a file is looked at, chosen of and imported', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/transfer/export')

  // Some records of one kind, and all of another.
  await page.getByLabel(/^Groups \d+$/).check()
  await page.getByRole('button', { name: 'Records: Symbols' }).click()
  const keys = page.getByRole('group', { name: 'Records: Symbols' })
  const names = await keys.locator('span').allTextContents()
  const [first = '', second = ''] = names
  await keys.getByLabel(first, { exact: true }).check()
  await keys.getByLabel(second, { exact: true }).check()
  await page.getByText(/^2 kinds, \d+ records$/).waitFor()
  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Save file' }).click()
  const path = await (await saving).path()
  const file = JSON.parse(await readFile(path, 'utf8')) as SettingsFile
  t.same(
    file.kinds.symbols.map(({ path: one }) => one),
    [first, second],
  )

  // Another server's: one is changed, one new, one is no good, others are the same.
  const [one, two] = file.kinds.symbols as [Fields, Fields]
  const group = file.kinds.groups[0] as Fields
  const other = {
    ...file,
    kinds: {
      groups: file.kinds.groups,
      symbols: [
        { ...one, description: 'As elsewhere' },
        two,
        { ...two, path: 'Own\\NEWONE' },
        { ...two, path: 'Own\\OTHERONE' },
        { ...two, path: 'Own\\WRONG', digits: 99 },
      ],
    },
  }
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await take(page, { no: 'file' })
  await page.getByText(/^This is not a settings file/).waitFor()
  await take(page, { code: 'ok', data: other })
  await page.getByText('3 selected; the file has 2 new and 1 changed records.').waitFor()
  await page.getByRole('button', { name: /^Unchanged \d+$/ }).waitFor()
  await page.getByRole('row', { name: /Refused.*WRONG/ }).waitFor()

  // A changed record is seen with what is here and what would be.
  await page.getByRole('row', { name: /Changed/ }).click()
  const card = page.locator('.desk-card')
  await card.getByText('As elsewhere').waitFor()
  t.match(await card.locator('.changes').textContent(), new RegExp(String(one['description'])))
  await card.getByRole('button', { name: 'Close' }).click()

  // One is taken away; the rest is counted, imported, and its result stands there.
  await page
    .getByRole('row', { name: /OTHERONE/ })
    .getByRole('checkbox')
    .click()
  await page.getByText('2 selected; the file has 2 new and 1 changed records.').waitFor()
  await page.getByRole('button', { name: 'Import 2 records…' }).click()
  const dialog = page.getByRole('dialog')
  t.same(await dialog.locator('tbody td').allTextContents(), ['Symbols', '1', '1'])
  await dialog.getByRole('button', { name: 'Import 2 records' }).click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await page.getByText('New: 1').waitFor()
  await page.getByText('Changed: 1').waitFor()
  const { items } = (await server.ask('GET /admin/v1/symbols?limit=100')).data
  const of = (name: string) => items.find((symbol: Fields) => symbol['path'] === name)
  t.match(of(first), { description: 'As elsewhere' })
  t.match(of('Own\\NEWONE'), { trade_access: 'disabled' })
  t.equal(of('Own\\OTHERONE'), undefined)
  t.ok(group['path'])
  t.same(faults.said, [])
})

t.test('an import whose answer is lost is found again after a reload', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/transfer')
  const { kinds } = await server.done('POST /admin/v1/config/transfer/export', {
    kinds: { symbols: null },
  })
  const [symbol] = (kinds as unknown as { symbols: Fields[] }).symbols
  const symbols = Array.from({ length: 400 }, (_, i) => ({ ...symbol, path: `Many\\S${i}` }))
  await take(page, { format: 'app-config', version: 1, kinds: { symbols } })
  await page.getByText('400 selected; the file has 400 new and 0 changed records.').waitFor()
  // The request arrives; its answer never does.
  let arrived: () => void = () => undefined
  const sent = new Promise<void>((resolve) => {
    arrived = resolve
  })
  let imports = 0
  await page.route('**/config/transfer/import', async (route) => {
    imports++
    await route.fetch()
    arrived()
  })
  await page.getByRole('button', { name: 'Import 400 records…' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Import 400 records' })
  t.equal(await confirm.isEnabled(), false)
  await dialog.getByLabel('Type 400 to confirm').fill('400')
  await confirm.click()
  await page.getByRole('progressbar', { name: 'Import' }).waitFor()
  t.equal(await page.getByRole('button', { name: 'Import 400 records…' }).isEnabled(), false)
  await sent
  await page.reload()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  await page.getByText('Unchanged: 400', { exact: true }).waitFor()
  await page.getByText(/^0 selected; the file has 0 new/).waitFor()
  t.equal(imports, 1, 'it is asked for once')

  // Without the line nothing is sent twice either: what is left is asked.
  await page.getByRole('button', { name: 'Choose another file' }).click()
  const more = symbols.slice(0, 3).map((one) => ({ ...one, description: 'Once more' }))
  await take(page, { format: 'app-config', version: 1, kinds: { symbols: more } })
  await page.unroute('**/config/transfer/import')
  await page.route('**/config/transfer/import', async (route) => {
    imports++
    await route.fetch()
    await route.abort()
  })
  await page.getByRole('button', { name: 'Import 3 records…' }).click()
  await dialog.getByRole('button', { name: 'Import 3 records' }).click()
  await page.getByText('Unchanged: 3', { exact: true }).waitFor()
  t.equal(imports, 2)
  t.same(
    faults.said.filter((line) => !line.includes('ERR_FAILED') && !line.includes('429')),
    [],
  )
})

t.test('an import that would stop accounts out has their number typed', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '3.00' }
  await server.done(`POST /admin/v1/accounts/${login}/trade`, {
    ...open,
    client_order_id: randomUUID(),
  })
  const { kinds } = await server.done('POST /admin/v1/config/transfer/export', {
    kinds: { groups: ['demo\\standard'] },
  })
  const [group] = (kinds as unknown as { groups: Fields[] }).groups
  const high = { ...group, margin_call_level: '9000', stop_out_level: '8000' }
  const { page, faults } = await visit('/desk/transfer')
  page.setDefaultTimeout(40_000)
  await take(page, { format: 'app-config', version: 1, kinds: { groups: [high] } })
  await page.getByText('1 selected; the file has 0 new and 1 changed records.').waitFor()
  await page.getByRole('button', { name: /^Import 1 record/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('below stop out and lose positions at once: 1.').waitFor()
  await dialog.getByText(String(login)).waitFor()
  const confirm = dialog.getByRole('button', { name: /^Import 1 record/ })
  t.equal(await confirm.isEnabled(), false)
  await dialog.getByLabel('To confirm the stop outs, type 1').fill('2')
  t.equal(await confirm.isEnabled(), false, 'another number')
  await dialog.getByLabel('To confirm the stop outs, type 1').fill('1')
  await confirm.click()
  await page.getByRole('heading', { name: 'Import finished' }).waitFor()
  const path = `/admin/v1/groups/${encodeURIComponent('demo\\standard')}`
  t.match(await server.done(`GET ${path}`), { stop_out_level: '8000' })
  t.same(faults.said, [])
})
