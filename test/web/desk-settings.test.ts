import type { Page } from 'playwright-core'
import t from 'tap'
import { CONFIG_KINDS } from '../../engine/config/config-records.js'
import { lastMaskTakes, maskListCovers } from '../../engine/names/mask.js'
import { recordFields } from '../../http/routes/meta/record-fields.js'
import { hired, openDesk } from '../given/desk-pages.js'
import type { WholeServer } from '../given/fronts/whole-server.js'
import { pageModule } from '../given/page-module.js'
import { cuttable, ownTerminal, saved } from '../given/terminal.js'

// Settings at the desk: every field has a control, two editors of one record, rows with faults at their fields, rules in an
// order that is not saved, and who sees which kinds.

t.setTimeout(180_000)
const shared = ownTerminal(t)

type Control = typeof import('../../web/form/control.js')
type Drafts = typeof import('../../web/form/draft.js')
type Masks = typeof import('../../web/form/mask.js')
type Values = typeof import('../../web/form/values.js')

t.test('every field of every kind has a control, a name and a sentence', async (t) => {
  const { controlOf, fieldsOf } = await pageModule<Control>('web/form/control.ts')
  const counted = (fields: Readonly<ReturnType<Control['fieldsOf']>>): number =>
    fields.reduce((sum, { inner }) => sum + 1 + counted(inner), 0)
  for (const lang of ['en', 'de'] as const) {
    const all = recordFields(lang)
    for (const kind of CONFIG_KINDS) {
      const own = all.filter((field) => field.kind === kind)
      const bare = own.filter(
        (field) => controlOf(kind, field) === null || field.label === '' || field.text === '',
      )
      t.same(bare, [], `${kind} in ${lang}`)
      t.equal(counted(fieldsOf(kind, all)), own.length, `${kind}: each field has its place`)
      const unsaid = own.flatMap(({ name, values }) =>
        values.filter(({ label, text }) => label === '' || text === '').map((one) => [name, one]),
      )
      t.same(unsaid, [], `${kind}: choices in ${lang}`)
    }
  }
})

t.test('a draft lies over newer records, and asks where both have changed', async (t) => {
  const drafts = await pageModule<Drafts>('web/form/draft.ts')
  const { withField, conflictsOf, laidOver, keepOwnValue, without, withDraft, unsent, NO_DRAFT } =
    drafts
  const read = { leverage: 100, currency: 'USD' }
  const draft = withField(NO_DRAFT, read, 'leverage', 80)
  t.same(conflictsOf(draft, { ...read, currency: 'EUR' }), [], 'another field')
  t.same(withDraft({ ...read, currency: 'EUR' }, draft), { leverage: 80, currency: 'EUR' })
  const theirs = { ...read, leverage: 65 }
  t.same(conflictsOf(draft, theirs), ['leverage'])
  t.same(conflictsOf(keepOwnValue(draft, theirs, 'leverage'), theirs), [])
  t.same(without(draft, 'leverage'), NO_DRAFT)
  t.same(laidOver(draft, { ...read, leverage: 80 }), NO_DRAFT, 'both the same')
  t.same(withField(draft, read, 'leverage', 100), NO_DRAFT, 'back again')
  // What is typed while the draft is on its way is left of it, and asks nothing.
  const saved = { ...read, leverage: 80 }
  t.same(unsent(draft, draft, saved), NO_DRAFT)
  const more = withField(withField(draft, read, 'leverage', 60), read, 'currency', 'EUR')
  const left = unsent(more, draft, saved)
  t.same(withDraft(saved, left), { leverage: 60, currency: 'EUR' })
  t.same(conflictsOf(left, saved), [])
})

