import type { FieldWords } from './field-words.js'

/** Fields of `brand`. */
export const brandFields: FieldWords = {
  address: {
    en: [
      'Postal address',
      'Address of the company, in one line, for the sign-in page; empty is none.',
    ],
    de: [
      'Postanschrift',
      'Anschrift der Firma in einer Zeile, für die Anmeldeseite; leer heißt keine.',
    ],
  },
  banner_url: {
    en: [
      'Banner',
      'Address of the banner image, another one whenever the image changes; null is none.',
    ],
    de: [
      'Banner',
      'Adresse des Bannerbildes, eine andere bei jedem neuen Bild; null heißt keines.',
    ],
  },
  color_accent: {
    en: ['Accent colour', 'Colour of buttons and marks as `#rrggbb`; empty is the terminal’s own.'],
    de: [
      'Akzentfarbe',
      'Farbe von Knöpfen und Hervorhebungen als `#rrggbb`; leer heißt die des Terminals.',
    ],
  },
  color_primary: {
    en: ['Primary colour', 'Main colour of the brand as `#rrggbb`; empty is the terminal’s own.'],
    de: ['Hauptfarbe', 'Hauptfarbe der Marke als `#rrggbb`; leer heißt die des Terminals.'],
  },
  color_secondary: {
    en: [
      'Secondary colour',
      'Second colour of the brand as `#rrggbb`; empty is the terminal’s own.',
    ],
    de: ['Zweitfarbe', 'Zweite Farbe der Marke als `#rrggbb`; leer heißt die des Terminals.'],
  },
  company: {
    en: [
      'Company',
      'Legal name of the company behind the brand; empty where the page has no brand.',
    ],
    de: [
      'Firma',
      'Rechtlicher Name der Firma hinter der Marke; leer, wo die Seite keine Marke hat.',
    ],
  },
  default_symbols: {
    en: [
      'First watchlist',
      'Symbols that a new terminal shows first; empty is the server’s default watchlist.',
    ],
    de: [
      'Erste Watchlist',
      'Symbole, die ein neues Terminal zuerst zeigt; leer heißt die Vorgabe des Servers.',
    ],
  },
  demo_login: {
    en: [
      'Demo login',
      'Account of the demo set that the sign-in page may offer to try; null where there is none.',
    ],
    de: [
      'Demo-Login',
      'Konto des Demobestands, das die Anmeldeseite zum Ausprobieren anbieten darf; null, wo es keines gibt.',
    ],
  },
  eula_url: {
    en: ['Licence agreement', 'Page with the terms of use of the terminal; empty is none.'],
    de: [
      'Nutzungsbedingungen',
      'Seite mit den Nutzungsbedingungen des Terminals; leer heißt keine.',
    ],
  },
  icon_url: {
    en: [
      'Icon',
      'Address of the small image for tabs and shortcuts, another one whenever the image changes; null is none.',
    ],
    de: [
      'Symbolbild',
      'Adresse des kleinen Bildes für Tabs und Verknüpfungen, eine andere bei jedem neuen Bild; null heißt keines.',
    ],
  },
  id: {
    en: [
      'Brand',
      'Number of the brand of the page; null where neither its host nor the default has one, and then all else is empty.',
    ],
    de: [
      'Marke',
      'Nummer der Marke der Seite; null, wo weder ihr Host noch die Vorgabe eine hat, dann ist alles andere leer.',
    ],
  },
  image: {
    en: ['Image', 'Which picture of the brand: `logo`, `banner` or `icon`.'],
    de: ['Bild', 'Welches Bild der Marke: `logo`, `banner` oder `icon`.'],
  },
  links: {
    en: ['Links', 'Named pages of the broker that the terminal shows; empty is none.'],
    de: ['Links', 'Benannte Seiten des Brokers, die das Terminal zeigt; leer heißt keine.'],
  },
  logo_url: {
    en: ['Logo', 'Address of the logo, another one whenever the image changes; null is none.'],
    de: ['Logo', 'Adresse des Logos, eine andere bei jedem neuen Bild; null heißt keines.'],
  },
  name: {
    en: ['Caption', 'Text under which the link is shown.'],
    de: ['Beschriftung', 'Text, unter dem der Link steht.'],
  },
  phone: {
    en: ['Phone', 'Telephone number of the broker for its clients; empty is none.'],
    de: ['Telefon', 'Telefonnummer des Brokers für seine Kunden; leer heißt keine.'],
  },
  program_name: {
    en: [
      'Terminal name',
      'Name that the terminal bears in its title; empty is that of the company.',
    ],
    de: [
      'Name des Terminals',
      'Name, den das Terminal im Titel trägt; leer steht der Name der Firma da.',
    ],
  },
  server_name: {
    en: ['Server name', 'Name under which terminals show this server; empty is none.'],
    de: ['Servername', 'Name, unter dem Terminals diesen Server zeigen; leer heißt keiner.'],
  },
  short_name: {
    en: [
      'Short name',
      'Short form of the brand’s name, for places with little room; empty is none.',
    ],
    de: ['Kurzname', 'Kurzform des Markennamens für Stellen mit wenig Platz; leer heißt keiner.'],
  },
  support_email: {
    en: ['Support e-mail', 'Address to which clients write for help; empty is none.'],
    de: ['Support-E-Mail', 'Adresse, an die Kunden sich um Hilfe wenden; leer heißt keine.'],
  },
  url: {
    en: ['Address', 'Page that the link opens.'],
    de: ['Adresse', 'Seite, die der Link öffnet.'],
  },
  v: {
    en: [
      'Content mark',
      'Part of the image’s address that changes with its content, so that caches never show an old one.',
    ],
    de: [
      'Inhaltskennung',
      'Teil der Bildadresse, der sich mit dem Inhalt ändert, damit Zwischenspeicher nie ein altes Bild zeigen.',
    ],
  },
  website: {
    en: ['Website', 'Home page of the broker; empty is none.'],
    de: ['Website', 'Startseite des Brokers; leer heißt keine.'],
  },
}
