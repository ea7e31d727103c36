import { computed } from '@preact/signals'
import { settings } from '../../settings/settings.js'

/** Words of a trader's own record, which are loaded with it. */
const en = {
  net: 'Net profit',
  count: 'Closed positions',
  winRate: 'Won',
  averageWin: 'Average win',
  averageLoss: 'Average loss',
  factor: 'Profit factor',
  drawdown: 'Largest drawdown',
  equity: 'Equity at the end of each day',
  noDays: 'No day has ended in this time: the line begins with two.',
  line: (from: string, to: string, low: string, high: string) =>
    `Equity from ${from} to ${to}, between ${low} and ${high}`,
  bySymbol: 'By symbol',
  byHour: 'By hour of opening',
  byLength: 'By length of holding',
  hour: (hour: string) => `${hour.padStart(2, '0')}:00`,
  lengths: [
    'under 5 min',
    '5 min to 1 h',
    '1 to 4 h',
    '4 h to 1 day',
    '1 to 7 days',
    'over 7 days',
  ] as readonly string[],
  closed: 'Closed',
  newestOnly: (read: string, total: string) =>
    `Counted are the newest ${read} of ${total} closed positions.`,
  sinceThen: 'Something was closed since.',
  again: 'Count again',
}

const de: typeof en = {
  net: 'Nettogewinn',
  count: 'Geschlossene Positionen',
  winRate: 'Gewonnen',
  averageWin: 'Mittlerer Gewinn',
  averageLoss: 'Mittlerer Verlust',
  factor: 'Profitfaktor',
  drawdown: 'Größter Rückgang',
  equity: 'Eigenkapital am Ende jedes Tages',
  noDays: 'In dieser Zeit ist kein Tag zu Ende gegangen: Die Linie beginnt mit zweien.',
  line: (from, to, low, high) => `Eigenkapital vom ${from} bis ${to}, zwischen ${low} und ${high}`,
  bySymbol: 'Nach Symbol',
  byHour: 'Nach Stunde der Eröffnung',
  byLength: 'Nach Haltedauer',
  hour: (hour) => `${hour.padStart(2, '0')}:00`,
  lengths: [
    'unter 5 Min.',
    '5 Min. bis 1 Std.',
    '1 bis 4 Std.',
    '4 Std. bis 1 Tag',
    '1 bis 7 Tage',
    'über 7 Tage',
  ],
  closed: 'Zahl',
  newestOnly: (read, total) =>
    `Gezählt sind die neuesten ${read} von ${total} geschlossenen Positionen.`,
  sinceThen: 'Seitdem wurde etwas geschlossen.',
  again: 'Neu zählen',
}

export const recordWords = computed(() => (settings.value.language === 'de' ? de : en))
