import t from 'tap'
import { sharedTerminal } from '../../given/terminal.js'

// Symbols of a provider are shown before they are created. The provider's answers are made here: none is connected.

t.setTimeout(120_000)

t.test(
  'an import of symbols shows what it would create, and has many of them counted',
  async (t) => {
    const set = await sharedTerminal(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { server, visit } = set
    const feed = {
      module: 'dde',
      name: 'Prime',
      server: '127.0.0.1:1',
      login: 'desk',
      password: 'x',
    }
    const { id } = await server.done('POST /admin/v1/datafeeds', feed)
    const { page, faults } = await visit(`/desk/settings/datafeeds/${id}`)
    let planned = 2
    const asked: string[] = []
    await page.route('**/import-symbols*', async (route) => {
      const isDry = route.request().url().includes('dry_run=true')
      asked.push(isDry ? 'preview' : 'import')
      const names = Array.from({ length: planned }, (_, n) => ({
        source: `SYM${n}`,
        path: `Prime\\SYM${n}`,
      }))
      const known = { id: '1', path: 'Forex\\Majors\\EURUSD' }
      const reason = {
        reason: 'it is symbol 1',
        reason_key: 'field.import_known',
        reason_params: known,
      }
      const skipped = [{ source: 'EURUSD', ...reason }]
      const data = isDry
        ? { created: [], skipped, left: 0, planned: names }
        : { created: names.map((one, n) => ({ ...one, id: n + 100 })), skipped, left: 0 }
      await route.fulfill({ json: { success: true, code: 'ok', message: '', data } })
    })
    const dialog = page.getByRole('dialog')
    await page.getByRole('button', { name: 'Import symbols…' }).click()
    await dialog.getByText('2 symbols would be created').first().waitFor()
    await dialog.getByText('it is symbol 1').waitFor()
    await dialog.getByRole('button', { name: 'Create 2 symbols' }).click()
    await dialog.getByText('2 symbols created').first().waitFor()
    t.same(asked, ['preview', 'import'])
    await dialog.locator('footer').getByRole('button').click()

    planned = 120
    await page.getByRole('button', { name: 'Import symbols…' }).click()
    const act = dialog.getByRole('button', { name: 'Create 120 symbols' })
    await act.waitFor()
    t.ok(await act.isDisabled())
    await dialog.getByLabel('Type 120 to confirm').fill('120')
    await act.click()
    await dialog.getByText('120 symbols created').first().waitFor()
    t.same(asked, ['preview', 'import', 'preview', 'import'])
    t.same(faults.said, [])
  },
)