t.test('masks and typed values are read as the server reads them', async (t) => {
  const { listCovers, lastTakes } = await pageModule<Masks>('web/form/mask.ts')
  const names = ['EURUSD', 'Forex\\Majors\\EURUSD']
  for (const list of ['*', 'eur*', 'Forex\\*,!EURUSD', '!*', 'E*R*D', 'EUR*EURUSD', '*USD*', ',']) {
    t.equal(listCovers(list, names), maskListCovers(list, ...names), list)
  }
  for (const masks of [['*'], ['*', '!EUR*'], ['!*', 'EURUSD'], ['forex\\*,!*majors*'], []]) {
    t.equal(lastTakes(masks, names), lastMaskTakes(masks, ...names), masks.join(' '))
  }
  const { decimalOf, wholeOf, minuteOf, clockOf, spansOf } =
    await pageModule<Values>('web/form/values.ts')
  t.same(['1,5', '−2', '1 000', '1,000', 'x'].map(decimalOf), ['1.5', '-2', '1000', '1,000', 'x'])
  t.same(['1 000', '-5', '1.5', ''].map(wholeOf), [1000, -5, '1.5', ''])
  t.same(['8:30', '24:00', '0830', '24:01', '8:75'].map(minuteOf), [
    510,
    1440,
    510,
    '24:01',
    '8:75',
  ])
  t.equal(clockOf(1440), '24:00')
  t.same(spansOf('08:00-17:00, 18-22'), [
    [480, 1020],
    [1080, 1320],
  ])
  t.equal(spansOf('08:00-17:00-18:00'), null)
})

const group = (path: string) => `/desk/settings/groups/${encodeURIComponent(path)}`
const form = (page: Page) => page.locator('.settings-form')

async function newGroup(server: WholeServer, path: string) {
  await server.done('POST /admin/v1/groups', { path })
  return `/admin/v1/groups/${encodeURIComponent(path)}`
}

t.test('a row of a group is tried, mended where the server says so, and saved', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const route = await newGroup(server, 'demo\\rows')
  await server.account('demo\\rows')
  const { page, faults } = await visit(group('demo\\rows'))
  await form(page).waitFor()

  const row = (name: string) => page.locator(`[data-path="symbols[0].${name}"]`)
  await page.getByRole('button', { name: 'Add row' }).first().click()
  await row('mask').locator('input').fill('XAU*,*USD')
  await row('mask')
    .getByText(/^matches 6: EURUSD/)
    .waitFor()
  await page.getByLabel('Add field: Row 1').selectOption('spread_diff_pts')
  await row('spread_diff_pts').locator('input').fill('20')
  await page.getByLabel('Add field: Row 1').selectOption('volume_min')
  await row('volume_min').getByText('symbol: 0.01').waitFor()
  await row('volume_min').locator('input').fill('0,5')
  await page.getByLabel('Stop out level').fill('500')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText('must not be greater than margin_call_level', { exact: true }).waitFor()
  const focused = page.locator('[data-path="stop_out_level"] input:focus')
  await focused.waitFor()
  await focused.fill('40')
  await row('spread_diff_pts').locator('input').fill('1000000')
  await page.keyboard.press('Control+s')
  await row('spread_diff_pts').locator('input:focus').waitFor()
  await row('spread_diff_pts').getByText('Enter a value from -100000 to 100000.').waitFor()
  await row('spread_diff_pts').locator('input').fill('20')
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(/Affected groups \(1\): 1 accounts/).waitFor()
  t.match((await server.done(`GET ${route}`))['version'], 1, 'a try writes nothing')
  await page.reload()
  await page.getByRole('button', { name: 'Save 2 changes' }).click()
  await page.getByText('demo\\rows saved').waitFor()
  t.match(await server.done(`GET ${route}`), {
    version: 2,
    stop_out_level: '40',
    symbols: [{ mask: 'XAU*,*USD', spread_diff_pts: 20, volume_min: '0.5' }],
  })
  t.same(
    faults.said.filter((said) => !said.includes('400')),
    [],
  )
})

t.test('a setting is as it was before a line of the journal, once it is saved', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const route = await newGroup(server, 'demo\\was')
  const path = `GET ${route}`
  const before = await server.done(path)
  await server.patch(route, { stop_out_level: '31' })
  await server.patch(route, { margin_call_level: '77' })
  const { page, faults } = await visit(`/desk/journal?about=groups:${before['id']}`)
  await page.locator('.journal .line-text').nth(1).click()
  await page.getByRole('button', { name: 'Show the state before…' }).click()
  await page.getByText('Fields set to their values before that change: 1. Not saved yet.').waitFor()
  t.match(await server.done(path), { stop_out_level: '31' }, 'nothing is saved by it')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page
    .getByText(/ saved$/)
    .first()
    .waitFor()
  t.match(await server.done(path), {
    stop_out_level: before['stop_out_level'],
    margin_call_level: '77',
  })
  t.same(faults.said, [])
})

