import type { FieldWords } from './field-words.js'
import { connectionFields } from './provider-connections.js'

/** The record that a line of the journal is about. */
export const aboutFields = {
  kind: {
    en: [
      'Kind',
      'Kind of the record: one of settings, like `groups`, or `accounts`, `staff`, `jobs`, `applications`, `report_schedules`; `bulk_close`, `deal_corrections` and `payments` are acts on many.',
    ],
    de: [
      'Art',
      'Art des Datensatzes: eine der Einstellungen, etwa `groups`, oder `accounts`, `staff`, `jobs`, `applications`, `report_schedules`; `bulk_close`, `deal_corrections` und `payments` sind Vorgänge an vielen.',
    ],
  },
  id: {
    en: [
      'Number',
      'Number of the record, of accounts and staff the login; 0 is the list of the kind as a whole, and an act on many has the number of its line.',
    ],
    de: [
      'Nummer',
      'Nummer des Datensatzes, bei Konten und Mitarbeitern das Login; 0 ist die Liste der Art als Ganzes, und ein Vorgang an vielen hat die Nummer seiner Zeile.',
    ],
  },
} as const satisfies FieldWords

/** How much a change of settings would work on. */
export const affectsFields = {
  accounts: {
    en: ['Accounts', 'Number of accounts that it works on, without archived ones.'],
    de: ['Konten', 'Anzahl der Konten, auf die es wirkt, ohne archivierte.'],
  },
  groups: {
    en: ['Groups', 'Number of groups of those accounts.'],
    de: ['Gruppen', 'Anzahl der Gruppen dieser Konten.'],
  },
  positions: {
    en: ['Positions', 'Number of open positions that it works on.'],
    de: ['Positionen', 'Anzahl der offenen Positionen, auf die es wirkt.'],
  },
  orders: {
    en: ['Orders', 'Number of resting orders that it works on.'],
    de: ['Orders', 'Anzahl der ruhenden Orders, auf die es wirkt.'],
  },
} as const satisfies FieldWords

/** The effects of a change on the margin of accounts with positions. */
export const effectsFields = {
  accounts: {
    en: ['Accounts', 'Number of accounts with positions that the change touches.'],
    de: ['Konten', 'Anzahl der Konten mit Positionen, die die Änderung berührt.'],
  },
  margin_call: {
    en: [
      'Margin call',
      'Number of those accounts that the change would put in margin call and that are not in it now, without those of `stop_out`.',
    ],
    de: [
      'Margin Call',
      'Anzahl der Konten, die durch die Änderung in den Margin Call kämen und es jetzt nicht sind, ohne die von `stop_out`.',
    ],
  },
  stop_out: {
    en: [
      'Stop out',
      'Number of those accounts that the change would put below stop out and that are not below it now: their positions would be closed at once.',
    ],
    de: [
      'Stop-Out',
      'Anzahl der Konten, die durch die Änderung unter den Stop-Out kämen und es jetzt nicht sind: Ihre Positionen würden sofort geschlossen.',
    ],
  },
  unpriced: {
    en: [
      'Not judged',
      'Number of those accounts that could not be valued because a price is missing.',
    ],
    de: ['Ohne Kurs', 'Anzahl der Konten, die nicht bewertet werden konnten, weil ein Kurs fehlt.'],
  },
  judged: {
    en: [
      'Looked at',
      'Number of accounts that the server valued before its time for a preview was over; left out when it valued all of them.',
    ],
    de: [
      'Geprüft',
      'Anzahl der Konten, die der Server in der Zeit für eine Vorschau bewertet hat; fehlt, wenn es alle sind.',
    ],
  },
  worst: {
    en: [
      'Worst',
      'Up to 100 of those accounts in your scope, the lowest margin level after the change first.',
    ],
    de: [
      'Schlechteste',
      'Bis zu 100 dieser Konten in Ihrem Bereich, das niedrigste Margin-Level nach der Änderung zuerst.',
    ],
  },
  login: { en: ['Login', 'Login of the account.'], de: ['Login', 'Login des Kontos.'] },
  level_before: {
    en: ['Level now', 'Margin level now, in percent; null without margin.'],
    de: ['Level jetzt', 'Margin-Level jetzt, in Prozent; null ohne Margin.'],
  },
  level_after: {
    en: ['Level after', 'Margin level after the change, in percent.'],
    de: ['Level danach', 'Margin-Level nach der Änderung, in Prozent.'],
  },
} as const satisfies FieldWords

/** Where a trade came from. */
export const originFields = {
  kind: {
    en: [
      'Asked by',
      'Who asked for it: the account’s terminal, a dealer, a program (`api`), a provider (`gateway`), or the server itself.',
    ],
    de: [
      'Verlangt von',
      'Wer es verlangt hat: das Terminal des Kontos, ein Händler, ein Programm (`api`), ein Anbieter (`gateway`) oder der Server selbst.',
    ],
  },
  by: {
    en: [
      'By',
      'Login that it goes back to: the account’s own or that of staff; null where the server did it by itself.',
    ],
    de: [
      'Von',
      'Login, auf das es zurückgeht: das des Kontos oder eines Mitarbeiters; null, wo der Server es von sich aus tat.',
    ],
  },
} as const satisfies FieldWords

/** A parameter of a connection’s module. */
export const parameterFields = {
  ...connectionFields,
  name: {
    en: ['Name', 'Name of the parameter, by which the module of the connection knows it.'],
    de: ['Name', 'Name des Parameters, unter dem das Modul der Verbindung ihn kennt.'],
  },
  description: {
    en: [
      'Description',
      'What the parameter does; sent for a parameter that the module knows, it is not read.',
    ],
    de: [
      'Beschreibung',
      'Was der Parameter bewirkt; für einen Parameter gesendet, den das Modul kennt, wird sie nicht gelesen.',
    ],
  },
} as const satisfies FieldWords

/** A line of the log of a datafeed or a gateway. */
export const connectionLogFields = {
  text: {
    en: ['Text', 'What happened to the connection, in one line; the last 200 are kept.'],
    de: [
      'Text',
      'Was mit der Verbindung geschah, in einer Zeile; die letzten 200 bleiben erhalten.',
    ],
  },
} as const satisfies FieldWords
