import { byLanguage } from '../by-language.js'

/** Words of the period of a list. */
const en = {
  period: 'Period',
  from: 'From',
  to: 'To',
  clocks: { local: 'here', utc: 'UTC', server: 'server' },
  periods: {
    all: 'All times',
    hour: 'The last hour',
    today: 'Today',
    yesterday: 'Yesterday',
    week: '7 days',
    month: '30 days',
    own: 'From … to …',
  },
}

const de: typeof en = {
  period: 'Zeitraum',
  from: 'Ab',
  to: 'Bis',
  clocks: { local: 'hier', utc: 'UTC', server: 'Server' },
  periods: {
    all: 'Alle Zeiten',
    hour: 'Letzte Stunde',
    today: 'Heute',
    yesterday: 'Gestern',
    week: '7 Tage',
    month: '30 Tage',
    own: 'Ab … bis …',
  },
}

export const periodWords = byLanguage(en, de)
