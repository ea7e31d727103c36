import t from 'tap'
import { hired } from '../../given/desk-pages.js'
import { sharedTerminal } from '../../given/terminal.js'

// Two people change one account or one user: nobody's change is lost.

t.setTimeout(120_000)

t.test('of two editors of an account each keeps what only they changed', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await server.account()
  const route = `/admin/v1/accounts/${login}`
  await server.patch(route, { city: 'Bremen', phone: '+49 421 1' })
  const { page, faults } = await visit(`/desk/accounts/${login}/record`)
  const card = page.locator('.desk-card')
  const city = card.getByLabel(/^City/)
  await city.fill('Kiel')
  await server.patch(route, { phone: '+49 421 2' })
  await card.getByText(/^Someone else has changed this account/).waitFor()
  t.equal(await card.getByLabel(/^Phone/).inputValue(), '+49 421 2', 'the other field is theirs')
  t.equal(await city.inputValue(), 'Kiel', 'the draft stays')
  await page.reload()
  t.equal(await city.inputValue(), 'Kiel', 'after a reload too')

  await server.patch(route, { city: 'Emden', comment: 'moved' })
  const choice = card.getByRole('alert').filter({ hasText: 'also changed one field' })
  const row = choice.getByRole('row', { name: /^City/ })
  await row.waitFor()
  t.same(
    await row
      .getByRole('cell')
      .allInnerTexts()
      .then((texts) => texts.map((text) => text.split(/\s/)[0])),
    ['Bremen', 'Emden', 'Kiel'],
    'before, theirs, mine',
  )
  t.ok(await card.getByRole('button', { name: 'Save 1 change' }).isDisabled())
  await page.keyboard.press('Control+s')
  t.match(
    await server.done(`GET ${route}`),
    { city: 'Emden' },
    'nothing is saved before the choice',
  )
  await page.getByRole('button', { name: 'Keep mine: City' }).click()
  await choice.waitFor({ state: 'detached' })

  // The other one saves while this save is on its way.
  let isFirst = true
  await page.route(`**${route}`, async (asked) => {
    if (isFirst && asked.request().method() === 'PATCH') {
      isFirst = false
      await server.patch(route, { city: 'Aurich', comment: 'moved again' })
    }
    await asked.continue()
  })
  await card.getByRole('button', { name: 'Save 1 change' }).click()
  await row.getByText('Aurich').waitFor()
  await page.getByRole('button', { name: 'Keep mine: City' }).click()
  await card.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  const saved = { city: 'Kiel', phone: '+49 421 2', comment: 'moved again' }
  t.match(await server.done(`GET ${route}`), saved)
  // Theirs, chosen: there is nothing left to save.
  await city.fill('Husum')
  await server.patch(route, { city: 'Jever' })
  await page.getByRole('button', { name: 'Use the other: City' }).click()
  t.equal(await city.inputValue(), 'Jever')
  t.ok(await card.getByRole('button', { name: 'Save' }).isDisabled())
  t.same(
    faults.said.filter((said) => !said.includes('409')),
    [],
  )
})

t.test('of two editors of a user neither loses anything', async (t) => {
  const set = await sharedTerminal(t)
  if (set === undefined) return t.comment('no chromium here: left out')
  const { server, visit } = set
  const { login } = await hired(server, ['accounts.view'])
  const route = `/admin/v1/staff/${login}`
  const { page, faults } = await visit(`/desk/staff/${login}`)
  const form = page.locator('.desk-form').first()
  await form.getByLabel(/^Name/).fill('Edith')
  await form.getByRole('button', { name: 'Save 1 change' }).waitFor()
  await server.patch(route, { name: 'Grace', rights: ['accounts.view', 'trades.view'] })
  // The page hears of it by the line, or meets it by saving.
  await page.keyboard.press('Control+s')
  await form.getByText('also changed one field').waitFor()
  await form.getByRole('button', { name: 'Keep mine: Name' }).click()
  await form.getByRole('button', { name: 'Save 1 change' }).click()
  await page.getByText('Staff user saved').first().waitFor()
  t.match(await server.done(`GET ${route}`), {
    name: 'Edith',
    rights: ['accounts.view', 'trades.view'],
  })
  t.same(
    faults.said.filter((said) => !said.includes('409')),
    [],
  )
})
