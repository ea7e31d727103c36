import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../look/icons.js'
import { nameRecord } from '../../staff/open-records.js'
import { words } from '../../text/words.js'

/** The card of a record beside its list. Escape closes it. */
export function RecordCard(props: {
  title: string
  onClose: () => void
  children: ComponentChildren
}) {
  useEffect(() => nameRecord(props.title), [props.title])
  return (
    <aside
      class="desk-card"
      aria-label={props.title}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || event.defaultPrevented) return
        if ((event.target as HTMLElement).closest('dialog') !== null) return
        event.preventDefault()
        props.onClose()
      }}
    >
      <header class="row">
        <h2 class="grow">{props.title}</h2>
        <button
          type="button"
          class="plain icon"
          aria-label={words.value.close}
          title={`${words.value.close} (Esc)`}
          onClick={props.onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      <div class="card-part">{props.children}</div>
    </aside>
  )
}

/** Shows labelled values of a record, with a dash for unknown and hidden values. */
export function Facts({
  rows,
}: {
  rows: readonly (readonly [string, ComponentChildren | null | undefined])[]
}) {
  return (
    <dl class="record-facts">
      {rows.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value === null || value === undefined || value === '' ? words.value.none : value}
          </dd>
        </div>
      ))}
    </dl>
  )
}
