import { set } from '../settings/settings.js'

/** A symbol's name in a table, which shows it on the chart at a press. */
export function SymbolButton({ name }: { name: string }) {
  return (
    <button type="button" class="plain small bare" onClick={() => set({ symbol: name })}>
      {name}
    </button>
  )
}
