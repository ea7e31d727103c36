/** An act of a menu, which closes the menu first; one that is on or off has a tick or the room of one. */
export function MenuItem(props: {
  label: string
  /** Left out where the menu stays. */
  close?: () => void
  act: () => unknown
  isOff?: boolean
  isOn?: boolean
}) {
  const { label, isOn } = props
  return (
    <button
      type="button"
      disabled={props.isOff === true}
      aria-pressed={isOn}
      onClick={() => {
        props.close?.()
        void props.act()
      }}
    >
      {isOn === undefined ? '' : isOn ? '✓ ' : '\u2003 '}
      {label}
    </button>
  )
}
