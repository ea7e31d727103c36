import { set } from '../settings/settings.js'

/** The name of a symbol in a table. A click shows it on the chart. */
export function SymbolButton({ name }: { name: string }) {
  return (
    <button type="button" class="plain small bare" onClick={() => set({ symbol: name })}>
      {name}
    </button>
  )
}
