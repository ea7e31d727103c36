import t from 'tap'
import { bearer } from '../given/api-keys.js'
import { accessFaultsInBoth, openBrowser } from '../given/browser.js'
import { openDesk } from '../given/desk-pages.js'
import { WholeServer } from '../given/fronts/whole-server.js'

// The keys of other systems: one is made and shown once, replaced, switched off and revoked.

t.setTimeout(240_000)

t.test('a key is made, shown once, rotated, disabled and revoked', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.shared()
  const { page, faults } = await openDesk(browser, server, '/desk/integrations')
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
  t.same(await accessFaultsInBoth(page), [])
  await make.click()
  await dialog.getByText('Copy the key now.').waitFor()
  t.same(await accessFaultsInBoth(page), [])
  const first = await shown()
  t.match(first, /^ofk_[\w-]{43}$/)
  t.equal(await status(first), 200)
  const card = page.locator('.desk-card')
  await card.getByText('All rights of the login').waitFor()
  t.notMatch(await page.content(), first, 'the key is shown once')
  t.same(await accessFaultsInBoth(page), [])

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
