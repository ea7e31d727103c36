import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { Icon } from '../../look/icons.js'
import { nameRecord } from '../../staff/open-records.js'
import { words } from '../../text/words.js'

interface CardProps {
  readonly title: string
  onClose(): void
  readonly children: ComponentChildren
}

/** The frame of a card beside a list, with its title and a button that closes it. */
export function CardFrame(
  props: CardProps & {
    /** Its name for assistive technology, if that is not the title. */
    label?: string
    /** The name of the button. */
    close?: string
    /** The places in which Escape closes the card. */
    escapes?: 'everywhere' | 'outside inputs' | 'nowhere'
  },
) {
  const { title, onClose, label = title, close = words.value.close, escapes = 'everywhere' } = props
  const isKept = (target: EventTarget | null) =>
    escapes === 'nowhere' ||
    (target as HTMLElement).closest('dialog') !== null ||
    (escapes === 'outside inputs' && target instanceof HTMLInputElement)
  return (
    <aside
      class="desk-card"
      aria-label={label}
      onKeyDown={(event) => {
        const { key, repeat, defaultPrevented, target } = event
        if (key !== 'Escape' || repeat || defaultPrevented || isKept(target)) return
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <header class="row">
        <h2 class="grow">{title}</h2>
        <button
          type="button"
          class="plain icon"
          aria-label={close}
          {...(escapes === 'nowhere' ? {} : { title: `${close} (Esc)` })}
          onClick={onClose}
        >
          <Icon name="close" />
        </button>
      </header>
      {props.children}
    </aside>
  )
}

/** The card of a record beside its list. Escape closes it. */
export function RecordCard(props: CardProps) {
  useEffect(() => nameRecord(props.title), [props.title])
  return (
    <CardFrame title={props.title} onClose={props.onClose}>
      <div class="card-part">{props.children}</div>
    </CardFrame>
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
