import { signal } from '@preact/signals'
import type { FrameSchemas } from '../../link/contract.js'
import { follow, line, subscribe } from '../connection/link.js'

/**
 * The accounts within the reader's scope that are nearest to their stop out. The server sends them
 * every second.
 */
type MarginEvent = FrameSchemas['LowMarginsView']
export type LowMargin = MarginEvent['rows'][number]

export const LOW_LEVEL = '150'
const ROWS = 20
const ALL_GROUPS = '*'

interface LowMarginFilter {
  readonly group: string
  /** The bound: the list contains only accounts with a margin level below it. */
  readonly below: string
  readonly limit: number
}

export const lowMargins = signal<MarginEvent | null>(null)

subscribe('margin', (told) => {
  lowMargins.value = told
})

export const followLowMargins = (
  asked: LowMarginFilter = { group: ALL_GROUPS, below: LOW_LEVEL, limit: ROWS },
) =>
  follow(
    'margin',
    () => void line()?.ask('watch_margin', { ...asked }),
    () => {
      lowMargins.value = null
      void line()?.ask('unwatch_margin')
    },
  )

/** Turns the group of a list filter into a mask for the server. An empty filter means all groups. */
export const groupOrAll = (group: string): string => (group === '' ? ALL_GROUPS : group)