t.test('a setting that is changed for a while is put back at its time', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server, visit } = set
  await newGroup(server, 'demo\\news')
  const { page, faults } = await visit(group('demo\\news'))
  const leverage = page.getByLabel('Leverage · 1 to')
  const before = await leverage.inputValue()
  await leverage.fill('20')
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByRole('button', { name: 'Remind me to change it back…' }).click()
  const dialog = page.getByRole('dialog')
  t.match(await dialog.getByLabel('Subject').inputValue(), `back to Leverage ${before}`)
  const when = dialog.getByLabel(/^Time \(/)
  await when.fill('2020-01-01T15:00:00')
  await dialog.getByRole('button', { name: 'Save reminder' }).click()
  await dialog.getByText('Enter a time in the future.').waitFor()
  await when.fill(new Date(Date.now() + 9_000).toISOString().slice(0, 19))
  // The other device reads it from the server.
  const save = dialog.getByRole('button', { name: 'Save reminder' })
  await saved(page, () => save.click(), 'back to Leverage')
  await dialog.waitFor({ state: 'detached' })
  const other = await openDesk(browser, server, '/desk/overview')
  // Its time comes on a second device, while somebody looks at something else there.
  await other.page.getByRole('button', { name: 'Open', exact: true }).click()
  await other.page.getByText('Fields set to their values').first().waitFor()
  t.equal(await other.page.getByLabel('Leverage · 1 to').inputValue(), before)
  t.same(other.faults.said, [])
  await other.page.close()
  // And here while its own form is open.
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.getByText('Fields set to their values').first().waitFor()
  t.equal(await leverage.inputValue(), before)
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('version 3').waitFor()
  // It stays until it is taken off, and is told once on a device.
  await visit('/desk/overview')
  const list = page.locator('section.panel', { hasText: 'Reminders' })
  await list.getByText(/back to Leverage/).waitFor()
  t.equal(await page.getByRole('button', { name: 'Open' }).count(), 0)
  await list.getByRole('button', { name: /^Done: / }).click()
  await list.getByText('No reminders.').waitFor()
  // Any program of the account may write them: those that lead elsewhere are none.
  const elsewhere = { text: 'elsewhere', at: '2026-01-01T00:00:00Z' }
  const written = ['https://example.com/desk/', '//example.com', '/desk/groups'].map((address) => ({
    ...elsewhere,
    id: address,
    address,
  }))
  await server.done('PATCH /admin/v1/me/preferences', {
    content: { reminders: written },
    expected_version: 0,
  })
  await page.reload()
  await list.getByText('elsewhere').first().waitFor()
  t.equal(await list.getByText('elsewhere').count(), 1)
  t.same(faults.said, [])
})

t.test('of two editors neither loses anything without being asked', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const route = await newGroup(server, 'demo\\two')
  const { page, faults } = await visit(group('demo\\two'))
  await page.getByLabel('Leverage · 1 to').fill('80')
  await server.patch(route, { limit_orders: 7 })
  await page.getByText('version 2').waitFor()
  t.equal(await page.getByLabel('Pending orders').inputValue(), '7', 'theirs is taken')
  t.equal(await page.getByLabel('Leverage · 1 to').inputValue(), '80', 'the draft stays')
  await page.reload()
  t.equal(await page.getByLabel('Leverage · 1 to').inputValue(), '80', 'over a reload as well')
  await server.patch(route, { leverage: 65, limit_positions: 9 })
  await page.getByText('Someone else has also changed one field').waitFor()
  t.ok(await page.getByRole('button', { name: 'Save 1 change' }).isDisabled())
  await page.getByRole('button', { name: 'Keep mine: Leverage' }).click()
  // The other one saves while this answer is on its way: the page has not heard of it.
  let isFirst = true
  await page.route('**/admin/v1/groups/**', async (asked) => {
    if (isFirst && asked.request().method() === 'PATCH') {
      isFirst = false
      await server.patch(route, { limit_orders: 8 })
    }
    await asked.continue()
  })
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText(/staff 1 saved version 4 in the meantime/).waitFor()
  await page.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('demo\\two saved').waitFor()
  t.match(await server.done(`GET ${route}`), { leverage: 80, limit_orders: 8, limit_positions: 9 })
  t.same(
    faults.said.filter((said) => !said.includes('409')),
    [],
  )
})

