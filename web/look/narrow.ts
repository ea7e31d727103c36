import { type ReadonlySignal, signal } from '@preact/signals'

/** A phone on its side: too low for tables, however wide it is. */
const TURNED = '(min-width: 560px) and (max-width: 960px) and (max-height: 500px)'
const NARROW = `(max-width: 820px), ${TURNED}`

/** Whether the page is as narrow as a phone: what stands beside each other elsewhere is one at a time then. */
export const isNarrow = followed('narrow', NARROW)
/** Whether the page is a phone on its side: the terminal shows the chart and the two buttons that trade. */
export const isTurned = followed('turned', TURNED)

/** The styles follow by `data-narrow` and `data-turned` of the root, so that they never disagree with the scripts. */
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
