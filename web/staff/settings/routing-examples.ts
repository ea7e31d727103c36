import { computed } from '@preact/signals'
import { changePreferences, preferences } from '../../state/preferences.js'

/**
 * Saved example requests for testing where routing rules send them. The server stores them with the
 * login, so every device has them.
 */
export interface RoutingRequest {
  readonly login: string
  readonly kind: string
  readonly order_kind: string
  readonly symbol: string
  readonly side: string
  readonly volume: string
  /** The time of the request; empty means the time of the test. */
  readonly at: string
}

export interface RoutingExample {
  readonly name: string
  readonly request: RoutingRequest
  /** The id of the routing rule that matched when the example was saved, or null if none matched. */
  readonly rule: number | null
}

const KEY = 'routing.examples'
const EXAMPLES_MAX = 30
export const EXAMPLE_CHARS_MAX = 60

export const routingExamples = computed((): readonly RoutingExample[] => {
  const kept = preferences.value[KEY]
  return Array.isArray(kept) ? kept.filter(isExample) : []
})

/** Saves an example and replaces one with the same name. */
export function keepExample(example: RoutingExample): void {
  change((all) =>
    [...all.filter(({ name }) => name !== example.name), example].slice(-EXAMPLES_MAX),
  )
}

export function removeExample(name: string): void {
  change((all) => all.filter((one) => one.name !== name))
}

function change(made: (all: readonly RoutingExample[]) => readonly RoutingExample[]): void {
  changePreferences((content) => {
    const kept = content[KEY]
    return { ...content, [KEY]: made(Array.isArray(kept) ? kept.filter(isExample) : []) }
  })
}

function isExample(one: unknown): one is RoutingExample {
  return (
    typeof one === 'object' && one !== null && 'name' in one && 'request' in one && 'rule' in one
  )
}
