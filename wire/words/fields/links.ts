import type { FieldWords } from './field-words.js'

/** Fields of the news of a connection to a provider. */
export const linkFields: FieldWords = {
  at: {
    en: ['Time', 'Time at which the server saw it so.'],
    de: ['Zeit', 'Zeit, zu der der Server es so sah.'],
  },
  id: {
    en: ['Connection', 'Id of the datafeed or gateway.'],
    de: ['Verbindung', 'Nummer der Kursquelle oder des Gateways.'],
  },
  kind: {
    en: ['Kind', 'datafeeds or gateways, as the kinds of settings are named.'],
    de: ['Art', 'datafeeds oder gateways, wie die Arten der Einstellungen heißen.'],
  },
  last_error: {
    en: ['Last error', 'Why it is not online, or what went wrong last; empty where nothing has.'],
    de: [
      'Letzter Fehler',
      'Warum die Verbindung nicht online ist oder was zuletzt schiefging; leer, wenn nichts.',
    ],
  },
  state: {
    en: ['State', 'How the connection stands, as in the list of statuses.'],
    de: ['Status', 'Wie die Verbindung steht, wie in der Liste der Status.'],
  },
}
