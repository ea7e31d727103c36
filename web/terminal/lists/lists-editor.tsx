import { useState } from 'preact/hooks'
import { Field, OnceButton } from '../../look/controls.js'
import { Icon } from '../../look/icons.js'
import { set } from '../../settings/settings.js'
import { words } from '../../text/terminal/words.js'
import {
  addList,
  deleteList,
  LISTS_MAX,
  type List,
  list,
  lists,
  moved,
  moveList,
  renameList,
  watch,
  watched,
} from '../../trader/watchlist/watchlist.js'

/** The dialog for the account's watchlists, and the order of symbols in the current one. */
export function ListsEditor() {
  const { watch: text } = words.value
  const [name, setName] = useState('')
  const add = async () => {
    if (name.trim() !== '' && (await addList(name.trim()))) setName('')
  }
  return (
    <>
      <ul class="edited">
        {lists.value.map((one) => (
          <ListRow key={one.id} list={one} />
        ))}
      </ul>
      <div class="row ends">
        <Field label={text.newList} value={name} maxLength={64} onInput={setName} />
        <OnceButton isOff={name.trim() === '' || lists.value.length >= LISTS_MAX} onPress={add}>
          {text.addList}
        </OnceButton>
      </div>
      <h3>{list.value?.name}</h3>
      <ul class="edited">
        {watched.value.map((symbol) => (
          <li key={symbol} class="row">
            <span class="grow">{symbol}</span>
            <Movers
              what={symbol}
              onMove={(steps) => void watch(moved(watched.value, symbol, steps))}
              onDelete={() => void watch(watched.value.filter((other) => other !== symbol))}
              deleteText={text.remove({ symbol })}
            />
          </li>
        ))}
      </ul>
    </>
  )
}

function ListRow({ list: one }: { list: List }) {
  const { watch: text } = words.value
  const [name, setName] = useState(one.name)
  const rename = () => {
    const typed = name.trim()
    if (typed === '' || typed === one.name) setName(one.name)
    else void renameList(one, typed)
  }
  return (
    <li class="row">
      <input
        type="radio"
        name="shown-list"
        aria-label={text.show({ name: one.name })}
        checked={list.value?.id === one.id}
        onChange={() => set({ list: one.id })}
      />
      <input
        class="grow"
        aria-label={text.rename({ name: one.name })}
        value={name}
        maxLength={64}
        onInput={(event) => setName(event.currentTarget.value)}
        onBlur={rename}
        onKeyDown={(event) => event.key === 'Enter' && rename()}
      />
      <Movers
        what={one.name}
        onMove={(steps) => moveList(one, steps)}
        onDelete={one.id === 0 ? undefined : () => void deleteList(one)}
        deleteText={text.deleteList({ name: one.name })}
      />
    </li>
  )
}

function Movers(props: {
  what: string
  onMove: (steps: -1 | 1) => void
  onDelete: (() => void) | undefined
  deleteText: string
}) {
  const { watch: text } = words.value
  const button = (label: string, icon: 'up' | 'down' | 'close', act: () => void) => (
    <button type="button" class="plain icon" aria-label={label} title={label} onClick={act}>
      <Icon name={icon} />
    </button>
  )
  return (
    <>
      {button(text.up({ what: props.what }), 'up', () => props.onMove(-1))}
      {button(text.down({ what: props.what }), 'down', () => props.onMove(1))}
      {props.onDelete !== undefined && button(props.deleteText, 'close', props.onDelete)}
    </>
  )
}
