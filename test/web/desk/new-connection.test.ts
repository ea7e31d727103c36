import { randomUUID } from 'node:crypto'
import t from 'tap'
import { sharedTerminal } from '../../given/terminal.js'

// A new connection shows the parameters of its module before it is created.

t.setTimeout(120_000)

t.test('a FIX datafeed is created enabled, with its parameters', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/settings/datafeeds?make=yes')
  const field = (path: string) => page.locator(`[data-path="${path}"]`)
  const module = field('module').locator('select')
  const sender = page.getByLabel('SenderCompID', { exact: true })
  const name = `Feed ${randomUUID().slice(0, 8)}`
  await module.selectOption('fix44')
  await sender.fill('OTHER')
  await module.selectOption('dde')
  await sender.waitFor({ state: 'detached' })
  await module.selectOption('fix44')
  await sender.waitFor()
  t.equal(await sender.inputValue(), '', 'another module starts with its own parameters')
  await field('name').locator('input').fill(name)
  await field('server').locator('input').fill('127.0.0.1:9')
  await sender.fill('OF')
  await page.getByLabel('TargetCompID', { exact: true }).fill('LP')
  await page.getByRole('button', { name: 'Create', exact: true }).click()
  await page.getByText(`${name} created`).waitFor()
  const { data } = await server.ask('GET /admin/v1/datafeeds')
  const made = (data.items ?? data).find((one: { name: string }) => one.name === name)
  t.teardown(() => server.ask(`DELETE /admin/v1/datafeeds/${made.id}`))
  const value = (of: string) => made.params.find((one: { name: string }) => one.name === of)?.value
  t.match(
    { ...made, sender: value('SenderCompID'), target: value('TargetCompID') },
    {
      enabled: true,
      sender: 'OF',
      target: 'LP',
    },
  )
  t.same(faults.said, [])
})
