import t from 'tap'
import { hired, openDesk } from '../../given/desk-pages.js'
import { saved, sharedTerminal } from '../../given/terminal.js'

// A person sets keys of their own for the actions of the desk.

t.setTimeout(180_000)

t.test('an own key is kept with the login, and a key is refused that is taken', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { browser, server } = set
  const { login } = await server.account()
  const who = await hired(server, ['accounts.view', 'accounts.balance', 'trades.view'], '*')
  const place = `/desk/accounts/${login}`
  const { page, faults } = await openDesk(browser, server, place, who)
  const pay = page.getByRole('button', { name: /^Balance operation/ }).first()
  await pay.getByText('P', { exact: true }).waitFor()
  await page.keyboard.press('?')
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  t.equal(await dialog.getByText('Dealing: requote').count(), 0, 'no right, no key')
  const key = dialog.getByRole('button', { name: /^Key for: Open account: pay/ })
  await key.click()
  await page.keyboard.press('t')
  await dialog.getByText('T is already the key for “Open account: trade; dealing: take”.').waitFor()
  await key.click()
  await page.keyboard.press('7')
  await dialog.getByText(/^Press a single letter or sign/).waitFor()
  await key.click()
  await saved(page, () => page.keyboard.press('z'), 'hotkeys')
  await dialog.getByRole('button', { name: 'Key for: Open account: pay (now Z)' }).waitFor()
  await page.keyboard.press('Escape')
  await pay.getByText('Z', { exact: true }).waitFor()
  await page.keyboard.press('p')
  await page.keyboard.press('z')
  const paying = page.getByRole('dialog')
  await paying.waitFor()
  t.equal(await paying.count(), 1, 'the former key does nothing')
  await page.keyboard.press('Escape')

  // Another device of the same login has the key, and restores that of the desk.
  const other = await openDesk(browser, server, place, who)
  await other.page
    .getByRole('button', { name: /^Balance operation/ })
    .getByText('Z', { exact: true })
    .waitFor()
  await other.page.keyboard.press('?')
  const again = other.page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await saved(other.page, () => again.getByRole('button', { name: 'Restore defaults' }).click())
  await again.getByRole('button', { name: 'Key for: Open account: pay (now P)' }).waitFor()
  t.same([...faults.said, ...other.faults.said], [])
})
