import { useEffect, useId, useState } from 'preact/hooks'
import { ask } from '../../staff/place.js'
import { groupPaths, needGroups } from '../../staff/settings/groups-and-symbols.js'
import { exposureWords } from '../../text/desk/exposure-words.js'

/**
 * The input for a group mask, which is stored in the address. `hint` replaces the usual mask as the
 * placeholder.
 */
export function GroupMaskField(props: { group: string; usual?: string; hint?: string }) {
  const { group, usual = '*', hint } = props
  const text = exposureWords.value
  const shown = hint !== undefined && group === usual ? '' : group
  const [typed, setTyped] = useState(shown)
  const list = useId()
  useEffect(needGroups, [])
  useEffect(() => setTyped(shown), [shown])
  const use = () => ask({ group: typed.trim() === usual ? '' : typed.trim() })
  return (
    <form
      class="mask-field"
      onSubmit={(event) => {
        event.preventDefault()
        use()
      }}
    >
      <input
        type="search"
        data-filter={true}
        aria-label={text.group}
        placeholder={hint ?? text.groupHint}
        title={text.groupHint}
        list={list}
        autocomplete="off"
        spellcheck={false}
        maxLength={128}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={use}
      />
      <datalist id={list}>
        {offeredMasks().map((path) => (
          <option key={path} value={path} />
        ))}
      </datalist>
    </form>
  )
}

/** The masks to suggest: every group and every folder of groups. */
function offeredMasks(): readonly string[] {
  const all = groupPaths.value
  if (all.length === 0) return []
  const folders = all.flatMap((path) => {
    const names = path.split('\\').slice(0, -1)
    return names.map((_, i) => `${names.slice(0, i + 1).join('\\')}\\*`)
  })
  return ['*', ...new Set([...folders, ...all])]
}

/** The input for the currency of sums, stored in the address as `in`. */
export function CurrencyField({ currency, label }: { currency: string; label: string }) {
  const [typed, setTyped] = useState(currency)
  useEffect(() => setTyped(currency), [currency])
  return (
    <label class="row">
      {label}
      <input
        class="currency-field"
        maxLength={3}
        autocomplete="off"
        spellcheck={false}
        value={typed}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onChange={() => {
          if (/^[a-z]{3}$/i.test(typed.trim())) ask({ in: typed.trim().toUpperCase() })
          else setTyped(currency)
        }}
      />
    </label>
  )
}
