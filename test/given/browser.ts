import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { shared } from '../runner/lane.js'

/**
 * Debian's Chromium, without its own windows where that is there: it starts fewer processes. A machine without either
 * leaves the tests of pages out, but for one that says it is CI.
 */
const SHELL = '/usr/bin/chromium-headless-shell'
const CHROMIUM = existsSync(SHELL) ? SHELL : '/usr/bin/chromium'
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const DESK = { width: 1400, height: 860 }
export const PHONE = { width: 390, height: 780 }

type Teardown = { teardown(run: () => unknown): unknown }

/** Contexts that stay open for the next test. */
export const keptContexts = new WeakSet<BrowserContext>()

/** One browser for all files of a process; the pages of a test close with it. Undefined if none is installed. */
export async function openBrowser(test: Teardown): Promise<Browser | undefined> {
  if (!existsSync(CHROMIUM) && process.env['CI'] === undefined) return undefined
  const browser = await shared('browser', async (owner) => {
    const launched = await chromium.launch({ executablePath: CHROMIUM, args: FLAGS })
    owner.teardown(() => launched.close())
    return launched
  })
  test.teardown(async () => {
    for (const context of browser.contexts()) if (!keptContexts.has(context)) await context.close()
  })
  return browser
}

export interface Faults {
  /** Errors of scripts, of the console and of the page's policy. */
  readonly said: string[]
}

/** A page whose errors are kept. */
export async function openPage(
  browser: Browser,
  options: Parameters<Browser['newPage']>[0] = {},
): Promise<{ page: Page; faults: Faults }> {
  const page = await browser.newPage(options)
  return { page, faults: keepFaults(page) }
}

export function keepFaults(page: Page): Faults {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') said.push(message.text())
  })
  return { said }
}

const RULES = { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'] }
/** The one rule that goes by colours. */
const CONTRAST = { type: 'rule', values: ['color-contrast'] }

/** The same in light and dark; of the second one only what colours change is looked at. */
export async function accessFaultsInBoth(page: Page, within?: string): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
  const dark = await accessFaults(page, RULES, within)
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
  const light = await accessFaults(page, CONTRAST, within)
  return [...dark.map((fault) => `dark: ${fault}`), ...light.map((fault) => `light: ${fault}`)]
}

/** What is wrong for people who see, hear or move otherwise, as axe finds it. */
export async function accessFaults(
  page: Page,
  runOnly: object = RULES,
  within = 'html',
): Promise<string[]> {
  // The page's own policy lets no text become a script: it is run from outside.
  if (!(await page.evaluate<boolean>('"axe" in globalThis'))) await page.evaluate(AXE)
  const found = await page.evaluate(
    async ([part, only]) => {
      const { axe, requestAnimationFrame } = globalThis as unknown as {
        requestAnimationFrame(drawn: (at: number) => void): void
        axe: {
          run(
            part: string,
            options: object,
          ): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
          }>
        }
      }
      // What is drawn after a change of size or colours is measured with the next frame.
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
      const { violations } = await axe.run(part, {
        runOnly: only,
        resultTypes: ['violations'],
        // A fault is named by its HTML: to find a selector for each element takes a quarter of the time.
        selectors: false,
      })
      return violations.flatMap(({ id, nodes }) =>
        nodes.map(
          ({ html, failureSummary }) =>
            `${id}: ${html.slice(0, 160)} ${failureSummary.slice(0, 200)}`,
        ),
      )
    },
    [within, runOnly] as const,
  )
  return found
}
