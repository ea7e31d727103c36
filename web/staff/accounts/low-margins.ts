import { signal } from '@preact/signals'
import type { FrameSchemas } from '../../link/contract.js'
import { follow, hear, line } from '../connection/link.js'

/** The accounts of the scope that are nearest to their stop out, as the server tells them each second. */
type Told = FrameSchemas['LowMarginsView']
export type LowMargin = Told['rows'][number]

export const LOW_LEVEL = '150'
const ROWS = 20
const ALL_GROUPS = '*'

interface LowMarginsAsked {
  readonly group: string
  /** The level below which accounts are told. */
  readonly below: string
  readonly limit: number
}

export const lowMargins = signal<Told | null>(null)

hear('margin', (told) => {
  lowMargins.value = told
})

export const followLowMargins = (
  asked: LowMarginsAsked = { group: ALL_GROUPS, below: LOW_LEVEL, limit: ROWS },
) =>
  follow(
    'margin',
    () => void line()?.ask('watch_margin', { ...asked }),
    () => {
      lowMargins.value = null
      void line()?.ask('unwatch_margin')
    },
  )

/** The same of a group as a list has it: of none it is all of them. */
export const groupAsked = (group: string): string => (group === '' ? ALL_GROUPS : group)
