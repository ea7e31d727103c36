import { IN_ACTORS } from './harmless/actors.js'
import { IN_ENGINE } from './harmless/engine.js'
import { IN_HTTP } from './harmless/http.js'
import { IN_STORAGE } from './harmless/storage.js'

const HARMLESS = [...IN_ACTORS, ...IN_ENGINE, ...IN_HTTP, ...IN_STORAGE]

/** The reason why a change is harmless; undefined where it is not known to be. `at` is `file:line`. */
export function whyHarmless(at: string, change: string): string | undefined {
  const file = at.slice(0, at.lastIndexOf(':'))
  return HARMLESS.find((one) => one.file === file && one.change === change)?.why
}
