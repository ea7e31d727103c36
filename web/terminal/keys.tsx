import { words } from '../text/words.js'

/** The keys of the terminal. */
export function Keys() {
  const { keys: text } = words.value
  const rows: readonly (readonly [string, string])[] = [
    ['/', text.search],
    ['N, F9', text.ticket],
    ['Shift+B', text.buy],
    ['Shift+S', text.sell],
    ['Ctrl+Shift+X', text.closeAll],
    ['C', text.close],
    ['Shift+C', text.closeHalf],
    ['R', text.reverse],
    ['Alt+P', text.read],
    ['1 … 9', text.timeframes],
    ['Alt+1 … 9', words.value.watch.symbol],
    ['?', text.help],
    ['Esc', text.escape],
  ]
  return (
    <dl class="keys">
      {rows.map(([keys, what]) => (
        <>
          <dt>
            <kbd>{keys}</kbd>
          </dt>
          <dd>{what}</dd>
        </>
      ))}
    </dl>
  )
}
