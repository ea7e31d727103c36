import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Faults, NO_FAULTS } from '../text/faults.js'
import type { Content } from './control.js'

/** A record that a field may name, and by what masks find it. */
export interface Offer {
  readonly value: string | number
  readonly label: string
  readonly names: readonly string[]
  readonly record: Content
}

/** What the fields of a form know of what is around them. */
interface FormWorld {
  readonly faults: Faults
  /** Records of a kind that the reader sees; null where they may not, or are not here yet. */
  offers(kind: string): readonly Offer[] | null
}

export const World = createContext<FormWorld>({ faults: NO_FAULTS, offers: () => null })

export const useWorld = (): FormWorld => useContext(World)
