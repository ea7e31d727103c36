import type { Page } from 'playwright-core'
import t from 'tap'
import { openDesk } from '../../given/desk-pages.js'
import { showPlace } from '../../given/pages/visit.js'
import { buy, openTerminal, ownTerminal, withBars } from '../../given/terminal.js'

// Numbers and times on the pages are written as the page's language does: a walk over the places of the terminal and of
// the desk finds no decimal point on a German page, no long number without its marks of thousands, and no ISO time.

t.setTimeout(240_000)

/** Its journal has no lines of other tests. */
const own = ownTerminal(t)

/** The texts of a page, also those for screen readers. */
const TEXTS = `(() => {
  const read = (own) => [own.title, own.getAttribute('aria-label'), own.getAttribute('aria-valuetext'),
    own.matches('input:not([type=date], [type=datetime-local], [type=color])') ? own.value : null]
  const isShown = (own) => own.checkVisibility()
  const names = [...document.querySelectorAll('*')].filter(isShown).flatMap(read)
  return [...document.body.innerText.split(/[\\n\\t]/), ...names.filter(Boolean)]
})()`

const ISO = /\d{4}-\d\d-\d\d/
/** Codes, names and addresses are the same in every language. */
const NAMES = [
  /\b\d+\.\d+\.\d+(\.\d+)?\b/g,
  /\b[\w.-]+@[\w.-]+\b/g,
  /\bv?\d+\.\d+\.\d+[\w.-]*/g,
  /[a-z_]+\.[\w.]+/g,
]

/** The texts that are not written as the language does. */
async function foreignTexts(page: Page, decimal: RegExp): Promise<string[]> {
  const texts = await page.evaluate<string[]>(TEXTS)
  const isForeign = (text: string) => {
    const plain = NAMES.reduce((left, name) => left.replaceAll(name, ' '), text)
    return ISO.test(text) || decimal.test(plain)
  }
  return [...new Set(texts.map((text) => text.trim()).filter(isForeign))]
}

/** A point that parts no thousands of a German number. */
const POINTED = /(?<![\d.,])\d+\.(?!\d{3}(?!\d))\d+/
/** A comma that parts no thousands, or five digits with decimals that nothing parts, in English. */
const COMMAED = /(?<![\d.,])\d+,(?!\d{3}(?!\d))\d+|\d{5}\.\d/

const FORMS = [
  { locale: 'de-DE', decimal: POINTED },
  { locale: 'en-GB', decimal: COMMAED },
] as const

const DESK_PLACES = [
  'overview',
  'accounts',
  'positions',
  'orders',
  'deals',
  'money',
  'actions',
  'dealing',
  'held',
  'exposure',
  'online',
  'applications',
  'mail',
  'reports',
  'journal',
  'settings',
  'settings/groups',
  'settings/symbols',
  'staff',
  'integrations',
  'servers',
  'licence',
  'transfer',
]

for (const { locale, decimal } of FORMS) {
  t.test(`the terminal writes numbers and times by its language: ${locale}`, async (t) => {
    const set = await own(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login, headers } = await server.account()
    for (const body of [
      { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.50' },
      {
        kind: 'place',
        symbol: 'EURUSD',
        side: 'buy',
        order_kind: 'limit',
        volume: '0.10',
        price: '1.05000',
        stop_loss: '1.04000',
        expiration: 'gtc',
      },
    ])
      t.match(await server.ask('POST /trader/v1/trade', headers, body), {
        code: /^(ok|trade.placed)$/,
      })
    const { page } = await openTerminal(browser, server.origin, login, { locale })
    await withBars(page)
    await page.locator('.bottom table tbody tr').first().waitFor()
    const check = async (what: string) => t.same(await foreignTexts(page, decimal), [], what)
    await check('positions')
    for (const tab of await page.locator('.bottom [role=tab]').all()) {
      await tab.click()
      await page.waitForLoadState('networkidle')
      await check(`tab ${await tab.textContent()}`)
    }
    await page.locator('.deal.fill-buy:enabled').click()
    await page.getByRole('dialog').waitFor()
    await check('what is asked back')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await buy(page)
    await page.locator('.notes [role=status], .notes .note, .note').first().waitFor()
    await check('the note about it')
  })

  t.test(`the desk writes numbers and times by its language: ${locale}`, async (t) => {
    const set = await own(t)
    if (set === undefined) return t.comment('no chromium here: left out')
    const { browser, server } = set
    const { login, headers } = await server.account()
    const open = { kind: 'open', symbol: 'EURUSD', side: 'buy', volume: '0.50' }
    t.match(await server.ask('POST /trader/v1/trade', headers, open), { code: 'ok' })
    const { page } = await openDesk(browser, server, '/desk', { locale })
    for (const place of [...DESK_PLACES, `accounts/${login}`]) {
      await showPlace(page, `/desk/${place}`)
      t.same(await foreignTexts(page, decimal), [], place)
    }
  })
}
