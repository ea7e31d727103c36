import type { FieldWords } from './field-words.js'

/** Fields of the statuses of gateways and of their profiles. */
export const gatewayFigures: FieldWords = {
  ack: {
    en: ['First report', 'Times from the sending of an order to the first report of it.'],
    de: ['Erste Meldung', 'Zeiten vom Senden einer Order bis zur ersten Meldung über sie.'],
  },
  answer_ms: {
    en: [
      'Last answer',
      'Milliseconds from the sending of the order that was answered last to the first report of it; null before the first.',
    ],
    de: [
      'Letzte Antwortzeit',
      'Millisekunden vom Senden der zuletzt beantworteten Order bis zur ersten Meldung über sie; null vor der ersten.',
    ],
  },
  count: {
    en: [
      'Count',
      'How many messages of the type, or how many times, were counted since profiling was switched on.',
    ],
    de: [
      'Anzahl',
      'Wie viele Nachrichten des Typs oder wie viele Zeiten seit dem Einschalten der Profilierung gezählt wurden.',
    ],
  },
  end: {
    en: [
      'End',
      'Times from the sending of an order to the report that ends it; orders that rest at the provider are left out.',
    ],
    de: [
      'Ende',
      'Zeiten vom Senden einer Order bis zur Meldung, die sie beendet; beim Anbieter ruhende Orders zählen nicht.',
    ],
  },
  fill: {
    en: [
      'First fill',
      'Times from the sending of an order to its first fill; orders that rest at the provider are left out.',
    ],
    de: [
      'Erste Ausführung',
      'Zeiten vom Senden einer Order bis zu ihrer ersten Ausführung; beim Anbieter ruhende Orders zählen nicht.',
    ],
  },
  fills: {
    en: ['Fills', 'Trades that the provider reported since the provider links started.'],
    de: [
      'Ausführungen',
      'Abschlüsse, die der Anbieter seit dem Start der Anbieter-Verbindungen gemeldet hat.',
    ],
  },
  instance: {
    en: [
      'Instance',
      'Name of the thread that runs the connection; empty where none reports on it.',
    ],
    de: [
      'Instanz',
      'Name des Threads, der die Verbindung führt; leer, wenn keiner über sie berichtet.',
    ],
  },
  instruments: {
    en: [
      'Instruments',
      'How many instruments the provider has listed since the logon, 10,000 at most.',
    ],
    de: [
      'Instrumente',
      'Wie viele Instrumente der Anbieter seit der Anmeldung aufgeführt hat, höchstens 10.000.',
    ],
  },
  last_logon: {
    en: [
      'Last logon',
      'When the provider last let the gateway in; null where that has not been since the provider links started.',
    ],
    de: [
      'Letzte Anmeldung',
      'Wann der Anbieter das Gateway zuletzt eingelassen hat; null, wenn das seit dem Start der Anbieter-Verbindungen nicht war.',
    ],
  },
  latency_ms: {
    en: [
      'Latency',
      'Milliseconds from the sending of an order to the first report of it, over the last 256.',
    ],
    de: [
      'Latenz',
      'Millisekunden vom Senden einer Order bis zur ersten Meldung über sie, aus den letzten 256.',
    ],
  },
  logons: {
    en: ['Logons', 'How often the gateway came online since the provider links started.'],
    de: [
      'Anmeldungen',
      'Wie oft das Gateway seit dem Start der Anbieter-Verbindungen online ging.',
    ],
  },
  max_us: {
    en: ['Longest', 'Microseconds of the longest of the newest 1,024; null before the first.'],
    de: ['Längste', 'Mikrosekunden der längsten der neuesten 1.024; null vor der ersten.'],
  },
  messages_in: {
    en: [
      'Messages received',
      'Messages from the provider since profiling was switched on, by type, the most frequent first; beyond 64 types the rest is other.',
    ],
    de: [
      'Empfangene Nachrichten',
      'Nachrichten des Anbieters seit dem Einschalten der Profilierung, nach Typ, die häufigsten zuerst; über 64 Typen hinaus heißt der Rest other.',
    ],
  },
  messages_out: {
    en: [
      'Messages sent',
      'Messages to the provider since profiling was switched on, by type, the most frequent first; beyond 64 types the rest is other.',
    ],
    de: [
      'Gesendete Nachrichten',
      'Nachrichten an den Anbieter seit dem Einschalten der Profilierung, nach Typ, die häufigsten zuerst; über 64 Typen hinaus heißt der Rest other.',
    ],
  },
  orders: {
    en: ['Orders sent', 'Orders that went to the provider since the provider links started.'],
    de: [
      'Gesendete Orders',
      'Orders, die seit dem Start der Anbieter-Verbindungen an den Anbieter gingen.',
    ],
  },
  outbox: {
    en: [
      'Reports not yet taken',
      'Reports of the provider that execution has not booked yet; at 4,096 the provider is left until they are.',
    ],
    de: [
      'Noch nicht übernommene Meldungen',
      'Meldungen des Anbieters, die noch nicht verbucht sind; bei 4.096 wird der Anbieter verlassen, bis sie es sind.',
    ],
  },
  p50: {
    en: [
      'Half within',
      'Milliseconds within which half of the last 256 orders had their first report; null before the first.',
    ],
    de: [
      'Hälfte innerhalb',
      'Millisekunden, in denen die Hälfte der letzten 256 Orders ihre erste Meldung hatte; null vor der ersten.',
    ],
  },
  p50_us: {
    en: [
      'Half within',
      'Microseconds within which half of the newest 1,024 were; null before the first.',
    ],
    de: [
      'Hälfte innerhalb',
      'Mikrosekunden, in denen die Hälfte der neuesten 1.024 lag; null vor der ersten.',
    ],
  },
  p99: {
    en: [
      '99 of 100 within',
      'Milliseconds within which 99 of 100 of the last 256 orders had their first report; null before the first.',
    ],
    de: [
      '99 von 100 innerhalb',
      'Millisekunden, in denen 99 von 100 der letzten 256 Orders ihre erste Meldung hatten; null vor der ersten.',
    ],
  },
  p99_us: {
    en: [
      '99 of 100 within',
      'Microseconds within which 99 of 100 of the newest 1,024 were; null before the first.',
    ],
    de: [
      '99 von 100 innerhalb',
      'Mikrosekunden, in denen 99 von 100 der neuesten 1.024 lagen; null vor der ersten.',
    ],
  },
  profile: {
    en: [
      'Profile',
      'Counts and times of the session in detail; null unless profiling of the gateway is on.',
    ],
    de: [
      'Profil',
      'Zahlen und Zeiten der Sitzung im Einzelnen; null, solange die Profilierung des Gateways aus ist.',
    ],
  },
  rejects: {
    en: [
      'Rejections',
      'Reports of the provider that it rejects an order, since the provider links started.',
    ],
    de: [
      'Ablehnungen',
      'Meldungen des Anbieters seit dem Start der Anbieter-Verbindungen, dass er eine Order ablehnt.',
    ],
  },
  seq_in: {
    en: [
      'Last number received',
      'Sequence number of the last message that came in the session; 0 where there is no session.',
    ],
    de: [
      'Zuletzt empfangene Nummer',
      'Laufende Nummer der letzten Nachricht, die in der Sitzung kam; 0 ohne Sitzung.',
    ],
  },
  seq_out: {
    en: [
      'Last number sent',
      'Sequence number of the last message that was sent in the session; 0 where there is no session.',
    ],
    de: [
      'Zuletzt gesendete Nummer',
      'Laufende Nummer der letzten Nachricht, die in der Sitzung gesendet wurde; 0 ohne Sitzung.',
    ],
  },
  since: {
    en: [
      'Since',
      'When the gateway last came online or went offline, null where nothing reports on it; of a profile when profiling was switched on.',
    ],
    de: [
      'Seit',
      'Wann das Gateway zuletzt online oder offline ging, null ohne Bericht darüber; bei einem Profil, wann die Profilierung eingeschaltet wurde.',
    ],
  },
  taken: {
    en: ['Booked', 'Times from the coming of a report to execution having it on disk.'],
    de: ['Verbucht', 'Zeiten vom Eintreffen einer Meldung, bis sie verbucht auf der Platte ist.'],
  },
}
