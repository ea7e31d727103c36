import { createContext } from 'preact'
import { useContext } from 'preact/hooks'
import { type Faults, NO_FAULTS } from '../text/faults.js'
import type { Content } from './control.js'

/** A record that a field can refer to, with the names that masks match. */
export interface Offer {
  readonly value: string | number
  readonly label: string
  readonly names: readonly string[]
  readonly record: Content
}

/** The data and functions that the fields of a form need. */
interface FormWorld {
  readonly faults: Faults
  /** Records of a kind that the reader may see; null if the reader may not, or while they load. */
  offers(kind: string): readonly Offer[] | null
}

export const World = createContext<FormWorld>({ faults: NO_FAULTS, offers: () => null })

export const useWorld = (): FormWorld => useContext(World)
