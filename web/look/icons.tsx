/** Icons of buttons. The buttons themselves have text labels. */
const PATHS = {
  close: 'M4 4l8 8M12 4l-8 8',
  more: 'M3.5 8h.01M8 8h.01M12.5 8h.01',
  menu: 'M2 4h12M2 8h12M2 12h12',
  gear: 'M8 5.5a2.5 2.5 0 100 5 2.5 2.5 0 000-5zM8 1v2M8 13v2M1 8h2M13 8h2M3 3l1.5 1.5M11.5 11.5L13 13M3 13l1.5-1.5M11.5 4.5L13 3',
  mail: 'M2 4h12v8H2zM2 4l6 5 6-5',
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  ladder: 'M5 2v12M11 2v12M5 5h6M5 8h6M5 11h6',
  bell: 'M3.5 11.5h9l-1-1.5V7a3.5 3.5 0 00-7 0v3zM7 13.5h2',
  up: 'M8 13V3M4 7l4-4 4 4',
  down: 'M8 3v10M4 9l4 4 4-4',
  list: 'M2 4h.01M5 4h9M2 8h.01M5 8h9M2 12h.01M5 12h9',
  ticket: 'M2 8h7M9 5l3 3-3 3M14 3v10',
  window: 'M3 5h8v8H3zM6 5V3h7v7h-2',
  grid: 'M2 2h5v5H2zM9 2h5v5H9zM2 9h5v5H2zM9 9h5v5H9z',
  grip: 'M8 2v12M5 5l3-3 3 3M5 11l3 3 3-3',
  about: 'M8 1.5a6.5 6.5 0 100 13 6.5 6.5 0 000-13zM8 7.3v4M8 4.8h.01',
  columns: 'M2 3h12v10H2zM6 3v10M10 3v10',
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
