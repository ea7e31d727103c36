import t from 'tap'
import { bearer } from '../given/api-keys.js'
import { Receiver } from '../given/peers/receiver.js'
import { sharedTerminal } from '../given/terminal.js'

// Keys and webhooks of other systems: one is made and shown once, replaced, switched off and deleted.

t.setTimeout(240_000)

t.test('a key is made, shown once, rotated, disabled and revoked', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { page, faults } = await visit('/desk/integrations')
  const status = async (key: string) =>
    (await server.ask('GET /admin/v1/accounts', bearer(key))).status
  const name = `Browser ${process.pid}`
  const dialog = page.getByRole('dialog')
  const shown = async (): Promise<string> => {
    const key = (await dialog.locator('code').textContent()) ?? ''
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    return key
  }
  await page.getByRole('button', { name: 'New API key' }).click()
  const make = page.getByRole('button', { name: 'Create API key' })
  await page.getByLabel('Name', { exact: true }).fill(name)
  t.equal(await make.isEnabled(), false, 'a key without addresses is none')
  const addresses = page.getByLabel('Addresses, one a line')
  await addresses.fill('nonsense')
  await make.click()
  const alert = page.getByRole('alert')
  await alert.waitFor()
  const isSeen = await alert.evaluate((one) => {
    const { x, y, width, height } = one.getBoundingClientRect()
    return one.contains(one.ownerDocument.elementFromPoint(x + width / 2, y + height / 2))
  })
  t.equal(isSeen, true, 'the refusal scrolls into view')
  await addresses.fill('127.0.0.1')
  await make.click()
  await dialog.getByText('Copy the key now.').waitFor()
  const first = await shown()
  t.match(first, /^ofk_[\w-]{43}$/)
  t.equal(await status(first), 200)
  const card = page.locator('.desk-card')
  await card.getByText('All rights of the login').waitFor()
  t.notMatch(await page.content(), first, 'the key is shown once')

  await card.getByRole('button', { name: 'Rotate…' }).click()
  await dialog.getByLabel('Previous key works for').selectOption({ label: 'no longer' })
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByText('Copy the key now.').waitFor()
  const second = await shown()
  t.same([await status(first), await status(second)], [401, 200])

  await card.getByRole('button', { name: 'Disable…' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByText(`API key ${name} disabled`).waitFor()
  t.equal(await status(second), 401)
  await card.getByRole('button', { name: 'Enable…' }).click()
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await page.getByText(`API key ${name} enabled`).waitFor()
  t.equal(await status(second), 200)
  await card.getByRole('button', { name: 'Revoke…' }).click()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await page.getByText(`API key ${name} revoked`).waitFor()
  t.equal(await status(second), 401)
  await page.getByRole('row', { name }).waitFor({ state: 'detached' })
  t.same(
    faults.said.filter((said) => !said.includes('status of 400')),
    [],
  )
})

t.test('a webhook is made, tested, rotated, replayed, disabled and deleted', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const receiver = await Receiver.start(t, '127.0.0.1')
  const { page, faults } = await visit('/desk/integrations')
  const name = `Browser ${process.pid}`
  const dialog = page.getByRole('dialog')
  const card = page.locator('.desk-card')
  await page.getByText('Webhooks', { exact: true }).click()
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('URL').fill('https://10.1.2.3/')
  const make = page.getByRole('button', { name: 'Create webhook' })
  await make.click()
  await page.getByRole('alert').waitFor()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByLabel(/^Deals/).check()
  await make.click()
  const code = dialog.locator('code')
  t.match(await code.textContent(), /^whsec_/)
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await card.getByText('All groups of the owner').waitFor()
  t.notMatch(await page.content(), 'whsec_', 'the secret is shown once')

  await card.getByRole('button', { name: 'Send a test' }).click()
  await page.getByText(/The receiver answered 200 in \d+ ms/).waitFor()
  await card.getByRole('button', { name: 'Rotate…' }).click()
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByText('Copy the secret now.').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  const before = new Date(Date.now() - 60_000).toISOString()
  await server.account()
  await receiver.until(() => receiver.events.some(({ type }) => type === 'deal'))
  await card.getByRole('button', { name: 'Replay…' }).click()
  await dialog.getByLabel('Time (UTC) or cursor').fill(before)
  await dialog.getByRole('button', { name: 'Replay' }).click()
  await page.getByText(`Webhook ${name} delivers events again`).waitFor()
  await card.getByRole('cell', { name: 'Delivered' }).first().waitFor()
  await card.getByRole('button', { name: 'Disable…' }).click()
  await dialog.getByRole('button', { name: 'Disable' }).click()
  await page.getByText(`Webhook ${name} disabled`).waitFor()
  await card.getByRole('button', { name: 'Delete…' }).click()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`Webhook ${name} deleted`).waitFor()
  await page.getByRole('row', { name }).waitFor({ state: 'detached' })
  t.same(
    faults.said.filter((said) => !said.includes('status of 400')),
    [],
  )
})
