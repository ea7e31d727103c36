import { faultsIn, reasonWords } from './refusals.js'

/** What is wrong in the language of the device, by the path of the field in the request. */
export type Faults = Readonly<Record<string, string>>

export const NO_FAULTS: Faults = {}

/** The faults that a refusal names. */
export function faultsOf(data: unknown): Faults {
  return Object.fromEntries(faultsIn(data).map((fault) => [fault.path, reasonWords(fault)]))
}

/** With those of an entry of a list at the list, too. */
export function withLists(faults: Faults): Faults {
  const lists = Object.entries(faults).map(([path, message]) => [
    path.replace(/\[.*$/, ''),
    message,
  ])
  return { ...Object.fromEntries(lists), ...faults }
}
