import { Icon } from '../../look/icons.js'
import { words } from '../../text/terminal/words.js'
import { watch, watched } from './watchlist.js'

/** Adds a symbol to the watchlist or removes it. */
export function WatchButton({ name }: { name: string }) {
  const { watch: text } = words.value
  const isWatched = watched.value.includes(name)
  return (
    <button
      type="button"
      class="plain icon"
      aria-label={isWatched ? text.remove({ symbol: name }) : text.add({ symbol: name })}
      title={isWatched ? text.remove({ symbol: name }) : text.add({ symbol: name })}
      onClick={() =>
        void watch(
          isWatched ? watched.value.filter((one) => one !== name) : [...watched.value, name],
        )
      }
    >
      <Icon name={isWatched ? 'minus' : 'plus'} />
    </button>
  )
}
