/** Timers of so many milliseconds end a note or ask again for something: no rule waits for them. */
const LONG_MS = 1000

/** What the pages find in a browser, for their rules that need no more of it. It keeps no process alive. */
export class BarePage {
  /** What the browser keeps, by whole names. */
  readonly kept = new Map<string, string>()
  readonly #heard = new Map<string, (event: object) => void>()

  constructor(more: Readonly<Record<string, unknown>> = {}) {
    const store = {
      getItem: (key: string) => this.kept.get(key) ?? null,
      setItem: (key: string, value: string) => this.kept.set(key, value),
      removeItem: (key: string) => this.kept.delete(key),
    }
    const { setInterval, setTimeout } = globalThis
    const found = {
      navigator: { language: 'en' },
      location: { pathname: '/', search: '', protocol: 'http:', host: 'here' },
      history: { replaceState: () => undefined },
      document: {
        documentElement: { dataset: {} },
        addEventListener: () => undefined,
        querySelector: () => null,
      },
      addEventListener: (name: string, run: (event: object) => void) => {
        this.#heard.set(name, run)
      },
      matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
      localStorage: store,
      sessionStorage: store,
      setInterval: (run: () => void, ms: number) => setInterval(run, ms).unref(),
      setTimeout: (run: () => void, ms = 0) => {
        const timer = setTimeout(run, ms)
        return ms < LONG_MS ? timer : timer.unref()
      },
      ...more,
    }
    for (const [name, value] of Object.entries(found)) {
      Object.defineProperty(globalThis, name, { value, configurable: true, writable: true })
    }
  }

  /** Another window of the browser keeps something. */
  keepElsewhere(key: string, value: string): void {
    this.kept.set(key, value)
    this.#heard.get('storage')?.({ key })
  }
}
