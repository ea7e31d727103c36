import { effect, signal } from '@preact/signals'
import { keep, keptJson } from '../link/kept.js'

/** What this device is set to. */
export interface DeviceSettings {
  readonly theme: 'system' | 'light' | 'dark'
  readonly language: 'en' | 'de'
  readonly times: 'local' | 'utc' | 'server'
  /** Orders at one press, up to so many lots; off until its terms are accepted. */
  readonly oneClick: boolean
  readonly oneClickMax: string
  readonly sound: boolean
  readonly symbol: string
  readonly timeframe: string
  readonly volume: string
  readonly tab: string
  readonly indicators: readonly string[]
  readonly ladder: boolean
}

const FIRST: DeviceSettings = {
  theme: 'system',
  language: navigator.language.startsWith('de') ? 'de' : 'en',
  times: 'local',
  oneClick: false,
  oneClickMax: '1',
  sound: false,
  symbol: '',
  timeframe: 'M1',
  volume: '0.10',
  tab: 'positions',
  indicators: [],
  ladder: false,
}

export const settings = signal<DeviceSettings>({ ...FIRST, ...keptJson('settings', {}) })

export function set(change: Partial<DeviceSettings>): void {
  settings.value = { ...settings.value, ...change }
}

effect(() => {
  keep('settings', JSON.stringify(settings.value))
  const { theme, language } = settings.value
  const root = document.documentElement
  if (theme === 'system') delete root.dataset['theme']
  else root.dataset['theme'] = theme
  root.lang = language
})