t.test('a line that is lost while a setting is changed loses nothing of it', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const route = await newGroup(server, 'demo\\lost')
  const lines: { cut(): void; mend(): void }[] = []
  const { page, faults } = await openDesk(browser, server, group('demo\\lost'), {
    prepare: async (opened) => lines.push(await cuttable(opened)),
  })
  await page.getByLabel('Leverage · 1 to').fill('80')
  lines[0]?.cut()
  await page.locator('.desk .state.lost').waitFor()
  const save = page.getByRole('button', { name: 'Save 1 change' })
  t.ok(await save.isDisabled(), 'nothing is saved without a line')
  await page.keyboard.press('Control+s')
  await server.patch(route, { limit_orders: 7 })
  lines[0]?.mend()
  await page.locator('.desk .state.live').waitFor()
  await page.getByText('version 2').waitFor()
  t.equal(await page.getByLabel('Pending orders').inputValue(), '7', 'what came meanwhile')
  t.equal(await page.getByLabel('Leverage · 1 to').inputValue(), '80', 'the draft stays')
  // The focus is nowhere in the form: the key saves it all the same.
  await page.getByRole('button', { name: 'Check' }).click()
  await page.getByText(/it can be saved/).waitFor()
  await page.keyboard.press('Control+s')
  await page.getByText('demo\\lost saved').waitFor()
  t.match(await server.done(`GET ${route}`), { leverage: 80, limit_orders: 7, version: 3 })
  t.same(
    faults.said.filter((line) => !line.includes('WebSocket')),
    [],
  )
})

