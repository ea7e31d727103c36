import { compileFunction } from 'node:vm'
import { build, type Plugin } from 'esbuild'
import { shared } from '../../runner/lane.js'

/**
 * The staff's pages as one function, bundled and compiled once a process.
 *
 *   B1. The names of the browser are parameters of the function. So no test changes the globals of its process, and each
 *       call is a freshly loaded tab.
 *   B2. `web/link/rest.ts` and `web/link/line.ts` are replaced: the parameter `server` takes their requests.
 */
const ENTRY = 'web/desk/main.tsx'
/** An error of a component belongs to the test that draws it. */
const BEGIN = `
  import { options } from 'preact'
  options.debounceRendering = (draw) => server.draw(draw)
  await import('./${ENTRY}')`

/** Names that the pages use freely and Node does not have, or has in its own way. */
export const BROWSER_NAMES = [
  'window',
  'self',
  'globalThis',
  'document',
  'location',
  'history',
  'navigator',
  'localStorage',
  'sessionStorage',
  'addEventListener',
  'removeEventListener',
  'dispatchEvent',
  'matchMedia',
  'requestAnimationFrame',
  'cancelAnimationFrame',
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'Date',
  'performance',
  'fetch',
  'ResizeObserver',
  'BroadcastChannel',
  'Element',
  'HTMLElement',
  'HTMLInputElement',
  'HTMLDialogElement',
  'innerWidth',
  'innerHeight',
] as const
export type BrowserNames = Readonly<Record<(typeof BROWSER_NAMES)[number], unknown>>

const FAKES: Readonly<Record<string, string>> = {
  rest: `
    export const call = (name, parts = {}) => server.call(name, parts)
    export const callForText = (name, parts = {}) => server.callForText(name, parts)
    export const knownLogin = () => server.login
    export const onRightMissing = (run) => server.onRightMissing(run)
    export const onSessionEnd = () => {}
    export const remember = () => {}
    export const forget = () => {}
    export const refreshSoon = async () => {}`,
  line: `
    export class Line {
      constructor(hooks) { server.connect(hooks) }
      get state() { return server.lineState }
      ask(op, args = {}) { return server.ask(op, args) }
      async ping() { return true }
      close() {}
    }`,
}

const fakeServer: Plugin = {
  name: 'fake-server',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]web[\\/]link[\\/](rest|line)\.ts$/ }, ({ path }) => ({
      contents: FAKES[path.slice(-7, -3)] ?? '',
      loader: 'js',
    })),
}

type Load = (server: object, names: BrowserNames) => Promise<void>

/** Loads the pages into a window. */
export function pagesBundle(): Promise<Load> {
  return shared('pages bundle', async () => {
    const { outputFiles } = await build({
      stdin: { contents: BEGIN, resolveDir: '.' },
      bundle: true,
      format: 'esm',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      plugins: [fakeServer],
      write: false,
    })
    const text = outputFiles?.[0]?.text ?? ''
    const run = compileFunction(
      `return (async () => {${text}\n})()`,
      ['server', ...BROWSER_NAMES],
      { filename: ENTRY },
    ) as (...given: readonly unknown[]) => Promise<void>
    return (server: object, names: BrowserNames) =>
      run(server, ...BROWSER_NAMES.map((name) => names[name]))
  })
}
