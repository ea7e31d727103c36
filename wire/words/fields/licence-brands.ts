import type { FieldWords } from './field-words.js'

/** Fields of the brands of a licence. */
export const licenceBrands: FieldWords = {
  address: {
    en: [
      'Address',
      'Postal address of the company, in one line, below the sign-in page and letters; empty is none.',
    ],
    de: [
      'Anschrift',
      'Postanschrift des Unternehmens in einer Zeile, unter Anmeldeseite und Briefen; leer ist keine.',
    ],
  },
  color_accent: {
    en: [
      'Accent colour',
      'Colour of buttons and marks as #rrggbb, lightened or darkened until they can be read; empty is the primary colour.',
    ],
    de: [
      'Akzentfarbe',
      'Farbe von Knöpfen und Marken als #rrggbb, bis zur Lesbarkeit aufgehellt oder abgedunkelt; leer ist die Hauptfarbe.',
    ],
  },
  color_primary: {
    en: [
      'Primary colour',
      'Colour of the terminal, which lightens or darkens it until it can be read, and of letters, as #rrggbb; empty is their own.',
    ],
    de: [
      'Hauptfarbe',
      'Farbe des Terminals, das sie bis zur Lesbarkeit aufhellt oder abdunkelt, und der Briefe, als #rrggbb; leer ist deren eigene.',
    ],
  },
  color_secondary: {
    en: [
      'Secondary colour',
      'Colour as #rrggbb that tints the ground of the sign-in page and is the edge of the terminal’s head; empty is the terminal’s own.',
    ],
    de: [
      'Zweitfarbe',
      'Farbe als #rrggbb, die den Grund der Anmeldeseite tönt und den Kopf des Terminals abgrenzt; leer ist die des Terminals.',
    ],
  },
  company: {
    en: [
      'Company',
      'Company whose brand this is, one that the licence lists; a company has one brand at most.',
    ],
    de: [
      'Unternehmen',
      'Unternehmen, dessen Marke das ist, eines aus der Lizenz; ein Unternehmen hat höchstens eine Marke.',
    ],
  },
  default_symbols: {
    en: [
      'Default watchlist',
      'Names of symbols on the first watchlist of its traders, up to 100, as far as their group trades them; empty is the server’s list.',
    ],
    de: [
      'Vorgegebene Merkliste',
      'Namen von Symbolen der ersten Merkliste seiner Händler, bis 100, soweit ihre Gruppe sie handelt; leer ist die Liste des Servers.',
    ],
  },
  domains: {
    en: [
      'Domains',
      'Host names without a port, in lower case, at which the brand is served; each is of one brand, and letters name the first as the terminal’s place.',
    ],
    de: [
      'Domains',
      'Hostnamen ohne Port, klein geschrieben, unter denen die Marke erscheint; jeder gehört einer Marke, und Briefe nennen den ersten als Ort des Terminals.',
    ],
  },
  enabled: {
    en: [
      'Enabled',
      'Off, the brand is not served and its domains may not open sockets; the default brand is always on; on by default.',
    ],
    de: [
      'Aktiv',
      'Aus: Die Marke erscheint nicht, und ihre Domains dürfen keine Sockets öffnen; die Standardmarke ist immer an; Vorgabe ist ein.',
    ],
  },
  eula_url: {
    en: [
      'Licence agreement',
      'Page with the licence agreement for users, linked in the terminal; empty, there is no link.',
    ],
    de: [
      'Lizenzvereinbarung',
      'Seite mit der Lizenzvereinbarung für Benutzer, im Terminal verlinkt; leer gibt es keinen Link.',
    ],
  },
  has_banner: {
    en: [
      'Has a banner',
      'True where a picture is stored as the banner that the sign-in page shows over its form.',
    ],
    de: [
      'Hat ein Banner',
      'Wahr, wenn ein Bild als Banner gespeichert ist, das die Anmeldeseite über dem Formular zeigt.',
    ],
  },
  has_icon: {
    en: [
      'Has an icon',
      'True where a picture is stored as the icon that browsers show of the terminal.',
    ],
    de: [
      'Hat ein Icon',
      'Wahr, wenn ein Bild als Icon gespeichert ist, das Browser zum Terminal zeigen.',
    ],
  },
  has_logo: {
    en: ['Has a logo', 'True where a picture is stored as the logo that the terminal shows.'],
    de: ['Hat ein Logo', 'Wahr, wenn ein Bild als Logo gespeichert ist, das das Terminal zeigt.'],
  },
  image: {
    en: ['Picture', 'Which picture of the brand: logo, banner or icon.'],
    de: ['Bild', 'Welches Bild der Marke: logo, banner oder icon.'],
  },
  is_default: {
    en: [
      'Default brand',
      'True of the one brand, at most, that is served where no domain fits; it takes the mark from the one before and has to be enabled.',
    ],
    de: [
      'Standardmarke',
      'Wahr bei höchstens einer Marke, die erscheint, wo keine Domain passt; sie übernimmt die Kennung der vorigen und muss aktiv sein.',
    ],
  },
  is_licenced: {
    en: [
      'From the licence',
      'True where the applied key ships the brand: it cannot be deleted, and the next key writes the fields that it ships anew.',
    ],
    de: [
      'Aus der Lizenz',
      'Wahr, wenn der angewandte Schlüssel die Marke liefert: Sie lässt sich nicht löschen, und der nächste Schlüssel überschreibt die gelieferten Felder.',
    ],
  },
  links: {
    en: ['Links', 'Further pages that the terminal links by their names, up to 32.'],
    de: ['Links', 'Weitere Seiten, die das Terminal unter ihren Namen verlinkt, bis 32.'],
  },
  phone: {
    en: [
      'Phone',
      'Phone number of the company, below the sign-in page and letters and filled into mails for {{company_phone}}; empty is none.',
    ],
    de: [
      'Telefon',
      'Telefonnummer des Unternehmens, unter Anmeldeseite und Briefen und in Mails für {{company_phone}} eingesetzt; leer ist keine.',
    ],
  },
  program_name: {
    en: [
      'Program name',
      'Name of the terminal in its head and its title; empty is the name of the company.',
    ],
    de: [
      'Programmname',
      'Name des Terminals im Kopf und Titel; leer ist der Name des Unternehmens.',
    ],
  },
  server_name: {
    en: [
      'Server name',
      'Name of the server for people, on the sign-in page and in the title of the terminal; empty is none.',
    ],
    de: [
      'Servername',
      'Name des Servers für Menschen, auf der Anmeldeseite und im Titel des Terminals; leer ist keiner.',
    ],
  },
  short_name: {
    en: [
      'Short name',
      'Short form of the program’s name, in the head of the terminal on phones; empty shows the logo alone.',
    ],
    de: [
      'Kurzname',
      'Kurzform des Programmnamens, im Kopf des Terminals auf Telefonen; leer zeigt nur das Logo.',
    ],
  },
  support_email: {
    en: [
      'Support e-mail',
      'Address that the terminal and letters name for help, and that is filled into mails for {{company_email}}; empty is none.',
    ],
    de: [
      'Support-E-Mail',
      'Adresse, die Terminal und Briefe für Hilfe nennen und die in Mails für {{company_email}} eingesetzt wird; leer ist keine.',
    ],
  },
  url: {
    en: ['Page', 'Address of the page that the link opens, beginning with https:// or http://.'],
    de: ['Seite', 'Adresse der Seite, die der Link öffnet, mit https:// oder http:// am Anfang.'],
  },
  website: {
    en: [
      'Website',
      'Site of the company, linked in the terminal, named in letters and filled into mails for {{company_website}}; empty is none.',
    ],
    de: [
      'Website',
      'Seite des Unternehmens, im Terminal verlinkt, in Briefen genannt und in Mails für {{company_website}} eingesetzt; leer ist keine.',
    ],
  },
}
