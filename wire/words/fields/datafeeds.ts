import type { FieldWords } from './field-words.js'
import { connectionFields } from './provider-connections.js'

/** Fields of `datafeeds`. */
export const datafeedsFields: FieldWords = {
  ...connectionFields,
  ask_markup_pts: {
    en: [
      'Ask markup',
      'Points of the symbol that are added to the provider’s ask, or below zero taken off it; default 0.',
    ],
    de: [
      'Aufschlag auf den Briefkurs',
      'Punkte des Symbols, die auf den Briefkurs (Ask) des Anbieters kommen, unter null davon abgehen; Vorgabe 0.',
    ],
  },
  bid_markup_pts: {
    en: [
      'Bid markup',
      'Points of the symbol that are added to the provider’s bid, or below zero taken off it; default 0.',
    ],
    de: [
      'Aufschlag auf den Geldkurs',
      'Punkte des Symbols, die auf den Geldkurs (Bid) des Anbieters kommen, unter null davon abgehen; Vorgabe 0.',
    ],
  },
  datafeed_id: {
    en: ['Datafeed', 'Id of the datafeed that the figures are of.'],
    de: ['Datafeed', 'Id des Datafeeds, zu dem die Zahlen gehören.'],
  },
  failures_before_rest: {
    en: [
      'Failures before a rest',
      'Failed attempts in a row, 1 to 1000, after which the feed rests; a connection lost within ten seconds is one of them; default 10.',
    ],
    de: [
      'Fehlversuche bis zur Pause',
      'Gescheiterte Versuche in Folge, 1 bis 1000, nach denen der Datafeed pausiert; eine in zehn Sekunden wieder verlorene Verbindung zählt mit; Vorgabe 10.',
    ],
  },
  idle_timeout_sec: {
    en: [
      'Idle timeout',
      'Seconds, 1 to 3600, after which a provider that sends nothing at all is left and dialled anew; default 60.',
    ],
    de: [
      'Zeit bis zur Trennung bei Stille',
      'Sekunden, 1 bis 3600, nach denen ein Anbieter, der gar nichts sendet, verlassen und neu angewählt wird; Vorgabe 60.',
    ],
  },
  last_quote: {
    en: [
      'Last quote',
      'When the last quote came; null where none has come since the provider links started.',
    ],
    de: [
      'Letzter Kurs',
      'Wann der letzte Kurs kam; null, wenn seit dem Start der Anbieter-Verbindungen keiner kam.',
    ],
  },
  name: {
    en: [
      'Name',
      'Unique name of the feed, 1 to 64 letters, digits, spaces or . _ & # -; of a parameter the name that its module knows it by.',
    ],
    de: [
      'Name',
      'Eindeutiger Name des Datafeeds, 1 bis 64 Buchstaben, Ziffern, Leerzeichen oder . _ & # -; bei einem Parameter der Name, unter dem ihn sein Modul kennt.',
    ],
  },
  news_enabled: {
    en: [
      'News',
      'On, news that the provider sends are kept and shown; off, which is the default, they are passed over.',
    ],
    de: [
      'Nachrichten',
      'Ein: Nachrichten, die der Anbieter sendet, werden aufbewahrt und angezeigt; aus (Vorgabe) werden sie übergangen.',
    ],
  },
  priority: {
    en: [
      'Priority',
      'The lowest number, then the lowest id, gives the prices of a symbol that several feeds quote, as long as that feed is not silent about it; 0 to 1000, default 1.',
    ],
    de: [
      'Priorität',
      'Die kleinste Zahl, danach die kleinste Id, gibt die Kurse eines Symbols, das mehrere Datafeeds liefern, solange dieser dazu nicht schweigt; 0 bis 1000, Vorgabe 1.',
    ],
  },
  quotes_enabled: {
    en: ['Quotes', 'Off, the feed gives no prices, whatever its provider sends; on by default.'],
    de: [
      'Kurse',
      'Aus: Der Datafeed gibt keine Kurse, was sein Anbieter auch sendet; Vorgabe ist ein.',
    ],
  },
  quotes_per_sec: {
    en: [
      'Quotes per second',
      'Quotes a second that came in the last five seconds, rounded to whole ones.',
    ],
    de: ['Kurse pro Sekunde', 'Kurse je Sekunde der letzten fünf Sekunden, auf ganze gerundet.'],
  },
  rest_sec: {
    en: [
      'Rest',
      'Seconds, 1 to 3600, for which the feed rests after too many failed attempts before it dials again; default 60.',
    ],
    de: [
      'Pause',
      'Sekunden, 1 bis 3600, die der Datafeed nach zu vielen gescheiterten Versuchen pausiert, bevor er wieder wählt; Vorgabe 60.',
    ],
  },
  state: {
    en: [
      'State',
      'online; connecting, which covers the waits between attempts; resting after too many failures; or disabled.',
    ],
    de: [
      'Zustand',
      'online; connecting (verbindet, auch während der Wartezeiten zwischen Versuchen); resting (Pause nach zu vielen Fehlversuchen); oder disabled (abgeschaltet).',
    ],
  },
  symbols: {
    en: [
      'Symbols',
      'Masks of symbol names or paths that the feed quotes, in order: the last that fits decides, ! excludes; * (default) is all, an empty list none.',
    ],
    de: [
      'Symbole',
      'Masken der Namen oder Pfade von Symbolen, die der Datafeed liefert, der Reihe nach: Die letzte passende entscheidet, ! schließt aus; * (Vorgabe) ist alles, eine leere Liste nichts.',
    ],
  },
  text: {
    en: ['Line', 'What happened to the feed, in one line; the last 200 are kept.'],
    de: ['Zeile', 'Was mit dem Datafeed geschah, in einer Zeile; die letzten 200 bleiben.'],
  },
}
