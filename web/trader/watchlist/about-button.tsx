import { Icon } from '../../look/icons.js'
import { words } from '../../text/terminal/words.js'
import { symbolPage } from '../ticket/symbol-defaults.js'

/** Opens the page of a symbol: terms, trading hours and ticket defaults. */
export function AboutButton({ name, isNamed = false }: { name: string; isNamed?: boolean }) {
  const label = words.value.watch.about({ symbol: name })
  return (
    <button
      type="button"
      class={isNamed ? 'plain named' : 'plain icon'}
      aria-label={isNamed ? undefined : label}
      title={label}
      onClick={() => {
        symbolPage.value = name
      }}
    >
      {isNamed ? name : <Icon name="about" />}
    </button>
  )
}
