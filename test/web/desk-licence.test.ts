import { Buffer } from 'node:buffer'
import t from 'tap'
import { openBrowser } from '../given/browser.js'
import { openDesk } from '../given/desk-pages.js'
import { WholeServer } from '../given/fronts/whole-server.js'
import {
  licenceKey,
  licencePayload,
  strangersKey,
  VENDOR_PUBLIC_KEY,
} from '../given/licence-keys.js'

// The desk's licence: what it limits, a key that is looked at before it is installed, and brands as they are drawn.

t.setTimeout(240_000)

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

t.test('a key is tried, installed, and its brand is seen while it is drawn', async (t) => {
  const browser = await openBrowser(t)
  if (browser === undefined) return t.comment('no chromium here: left out')
  const server = await WholeServer.start(t, { more: { LICENCE_PUBLIC_KEY: VENDOR_PUBLIC_KEY } })
  const { server_id: id } = await server.done('GET /admin/v1/licence')
  const payload = (over: object = {}) =>
    licencePayload(String(id), { expires_at: '2126-01-01T00:00:00Z', ...over })
  const { page, faults } = await openDesk(browser, server, '/desk/licence')
  await page.getByText('No licence key was applied.').waitFor()
  await page.getByRole('button', { name: 'Install…' }).click()
  await page.waitForURL(/licence\/install$/)

  // What is no good is told before anything can be pressed, and leaves no line.
  const field = page.locator('textarea.paste')
  const install = page.locator('.desk-card').getByRole('button', { name: 'Install…' })
  await field.fill(strangersKey(payload()))
  await page.getByText('The signature of the key is not that of the vendor.').waitFor()
  t.equal(await install.isEnabled(), false)
  await field.fill(licenceKey(payload({ server_id: 'another' })))
  await page.getByText('The licence is for another server.').waitFor()
  t.match((await server.done('GET /admin/v1/journal?kind=licence'))['total'], 0)

  // By a file: what it changes stands there, and nothing is written until it is installed.
  const file = (over: object) => ({
    name: 'licence.key',
    mimeType: 'text/plain',
    buffer: Buffer.from(licenceKey(payload(over))),
  })
  await page.getByLabel('Choose a file…').setInputFiles(file({}))
  const planned = page.getByRole('region', { name: 'Planned changes' })
  await planned.getByText('Brand Harbour Markets was created by the licence').waitFor()
  t.equal((await server.done('GET /admin/v1/licence'))['licence_id'], null)
  await install.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Install' }).click()
  await page.getByRole('heading', { name: 'Licence L-1' }).waitFor()
  await page.getByText('Valid', { exact: true }).waitFor()

  // One that takes brands away is installed by its number; dropped here, it stays as it is.
  await page.getByRole('button', { name: 'Install…' }).click()
  const other = { licence_id: 'L-2', issued_at: '2026-02-01T00:00:00Z', brands: [] }
  const only = [{ name: 'Bay Trading', main: true }]
  await page.getByLabel('Choose a file…').setInputFiles(file({ ...other, companies: only }))
  await planned
    .getByText(/Bay Trading/)
    .first()
    .waitFor()
  await install.click()
  const confirm = dialog.getByRole('button', { name: 'Install' })
  t.equal(await confirm.isEnabled(), false)
  await dialog.getByLabel(/^Brands will be removed/).fill('L-2')
  t.equal(await confirm.isEnabled(), true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.locator('.desk-card').getByRole('button', { name: 'Close' }).click()
  await page.waitForURL(/licence$/)

  // The brand: what is drawn is seen at once, and its contrast told.
  await page.getByRole('link', { name: 'Harbour Markets' }).click()
  await page.waitForURL(/licence\/brands\/\d+$/)
  const dark = page.getByRole('img', { name: /Dark theme$/ })
  await dark.waitFor()
  await page.getByLabel('Program name').fill('Harbour One')
  await dark.getByText('Harbour One').waitFor()
  await page.getByLabel('Primary colour').first().fill('#f0c040')
  await page
    .getByText(/#[0-9a-f]{6}, contrast \d\.\d : 1: the chosen colour would not be readable here/)
    .waitFor()

  // A picture is seen before it is uploaded; one of another kind is not taken.
  const logo = page.getByRole('group', { name: 'Logo' })
  await logo.getByLabel('Choose file: Logo').setInputFiles({
    name: 'logo.gif',
    mimeType: 'image/gif',
    buffer: PNG,
  })
  await logo.getByText('Choose a PNG, SVG or ICO file.').waitFor()
  await logo.getByLabel('Choose file: Logo').setInputFiles({
    name: 'logo.png',
    mimeType: 'image/png',
    buffer: PNG,
  })
  await logo.getByText('Not uploaded yet').waitFor()
  t.match(await dark.locator('.brand img').getAttribute('src'), /^blob:/)
  await logo.getByRole('button', { name: 'Upload' }).click()
  await page.getByText('Logo uploaded').waitFor()
  const brands = async () => (await server.ask('GET /admin/v1/licence/brands')).data
  t.match((await brands())[0], { has_logo: true, program_name: '' })

  // The draft is laid over the version that the picture has made, and saved.
  await page.getByRole('button', { name: /^Save/ }).click()
  await page
    .getByText(/ saved|Saved/)
    .first()
    .waitFor()
  t.match((await brands())[0], { program_name: 'Harbour One', color_primary: '#f0c040' })
  await logo.getByRole('button', { name: 'Remove…' }).click()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Logo removed').waitFor()
  t.match((await brands())[0], { has_logo: false })
  t.same(
    faults.said.filter((line) => !line.includes('400')),
    [],
  )
})