t.test('rules are made, moved, asked before they are saved, and deleted by name', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const { page, faults } = await visit('/desk/settings/routing?make=yes')
  await page.getByLabel('Name *').fill('No gold')
  await page.getByLabel('Action *').selectOption('reject')
  await page.getByLabel('Action value').fill('Not now')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByLabel('Field *').selectOption('symbol')
  await page.locator('[data-path="conditions[0].value"] input').fill('XAUUSD')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'No gold' }).waitFor()
  const rows = page.locator('.settings-list tbody tr')
  await page.getByRole('button', { name: 'Close record' }).click()
  const names = async () => (await rows.locator('a').allTextContents()).join(', ')
  const before = await names()
  t.match(before, /^No gold, /)

  await rows.locator('a', { hasText: 'No gold' }).press('Alt+ArrowDown')
  await page.getByText('2 moved').waitFor()
  t.not(await names(), before)
  await page.getByRole('button', { name: 'Test a request' }).click()
  await page.getByLabel('Account', { exact: true }).fill(String(login))
  await page.getByLabel('Symbol', { exact: true }).fill('XAUUSD')
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/^Deciding rule: (?!No gold)/).waitFor()
  await page.getByRole('button', { name: 'Reset order' }).click()
  await page.getByRole('button', { name: 'Test', exact: true }).click()
  await page.getByText(/^Deciding rule: No gold/).waitFor()
  // It is kept as an example, which the order that is drawn then sends elsewhere.
  const keep = page.getByRole('button', { name: 'Save as example' })
  t.ok(await keep.isDisabled(), 'it has no name')
  await page.getByLabel('Name of the example').fill('Gold of Ada')
  await keep.click()
  await page.getByRole('button', { name: 'Test all 1' }).click()
  await page.getByText('All examples go to the same rules as before.').waitFor()
  await rows.locator('a', { hasText: 'No gold' }).press('#')
  await page.getByLabel('New place of No gold').fill('2')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Test all 1' }).click()
  await page.getByText('1 of 1 examples would go to another rule.').waitFor()
  await page.getByText(/^Goes to .*, previously to No gold$/).waitFor()
  // The list says so by itself, before the order is saved.
  const list = page.locator('.desk-list .moved-examples')
  await list.getByText('After saving, another rule decides 1 of 1 examples:').waitFor()
  t.match(
    await list.locator('li').textContent(),
    /^Gold of Ada: Goes to .*, previously to No gold$/,
  )
  await page.getByRole('button', { name: 'Accept new rule' }).click()
  await page.getByText('All examples go to the same rules as before.').waitFor()
  await server.until('GET /admin/v1/me/preferences', ({ data }) =>
    JSON.stringify(data.content['routing.examples'] ?? null).includes('Gold of Ada'),
  )
  await page.getByRole('button', { name: 'Remove Gold of Ada' }).click()
  await page.getByRole('region', { name: 'Saved examples' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save order' }).click()
  await page.getByText('Order saved').waitFor()
  const saved = (await server.done('GET /admin/v1/routing')) as unknown as { name: string }[]
  t.equal(saved.map(({ name }) => name).join(', '), await names())

  await rows.locator('a', { hasText: 'No gold' }).click()
  await page.getByRole('button', { name: 'Delete' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Type No gold').fill('no gold')
  t.ok(await dialog.getByRole('button', { name: 'Delete' }).isDisabled())
  await dialog.getByLabel('Type No gold').fill('No gold')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('No gold deleted').waitFor()
  t.notMatch(await names(), /No gold/)
  t.same(faults.said, [])
})

t.test('a changed rule is tried with the examples before it is saved', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const { id } = await server.done('POST /admin/v1/routing', {
    name: 'No bars',
    action: 'reject',
    action_value: 'Not now',
    conditions: [{ field: 'symbol', op: 'eq', value: 'XAUUSD' }],
  })
  const request = { login: String(login), kind: 'open', order_kind: 'market', at: '' }
  const gold = { ...request, symbol: 'XAUUSD', side: 'buy', volume: '1' }
  const example = { name: 'Gold of Bob', request: gold, rule: id }
  await server.done('PATCH /admin/v1/me/preferences', {
    content: { 'routing.examples': [example] },
    expected_version: 0,
  })
  // A visit would empty the preferences that hold the example.
  const { page, faults } = await openDesk(browser, server, `/desk/settings/routing/${id}`)
  await page.locator('[data-path="conditions[0].value"] input').fill('EURUSD')
  const tried = page.locator('.settings-form .moved-examples')
  await tried.getByText('After saving, another rule decides 1 of 1 examples:').waitFor()
  t.match(await tried.locator('li').textContent(), /^Gold of Bob: Goes to .*to No bars$/)
  await page.locator('[data-path="conditions[0].value"] input').fill('XAU*')
  await tried.getByText(/^After saving, 1 example still goes to the same rule/).waitFor()
  await page.getByRole('button', { name: 'Discard' }).click()
  await tried.waitFor({ state: 'detached' })
  await server.done('PATCH /admin/v1/me/preferences', {
    content: { 'routing.examples': [] },
    expected_version: 0,
  })
  await server.done(`DELETE /admin/v1/routing/${id}`)
  t.same(faults.said, [])
})

t.test('staff see the kinds that their rights open, in their language', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const who = await hired(server, ['config.leverage'], 'demo\\*')
  const profile = { name: 'Hebel', rules: [] }
  const { id } = await server.done('POST /admin/v1/leverage-profiles', profile)
  await server.done('POST /admin/v1/groups', { path: 'demo\\named', leverage_profile_id: id })
  const options = { ...who, locale: 'de-DE' }
  const { page, faults } = await openDesk(browser, server, '/desk/settings', options)
  const kinds = page.locator('.settings-kinds a')
  await kinds.first().waitFor()
  t.same(await kinds.allTextContents(), ['Hebelprofile', 'Hebelwechsel'])
  await page.locator('.settings-list a', { hasText: 'Hebel' }).click()
  await page.getByRole('button', { name: 'Löschen' }).click()
  await page.getByRole('alert').waitFor()
  t.notMatch(
    await page.getByRole('dialog').textContent(),
    /demo.named/,
    'groups are not theirs to read',
  )
  await page.goto(`${server.origin}/desk/settings/groups`)
  await page.getByText('oder Sie dürfen sie nicht sehen').waitFor()
  t.same(
    faults.said.filter((said) => !said.includes('409')),
    [],
  )
})

t.test('a fault at a field of a form is in the language of the page', async (t) => {
  const set = await shared(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  await newGroup(server, 'demo\\german')
  const german = { locale: 'de-DE' }
  const { page, faults } = await openDesk(browser, server, group('demo\\german'), german)
  await page.getByLabel(/^Stop-Out-Schwelle/).fill('99')
  await page.getByLabel(/^Margin-Call-Schwelle/).fill('50')
  await page.getByRole('button', { name: '2 Änderungen speichern' }).click()
  const fault = page.locator('[data-path=stop_out_level] .wrong')
  await fault.waitFor()
  t.equal(await fault.textContent(), 'darf nicht größer als margin_call_level sein')
  t.notMatch(await page.locator('body').textContent(), /must not/)
  t.same(
    faults.said.filter((said) => !said.includes('400')),
    [],
  )
})
