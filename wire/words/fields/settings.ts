import type { FieldWords } from './field-words.js'

/** Fields of `settings`. */
export const settingsFields: FieldWords = {
  allowed_origins: {
    en: [
      'Allowed origins',
      'Pages, like https://trade.example, that may open live sockets with cookies beside the server’s own and those of brands; up to 64.',
    ],
    de: [
      'Erlaubte Herkünfte',
      'Seiten wie https://trade.example, die außer den eigenen und denen der Marken Live-Sockets mit Cookies öffnen dürfen; bis 64.',
    ],
  },
  blocked_signups: {
    en: [
      'Blocked sign-ups',
      'Who may not sign up, by e-mail, network address or phone; up to 1000 masks, and nobody is told which one it was.',
    ],
    de: [
      'Gesperrte Registrierungen',
      'Wer sich nicht registrieren darf, nach E-Mail, Netzadresse oder Telefon; bis 1000 Masken, und niemand erfährt, welche es war.',
    ],
  },
  by: {
    en: ['By', 'What of somebody who signs up the mask is held against.'],
    de: ['Nach', 'Womit von jemandem, der sich registriert, die Maske verglichen wird.'],
  },
  mask: {
    en: [
      'Mask',
      'E-mails or figures of phones with * for any run of characters, as *@example.com; of addresses one, or a network as 203.0.113.0/24; null if you may not see it.',
    ],
    de: [
      'Maske',
      'E-Mails oder Ziffern von Telefonen mit * für beliebige Zeichen, etwa *@example.com; bei Adressen eine oder ein Netz wie 203.0.113.0/24; null, wenn Sie sie nicht sehen dürfen.',
    ],
  },
  confirm_demo: {
    en: [
      'Code for demo accounts',
      'On, whoever opens a demo account must enter a code that is sent by e-mail, which needs a mail server; off by default.',
    ],
    de: [
      'Code für Demokonten',
      'Ein: Wer ein Demokonto eröffnet, muss einen per E-Mail gesandten Code eingeben, was einen Mailserver braucht; Vorgabe ist aus.',
    ],
  },
  confirm_real: {
    en: [
      'Code for real accounts',
      'On, whoever applies for a real account must enter a code that is sent by e-mail, which needs a mail server; off by default.',
    ],
    de: [
      'Code für echte Konten',
      'Ein: Wer ein echtes Konto beantragt, muss einen per E-Mail gesandten Code eingeben, was einen Mailserver braucht; Vorgabe ist aus.',
    ],
  },
  daylight_saving: {
    en: [
      'Daylight saving',
      'Summer time of the server’s clock, an hour ahead: none (default), eu by the rule of the European Union, us by that of the United States.',
    ],
    de: [
      'Sommerzeit',
      'Sommerzeit der Serveruhr, eine Stunde vor: none keine (Vorgabe), eu nach der Regel der Europäischen Union, us nach der der Vereinigten Staaten.',
    ],
  },
  default_watchlist: {
    en: [
      'Default watchlist',
      'Names of symbols that traders without a watchlist of their own see, up to 100, as far as their group trades them; a brand’s own list goes before it.',
    ],
    de: [
      'Vorgegebene Merkliste',
      'Namen von Symbolen, die Händler ohne eigene Merkliste sehen, bis 100, soweit ihre Gruppe sie handelt; die Liste einer Marke geht vor.',
    ],
  },
  demo: {
    en: [
      'Demo sign-up',
      'On, people may open demo accounts by themselves, which needs a demo group; off by default.',
    ],
    de: [
      'Demo-Registrierung',
      'Ein: Jeder kann selbst ein Demokonto eröffnen, was eine Demogruppe braucht; Vorgabe ist aus.',
    ],
  },
  dealing_deviation_pct: {
    en: [
      'Max. deviation without a reason',
      'Percent that a dealer’s price may be from the market without a reason, 0 to 100; 0 is no bound, default 5.',
    ],
    de: [
      'Max. Abweichung ohne Grund',
      'Prozent, um die der Preis eines Dealers ohne Grund vom Markt abweichen darf, 0 bis 100; 0 ist keine Grenze, Vorgabe 5.',
    ],
  },
  demo_deposit: {
    en: [
      'Demo deposit',
      'Money that a new demo account starts with, in its own currency, further decimals cut; 0, the default, is none.',
    ],
    de: [
      'Demo-Einzahlung',
      'Geld, mit dem ein neues Demokonto beginnt, in dessen Währung, überzählige Nachkommastellen entfallen; 0 (Vorgabe) ist keines.',
    ],
  },
  demo_group: {
    en: [
      'Demo group',
      'Group below demo for new demo accounts where no allocation rule is for them; empty is nowhere.',
    ],
    de: [
      'Demogruppe',
      'Gruppe unter demo für neue Demokonten, wo keine Zuordnungsregel für sie gilt; leer ist keine.',
    ],
  },
  demo_sign_ups_hour_max: {
    en: [
      'Demo accounts an hour',
      'Demo accounts that people may open by themselves within an hour, all together; 0 is no bound, default 200.',
    ],
    de: [
      'Demokonten je Stunde',
      'Demokonten, die innerhalb einer Stunde insgesamt selbst eröffnet werden dürfen; 0 ist keine Grenze, Vorgabe 200.',
    ],
  },
  demo_sign_ups_max: {
    en: [
      'Demo accounts in all',
      'Demo accounts opened by people themselves that may be there at once; archived ones do not count; 0 is no bound, default 10000.',
    ],
    de: [
      'Demokonten insgesamt',
      'Selbst eröffnete Demokonten, die es zugleich geben darf; archivierte zählen nicht; 0 ist keine Grenze, Vorgabe 10000.',
    ],
  },
  real: {
    en: [
      'Real sign-up',
      'On, people may apply for real accounts, which staff approve; it needs a real group; off by default.',
    ],
    de: [
      'Echt-Registrierung',
      'Ein: Jeder kann ein echtes Konto beantragen, das Mitarbeiter genehmigen; es braucht eine Echtgruppe; Vorgabe ist aus.',
    ],
  },
  real_group: {
    en: [
      'Real group',
      'Trading group, not below demo, for real accounts where no allocation rule is for them; empty is nowhere.',
    ],
    de: [
      'Echtgruppe',
      'Handelsgruppe, nicht unter demo, für echte Konten, wo keine Zuordnungsregel für sie gilt; leer ist keine.',
    ],
  },
  offer_sec: {
    en: [
      'Offers hold for',
      'Seconds, 1 to 10, for which a price that the server offers with a requote holds; default 3. A dealer may set another time for an own offer.',
    ],
    de: [
      'Angebote gelten',
      'Sekunden, 1 bis 10, die ein Preis gilt, den der Server mit einem Requote anbietet; Standard 3. Ein Dealer kann für ein eigenes Angebot eine andere Dauer setzen.',
    ],
  },
  terminal_url: {
    en: [
      'Terminal address',
      'Page of the terminal that letters name to traders whose company has no brand with a domain; empty, they name none.',
    ],
    de: [
      'Adresse des Terminals',
      'Seite des Terminals, die Briefe Händlern nennen, deren Unternehmen keine Marke mit Domain hat; leer nennen sie keine.',
    ],
  },
  utc_offset_min: {
    en: [
      'Clock ahead of UTC',
      'Minutes, -720 to 840, that the server’s clock is ahead of UTC without summer time; day ends, sessions, holidays and swaps go by it; default 0.',
    ],
    de: [
      'Uhr vor UTC',
      'Minuten, -720 bis 840, die die Serveruhr ohne Sommerzeit vor UTC geht; Tagesende, Sitzungen, Feiertage und Swaps richten sich danach; Vorgabe 0.',
    ],
  },
}
