import type { Page } from 'playwright-core'
import {
  ENGLISH,
  englishMessages,
  messagesIn,
  readTexts,
  type Texts,
} from '../../bin/texts/files.js'
import { type Part, readMessage } from '../../bin/texts/message.js'
import { scriptOf } from '../../bin/texts/script.js'
import { mapped } from '../../bin/texts/tree.js'
import { TEXT_HOMES } from '../../bin/texts/write.js'

/**
 * A language for tests, made of the English messages: each letter has an accent and each text is 40 % longer, so a page
 * shows a text without accents that comes from no message file, and a long text that does not fit.
 */
const PLAIN = 'AaCcDdEeGgHhIiJjKkLlNnOoRrSsTtUuWwYyZz'
const ACCENTED = 'ÅåÇçÐðÉéĞğĤĥÎîĴĵĶķĻļÑñÖöŔŕŠšŢţÛûŴŵÝýŽž'
const LONGER = 0.4

export function pseudoTexts(english: Texts): Texts {
  return new Map(
    [...english].map(([folder, areas]) => [
      folder,
      new Map([...areas].map(([area, tree]) => [area, mapped(tree, pseudoText)])),
    ]),
  )
}

/** `Chart of {symbol}` as `Çĥåŕţ öf {symbol}···`. */
export function pseudoText(text: string): string {
  return partsText(readMessage(text, ENGLISH).parts)
}

function partsText(parts: readonly Part[]): string {
  const shown = parts.map((part) => (part.type === 'content' ? part.value : '')).join('')
  // A mark, such as that of decimals, is no longer in any language.
  const fill = /\p{L}/u.test(shown) ? '·'.repeat(Math.ceil(LONGER * shown.trim().length)) : ''
  return `${parts.map(partText).join('')}${fill}`
}

function partText(part: Part): string {
  if (part.type === 'content') return quoted([...part.value].map(accented).join(''))
  if (!('cases' in part)) return `{${part.arg}}`
  const cases = part.cases.map(({ key, tokens }) => `${key} {${partsText(tokens as Part[])}}`)
  return `{${[part.arg, part.type, cases.join(' ')].join(', ')}}`
}

function accented(letter: string): string {
  const at = PLAIN.indexOf(letter)
  return at < 0 ? letter : (ACCENTED[at] ?? letter)
}

/** As MessageFormat reads it as text. */
function quoted(text: string): string {
  return text.replaceAll("'", "''").replaceAll(/[{}]+/g, (braces) => `'${braces}'`)
}

/** The page's English is the pseudo-language, with the names of fields and values that the server sends. */
export async function speakPseudo(page: Page): Promise<void> {
  const english = new Map(
    [TEXT_HOMES.pages, TEXT_HOMES.engine].flatMap((home) => [
      ...(readTexts(home).get(ENGLISH) ?? []),
    ]),
  )
  for (const [folder] of english) {
    const messages = englishMessages(english, folder)
    const pseudo = messagesIn(ENGLISH, pseudoTexts(english), messages, folder)
    await page.route(new RegExp(`/assets/${folder}\\.en-`), (route) =>
      route.fulfill({ contentType: 'text/javascript', body: scriptOf(pseudo, ENGLISH) }),
    )
  }
  await page.route(/\/v1\/meta\b/, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, body: wordsInPseudo(await response.text()) })
  })
}

/** What the server names by label and text. */
function wordsInPseudo(json: string): string {
  return JSON.stringify(
    JSON.parse(json, (key, value) =>
      (key === 'label' || key === 'text') && typeof value === 'string'
        ? pseudoText(value.replaceAll(/['{}]/g, '’'))
        : value,
    ),
  )
}

/** Lines of the page, or a part of it, that look like English, but for the names that are data. */
export async function plainTexts(
  page: Page,
  isName: (line: string) => boolean,
  within = 'body',
): Promise<string[]> {
  const texts = await page.locator(within).allInnerTexts()
  const lines = texts.join('\n').split(/[\n\t]/)
  return [...new Set(lines.map((line) => line.trim()))].filter(
    (line) => /[a-z]{3}/.test(line) && !isName(line),
  )
}

/** Buttons that open a dialog end with `…`, also in the pseudo-language; those of menus say so. */
const OPENERS = `[...document.querySelectorAll('button')]
  .filter((one) => !one.disabled && one.checkVisibility() && one.closest('dialog') === null)
  .map((one) => [one, one.getAttribute('aria-label') ?? one.textContent.trim()])
  .filter(([one, label]) => one.ariaHasPopup === 'menu' || /…·*$/.test(label))
  .map(([one, label]) => label)`
const DIALOG = 'dialog[open]'
const MENU = '.menu:popover-open'

/** Looks into each dialog and menu of the page, and closes it again. `isLeft` names those that are not opened. */
export async function walkDialogs(
  page: Page,
  isLeft: (label: string) => boolean,
  look: (within: string, label: string) => Promise<void>,
): Promise<string[]> {
  const labels = new Set((await page.evaluate(OPENERS)) as string[])
  const opened = [...labels].filter((label) => !isLeft(label))
  for (const label of opened) {
    const place = page.url()
    const left = page
      .waitForURL((url) => url.href !== place)
      .then(
        () => true,
        () => true,
      )
    await page.getByRole('button', { name: label, exact: true }).first().click()
    const shown = page.locator(`${DIALOG}, ${MENU}`).first()
    if (await Promise.race([left, shown.waitFor().then(() => false)])) {
      // The button leads to a page.
      await page.goto(place)
      continue
    }
    const isMenu = (await page.locator(DIALOG).count()) === 0
    await look(isMenu ? MENU : DIALOG, label)
    await page.keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
  }
  return opened
}
