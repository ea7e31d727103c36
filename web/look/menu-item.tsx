/**
 * A menu item, which closes the menu before it acts. A check mark shows `isOn`; false or null leave
 * space for one.
 */
export function MenuItem(props: {
  label: string
  /** Closes the menu. Omitted if the menu stays open after the click. */
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
