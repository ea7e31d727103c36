/** An act of a menu, which closes the menu first. One that is on has a tick; one that is off, or null, the room of one. */
export function MenuItem(props: {
  label: string
  /** Left out where the menu stays. */
  close?: () => void
  act: () => unknown
  isOff?: boolean
  isOn?: boolean | null
}) {
  const { label, isOn } = props
  return (
    <button
      type="button"
      disabled={props.isOff === true}
      aria-pressed={isOn ?? undefined}
      onClick={() => {
        props.close?.()
        void props.act()
      }}
    >
      {isOn === undefined ? '' : isOn === true ? '✓ ' : '\u2003 '}
      {label}
    </button>
  )
}
