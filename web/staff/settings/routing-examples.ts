import { computed } from '@preact/signals'
import { changePreferences, preferences } from '../../state/preferences.js'

/** Requests that somebody keeps to see where the routing rules send them; the account stores them for every device. */
export interface RoutingRequest {
  readonly login: string
  readonly kind: string
  readonly order_kind: string
  readonly symbol: string
  readonly side: string
  readonly volume: string
  /** Empty is whenever it is asked. */
  readonly at: string
}

export interface RoutingExample {
  readonly name: string
  readonly request: RoutingRequest
  /** The rule that decided it when it was kept; null where none did. */
  readonly rule: number | null
}

const KEY = 'routing.examples'
const EXAMPLES_MAX = 30
export const EXAMPLE_CHARS_MAX = 60

export const routingExamples = computed((): readonly RoutingExample[] => {
  const kept = preferences.value[KEY]
  return Array.isArray(kept) ? kept.filter(isExample) : []
})

/** Keeps one in the place of another one of its name. */
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
