import type { Locator, Page } from 'playwright-core'

/** The actions of the user: pressed keys, typed words, and clicks. */
export interface Steps {
  keys: number
  words: number
  clicks: number
}

/**
 * Counts at the page what is really done there. A run of letters in a field is one word; Ctrl and a letter are one key; of a
 * list of choices both presses count, and a file that is dropped is one.
 */
const COUNTING = `
  let field = null
  addEventListener('keydown', (event) => {
    if (!event.isTrusted || event.repeat) return
    if (['Control', 'Shift', 'Alt', 'Meta'].includes(event.key)) return
    const isTyped = event.key.length === 1 && !event.ctrlKey && !event.altKey && !event.metaKey &&
      event.target.matches('input:not([type=checkbox]), textarea')
    if (isTyped && field === event.target) return
    field = isTyped ? event.target : null
    globalThis.__step(isTyped ? 'words' : 'keys', 1)
  }, true)
  addEventListener('pointerdown', (event) => {
    if (!event.isTrusted) return
    field = null
    globalThis.__step('clicks', 1)
  }, true)
  addEventListener('change', ({ target }) => {
    if (target.matches('select')) globalThis.__step('clicks', 2)
    if (target.matches('input[type=file]')) globalThis.__step('clicks', 1)
  }, true)
`

/** Uses the desk like a person: only by keys, typing and clicks. */
export class Walker {
  readonly page: Page
  readonly #steps: Steps = { keys: 0, words: 0, clicks: 0 }

  private constructor(page: Page) {
    this.page = page
  }

  /** Before the page is opened. */
  static async at(page: Page): Promise<Walker> {
    const walker = new Walker(page)
    await page.exposeFunction('__step', (kind: keyof Steps, n: number) => {
      walker.#steps[kind] += n
    })
    await page.addInitScript(COUNTING)
    return walker
  }

  /** The actions since the previous call. */
  async taken(): Promise<Steps> {
    await this.page.evaluate('0')
    const taken = { ...this.#steps }
    Object.assign(this.#steps, { keys: 0, words: 0, clicks: 0 })
    return taken
  }

  async press(...keys: readonly string[]): Promise<void> {
    for (const key of keys) await this.page.keyboard.press(key)
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text)
  }

  async click(target: Locator): Promise<void> {
    await target.click()
  }

  /** Clicks a field and replaces its text. */
  async into(field: Locator, text: string): Promise<void> {
    await field.click()
    if ((await field.inputValue()) !== '') await this.press('Control+a')
    await this.type(text)
  }

  async choose(list: Locator, option: string): Promise<void> {
    await list.selectOption(option)
  }

  async drop(onto: Locator, name: string, mimeType: string, text: string): Promise<void> {
    await onto.setInputFiles({ name, mimeType, buffer: Buffer.from(text) })
  }

  button(name: string | RegExp): Locator {
    return this.page.getByRole('button', {
      name,
      ...(typeof name === 'string' ? { exact: true } : {}),
    })
  }

  text(text: string | RegExp): Locator {
    return this.page.getByText(text).first()
  }

  get dialog(): Locator {
    return this.page.getByRole('dialog')
  }

  row(text: string | RegExp): Locator {
    return this.page.locator('#page .grid-row, #page tbody tr').filter({ hasText: text }).first()
  }

  /** Goes to a page by its letter. */
  async go(letter: string): Promise<void> {
    await this.press('g', letter)
  }

  /** Types into the filter of the list, once that is there. */
  async filter(text: string): Promise<void> {
    await this.page.locator('#page [data-filter]').first().waitFor()
    await this.press('/')
    await this.type(text)
  }

  /** Finds something by words, and opens the row of what was found that has this text. */
  async find(words: string, text: string | RegExp): Promise<void> {
    await this.press('Control+k')
    await this.type(words)
    const found = this.page.getByRole('option')
    await found.filter({ hasText: text }).first().waitFor()
    const lines = await found.allTextContents()
    const at = lines.findIndex((line) =>
      typeof text === 'string' ? line.includes(text) : text.test(line),
    )
    for (let i = 0; i < at; i++) await this.press('ArrowDown')
    await this.press('Enter')
  }

  /** Finds an account by its login and opens its card. */
  async findAccount(login: number): Promise<void> {
    await this.find(String(login), new RegExp(`^\\D*${login}\\b`))
    await this.page.locator('.card-acts').waitFor()
  }

  /** Opens a part of the card by its tab. */
  async part(name: string): Promise<void> {
    await this.click(this.page.locator('.desk-card').getByRole('tab', { name }))
  }

  /** Chooses an action of the menu on the card of an account. */
  async more(action: string): Promise<void> {
    await this.click(this.page.locator('.card-acts').getByRole('button', { name: 'More' }))
    await this.click(this.button(action))
  }

  /** Types the code of an act on many again, and begins it. */
  async confirm(act: string | RegExp): Promise<void> {
    await this.typeCode()
    await this.dialog.getByRole('button', { name: act, disabled: false }).waitFor()
    await this.press('Control+Enter')
  }

  /** Types the code that the dialog shows. */
  async typeCode(): Promise<void> {
    await this.click(this.dialog.getByRole('button', { name: 'Show code' }))
    const label = this.dialog.locator('.confirm-code label')
    await label.waitFor()
    await this.type(/\d{6}/.exec(String(await label.textContent()))?.[0] ?? '')
  }
}
