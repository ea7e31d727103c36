/** Drawn marks of buttons; their names are on the buttons. */
const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  menu: 'M2 4h12M2 8h12M2 12h12',
  gear: 'M8 5.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5L13 13M3 13l1.5-1.5M11.5 4.5L13 3',
  mail: 'M2 4h12v8H2zM2 4l6 5 6-5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  ladder: 'M5 2v12M11 2v12M5 5h6M5 8h6M5 11h6',
  newest: 'M3 3v10M5 8h8M10 5l3 3-3 3',
} as const

export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width={name === 'more' ? 2.5 : 1.5}
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={PATHS[name]} />
    </svg>
  )
}
