/** The colours that a brand's own one gives the page: it is moved towards black or white until it can be read there. */
const PANELS = { light: [255, 255, 255], dark: [21, 27, 35] } as const
/** WCAG 2.2 AA of text is 4.5; what lies behind it may be a shade off the panel. */
const CONTRAST_MIN = 5.2
const STEP = 0.05

type Rgb = readonly [number, number, number]

export function brandColours(colour: string): Readonly<Record<string, string>> {
  const own = rgbOf(colour)
  if (own === null) return {}
  const light = readable(own, PANELS.light, [0, 0, 0])
  const dark = readable(own, PANELS.dark, [255, 255, 255])
  return {
    '--accent': `light-dark(${hex(light)}, ${hex(dark)})`,
    '--on-accent': `light-dark(${onTopOf(light)}, ${onTopOf(dark)})`,
  }
}

function rgbOf(colour: string): Rgb | null {
  const [, red, green, blue] = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour) ?? []
  if (red === undefined || green === undefined || blue === undefined) return null
  return [Number.parseInt(red, 16), Number.parseInt(green, 16), Number.parseInt(blue, 16)]
}

function readable(own: Rgb, ground: Rgb, towards: Rgb): Rgb {
  for (let share = 0; share < 1; share += STEP) {
    const mixed = own.map((part, i) => Math.round(part + ((towards[i] ?? 0) - part) * share))
    const [red = 0, green = 0, blue = 0] = mixed
    if (contrast([red, green, blue], ground) >= CONTRAST_MIN) return [red, green, blue]
  }
  return towards
}

function onTopOf(colour: Rgb): string {
  const white: Rgb = [255, 255, 255]
  return contrast(colour, white) >= CONTRAST_MIN ? '#ffffff' : '#000000'
}

function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  const [r, g, b] = [red, green, blue].map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function hex(colour: Rgb): string {
  return `#${colour.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
