import { signal } from '@preact/signals'

const query = matchMedia('(max-width: 820px)')

/** Whether the page is as narrow as a phone: what stands beside each other elsewhere is one at a time then. */
export const isNarrow = signal(query.matches)
query.addEventListener('change', () => {
  isNarrow.value = query.matches
})
