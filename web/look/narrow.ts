import { type ReadonlySignal, signal } from '@preact/signals'

/** A phone in landscape: too low for tables, however wide it is. */
const TURNED = '(min-width: 560px) and (max-width: 960px) and (max-height: 500px)'
const NARROW = `(max-width: 820px), ${TURNED}`

/** Whether the page is as narrow as a phone, so that panels are shown one at a time. */
export const isNarrow = followed('narrow', NARROW)
/**
 * Whether the page is a phone in landscape: the terminal then shows only the chart and two trading
 * buttons.
 */
export const isTurned = followed('turned', TURNED)

/**
 * Also sets `data-narrow` and `data-turned` on the root element, so that styles and scripts always
 * agree.
 */
function followed(name: string, condition: string): ReadonlySignal<boolean> {
  const query = matchMedia(condition)
  const matches = signal(query.matches)
  const follow = () => {
    document.documentElement.toggleAttribute(`data-${name}`, query.matches)
    matches.value = query.matches
  }
  follow()
  query.addEventListener('change', follow)
  return matches
}
