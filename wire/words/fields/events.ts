import type { FieldWords } from './field-words.js'

/** Fields of the stream of events. */
export const eventsFields: FieldWords = {
  'query.after': {
    en: [
      'After',
      'Cursor after which the answer begins: `next` or `oldest` of an earlier answer, or the `id` of an event. Without it, `latest` decides.',
    ],
    de: [
      'Nach',
      'Cursor, nach dem die Antwort beginnt: `next` oder `oldest` einer früheren Antwort oder die `id` eines Ereignisses. Ohne ihn entscheidet `latest`.',
    ],
  },
  'query.latest': {
    en: [
      'Latest',
      'Without `after`: `true` begins after the newest event, `false` at the oldest one that the server keeps. The default is `false`.',
    ],
    de: [
      'Neueste',
      'Ohne `after`: `true` beginnt nach dem neuesten Ereignis, `false` beim ältesten, das der Server aufbewahrt. Vorgabe ist `false`.',
    ],
  },
  'query.kinds': {
    en: [
      'Kinds',
      'Only events of these kinds, with commas between. Without it, you get all kinds that your rights allow.',
    ],
    de: [
      'Arten',
      'Nur Ereignisse dieser Arten, durch Kommas getrennt. Ohne Angabe kommen alle Arten, die Ihre Rechte erlauben.',
    ],
  },
  'query.group': {
    en: [
      'Group',
      'Only events of accounts that are now in groups of this mask, such as `real\\*`. Events about no account are left out.',
    ],
    de: [
      'Gruppe',
      'Nur Ereignisse von Konten, die jetzt in Gruppen dieser Maske sind, etwa `real\\*`. Ereignisse ohne Konto fehlen dann.',
    ],
  },
  'query.logins': {
    en: [
      'Logins',
      'Only events of these accounts, at most 50, with commas between. Events about no account are left out.',
    ],
    de: [
      'Logins',
      'Nur Ereignisse dieser Konten, höchstens 50, durch Kommas getrennt. Ereignisse ohne Konto fehlen dann.',
    ],
  },
  'query.limit': {
    en: ['Limit', 'Largest number of events in the answer, from 1 to 1,000; the default is 100.'],
    de: ['Anzahl', 'Höchste Anzahl von Ereignissen in der Antwort, 1 bis 1.000; Vorgabe ist 100.'],
  },
  'query.wait_sec': {
    en: [
      'Wait',
      'Seconds for which the server waits for the first event if there is none, from 0 to 30; the default is 0.',
    ],
    de: [
      'Warten',
      'Sekunden, die der Server auf das erste Ereignis wartet, wenn es keines gibt, 0 bis 30; Vorgabe ist 0.',
    ],
  },
  items: {
    en: ['Events', 'Events in the order in which they happened, the oldest first.'],
    de: ['Ereignisse', 'Ereignisse in der Reihenfolge, in der sie geschahen, das älteste zuerst.'],
  },
  next: {
    en: ['Next', 'Cursor to send as `after` in the next request, also if `items` is empty.'],
    de: [
      'Weiter',
      'Cursor, der in der nächsten Anfrage als `after` gesendet wird, auch bei leeren `items`.',
    ],
  },
  has_more: {
    en: [
      'More',
      'True if the stream goes on after this answer; ask again at once. `items` may be empty nevertheless.',
    ],
    de: [
      'Mehr',
      'True, wenn der Strom nach dieser Antwort weitergeht; fragen Sie sofort weiter. `items` kann trotzdem leer sein.',
    ],
  },
  oldest: {
    en: ['Oldest', 'Cursor before the oldest event that the server keeps.'],
    de: ['Ältestes', 'Cursor vor dem ältesten Ereignis, das der Server aufbewahrt.'],
  },
  id: {
    en: ['Id', 'Cursor of the event; the same for every reader, and valid as `after`.'],
    de: ['Id', 'Cursor des Ereignisses; für jeden Leser gleich und als `after` gültig.'],
  },
  kind: {
    en: ['Kind', 'Kind of the event, which decides the form of `data`.'],
    de: ['Art', 'Art des Ereignisses; sie bestimmt die Form von `data`.'],
  },
  at: {
    en: ['At', 'Time of the event, in UTC.'],
    de: ['Zeitpunkt', 'Zeitpunkt des Ereignisses, in UTC.'],
  },
  login: {
    en: ['Account', 'Login of the account; null if the event is about no account.'],
    de: ['Konto', 'Login des Kontos; null, wenn es um kein Konto geht.'],
  },
  group: {
    en: ['Group', 'Path of the group in which the account is now; null without an account.'],
    de: ['Gruppe', 'Pfad der Gruppe, in der das Konto jetzt ist; null ohne Konto.'],
  },
  actor: {
    en: ['Actor', 'Login of the staff user or trader who caused the event; null is the server.'],
    de: [
      'Handelnder',
      'Login des Mitarbeiters oder Traders, der das Ereignis auslöste; null ist der Server.',
    ],
  },
  request_id: {
    en: ['Request id', 'Id of the staff request that caused the event; null if there was none.'],
    de: [
      'Anfrage-Id',
      'Id der Anfrage eines Mitarbeiters, die das Ereignis auslöste; null, wenn es keine gab.',
    ],
  },
  client_order_id: {
    en: [
      'Client order id',
      'The `client_order_id` of the trade request that caused the event; null without one.',
    ],
    de: [
      'Client-Order-Id',
      'Die `client_order_id` der Anfrage, die das Ereignis auslöste; null ohne eine solche.',
    ],
  },
  data: {
    en: ['Data', 'The row or the change; its form depends on `kind`.'],
    de: ['Daten', 'Die Zeile oder die Änderung; ihre Form hängt von `kind` ab.'],
  },
}
