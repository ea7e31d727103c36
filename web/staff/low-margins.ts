import { signal } from '@preact/signals'
import type { FrameSchemas } from '../link/contract.js'
import { follow, hear, line } from './link.js'

/** The accounts of the scope that are nearest to their stop out, as the server tells them each second. */
type Told = FrameSchemas['LowMarginsView']

export const LOW_LEVEL = '150'
const ROWS = 20

export const lowMargins = signal<Told | null>(null)

hear('margin', (told) => {
  lowMargins.value = told
})

export const followLowMargins = () =>
  follow(
    'margin',
    () => void line()?.ask('watch_margin', { group: '*', below: LOW_LEVEL, limit: ROWS }),
    () => {
      lowMargins.value = null
      void line()?.ask('unwatch_margin')
    },
  )
