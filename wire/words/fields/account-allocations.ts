import type { FieldWords } from './field-words.js'

/** Fields of `account-allocations`. */
export const accountAllocationsFields: FieldWords = {
  caption: {
    en: ['Caption', 'Text of the link where `caption_type` is 0; otherwise not shown.'],
    de: ['Beschriftung', 'Text des Links, wenn `caption_type` 0 ist; sonst nicht gezeigt.'],
  },
  caption_type: {
    en: [
      'Kind of caption',
      '0 shows `caption`; 1 to 8 are fixed captions that each terminal has in its own language.',
    ],
    de: [
      'Art der Beschriftung',
      '0 zeigt `caption`; 1 bis 8 sind feste Beschriftungen, die jedes Terminal in seiner Sprache hat.',
    ],
  },
  countries: {
    en: [
      'Countries',
      'Countries of applicants for whom the rule or the set of links holds, compared in any case; empty is every country.',
    ],
    de: [
      'Länder',
      'Länder von Antragstellern, für die die Regel oder der Linksatz gilt, ohne Rücksicht auf Groß- und Kleinschreibung; leer heißt alle.',
    ],
  },
  default_leverage: {
    en: [
      'Default leverage',
      'Leverage of who chooses none, 100 meaning 1:100; 0 is the group’s own.',
    ],
    de: [
      'Vorgabehebel',
      'Hebel für den, der keinen wählt, 100 bedeutet 1:100; 0 heißt der der Gruppe.',
    ],
  },
  demo_url: {
    en: [
      'Demo page',
      'External page on which demo accounts are opened instead of here, `{lang}` becoming the language; empty leaves it to this server.',
    ],
    de: [
      'Demo-Seite',
      'Externe Seite, auf der Demokonten statt hier eröffnet werden, `{lang}` wird zur Sprache; leer bleibt es bei diesem Server.',
    ],
  },
  deposit_url: {
    en: [
      'Deposit page',
      'Page on which traders pay in, for groups without one of their own, `{lang}` becoming their language; empty is none.',
    ],
    de: [
      'Einzahlungsseite',
      'Seite, auf der Trader einzahlen, für Gruppen ohne eigene, `{lang}` wird zu ihrer Sprache; leer heißt keine.',
    ],
  },
  description: {
    en: [
      'Description',
      'Of a rule, what applicants read of the offer; of a set of links, a note for staff.',
    ],
    de: [
      'Beschreibung',
      'Bei einer Regel das, was Antragsteller über das Angebot lesen; bei einem Linksatz ein Vermerk für Mitarbeiter.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'A rule that is off is kept and offers nothing; on when left out of a new rule, off when left out of a replacement.',
    ],
    de: [
      'Aktiv',
      'Eine abgeschaltete Regel bleibt erhalten und bietet nichts an; ohne Angabe ist eine neue Regel an, eine ersetzte aus.',
    ],
  },
  group_path: {
    en: [
      'Group',
      'Trading group that accounts are placed in; one below `demo` is an offer of demo accounts, any other takes applications for real ones.',
    ],
    de: [
      'Gruppe',
      'Handelsgruppe, in die Konten kommen; eine unter `demo` ist ein Angebot für Demokonten, jede andere nimmt Anträge auf echte an.',
    ],
  },
  id: {
    en: [
      'Number',
      'Number of the rule or of the set of links; a set sent without one, or with that of another, gets the next.',
    ],
    de: [
      'Nummer',
      'Nummer der Regel oder des Linksatzes; ein Satz ohne Nummer oder mit der eines anderen bekommt die nächste.',
    ],
  },
  leverages: {
    en: [
      'Leverages to choose from',
      'Leverages that applicants may choose, the default one among them; empty is the default alone.',
    ],
    de: [
      'Wählbare Hebel',
      'Hebel, die Antragsteller wählen dürfen, der Vorgabehebel darunter; leer heißt nur dieser.',
    ],
  },
  link_sets: {
    en: [
      'Sets of links',
      'Links that sign-up shows by country: the first set in order of `sort` that holds in the applicant’s country is taken.',
    ],
    de: [
      'Linksätze',
      'Links, die die Registrierung je nach Land zeigt: genommen wird der erste Satz in der Reihenfolge von `sort`, der für das Land des Antragstellers gilt.',
    ],
  },
  links: {
    en: [
      'Links',
      'Pages of the broker, such as terms and privacy, in the order in which sign-up shows them.',
    ],
    de: [
      'Links',
      'Seiten des Brokers, etwa Bedingungen und Datenschutz, in der Reihenfolge, in der die Registrierung sie zeigt.',
    ],
  },
  priority: {
    en: [
      'Priority',
      'Lowest first: the first enabled rule that fits is taken for who chooses none; rules with the same one go by number.',
    ],
    de: [
      'Priorität',
      'Die kleinste zuerst: Die erste passende aktive Regel gilt für den, der keine wählt; bei gleicher zählt die Nummer.',
    ],
  },
  sort: {
    en: ['Order', 'Lowest first: place of the set when sets are looked through for a country.'],
    de: [
      'Reihenfolge',
      'Kleinste zuerst: Platz des Satzes, wenn die Sätze nach einem Land durchgesehen werden.',
    ],
  },
  url: {
    en: [
      'Address',
      'Page that the link opens, with https:// or http://; `{lang}` in it becomes the language of the applicant.',
    ],
    de: [
      'Adresse',
      'Seite, die der Link öffnet, mit https:// oder http://; `{lang}` darin wird zur Sprache des Antragstellers.',
    ],
  },
  white_label_id: {
    en: [
      'Brand',
      'Number of the brand on whose pages the rule holds; null is every brand of the group’s company.',
    ],
    de: [
      'Marke',
      'Nummer der Marke, auf deren Seiten die Regel gilt; null heißt jede Marke der Firma der Gruppe.',
    ],
  },
  withdraw_url: {
    en: [
      'Withdrawal page',
      'Page on which traders ask for money to be paid out, for groups without one of their own, `{lang}` becoming their language; empty is none.',
    ],
    de: [
      'Auszahlungsseite',
      'Seite, auf der Trader eine Auszahlung anfordern, für Gruppen ohne eigene, `{lang}` wird zu ihrer Sprache; leer heißt keine.',
    ],
  },
}
