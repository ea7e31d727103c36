import type { FieldWords } from './field-words.js'

/** Fields of `register`. */
export const registerFields: FieldWords = {
  allocation_id: {
    en: [
      'Offer',
      'Number of the offer; sent to choose it, left out the first offer of the kind for the country is taken.',
    ],
    de: [
      'Angebot',
      'Nummer des Angebots; gesendet wählt sie es, ohne Angabe gilt das erste der Art für das Land.',
    ],
  },
  allocations: {
    en: [
      'Offers',
      'What may be chosen in the country and under the brand of the page, preferred ones first; empty where the server settings alone decide, or nothing is offered there.',
    ],
    de: [
      'Angebote',
      'Was im Land und unter der Marke der Seite gewählt werden kann, bevorzugte zuerst; leer, wo nur die Servereinstellungen entscheiden oder dort nichts angeboten wird.',
    ],
  },
  caption: {
    en: ['Caption', 'Text of the link where `caption_type` is 0.'],
    de: ['Beschriftung', 'Text des Links, wenn `caption_type` 0 ist.'],
  },
  caption_type: {
    en: [
      'Kind of caption',
      '0 shows `caption`; 1 to 8 are fixed captions that the terminal has in its own language.',
    ],
    de: [
      'Art der Beschriftung',
      '0 zeigt `caption`; 1 bis 8 sind feste Beschriftungen, die das Terminal in seiner Sprache hat.',
    ],
  },
  code: {
    en: [
      'E-mailed code',
      'The six digits from the confirmation e-mail, good for half an hour; needed where the kind of sign-up asks for it and the address was not confirmed within 72 hours.',
    ],
    de: [
      'Code aus der E-Mail',
      'Die sechs Ziffern aus der Bestätigungs-E-Mail, eine halbe Stunde gültig; nötig, wo die Art der Registrierung ihn verlangt und die Adresse nicht binnen 72 Stunden bestätigt wurde.',
    ],
  },
  confirm_demo: {
    en: ['Code for demo', 'Whether opening a demo account needs an e-mailed code.'],
    de: ['Code für Demo', 'Ob ein Demokonto einen Code per E-Mail voraussetzt.'],
  },
  confirm_real: {
    en: ['Code for real', 'Whether applying for a real account needs an e-mailed code.'],
    de: [
      'Code für echtes Konto',
      'Ob ein Antrag auf ein echtes Konto einen Code per E-Mail voraussetzt.',
    ],
  },
  confirmed: {
    en: [
      'Confirmed',
      'True when the address was confirmed within the last 72 hours, so that no code is needed.',
    ],
    de: [
      'Bestätigt',
      'Wahr, wenn die Adresse in den letzten 72 Stunden bestätigt wurde und daher kein Code nötig ist.',
    ],
  },
  countries: {
    en: ['Countries', 'Countries in which the offer holds; empty is every country.'],
    de: ['Länder', 'Länder, in denen das Angebot gilt; leer heißt alle.'],
  },
  country: {
    en: [
      'Country',
      'Country of residence, best as an ISO code such as `DE`; it decides which offers and links there are.',
    ],
    de: [
      'Land',
      'Wohnsitzland, am besten als ISO-Code wie `DE`; es entscheidet, welche Angebote und Links es gibt.',
    ],
  },
  currency: {
    en: ['Currency', 'Currency of the account, that of its group; null for an application.'],
    de: ['Währung', 'Währung des Kontos, die seiner Gruppe; null bei einem Antrag.'],
  },
  default_leverage: {
    en: ['Default leverage', 'Leverage of who chooses none, 100 meaning 1:100.'],
    de: ['Vorgabehebel', 'Hebel für den, der keinen wählt, 100 bedeutet 1:100.'],
  },
  demo: {
    en: [
      'Demo sign-up open',
      'Whether demo accounts are opened here; false with a `demo_url` means that they are on that page.',
    ],
    de: [
      'Demo-Registrierung offen',
      'Ob hier Demokonten eröffnet werden; falsch mit einer `demo_url` bedeutet: auf jener Seite.',
    ],
  },
  demo_url: {
    en: ['Demo page', 'External page on which demo accounts are opened; empty is none.'],
    de: ['Demo-Seite', 'Externe Seite, auf der Demokonten eröffnet werden; leer heißt keine.'],
  },
  deposit: {
    en: [
      'Demo money',
      'Amount that the new demo account begins with, in its currency, `0` for none; null for an application.',
    ],
    de: [
      'Spielgeld',
      'Betrag, mit dem das neue Demokonto beginnt, in seiner Währung, `0` für keinen; null bei einem Antrag.',
    ],
  },
  deposit_url: {
    en: ['Deposit page', 'Page of the broker for paying in; empty is none.'],
    de: ['Einzahlungsseite', 'Seite des Brokers zum Einzahlen; leer heißt keine.'],
  },
  description: {
    en: ['Description', 'What the broker says of the offer; may be empty.'],
    de: ['Beschreibung', 'Was der Broker über das Angebot sagt; kann leer sein.'],
  },
  email: {
    en: [
      'E-mail',
      'Address to which the code goes, and on approval the welcome letter; several accounts may have the same one.',
    ],
    de: [
      'E-Mail',
      'Adresse, an die der Code und nach der Annahme die Begrüßung geht; mehrere Konten dürfen dieselbe haben.',
    ],
  },
  group: {
    en: ['Group', 'Group of the new demo account; null for an application.'],
    de: ['Gruppe', 'Gruppe des neuen Demokontos; null bei einem Antrag.'],
  },
  kind: {
    en: [
      'Kind',
      'Whether the offer is of demo accounts, opened at once, or of real ones, which staff approve.',
    ],
    de: [
      'Art',
      'Ob das Angebot Demokonten betrifft, die sofort eröffnet werden, oder echte, die Mitarbeiter annehmen.',
    ],
  },
  lang: {
    en: [
      'Language',
      'Language put in place of `{lang}` in links, such as `de`; left out it becomes nothing.',
    ],
    de: [
      'Sprache',
      'Sprache, die in Links an die Stelle von `{lang}` tritt, etwa `de`; ohne Angabe wird daraus nichts.',
    ],
  },
  leverage: {
    en: [
      'Leverage',
      'One of the offered leverages, 100 meaning 1:100; left out it is the default, and in the answer null for an application.',
    ],
    de: [
      'Hebel',
      'Einer der angebotenen Hebel, 100 bedeutet 1:100; ohne Angabe der Vorgabehebel, und in der Antwort null bei einem Antrag.',
    ],
  },
  leverages: {
    en: [
      'Leverages to choose from',
      'Leverages that may be chosen; empty allows the default alone.',
    ],
    de: ['Wählbare Hebel', 'Hebel, die gewählt werden können; leer erlaubt nur den Vorgabehebel.'],
  },
  links: {
    en: [
      'Links',
      'Pages of the broker for the country, such as terms and privacy, to be shown beside the form.',
    ],
    de: [
      'Links',
      'Seiten des Brokers für das Land, etwa Bedingungen und Datenschutz, die neben dem Formular stehen.',
    ],
  },
  login: {
    en: ['Login', 'Number to sign in with to the new demo account; null for an application.'],
    de: ['Login', 'Nummer für die Anmeldung am neuen Demokonto; null bei einem Antrag.'],
  },
  name: {
    en: [
      'First and last name',
      'Split at its first blank: what comes before is the first name, the rest the last name.',
    ],
    de: [
      'Vor- und Nachname',
      'Wird am ersten Leerzeichen geteilt: Davor steht der Vorname, der Rest ist der Nachname.',
    ],
  },
  password: {
    en: [
      'Password',
      'Master password of a new demo account: 8 to 16 characters, and as many as the group asks for, with a lower case and an upper case letter, a digit and a symbol; not for applications.',
    ],
    de: [
      'Passwort',
      'Master-Passwort eines neuen Demokontos: 8 bis 16 Zeichen, mindestens so viele wie die Gruppe verlangt, mit Klein- und Großbuchstabe, Ziffer und Sonderzeichen; nicht bei Anträgen.',
    ],
  },
  real: {
    en: ['Applications open', 'Whether real accounts may be applied for here.'],
    de: ['Anträge offen', 'Ob hier echte Konten beantragt werden können.'],
  },
  sent: {
    en: [
      'Sent',
      'True for every address not yet confirmed, so the answer tells nothing of who is known here; false for one that is confirmed.',
    ],
    de: [
      'Gesendet',
      'Wahr bei jeder noch nicht bestätigten Adresse, sodass die Antwort nicht verrät, wer hier bekannt ist; falsch bei einer bestätigten.',
    ],
  },
  sort: {
    en: ['Order', 'Place of the link among those shown, from 1.'],
    de: ['Reihenfolge', 'Platz des Links unter den gezeigten, ab 1.'],
  },
  status: {
    en: [
      'Outcome',
      '`opened`: the demo account is there to sign in to; `received`: the application waits for staff.',
    ],
    de: [
      'Ergebnis',
      '`opened`: Das Demokonto steht zur Anmeldung bereit; `received`: Der Antrag wartet auf Mitarbeiter.',
    ],
  },
  type: {
    en: [
      'Kind of account',
      '`demo` opens an account at once, `real` files an application for staff to decide on.',
    ],
    de: [
      'Art des Kontos',
      '`demo` eröffnet sofort ein Konto, `real` stellt einen Antrag, über den Mitarbeiter entscheiden.',
    ],
  },
  url: {
    en: ['Address', 'Page that the link opens, with the language filled in.'],
    de: ['Adresse', 'Seite, die der Link öffnet, mit eingesetzter Sprache.'],
  },
  withdraw_url: {
    en: ['Withdrawal page', 'Page of the broker for paying out; empty is none.'],
    de: ['Auszahlungsseite', 'Seite des Brokers zum Auszahlen; leer heißt keine.'],
  },
}
