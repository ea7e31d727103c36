import { faultsIn, reasonWords } from './refusals.js'

/** The error texts in the page's language, by the path of the field in the request. */
export type Faults = Readonly<Record<string, string>>

export const NO_FAULTS: Faults = {}

/** The field errors in a refusal. */
export function faultsOf(data: unknown): Faults {
  return Object.fromEntries(faultsIn(data).map((fault) => [fault.path, reasonWords(fault)]))
}

/** Copies errors of list entries to their list as well. */
export function withLists(faults: Faults): Faults {
  const lists = Object.entries(faults).map(([path, message]) => [
    path.replace(/\[.*$/, ''),
    message,
  ])
  return { ...Object.fromEntries(lists), ...faults }
}
