import type { FieldWords } from './field-words.js'

/** Fields of `news`. */
export const newsFields: FieldWords = {
  at: {
    en: [
      'At',
      'Time that the provider gives the news, in UTC; that of the receipt where it lies more than a day ahead.',
    ],
    de: [
      'Zeitpunkt',
      'Zeitpunkt in UTC, den der Anbieter nennt; liegt er mehr als einen Tag voraus, der des Empfangs.',
    ],
  },
  before: {
    en: [
      'Before',
      'Id of the last row of the page before, after which the list goes on; left out: the newest news.',
    ],
    de: [
      'Vor',
      'Id der letzten Zeile der vorigen Seite, nach der die Liste weitergeht; ohne Angabe die neuesten Nachrichten.',
    ],
  },
  feed_id: {
    en: ['Datafeed', 'Id of the datafeed that the news came from; shown to staff alone.'],
    de: ['Datenfeed', 'Id des Datenfeeds, von dem die Nachricht kam; nur Mitarbeiter sehen sie.'],
  },
  'query.feed_id': {
    en: ['Datafeed', 'Shows only news of this datafeed; left out: of all.'],
    de: ['Datenfeed', 'Zeigt nur Nachrichten dieses Datenfeeds; ohne Angabe die aller.'],
  },
  'query.from': {
    en: [
      'From',
      'First time that counts, by the time of the provider: in UTC, or a day on the server’s clock; left out: from the oldest that are kept.',
    ],
    de: [
      'Von',
      'Frühester Zeitpunkt nach der Zeit des Anbieters: in UTC oder ein Tag auf der Serveruhr; ohne Angabe ab den ältesten, die noch da sind.',
    ],
  },
  has_more: {
    en: [
      'More',
      'Whether there are older news that fit; the next page goes on `before` the last id of this one.',
    ],
    de: [
      'Weitere',
      'Ob es ältere passende Nachrichten gibt; die nächste Seite beginnt mit der letzten Id dieser Seite als `before`.',
    ],
  },
  headline: {
    en: [
      'Headline',
      'Headline as the provider sent it, plain text of 512 characters at most; the beginning of the text where there was none.',
    ],
    de: [
      'Schlagzeile',
      'Schlagzeile des Anbieters, reiner Text von höchstens 512 Zeichen; wo keine kam, der Anfang des Textes.',
    ],
  },
  id: {
    en: ['Id', 'Number of the news; they rise in the order of receipt.'],
    de: ['Id', 'Nummer der Nachricht; sie steigt in der Reihenfolge des Empfangs.'],
  },
  items: {
    en: ['News', 'News of this page without their text, newest first by their receipt.'],
    de: [
      'Nachrichten',
      'Nachrichten dieser Seite ohne ihren Text, die zuletzt empfangenen zuerst.',
    ],
  },
  received_at: {
    en: ['Received at', 'Time at which this server received it; shown to staff alone.'],
    de: [
      'Empfangen am',
      'Zeitpunkt, zu dem dieser Server sie empfangen hat; nur Mitarbeiter sehen ihn.',
    ],
  },
  text: {
    en: [
      'Text',
      'The news as plain text, to be shown as it is and not as markup; null for a trader whose group has headlines alone.',
    ],
    de: [
      'Text',
      'Die Nachricht als reiner Text, der unverändert und nicht als Auszeichnung angezeigt wird; null für Trader, deren Gruppe nur Schlagzeilen hat.',
    ],
  },
  'query.text': {
    en: [
      'Text',
      'Shows only news whose headline has this in it, in any case; texts are not searched.',
    ],
    de: [
      'Text',
      'Zeigt nur Nachrichten, deren Schlagzeile dies enthält, Groß- und Kleinschreibung egal; Texte werden nicht durchsucht.',
    ],
  },
  'query.to': {
    en: [
      'To',
      'Last time that counts, by the time of the provider: in UTC, or a day on the server’s clock, which counts whole; left out: up to now.',
    ],
    de: [
      'Bis',
      'Spätester Zeitpunkt nach der Zeit des Anbieters: in UTC oder ein Tag auf der Serveruhr, der ganz zählt; ohne Angabe bis jetzt.',
    ],
  },
  truncated: {
    en: [
      'Truncated',
      'Whether the provider’s text was longer than the 64 KiB of it that are kept.',
    ],
    de: [
      'Gekürzt',
      'Ob der Text des Anbieters länger war als die 64 KiB, die davon aufbewahrt werden.',
    ],
  },
}
