/** An act of a menu, which closes the menu first. */
export function MenuItem(props: {
  label: string
  close: () => void
  act: () => unknown
  isOff?: boolean
}) {
  return (
    <button
      type="button"
      disabled={props.isOff === true}
      onClick={() => {
        props.close()
        void props.act()
      }}
    >
      {props.label}
    </button>
  )
}
