import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import t from 'tap'
import { CHEAP_SERVER } from '../test/crash/server-process.js'
import { openBrowser, PHONE } from '../test/given/browser.js'
import { buy, fillDoor } from '../test/given/terminal.js'
import { freePort } from './free-port.js'
import { demoServer } from './pages/market.js'
import { deskPictures } from './pictures/desk.js'
import { keptPages } from './pictures/kept-pages.js'
import { inGerman, setLanguage } from './pictures/language.js'

/** Takes the pictures of the documents again: run `npm run pictures` in the folder of the project. */
const PASSWORD = 'Crash#2026ma'
/** The largest size whose German picture has less than 150 KiB, too. */
const SCREEN = { width: 1160, height: 630 }
const FOLDER = 'docs/pictures'
const SET = { timeframe: 'H1', indicators: ['EMA 21'], times: 'utc', ladder: false }

async function shown(browser: Browser, origin: string, login: number, look: object): Promise<Page> {
  const page = await browser.newPage({ locale: 'en-GB', ...look })
  await setLanguage(page, 'en', SET)
  await page.goto(origin)
  await fillDoor(page, login, PASSWORD)
  await page.locator('.deal.fill-buy:enabled').waitFor({ state: 'attached' })
  return page
}

/** A position with both stops, and an order that waits. */
async function trade(page: Page): Promise<void> {
  const bid = Number(await page.locator('.deal.fill-sell strong').textContent())
  await page.getByLabel('Stop loss', { exact: true }).fill((bid - 0.002).toFixed(5))
  await page.getByLabel('Take profit', { exact: true }).fill((bid + 0.003).toFixed(5))
  await buy(page)
  await page.getByRole('button', { name: /^Close Buy/ }).waitFor()
  await page.getByLabel('Type', { exact: true }).selectOption('limit')
  await page.getByLabel('Price', { exact: true }).fill((bid - 0.001).toFixed(5))
  await buy(page)
  await page.getByRole('tab', { name: /^Orders ?1/ }).waitFor()
  for (const label of ['Stop loss', 'Take profit']) {
    await page.getByLabel(label, { exact: true }).fill('')
  }
  await page.getByLabel('Type', { exact: true }).selectOption('market')
  await page.locator('.note').first().waitFor({ state: 'detached' })
  await page.mouse.move(0, 0)
  await page.evaluate('document.activeElement.blur()')
}

/** The same pictures of the phone in German. */
async function germanPhone(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Chart', exact: true }).tap()
  await page.getByText(/^Balken endet in/).waitFor()
  await page.getByRole('slider').first().waitFor()
  await page.screenshot({ path: `${FOLDER}/phone-chart.de.png` })
  await page.getByRole('button', { name: 'Handel', exact: true }).tap()
  await page.locator('.costs').getByText('Margin', { exact: true }).waitFor()
  await page.screenshot({ path: `${FOLDER}/phone.de.png` })
}

// The browser comes from the support of tests, whose clock would end this after half a minute.
t.setTimeout(0)
const ends: (() => unknown)[] = []
const dataDir = mkdtempSync(join(tmpdir(), 'openfloor-pictures-'))
ends.push(() => rmSync(dataDir, { recursive: true, force: true }))
try {
  const browser = await openBrowser({ teardown: (run) => ends.unshift(run) })
  if (browser === undefined) throw new Error('there is no Chromium on this machine')
  ends.push(() => browser.close())
  const env = { PORT: String(await freePort()) }
  const server = await demoServer({ dataDir, env, script: CHEAP_SERVER })
  ends.unshift(() => server.terminate())
  const staff = await server.signInStaff()
  const login = await server.openAccount(staff, 'demo\\standard', '10000.00')
  const origin = `http://127.0.0.1:${server.port}`
  const desk = await shown(browser, origin, login, { viewport: SCREEN, colorScheme: 'dark' })
  await trade(desk)
  await desk.locator('.handle').first().waitFor()
  await desk.screenshot({ path: `${FOLDER}/terminal.png` })
  await inGerman(desk, SET, async () => {
    await desk.locator('.deal.fill-buy:enabled').waitFor({ state: 'attached' })
    await desk.locator('.handle').first().waitFor()
    await desk.screenshot({ path: `${FOLDER}/terminal.de.png` })
  })
  const touch = { viewport: PHONE, hasTouch: true, isMobile: true }
  const phone = await shown(browser, origin, login, { ...touch, colorScheme: 'light' })
  await phone.mouse.move(0, 0)
  await phone.getByRole('button', { name: 'Chart', exact: true }).tap()
  await phone.getByText(/^Bar ends in/).waitFor()
  await phone.getByRole('slider').first().waitFor()
  await phone.screenshot({ path: `${FOLDER}/phone-chart.png` })
  await phone.getByRole('button', { name: 'Trade', exact: true }).tap()
  await phone.locator('.costs').getByText('Margin', { exact: true }).waitFor()
  await phone.screenshot({ path: `${FOLDER}/phone.png` })
  await inGerman(phone, SET, () => germanPhone(phone))
  await deskPictures(browser, server, staff, FOLDER)
  await keptPages(browser, FOLDER, (run) => ends.unshift(run))
} finally {
  for (const end of ends) await end()
}
